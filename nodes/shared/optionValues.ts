// The options that a person set, checked, with their defaults; the table of them is options.ts.
import type { INode } from 'n8n-workflow';

import { isRecord } from '../../api/schema/types';
import { parameterError, quoted, shown } from './errors';
import { holdsExpression, type Parameters, parseList } from './expressions';
import { type Option, optionLabel, type OptionName, OPTIONS, type OptionValues } from './options';

export function isUnset(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
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
): string | undefined {
	if (isUnset(value)) return allowed[0];
	if (allowed.some((choice) => choice === value)) return String(value);
	throw parameterError(
		node,
		`${quoted(optionLabel(name))} is ${shown(value)}, expected one of ${allowed.join(', ')}`,
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
	const entered = parseList(value ?? offered);
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
 * The boolean that a parameter holds. An expression may give a string; anything unclear is an error.
 *
 * @throws NodeOperationError that names the parameter and the value
 */
export function booleanOf(node: INode, name: string, value: unknown, itemIndex?: number): boolean {
	if (value === true || value === 'true') return true;
	if (isUnset(value) || value === false || value === 'false') return false;
	throw parameterError(
		node,
		`${quoted(optionLabel(name))} is ${shown(value)}, expected true or false`,
		itemIndex,
	);
}

function checkedValue(node: INode, name: OptionName, value: unknown, itemIndex?: number): unknown {
	const option: Option = OPTIONS[name];
	switch (option.kind) {
		case 'number': {
			if (isUnset(value)) return option.optional ? undefined : option.default;
			const { min, max, fraction } = option;
			const isBlank = typeof value === 'string' && value.trim() === '';
			const number = typeof value === 'string' && !isBlank ? Number(value) : value;
			const isNumber = fraction ? Number.isFinite(number) : Number.isInteger(number);
			if (isNumber && Number(number) >= min && Number(number) <= max) return number;
			const range = max === Infinity ? `of ${min} or more` : `from ${min} to ${max}`;
			const rule = fraction ? 'must be a number' : 'must be a whole number';
			throw parameterError(
				node,
				`${quoted(optionLabel(name))} ${rule} ${range}, not ${shown(value)}`,
				itemIndex,
			);
		}
		case 'choice': {
			const allowed = Object.keys(option.values);
			return choiceOfValues(node, name, allowed, value, itemIndex);
		}
		case 'boolean':
			if (value === undefined) return option.default ?? false;
			return booleanOf(node, name, value, itemIndex);
		case 'string':
			return String(value ?? '').trim() || (option.default ?? '');
		case 'date':
			return value;
		default:
			return option satisfies never;
	}
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
): OptionValues[N] {
	return checkedValue(node, name, value, itemIndex) as OptionValues[N];
}

/** The collection Options of an input item, checked, with defaults. */
export interface ItemOptions extends Omit<
	OptionValues,
	'dataMode' | 'itemFieldsToUpdate' | 'limit' | 'output' | 'returnAll'
> {
	/** Empty for none. */
	readonly splitOut: string;
	/** As it was entered. */
	readonly customFieldNames: unknown;
}

const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];

/** The collection `options` for an input item, not yet checked. */
function optionCollection(parameters: Parameters, itemIndex: number): Record<string, unknown> {
	const collection = parameters('options', itemIndex);
	return isRecord(collection) ? collection : {};
}

/** The value of an option in its collection. What an expression leaves empty is off, also where the default is on. */
function optionIn(
	node: INode,
	collection: Readonly<Record<string, unknown>>,
	name: OptionName,
	itemIndex?: number,
) {
	const value = Object.hasOwn(collection, name) ? (collection[name] ?? null) : undefined;
	return optionValue(node, name, value, itemIndex);
}

function valuesOf(
	node: INode,
	names: readonly OptionName[],
	parameters: Parameters,
	itemIndex: number,
) {
	const collection = optionCollection(parameters, itemIndex);
	const values = names.map((name) => [name, optionIn(node, collection, name, itemIndex)]);
	return {
		...(Object.fromEntries(values) as Partial<OptionValues>),
		splitOut: String(collection.splitOut ?? ''),
		customFieldNames: collection.customFieldNames,
	};
}

/**
 * Reads the collection Options of an input item as a whole.
 *
 * @throws NodeOperationError that names the option, the value and what is expected
 */
export function readOptions(node: INode, parameters: Parameters, itemIndex: number): ItemOptions {
	return valuesOf(node, OPTION_NAMES, parameters, itemIndex) as ItemOptions;
}

/** Options that an execution can have only once; writes and the read of clients have all of theirs once. */
const RUN_WIDE_OPTIONS = [
	'changeLimit',
	'compareWithService',
	'concurrency',
	'divideRefused',
	'dryRun',
	'forgetAccepted',
	'ignoreUnknownFields',
	'longestWait',
	'maxRetries',
	'onlyChanged',
	'recordsPerRequest',
	'requestFormat',
	'requestsPerMinute',
	'resendUncertain',
	'timeout',
] as const satisfies readonly OptionName[];

/** The options of a whole execution. */
export type RunOptions = Pick<ItemOptions, (typeof RUN_WIDE_OPTIONS)[number]>;

/**
 * The options of a whole execution. All input items must agree on them: they are read from the first one.
 *
 * @param hasAllOnce Whether the operation has each of its options once; `readOptions` of item 0 then gives all of them
 * @throws NodeOperationError that names the option, and two items that disagree or what is expected
 */
export function readRunOptions(
	node: INode,
	parameters: Parameters,
	itemCount: number,
	hasAllOnce: boolean,
): RunOptions {
	const saved: unknown = node.parameters.options;
	const isOnce = (name: string) => hasAllOnce || RUN_WIDE_OPTIONS.some((wide) => wide === name);
	const computed = isRecord(saved)
		? Object.keys(saved).filter((name) => holdsExpression(saved[name]))
		: OPTION_NAMES.filter(() => holdsExpression(saved));
	const paths = computed.filter(isOnce).map((name) => `options.${name}`);
	if (holdsExpression(node.parameters.dataMode)) paths.push('dataMode');
	for (const path of paths) {
		// A text may stand for a number or a boolean, and unset means off.
		const text = (itemIndex: number) =>
			JSON.stringify(parameters(path, itemIndex) ?? '').replace(/^"?false"?$|^"|"$/g, '');
		const first = text(0);
		for (let itemIndex = 1; itemIndex < itemCount; itemIndex++) {
			if (text(itemIndex) === first) continue;
			const label = quoted(optionLabel(path.replace('options.', '')));
			throw parameterError(
				node,
				`${label} differs between input items: it is ${shown(parameters(path, 0))} for item 0 (the first) and ${shown(parameters(path, itemIndex))} for item ${itemIndex}`,
				itemIndex,
				'It applies to the whole execution. Use one value for all items, or separate the items, for example with an If node.',
			);
		}
	}
	const collection = optionCollection(parameters, 0);
	const values = RUN_WIDE_OPTIONS.map((name) => [name, optionIn(node, collection, name)]);
	return Object.fromEntries(values) as RunOptions;
}

/**
 * Makes the reader of the options of input items: what applies to the whole execution is not read again, and options
 * without an expression are read for the first item only.
 *
 * @throws NodeOperationError from the reader, for an option of the item that is wrong
 */
export function itemOptions(
	node: INode,
	parameters: Parameters,
	runOptions: RunOptions,
): (itemIndex: number) => ItemOptions {
	const names = OPTION_NAMES.filter((name) => !Object.hasOwn(runOptions, name));
	const isFixed = !holdsExpression(node.parameters.options);
	let fixed: ItemOptions | undefined;
	return (itemIndex) => {
		if (fixed) return fixed;
		const options = { ...runOptions, ...valuesOf(node, names, parameters, itemIndex) };
		if (isFixed) fixed = options as ItemOptions;
		return options as ItemOptions;
	};
}

/** What a node sets otherwise than its credential. */
export function requestSettings({ parameters }: INode, options: RunOptions) {
	const { concurrency, requestsPerMinute, maxRetries, longestWait, timeout } = options;
	const all = { concurrency, requestsPerMinute, maxRetries, longestWait, timeout };
	const saved = Object(parameters.options) as object;
	return Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(saved, name)));
}
