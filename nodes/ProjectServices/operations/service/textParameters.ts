// The parameters of the resource Connection as text, and errors that name them.
import { isDateObject, isoTextOf } from '../../../../client/values/dates';
import { isInexact, lostDigits, parameterError, quoted, formatValue } from '../../../shared/errors';
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
