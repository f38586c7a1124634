// The settings that a person chose for an execution, checked: options, output, limits.
import type { IDataObject, INode } from 'n8n-workflow';

import { type Endpoint, type Paging, type ReadEndpoint, rowSchema } from '../../api/endpoint';
import { fieldsOf, kindOf, recordFields, type Schema, typeName } from '../../api/kinds';
import { parameterError } from './errors';
import type { Shaping } from './items';
import { labelOf } from './labels';
import { optionsOf, type Parameters } from './parameters';
import { shown } from './problems';

/** The label under which an option stands in the editor, for messages about it. */
const labels = {
	concurrency: 'Concurrency',
	limit: 'Limit',
	maxRetries: 'Max Retries',
	pageSize: 'Page Size',
	recordsPerRequest: 'Records per Request',
	timeout: 'Timeout',
} as const;

const bounds = {
	concurrency: { least: 1, most: 50, preset: 4 },
	limit: { least: 1, most: Infinity, preset: 50 },
	maxRetries: { least: 0, most: 20, preset: 3 },
	pageSize: { least: 1, most: Infinity, preset: 50 },
	recordsPerRequest: { least: 1, most: Infinity, preset: 500 },
	timeout: { least: 1, most: 86_400, preset: 300 },
} as const;

export type NumberSetting = keyof typeof labels;

/** The default of a numeric option. */
export function presetOf(name: NumberSetting): number {
	return bounds[name].preset;
}

/** The page size that the service assumes when none is asked for. */
export function defaultPageSize(endpoint: ReadEndpoint, { size }: Paging): number {
	return Number(fieldsOf(endpoint.query).find(({ name }) => name === size)?.default);
}

/**
 * A whole number that a person entered, or its default.
 *
 * @throws NodeOperationError that names the option, the value and what is expected.
 */
