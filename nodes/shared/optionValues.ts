// Reads and checks the values of options: an expression may give what the editor does not offer.
import type { IDataObject, INode } from 'n8n-workflow';

import type { Endpoint, ReadEndpoint } from '../../api/endpoint';
import { fieldsOf, isRecord } from '../../api/schema/types';
import { parameterError } from './errors';
import { labelOf } from './labels';
import {
	type NamesOf,
	type Option,
	optionLabel,
	type OptionName,
	options,
	type OptionValues,
} from './options';
import { holdsExpression, optionsOf, type Parameters } from './parameters';
import { quoted, shown } from './problems';

function isUnset(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

/** The page size that the service assumes. */
export function defaultPageSize({ paging, query }: ReadEndpoint): number {
	return Number(fieldsOf(query).find(({ name }) => name === paging?.size)?.default);
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

function checkedValue(node: INode, name: OptionName, value: unknown, itemIndex?: number): unknown {
	const option: Option = options[name];
	const label = optionLabel(name);
	switch (option.kind) {
		case 'number':
			if (isUnset(value)) return option.optional ? undefined : option.preset;
			return wholeNumberOf(node, label, option, value, itemIndex);
		case 'choice':
			return choiceOfValues(node, label, Object.keys(option.values), value, itemIndex);
		case 'boolean':
			return booleanOf(node, label, value, itemIndex);
		case 'string':
			return String(value ?? '').trim() || (option.preset ?? '');
		case 'date':
			return value;
		default:
			return option satisfies never;
	}
}

function wholeNumberOf(
	node: INode,
	label: string,
	{ least, most }: Extract<Option, { kind: 'number' }>,
	value: unknown,
	itemIndex: number | undefined,
): number {
	const number = typeof value === 'string' ? Number(value.trim() === '' ? NaN : value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
		return number;
	const range = most === Infinity ? `of ${least} or more` : `from ${least} to ${most}`;
	throw parameterError(
		node,
		`${quoted(label)} must be a whole number ${range}, not ${shown(value)}`,
		itemIndex,
	);
}

/**
 * One of the values of a choice, the first one where it is unset.
 *
 * @throws NodeOperationError that names the parameter, the value and the allowed ones
 */
export function choiceOfValues(
	node: INode,
	label: string,
	allowed: readonly string[],
	value: unknown,
	itemIndex?: number,
): string | undefined {
	if (isUnset(value)) return allowed[0];
	if (allowed.some((choice) => choice === value)) return String(value);
	throw parameterError(
		node,
		`${quoted(label)} is ${shown(value)}, expected one of ${allowed.join(', ')}`,
		itemIndex,
	);
}

/**
 * The boolean that a parameter holds. An expression may give a string; anything unclear is an error.
 *
 * @throws NodeOperationError that names the parameter and the value
 */
export function booleanOf(node: INode, label: string, value: unknown, itemIndex?: number): boolean {
	if (value === true || value === 'true') return true;
	if (isUnset(value) || value === false || value === 'false') return false;
	throw parameterError(
		node,
		`${quoted(label)} is ${shown(value)}, expected true or false`,
		itemIndex,
	);
}

type NotInOptions = 'dataMode' | 'limit' | 'output' | 'returnAll';

/** The collection Options of an input item, checked, with defaults. */
export interface ItemOptions extends Omit<OptionValues, NotInOptions> {
	/** Empty for none. */
	readonly splitOut: string;
	/** As it was entered. */
	readonly customFieldNames: unknown;
}

const optionNames = Object.keys(options) as OptionName[];

/**
 * Reads the collection Options of an input item as a whole.
 *
 * @throws NodeOperationError that names the option, the value and what is expected
 */
export function readOptions(node: INode, parameters: Parameters, itemIndex: number): ItemOptions {
	const given = optionsOf(parameters, itemIndex);
	const values = optionNames.map((name) => [name, optionValue(node, name, given[name], itemIndex)]);
	return {
		...(Object.fromEntries(values) as OptionValues),
		splitOut: String(given.splitOut ?? ''),
		customFieldNames: given.customFieldNames,
	};
}

/** Options that an execution can have only once; writes and the read of clients have all of theirs once. */
const runWideOptions = [
	'concurrency',
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
export type RunOptions = Pick<ItemOptions, (typeof runWideOptions)[number]>;

/**
 * Ensures that all input items agree on what an execution can have only once: it is read from the first one.
 *
 * @param hasAllOnce Whether the operation has each of its options once
 * @throws NodeOperationError that names the option and two items that disagree
 */
function assertRunOptions(
	node: INode,
	parameters: Parameters,
	itemCount: number,
	hasAllOnce: boolean,
): void {
	const saved: unknown = node.parameters.options;
	const named = isRecord(saved) ? Object.keys(saved) : Object.keys(options);
	const once = named.filter((name) => hasAllOnce || runWideOptions.some((wide) => wide === name));
	const paths = isRecord(saved) ? once.filter((name) => holdsExpression(saved[name])) : once;
	const check = (label: string, valueFor: (itemIndex: number) => unknown) => {
		// A text may stand for a number or a boolean, and unset means off.
		const text = (itemIndex: number) =>
			JSON.stringify(valueFor(itemIndex) ?? '').replace(/^"?false"?$|^"|"$/g, '');
		const first = text(0);
		for (let itemIndex = 1; itemIndex < itemCount; itemIndex++) {
			if (text(itemIndex) === first) continue;
			throw parameterError(
				node,
				`${quoted(label)} differs between input items: it is ${shown(valueFor(0))} for item 0 and ${shown(valueFor(itemIndex))} for item ${itemIndex}`,
				itemIndex,
				'It applies to the whole execution. Use one value for all items, or separate the items, for example with an If node.',
			);
		}
	};
	const hasExpression = isRecord(saved) || holdsExpression(saved);
	for (const name of hasExpression ? paths : []) {
		const label = name in options ? optionLabel(name as OptionName) : labelOf(name);
		check(label, (itemIndex) => parameters(`options.${name}`, itemIndex));
	}
	if (holdsExpression(node.parameters.dataMode))
		check(optionLabel('dataMode'), (itemIndex) => parameters('dataMode', itemIndex));
}

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
	assertRunOptions(node, parameters, itemCount, hasAllOnce);
	const given = optionsOf(parameters, 0);
	const values = runWideOptions.map((name) => [name, optionValue(node, name, given[name])]);
	return Object.fromEntries(values) as RunOptions;
}

/** The settings of an execution's client. */
export function connectionSettings({ longestWait, maxRetries, timeout }: RunOptions) {
	return { maxRetries, timeoutMs: timeout * 1000, longestWaitMs: longestWait * 60_000 };
}

/** The format in which a body is sent; form bodies only where the document shows one. */
export function bodyFormat(
	node: INode,
	endpoint: Endpoint,
	{ requestFormat: format }: Pick<ItemOptions, 'requestFormat'>,
): ItemOptions['requestFormat'] {
	if (format !== 'form' || endpoint.form) return format;
	throw parameterError(
		node,
		'The API documentation does not describe a form body for this operation',
		undefined,
		"Set 'Request Format' to JSON or XML in the options.",
	);
}

// Until every operation reads its options as a whole.

export function wholeNumber(
	node: INode,
	name: NamesOf<'number'>,
	value: unknown,
	preset: number = options[name].preset,
): number {
	return optionValue(node, name, isUnset(value) ? preset : value) ?? preset;
}

export function choiceOf<N extends NamesOf<'choice'>>(
	node: INode,
	name: N,
	value: unknown,
	itemIndex?: number,
): OptionValues[N] {
	return optionValue(node, name, value, itemIndex);
}

export function isOn(
	node: INode,
	name: NamesOf<'boolean'>,
	value: unknown,
	itemIndex?: number,
): boolean {
	return optionValue(node, name, value, itemIndex);
}

export function responseFormat(node: INode, { responseFormat: format }: IDataObject) {
	return optionValue(node, 'responseFormat', format);
}

export function requestFormat(node: INode, endpoint: Endpoint, chosen: IDataObject) {
	const format = optionValue(node, 'requestFormat', chosen.requestFormat);
	return bodyFormat(node, endpoint, { requestFormat: format });
}
