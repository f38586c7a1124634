// Reads the node's parameters, as they were saved or by n8n where they hold an expression; and options, checked; names of custom fields.
import type { IDataObject, IExecuteFunctions, IGetNodeParameterOptions, INode } from 'n8n-workflow';

import { filterFields, type ReadEndpoint } from '../../api/endpoint';
import { customFieldPaths } from '../../api/index';
import {
	customFieldsOf,
	type Field,
	fieldsOf,
	isRecord,
	recordFields,
	recordsWithin,
	type Schema,
	typeName,
} from '../../api/schema/types';
import type { QueryValues } from '../../client/reads/readRequest';
import { nodeError, parameterError, quoted, shown } from './errors';
import { labelOf } from './labels';
import { type Option, optionLabel, type OptionName, options, type OptionValues } from './options';

/** Reads a parameter for an input item. */
export type Parameters = (name: string, itemIndex: number, fallback?: unknown) => unknown;

/** Whether a saved parameter has to be computed for each item. */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (Array.isArray(value)) return value.some(holdsExpression);
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

const REFERENCE = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"\\]+)"\]|\['([^'\\]+)'\])\s*\}\}$/;

/** The field of the input item that an expression names, if it does nothing else; most mappings do not. */
export function referredField(expression: unknown): string | undefined {
	if (typeof expression !== 'string') return undefined;
	const [, plain, double, single] = REFERENCE.exec(expression) ?? [];
	return plain ?? double ?? single;
}

/** A field of an input item, never one that every object has. */
export function fieldOf(json: IDataObject, name: string): unknown {
	return Object.hasOwn(json, name) ? json[name] : undefined;
}

/**
 * Has n8n compute a parameter.
 *
 * @throws NodeOperationError when its expression fails
 */
export function computedParameter(
	context: IExecuteFunctions,
	name: string,
	itemIndex: number,
	fallback: unknown,
	settings?: IGetNodeParameterOptions,
): unknown {
	try {
		return context.getNodeParameter(name, itemIndex, fallback as object, settings);
	} catch (error) {
		// n8n walks over the value of an expression, which may be a cycle.
		if (/call stack/i.test(String(error))) {
			throw parameterError(
				context.getNode(),
				`The value of ${quoted(optionLabel(name))} contains itself or is nested too deeply`,
				itemIndex,
				'Correct its expression.',
			);
		}
		throw nodeError(context.getNode(), error, itemIndex);
	}
}

/** What a resource locator was set to; an expression may give the value by itself. */
function locatedValue(value: unknown): unknown {
	return isRecord(value) && value.__rl === true ? value.value : value;
}

/** What is saved under a path: "limit", "options.dryRun". */
function savedAt(saved: INode['parameters'], path: string): unknown {
	const [name = '', ...rest] = path.split('.');
	// A collection that is an expression as a whole is computed with what is in it.
	return rest.reduce<unknown>(
		(value, step) => (isRecord(value) ? value[step] : value),
		saved[name],
	);
}

/**
 * A reader of parameters that has n8n compute only what holds an expression: for each value, n8n prepares all that
 * an expression might name, and searches the whole panel for how to check it.
 */
export function parametersOf(context: IExecuteFunctions, { parameters: saved }: INode): Parameters {
	const items = context.getInputData();
	return (name, itemIndex, fallback) => {
		const written = locatedValue(savedAt(saved, name));
		if (!holdsExpression(written)) return written === undefined ? fallback : written;
		const referred = referredField(written);
		if (referred === undefined)
			return locatedValue(computedParameter(context, name, itemIndex, fallback));
		const given = fieldOf(items[itemIndex]?.json ?? {}, referred);
		return given === undefined ? fallback : given;
	};
}

/** The key of the operation that is chosen in the node. */
export function chosenOperation(parameters: Parameters): string {
	return `${String(parameters('resource', 0))}/${String(parameters('operation', 0))}`;
}

/** A list as the editor takes it: a string separated by commas or line breaks, spaces around dropped; or an array. */
export function listOf(value: unknown): string[] {
	const parts = Array.isArray(value) ? value : String(value ?? '').split(/[,\n\r]/);
	return parts.map((part) => String(part ?? '').trim()).filter((part) => part !== '');
}

/** A value in double quotation marks, with commas and doubled quotation marks in it; or all up to the next separator. */
const TYPED_VALUE = /\s*"((?:[^"\r\n]|"")*)"\s*(?=[,\r\n]|$)|[^,\r\n]+/g;