export function wholeNumber(
	node: INode,
	name: NumberSetting,
	value: unknown,
	preset: number = bounds[name].preset,
): number {
	if (value === undefined || value === null || value === '') return preset;
	const { least, most } = bounds[name];
	const number = typeof value === 'string' ? Number(value.trim() === '' ? NaN : value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
		return number;
	const range = most === Infinity ? `of ${least} or more` : `from ${least} to ${most}`;
	throw parameterError(
		node,
		`${labels[name]} has to be a whole number ${range}, not "${String(value)}"`,
	);
}

const choices = {
	dataMode: ['mapFields', 'json'],
	output: ['raw', 'simplified', 'selected'],
	requestFormat: ['json', 'xml', 'form'],
	responseFormat: ['json', 'xml'],
	returnAs: ['products', 'catalog'],
} as const;

type Choices = typeof choices;

/**
 * One of the values that a parameter may have, the first of them where it is unset. The editor offers no others,
 * but an expression may give them.
 *
 * @throws NodeOperationError that names the parameter, the value and the allowed ones.
 */
export function choiceOf<N extends keyof Choices>(
	node: INode,
	name: N,
	value: unknown,
	itemIndex?: number,
): Choices[N][number] {
	const allowed: ReadonlyArray<Choices[N][number]> = choices[name];
	if (value === undefined || value === null || value === '') return allowed[0];
	const chosen = allowed.find((choice) => choice === value);
	if (chosen !== undefined) return chosen;
	throw parameterError(
		node,
		`${labelOf(name)} is ${shown(value)}, expected one of ${allowed.join(', ')}`,
		itemIndex,
	);
}

/** The settings of the connection that an execution makes. */
export function connectionSettings(node: INode, parameters: Parameters) {
	const options = optionsOf(parameters, 0);
	return {
		maxRetries: wholeNumber(node, 'maxRetries', options.maxRetries),
		timeoutSeconds: wholeNumber(node, 'timeout', options.timeout),
	};
}

/** The custom fields of a record and of the records in it. */
export function customFields(schema: Schema, seen = new Set<Schema>()): string[] {
	const kind = kindOf(schema);
	if (kind.kind === 'list') return customFields(kind.item, seen);
	if (kind.kind !== 'record' || seen.has(schema)) return [];
	seen.add(schema);
	const names = kind.fields.flatMap((field) =>
		field.family === undefined ? customFields(field.schema, seen) : [field.name],
	);
	return [...new Set(names)];
}

interface NamePair {
	readonly field?: unknown;
	readonly name?: unknown;
}

function fieldNames(schema: Schema): Set<string> {
	const kind = kindOf(schema);
	if (kind.kind === 'list') return fieldNames(kind.item);
	const names = new Set<string>();
	for (const field of recordFields(schema)) {
		names.add(field.name);
		for (const inner of fieldNames(field.schema)) names.add(inner);
	}
	return names;
}

/**
 * Custom field to the name that a person gave it, from `options.customFieldNames`.
 *
 * @throws NodeOperationError for an unknown custom field, a name given twice or one that a field of the record has.
 */
export function customFieldNames(
	node: INode,
	options: IDataObject,
	schema: Schema,
): Map<string, string> {
	const pairs = ((options.customFieldNames as IDataObject | undefined)?.names ?? []) as NamePair[];
	const names = new Map<string, string>();
	if (pairs.length === 0) return names;
	const custom = new Set(customFields(schema));
	const taken = fieldNames(schema);
	for (const pair of pairs) {
		const field = String(pair.field ?? '').trim();
		const name = String(pair.name ?? '').trim();
		if (!custom.has(field))
			throw parameterError(node, `"${field}" is no custom field of this record`);
		if (name === '') throw parameterError(node, `The custom field ${field} was given no name`);
		if (names.has(field))
			throw parameterError(node, `The custom field ${field} was given two names`);
		if (taken.has(name))
			throw parameterError(
				node,
				`The name "${name}" for ${field} is taken by another field. Choose another name.`,
			);
		taken.add(name);
		names.set(field, name);
	}
	return names;
}

/** The collections of an item's record that can be split out. */
export function collectionsOf(endpoint: ReadEndpoint): string[] {
	return recordFields(rowSchema(endpoint))
		.filter(({ schema }) => kindOf(schema).kind === 'list')
		.map(({ name }) => name);
}

function wantedFields(
	node: INode,
	endpoint: ReadEndpoint,
	parameters: Parameters,
	itemIndex: number,
): readonly string[] | undefined {
	const output = choiceOf(node, 'output', parameters('output', itemIndex, 'raw'), itemIndex);
	if (output === 'simplified') return endpoint.summary;
	if (output !== 'selected') return undefined;
	const chosen = parameters('fields', itemIndex, []);
	const fields = (Array.isArray(chosen) ? chosen : String(chosen).split(','))
		.map((field) => String(field).trim())
		.filter(Boolean);
	const known = new Set(recordFields(rowSchema(endpoint)).map(({ name }) => name));
	const unknown = fields.find((field) => !known.has(field));
	if (unknown !== undefined)
		throw parameterError(
			node,
			`"${unknown}" is no field of this record`,
			itemIndex,
			'Choose the fields from the list under Fields.',
		);
	if (fields.length === 0)
		throw parameterError(
			node,
			'No fields are selected',
			itemIndex,
			'Choose at least one under Fields, or set Output to Raw.',
		);
	return fields;
}

/** How the items of a read are to look. */
export function shapingOf(
	node: INode,
	endpoint: ReadEndpoint,
	parameters: Parameters,
	itemIndex: number,
): Shaping {
	const options = optionsOf(parameters, itemIndex);
	const schema = rowSchema(endpoint);
	const fields = wantedFields(node, endpoint, parameters, itemIndex);
	const collection = String(options.splitOut ?? '');
	if (collection !== '' && !collectionsOf(endpoint).includes(collection)) {
		throw parameterError(node, `"${collection}" is no collection of this record`, itemIndex);
	}
	return {
		...(fields ? { fields } : {}),
		onlyFilled: options.onlyFilled === true,
		names: customFieldNames(node, options, schema),
		...(collection === '' ? {} : { splitOut: { collection, parent: typeName(schema) } }),
	};
}

/** What becomes an item of a product catalog. */
export function returnAs(
	{ node, parameters }: { readonly node: INode; readonly parameters: Parameters },
	itemIndex: number,
): 'products' | 'catalog' {
	return choiceOf(node, 'returnAs', parameters('returnAs', itemIndex, 'products'), itemIndex);
}

/** The format that is asked for with Accept. */
export function responseFormat(node: INode, options: IDataObject): 'json' | 'xml' {
	return choiceOf(node, 'responseFormat', options.responseFormat);
}

/** The format in which a body is sent; form bodies only where the document shows one. */
export function requestFormat(
	node: INode,
	endpoint: Endpoint,
	options: IDataObject,
): 'json' | 'xml' | 'form' {
	const format = choiceOf(node, 'requestFormat', options.requestFormat);
	if (format !== 'form' || endpoint.form) return format;
	throw parameterError(
		node,
		'The service describes no form body for this operation',
		undefined,
		'Set Request Format to JSON or XML in the options.',
	);
}
