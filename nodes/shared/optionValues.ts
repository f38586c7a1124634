// The options that a person set, checked, with their defaults; the table of them is options.ts.
import type { INode } from 'n8n-workflow';

import { isRecord } from '../../api/schema/types';
import {
	boundsText,
	enteredBoolean,
	enteredNumber,
	isUnset,
} from '../../client/values/enteredValues';
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
): string | undefined {
	if (isUnset(value)) return allowed[0];
	if (allowed.some((choice) => choice === value)) return String(value);
	throw parameterError(
		node,
		`${quoted(parameterLabel(name))} is ${formatValue(value)}, expected one of ${allowed.join(', ')}`,
		itemIndex,
	);
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
 * The boolean value of a parameter. An expression may give a string; anything unclear is an error.
 *
 * @throws NodeOperationError that names the parameter and the value
 */
export function checkedBoolean(
	node: INode,
	name: string,
	value: unknown,
	itemIndex?: number,
): boolean {
	const entered = enteredBoolean(value);
	if (entered !== undefined) return entered;
	throw parameterError(
		node,
		`${quoted(parameterLabel(name))} is ${formatValue(value)}, expected true or false`,
		itemIndex,
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
	const refuse = (expected: string): never => {
		const text = `${quoted(parameterLabel(name))} must be ${expected}, not ${formatValue(value)}`;
		throw parameterError(node, text, itemIndex);
	};
	switch (option.kind) {
		case 'number':
			if (isUnset(value)) return option.optional ? undefined : option.default;
			return enteredNumber(value, option) ?? refuse(boundsText(option));
		case 'choice':
			return choiceOfValues(node, name, Object.keys(option.values), value, itemIndex);
		case 'boolean':
			if (value === undefined) return option.default ?? false;
			return checkedBoolean(node, name, value, itemIndex);
		case 'string':
			if (typeof value === 'object' && value !== null) return refuse('text');
			return String(value ?? '').trim() || (option.default ?? '');
		default:
			return option satisfies never;
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

function checkedValues<N extends OptionName>(
	node: INode,
	collection: Readonly<Record<string, unknown>>,
	names: readonly N[],
	itemIndex?: number,
): Pick<OptionValues, N> {
	const values = names.map((name) => {
		// Null, from an expression that found nothing, turns a switch off; other options take their default.
		const value = Object.hasOwn(collection, name) ? (collection[name] ?? null) : undefined;
		return [name, optionValue(node, name, value, itemIndex)];
	});
	return Object.fromEntries(values) as Pick<OptionValues, N>;
}

/**
 * Makes the reader of the collection Options.
 *
 * @throws NodeOperationError from the reader: it names the option, the value and what is expected
 */
export function optionsReader(node: INode, parameters: Parameters): ReadOptions {
	return (names, itemIndex) =>
		checkedValues(node, collectionValues(parameters('options', itemIndex)), names, itemIndex);
}
