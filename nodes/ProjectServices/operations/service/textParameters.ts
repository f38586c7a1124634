// The parameters of the resource Connection as text, and errors that name them.
import type { INode, NodeOperationError } from 'n8n-workflow';

import { isDateObject, isoTextOf } from '../../../../client/values/dates';
import type { InputProblem } from '../../../../client/service/statusRules';
import { isInexact, lostDigits, parameterError, quoted, formatValue } from '../../../shared/errors';
import { parameterLabel } from '../../../shared/options';
import { isUnset } from '../../../../client/values/enteredValues';
import type { NodeInput } from '../../input';

/**
 * The text that a person entered, or an expression found; empty where it is unset.
 *
 * @throws NodeOperationError for what is no single value
 */
export function textOf(
	{ node }: NodeInput,
	label: string,
	value: unknown,
	itemIndex: number,
): string {
	if (isUnset(value)) return '';
	const date = isDateObject(value) ? isoTextOf(value) : undefined;
	if (date !== undefined) return date;
	const isSingle = typeof value !== 'object' && !isInexact(value);
	if (isSingle && typeof value !== 'function') return String(value);
	const wrong = isInexact(value) ? lostDigits(value) : `is ${formatValue(value)}, expected text`;
	const advice = Array.isArray(value)
		? 'Give one value per input item.'
		: 'Map the value itself, not a whole record.';
	throw parameterError(node, `${quoted(label)} ${wrong}`, itemIndex, advice);
}

/** @throws NodeOperationError for what is no single value */
export function textParameter(input: NodeInput, name: string, itemIndex: number): string {
	return textOf(input, parameterLabel(name), input.parameters(name, itemIndex), itemIndex);
}

/** n8n's error for what the client finds wrong with a parameter. */
export function inputError(
	node: INode,
	{ parameter, problem }: InputProblem,
	itemIndex?: number,
): NodeOperationError {
	return parameterError(node, `${quoted(parameterLabel(parameter))} ${problem}`, itemIndex);
}