/** The values of a filter. A comma separates only what a person typed: the text of an expression is data. */
export function filterList({ parameters: saved }: INode, name: string, value: unknown): string[] {
	if (typeof value !== 'string') return listOf(value);
	if (holdsExpression(savedAt(saved, `filters.${name}`))) return listOf(value.split(/[\r\n]/));
	const typed = [...value.matchAll(TYPED_VALUE)];
	return listOf(typed.map(([whole, quoted]) => quoted?.replaceAll('""', '"') ?? whole));
}

function isUnset(value: unknown): value is undefined | null | '' {
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
	const option: Option = options[name];
	switch (option.kind) {
		case 'number': {
			if (isUnset(value)) return option.optional ? undefined : option.preset;
			const { least, most } = option;
			const isBlank = typeof value === 'string' && value.trim() === '';
			const number = typeof value === 'string' && !isBlank ? Number(value) : value;
			const isWhole = typeof number === 'number' && Number.isInteger(number);
			if (isWhole && number >= least && number <= most) return number;
			const range = most === Infinity ? `of ${least} or more` : `from ${least} to ${most}`;
			throw parameterError(
				node,
				`${quoted(optionLabel(name))} must be a whole number ${range}, not ${shown(value)}`,
				itemIndex,
			);
		}
		case 'choice': {
			const allowed = Object.keys(option.values);
			return choiceOfValues(node, name, allowed, value, itemIndex);
		}
		case 'boolean':
			return booleanOf(node, name, value, itemIndex);
		case 'string':
			return String(value ?? '').trim() || (option.preset ?? '');
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

const optionNames = Object.keys(options) as OptionName[];

/** The collection `options` for an input item, not yet checked. */
function givenOptions(parameters: Parameters, itemIndex: number): Record<string, unknown> {
	const given = parameters('options', itemIndex);
	return isRecord(given) ? given : {};
}

/**
 * Reads the collection Options of an input item as a whole.
 *
 * @throws NodeOperationError that names the option, the value and what is expected
 */
export function readOptions(node: INode, parameters: Parameters, itemIndex: number): ItemOptions {
	const given = givenOptions(parameters, itemIndex);
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
	const isOnce = (name: string) => hasAllOnce || runWideOptions.some((wide) => wide === name);
	const computed = isRecord(saved)
		? Object.keys(saved).filter((name) => holdsExpression(saved[name]))
		: optionNames.filter(() => holdsExpression(saved));
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
				`${label} differs between input items: it is ${shown(parameters(path, 0))} for item 0 and ${shown(parameters(path, itemIndex))} for item ${itemIndex}`,
				itemIndex,
				'It applies to the whole execution. Use one value for all items, or separate the items, for example with an If node.',
			);
		}
	}
	const given = givenOptions(parameters, 0);
	const values = runWideOptions.map((name) => [name, optionValue(node, name, given[name])]);
	return Object.fromEntries(values) as RunOptions;
}

interface Filtered {
	readonly node: INode;
	readonly endpoint: ReadEndpoint;
	readonly parameters: Parameters;
}

/**
 * The filters that a person set, for the query of a list.
 *
 * @throws NodeOperationError when a boolean is something else, or a value an object
 */
export function filterValues(
	{ node, endpoint, parameters }: Filtered,
	itemIndex: number,
): QueryValues {
	const given = parameters('filters', itemIndex);
	for (const [name, value] of Object.entries(isRecord(given) ? given : {})) {
		const wrong = [value].flat().find(isRecord);
		const text = `${quoted(labelOf(name))} under Filters is ${shown(wrong)}, expected text`;
		if (wrong) throw parameterError(node, text, itemIndex, 'Map the value, not a whole record.');
	}
	const valueOf = ({ name, schema }: Field) => {
		const value = isRecord(given) ? given[name] : undefined;
		if (schema.kind === 'list') return filterList(node, name, value);
		if (schema.kind === 'boolean')
			return isUnset(value) ? [] : booleanOf(node, name, value, itemIndex);
		return String(value ?? '').trim() || [];
	};
	return Object.fromEntries(
		filterFields(endpoint).flatMap((field) => {
			const value = valueOf(field);
			return Array.isArray(value) && value.length === 0 ? [] : [[field.name, value]];
		}),
	);
}

/** The settings of an execution's client. */
export function connectionSettings({ longestWait, maxRetries, timeout }: RunOptions) {
	return { maxRetries, timeoutMs: timeout * 1000, longestWaitMs: longestWait * 60_000 };
}

