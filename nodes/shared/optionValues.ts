// Reads and checks the values of options: an expression may give what the editor does not offer.
import type { IDataObject, INode } from 'n8n-workflow';

import type { Endpoint, Paging, ReadEndpoint } from '../../api/endpoint';
import { isRecord } from '../../api/schema/objects';
import { fieldsOf } from '../../api/schema/types';
import { parameterError } from './errors';
import { labelOf } from './labels';
import { type ChoiceOf, type NamesOf, optionLabel, type OptionName, options } from './options';
import { holdsExpression, optionsOf, type Parameters } from './parameters';
import { quoted, shown } from './problems';

function isUnset(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

/** The page size that the service assumes. */
export function defaultPageSize(endpoint: ReadEndpoint, { size }: Paging): number {
	return Number(fieldsOf(endpoint.query).find(({ name }) => name === size)?.default);
}

/**
 * A whole number that a person entered, or its default.
 *
 * @throws NodeOperationError that names the option, the value and what is expected
 */
export function wholeNumber(
	node: INode,
	name: NamesOf<'number'>,
	value: unknown,
	preset: number = options[name].preset,
): number {
	if (isUnset(value)) return preset;
	const { least, most } = options[name];
	const number = typeof value === 'string' ? Number(value.trim() === '' ? NaN : value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
		return number;
	const range = most === Infinity ? `of ${least} or more` : `from ${least} to ${most}`;
	throw parameterError(
		node,
		`${quoted(optionLabel(name))} must be a whole number ${range}, not ${shown(value)}`,
	);
}

/**
 * One of the values of a choice, the first one where it is unset.
 *
 * @throws NodeOperationError that names the parameter, the value and the allowed ones
 */
export function choiceOf<N extends NamesOf<'choice'>>(
	node: INode,
	name: N,
	value: unknown,
	itemIndex?: number,
): ChoiceOf<N> {
	const allowed = Object.keys(options[name].values) as Array<ChoiceOf<N>>;
	const chosen = isUnset(value) ? allowed[0] : allowed.find((choice) => choice === value);
	if (chosen !== undefined) return chosen;
	throw parameterError(
		node,
		`${quoted(optionLabel(name))} is ${shown(value)}, expected one of ${allowed.join(', ')}`,
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

/** Whether an option is on. */
export function isOn(
	node: INode,
	name: NamesOf<'boolean'>,
	value: unknown,
	itemIndex?: number,
): boolean {
	return booleanOf(node, optionLabel(name), value, itemIndex);
}

/** Options that an execution can have only once; writes and the read of clients have all of theirs once. */
const runWideOptions: readonly string[] = [
	...[
		'concurrency',
		'dryRun',
		'forgetAccepted',
		'ignoreUnknownFields',
		'longestWait',
		'maxRetries',
	],
	...['onlyChanged', 'recordsPerRequest', 'requestFormat', 'requestsPerMinute', 'resendUncertain'],
	'timeout',
];

/**
 * Ensures that all input items agree on what an execution can have only once: it is read from the first one.
 *
 * @param hasAllOnce Whether the operation has each of its options once
 * @throws NodeOperationError that names the option and two items that disagree
 */
export function assertRunOptions(
	node: INode,
	parameters: Parameters,
	itemCount: number,
	hasAllOnce: boolean,
): void {
	const saved: unknown = node.parameters.options;
	const named = isRecord(saved) ? Object.keys(saved) : Object.keys(options);
	const once = named.filter((name) => hasAllOnce || runWideOptions.includes(name));
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

/** The requests that an execution may send in a minute, if a person set a number. */
export function requestsPerMinute(node: INode, chosen: IDataObject): number | undefined {
	const { requestsPerMinute: value } = chosen;
	return isUnset(value) ? undefined : wholeNumber(node, 'requestsPerMinute', value);
}

/** The settings of an execution's client. */
export function connectionSettings(node: INode, parameters: Parameters) {
	const { longestWait, maxRetries, timeout } = optionsOf(parameters, 0);
	return {
		maxRetries: wholeNumber(node, 'maxRetries', maxRetries),
		timeoutMs: wholeNumber(node, 'timeout', timeout) * 1000,
		longestWaitMs: wholeNumber(node, 'longestWait', longestWait) * 60_000,
	};
}

/** The format to request with Accept. */
export function responseFormat(node: INode, { responseFormat: format }: IDataObject) {
	return choiceOf(node, 'responseFormat', format);
}

/** The format in which a body is sent; form bodies only where the document shows one. */
export function requestFormat(node: INode, endpoint: Endpoint, chosen: IDataObject) {
	const format = choiceOf(node, 'requestFormat', chosen.requestFormat);
	if (format !== 'form' || endpoint.form) return format;
	throw parameterError(
		node,
		'The API documentation does not describe a form body for this operation',
		undefined,
		"Set 'Request Format' to JSON or XML in the options.",
	);
}
