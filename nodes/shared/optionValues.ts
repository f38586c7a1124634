// The options that are set, checked, with their defaults; the table of them is options.ts.
import type { INode } from 'n8n-workflow';

import { isRecord } from '../../api/schema/types';
import { enteredValue, expectedText, isUnset, type Kind } from '../../client/values/enteredValues';
import { parameterError, quoted, formatValue } from './errors';
import { enteredList, type Parameters } from './expressions';
import {
	type Option,
	parameterLabel,
	type OptionName,
	OPTIONS,
	type OptionValues,
} from './options';

/**
 * A value as its kind has it.
 *
 * @throws NodeOperationError that names the parameter, the value and what is expected
 */
function checkedValue(
	node: INode,
	name: string,
	kind: Kind,
	value: unknown,
	itemIndex?: number,
): string | number | boolean {
	const entered = enteredValue(value, kind);
	if (entered !== undefined) return entered;
	const problem = `is ${formatValue(value)}, expected ${expectedText(kind)}`;
	throw parameterError(node, `${quoted(parameterLabel(name))} ${problem}`, itemIndex);
}

/**
 * One of the values of a choice, the first one where it is unset.
 *
 * @throws NodeOperationError that names the parameter, the value and the allowed ones
 */
export function choiceOfValues(
	node: INode,
	name: string,
	allowed: readonly string[],
	value: unknown,
	itemIndex?: number,
): string {
	return String(checkedValue(node, name, { kind: 'choice', allowed }, value, itemIndex));
}

/**
 * The boolean value of a parameter, off where it is unset. An expression may give a string; anything unclear is an error.
 *
 * @throws NodeOperationError that names the parameter and the value
 */
export function checkedBoolean(
	node: INode,
	name: string,
	value: unknown,
	itemIndex?: number,
): boolean {
	return checkedValue(node, name, { kind: 'boolean' }, value, itemIndex) === true;
}

/**
 * The values that were chosen, in the order in which they are offered; all of them where the parameter is not set.
 *
 * @throws NodeOperationError for a value that is not offered, and where nothing is chosen
 */
export function chosenValues<T extends string>(
	node: INode,
	label: string,
	offered: readonly T[],
	value: unknown,
	itemIndex?: number,
): T[] {
	const entered = enteredList(value ?? offered, true);
	const chosen = offered.filter((choice) => entered.includes(choice));
	const unknown = entered.find((text) => !chosen.some((choice) => choice === text));
	if (chosen.length > 0 && unknown === undefined) return chosen;
	throw parameterError(
		node,
		`${quoted(label)} ${unknown === undefined ? 'is empty' : `contains "${unknown}"`}`,
		itemIndex,
		`Choose at least one of ${offered.join(', ')}.`,
	);
}

/**
 * Checks the value of one option; unset, it has its default.
 *
 * @throws NodeOperationError that names the option, the value and what is expected
 */
export function optionValue<N extends OptionName>(
	node: INode,
	name: N,
	value: unknown,
	itemIndex?: number,
): OptionValues[N];
export function optionValue(
	node: INode,
	name: OptionName,
	value: unknown,
	itemIndex?: number,
): unknown {
	const option: Option = OPTIONS[name];
	switch (option.kind) {
		case 'number':
			if (isUnset(value)) return option.optional ? undefined : option.default;
			return checkedValue(node, name, option, value, itemIndex);
		case 'choice':
			return choiceOfValues(node, name, Object.keys(option.values), value, itemIndex);
		default:
			return checkedValue(node, name, option, value, itemIndex) || option.default;
	}
}

/** Reads options of an input item: checked, with defaults. An operation names its own ones only. */
export type ReadOptions = <N extends OptionName>(
	names: readonly N[],
	itemIndex: number,
) => Pick<OptionValues, N>;

/** The values in a collection; none where n8n gives something else. */
export function collectionValues(collection: unknown): Readonly<Record<string, unknown>> {
	return isRecord(collection) ? collection : {};
}

/**
 * Makes the reader of the collection Options.
 *
 * @throws NodeOperationError from the reader: it names the option, the value and what is expected
 */
export function optionsReader(node: INode, parameters: Parameters): ReadOptions {
	return (names, itemIndex) => {
		const collection = collectionValues(parameters('options', itemIndex));
		const values = names.map((name) => [
			name,
			optionValue(node, name, collection[name], itemIndex),
		]);
		return Object.fromEntries(values) as Pick<OptionValues, (typeof names)[number]>;
	};
}