/** The page size that the service assumes. */
export function defaultPageSize({ paging, query }: ReadEndpoint): number {
	return Number(fieldsOf(query).find(({ name }) => name === paging?.size)?.default);
}

/** People's own names for custom fields, by record type and field: `Product.CustomField1`. */
export type OwnNames = ReadonlyMap<string, string>;

/** A person's own name for a field of a record. */
export function ownName(names: OwnNames, record: Schema, field: string): string | undefined {
	return names.get(`${typeName(record)}.${field}`);
}

/** A name for a custom field, of all records that have it or of one type, and where it was given. */
interface Given {
	readonly type?: string;
	readonly field: string;
	readonly name: string;
	readonly where: string;
}

const inOptions = "in 'Custom Field Names'";
const inCredential = "under 'Custom Field Names' in the credential";

function givenInOptions(given: unknown): Given[] {
	const pairs = isRecord(given) && Array.isArray(given.names) ? given.names : [];
	return (pairs as IDataObject[]).map(({ field = '', name = '' }) => ({
		field: String(field).trim(),
		name: String(name).trim(),
		where: inOptions,
	}));
}

const LINE = /^(?:(\w+)\.)?(\w+)\s*=\s*(\S.*)$/;

/** The lines of the credential: `CustomField1 = Room`, `Product.CustomField1 = Room`. */
function givenInCredential(node: INode, text: string): Given[] {
	const lines = text.split(/[\r\n]+/).map((line) => line.trim());
	return lines
		.filter((line) => line !== '')
		.map((line) => {
			const [match, type, field, name] = LINE.exec(line) ?? [];
			if (match !== undefined) return { type, field, name, where: inCredential };
			throw parameterError(
				node,
				`"${line.slice(0, 80)}" ${inCredential} cannot be read`,
				undefined,
				'Write one name per line, for example Product.CustomField1 = Room Type.',
			);
		});
}

const pathOf = ({ type, field }: Given): string => (type ? `${type}.${field}` : field);

/** The records among these that have the custom field. */
function recordsWith({ type, field }: Given, records: readonly Schema[]): Schema[] {
	const ofType = records.filter((record) => [undefined, typeName(record)].includes(type));
	return ofType.filter((record) => customFieldsOf(record).includes(field));
}

/** What is wrong with a name for a field of these records. */
function problemOf(
	{ field, name, type, where }: Given,
	given: readonly Given[],
	records: readonly Schema[],
	names: OwnNames,
): string | undefined {
	if (name === '') return `The custom field ${field} has no name ${where}`;
	if (given.filter((other) => other.field === field && other.type === type).length > 1)
		return `The custom field ${field} has two names ${where}`;
	const isTaken = (record: Schema) =>
		recordFields(record).some((other) =>
			[other.name, ownName(names, record, other.name)].includes(name),
		);
	return records.some(isTaken)
		? `The name "${name}" for ${field} ${where} is the name of another field. Choose another name.`
		: undefined;
}

/**
 * The names that people gave to the custom fields of a record and of the records in it. The options of a node override
 * the credential, and there a name for one type of record the one for all.
 *
 * @param credential the text under Custom Field Names in the credential
 * @throws NodeOperationError for an unknown custom field, a name given twice or one that a field of the record has
 */
export function customFieldNames(
	node: INode,
	options: { readonly customFieldNames?: unknown },
	schema: Schema,
	credential: string,
): OwnNames {
	const names = new Map<string, string>();
	const own = givenInOptions(options.customFieldNames);
	if (own.length === 0 && credential.trim() === '') return names;
	const records = recordsWithin(schema);
	const isHere = (one: Given): boolean =>
		recordsWith(one, records).length > 0 || !customFieldPaths.has(pathOf(one));
	const isOwn = ({ field }: Given): boolean => own.some((other) => other.field === field);
	const inherited = givenInCredential(node, credential).filter((one) => isHere(one) && !isOwn(one));
	const byType = inherited.sort((one, other) => Number(!one.type) - Number(!other.type));
	const given = [...own, ...byType];
	for (const one of given) {
		const { field, name, where } = one;
		const all = recordsWith(one, records);
		const left = all.filter((record) => ownName(names, record, field) === undefined);
		const problem =
			all.length === 0
				? `"${pathOf(one)}" ${where} is not a custom field`
				: problemOf(one, given, left, names);
		if (problem !== undefined) throw parameterError(node, problem);
		for (const record of left) names.set(`${typeName(record)}.${field}`, name);
	}
	return names;
}
