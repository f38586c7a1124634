// The typed requests of reads by ID, and what every read has: required parameters, and how its items are to look.
import {
	collectionsOf,
	type ReadEndpoint,
	type ReturnAs,
	returnAsValues,
	rowSchema,
} from '../../../api/endpoint';
import {
	type Field,
	fieldsByName,
	fieldsOf,
	recordFields,
	type Schema,
	typeName,
} from '../../../api/schema/types';
import { type QueryValues, readRequest } from '../../../client/reads/readRequest';
import { comparableId } from '../../../client/ids';
import type { Projection } from '../../../wire/projection';
import {
	customFieldNames,
	choiceOfValues,
	type ItemOptions,
	listOf,
	optionValue,
	ownName,
	type OwnNames,
	readOptions,
} from '../../shared/parameters';
import { isInexact, lostDigits, parameterError, quoted, shown } from '../../shared/errors';
import { labelOf, plainName } from '../../shared/labels';
import { bodyFormat, type OperationInput } from './parameters';

export type ReadInput = OperationInput<ReadEndpoint>;

const ONE_ID = 'Give one ID per input item.';

/** Advice where nothing was found, and the ID that an input item gave looks like several. */
export function oneIdAdvice(input: ReadInput, itemIndex: number): string {
	const ids = Object.values(requiredValues(input, itemIndex));
	return ids.some((id) => /[,[\r\n]/.test(String(id))) ? ` ${ONE_ID}` : '';
}

/**
 * The required parameters of a read for an input item.
 *
 * @throws NodeOperationError when one is empty
 */
export function requiredValues(
	{ endpoint, node, parameters }: ReadInput,
	itemIndex: number,
): QueryValues {
	const fields = fieldsOf(endpoint.query).filter(({ required }) => required);
	return Object.fromEntries(
		fields.map(({ name, label }) => {
			const value = parameters(name, itemIndex) ?? '';
			const isEmpty = typeof value === 'string' && value.trim() === '';
			const isGiven = typeof value === 'string' || (Number.isFinite(value) && !isInexact(value));
			if (isGiven && !isEmpty) return [name, String(value).trim()];
			const other = isInexact(value)
				? lostDigits(value)
				: `is ${shown(value)}, expected text or a number`;
			throw parameterError(
				node,
				`${quoted(label ?? labelOf(name))} ${isEmpty ? 'is empty' : other}`,
				itemIndex,
				Array.isArray(value)
					? ONE_ID
					: 'Enter the ID, or map it from the input item. An expression that finds nothing is empty.',
			);
		}),
	);
}

/**
 * What a person chose under Return As.
 *
 * @throws NodeOperationError for a value that the operation does not have
 */
export function returnAs({ endpoint, node, parameters }: ReadInput, itemIndex: number): ReturnAs {
	const values = returnAsValues(endpoint);
	if (values.size === 0) return 'rows';
	const given = parameters('returnAs', itemIndex);
	const chosen = choiceOfValues(node, 'returnAs', [...values.keys()], given, itemIndex);
	return values.get(chosen ?? '') ?? 'rows';
}

export interface SplitOut {
	readonly collection: string;
	/** The field of an item that holds the record around the collection. */
	readonly parent: string;
	/** The fields of that record to keep; left out, all except collections. */
	readonly parentFields?: readonly string[];
}

/** What a person chose for the items of a read. */
export interface Shaping {
	/** The fields to keep, nested ones with a dot ("Contact.Email"); left out, all are kept. */
	readonly fields?: readonly string[];
	readonly onlyFilled: boolean;
	readonly names: OwnNames;
	/** What the rows are. */
	readonly schema: Schema;
	/** Makes an item of every member of a collection. */
	readonly splitOut?: SplitOut;
}

/** What the entries of a record's collection are. */
export function memberSchema(schema: Schema, collection: string): Schema {
	const list = fieldsByName(schema).get(collection)?.schema;
	return list?.kind === 'list' ? list.item : schema;
}

export function isWhole({ fields, onlyFilled, names, splitOut }: Shaping): boolean {
	return !fields && !onlyFilled && names.size === 0 && !splitOut;
}

/** The name within a row of the field that a hint writes as a path: `Warranty` for `Products[].Warranty`. */
function nameInRow(path: string, rows: string | undefined): string {
	const start = `${rows}[].`;
	return path.slice(path.startsWith(start) ? start.length : 0).replaceAll('[]', '');
}

/**
 * A path with the service's names in place of people's own. Names that the document does not know are taken as they are,
 * unless they are a documented name written otherwise, with which `refuse` is called.
 */
function servicePath(
	schema: Schema,
	names: OwnNames,
	path: string,
	refuse: (name: string, meant: string) => never,
): string {
	const record = schema.kind === 'list' ? schema.item : schema;
	const fields = recordFields(record);
	const isNamed = ({ name }: Field, given: string) =>
		name === given || ownName(names, record, name) === given;
	// A name of a person's own may hold a dot.
	const whole = fields.find((field) => isNamed(field, path));
	if (whole) return whole.name;
	const [first, ...rest] = path.split('.');
	const field = fields.find((one) => isNamed(one, first));
	if (!field) {
		const meant = fields.find(({ name }) => plainName(name) === plainName(first));
		return meant ? refuse(first, meant.name) : path;
	}
	if (rest.length === 0) return path;
	return `${field.name}.${servicePath(field.schema, names, rest.join('.'), refuse)}`;
}

/** The names under Fields and Other Fields, the key among them; a hint about undocumented fields writes them as paths. */
function selectedFields(
	{ endpoint, node, parameters }: ReadInput,
	itemIndex: number,
	names: OwnNames,
): string[] {
	const schema = rowSchema(endpoint);
	const refuse = (name: string, meant: string): never => {
		throw parameterError(
			node,
			`"${name}" is not a field of this record. Did you mean "${meant}"?`,
			itemIndex,
			"Correct the name in 'Field Names or IDs' or 'Other Fields'.",
		);
	};
	const chosen = ['fields', 'otherFields']
		.flatMap((name) => listOf(parameters(name, itemIndex)))
		.map((name) => servicePath(schema, names, nameInRow(name, endpoint.rows), refuse));
	if (chosen.length === 0)
		throw parameterError(
			node,
			"No fields are selected in 'Field Names or IDs' or 'Other Fields'",
			itemIndex,
			"Choose at least one field, or set 'Output' to Raw.",
		);
	return [...new Set([endpoint.key, ...chosen])];
}

/** The fields that Output selects; undefined for all of them. */
function outputFields(
	input: ReadInput,
	itemIndex: number,
	names: OwnNames,
): readonly string[] | undefined {
	const { endpoint, node, parameters } = input;
	const output = optionValue(node, 'output', parameters('output', itemIndex), itemIndex);
	switch (output) {
		case 'raw':
			return undefined;
		case 'simplified':
			return endpoint.simplified;
		case 'selected':
			return selectedFields(input, itemIndex, names);
		default:
			return output satisfies never;
	}
}

/**
 * How the items of a read are to look.
 *
 * @throws NodeOperationError for a choice that the operation does not have
 */
export function shapingOf(input: ReadInput, itemIndex: number, options: ItemOptions): Shaping {
	const { client, endpoint, node } = input;
	const { onlyFilled, splitOut: collection, splitOutParent } = options;
	const schema = rowSchema(endpoint);
	const names = customFieldNames(node, options, schema, client.customFieldNames);
	const fields = outputFields(input, itemIndex, names);
	if (collection === '') return { fields, onlyFilled, names, schema };
	if (!collectionsOf(endpoint).includes(collection)) {
		throw parameterError(
			node,
			`"${collection}" in 'Split Out' is not a collection of this record`,
			itemIndex,
			"Choose another collection in 'Split Out', or None.",
		);
	}
	// What Output selects applies to the record around the collection.
	const parents = { none: [], simplified: fields ?? endpoint.simplified, all: fields };
	const parentFields = parents[splitOutParent];
	const splitOut = { collection, parent: typeName(schema), parentFields };
	return { fields, onlyFilled, names, schema, splitOut };
}

/**
 * Divides a shaping: the reader of the response never reads fields that are not selected, and the rest is done with
 * its rows.
 *
 * @param needed Fields that must be read, whether they are selected or not
 */
export function divide(shaping: Shaping, needed: readonly string[] = []) {
	const { onlyFilled, names, schema, splitOut } = shaping;
	const fields = splitOut ? splitOut.parentFields : shaping.fields;
	const others = splitOut ? [...needed, splitOut.collection] : needed;
	const isSelected = others.every((name) => fields?.includes(name));
	const read = fields && [...new Set([...fields, ...others])];
	const projection: Projection = { fields: read, onlyFilled };
	const rest: Shaping = {
		fields: isSelected ? undefined : fields,
		// Without its collections, the record around them may be empty.
		onlyFilled: onlyFilled && splitOut !== undefined,
		names,
		schema,
		splitOut,
	};
	return { projection, rest };
}

/**
 * The read of one record, or of one response with rows that does not come in pages.
 *
 * @throws NodeOperationError for a parameter that is wrong
 */
export function recordRequest(input: ReadInput, itemIndex: number) {
	const { endpoint, node, noun, parameters } = input;
	const options = readOptions(node, parameters, itemIndex);
	const division = divide(shapingOf(input, itemIndex, options));
	const required = requiredValues(input, itemIndex);
	const [name = '', id] = Object.entries(required)[0] ?? [];
	const subject = endpoint.oneOrMany
		? `${endpoint.rowNoun ?? noun}s of the ${labelOf(name)} "${String(id)}"`
		: `the ${noun} with the ID "${String(id)}"`;
	return {
		...division,
		request: readRequest(endpoint, required, options.responseFormat, subject),
		/** Whether the whole response becomes one item. */
		isOneItem: returnAs(input, itemIndex) === 'whole',
	};
}

/** @throws NodeOperationError when an item names no IDs */
function idsOf({ endpoint, node, parameters }: ReadInput, itemIndex: number): string[] {
	const { idsParameter = '' } = endpoint;
	const label = labelOf(idsParameter);
	const given = parameters(idsParameter, itemIndex);
	const isText = [given].flat().every((value) => typeof value !== 'object' || value === null);
	const ids = isText ? listOf(given) : [];
	const inexact = [given].flat().find(isInexact);
	if (inexact !== undefined)
		throw parameterError(node, `A number under ${quoted(label)} ${lostDigits(inexact)}`, itemIndex);
	if (ids.length > 0) return ids;
	throw parameterError(
		node,
		`${quoted(label)} ${isText ? 'is empty' : 'contains a value that is not text'}`,
		itemIndex,
		isText
			? 'Enter one or more IDs, separated by commas, or map them from the input item.'
			: 'Map the ID itself, or an array of IDs, not a whole record.',
	);
}

/**
 * The read by the IDs of all input items.
 *
 * @throws NodeOperationError for an option that is wrong
 */
export function idsRequest(input: ReadInput) {
	const { endpoint, itemCount, node, parameters } = input;
	const itemsById = new Map<string, Set<number>>();
	const ids: string[] = [];
	const wrong = new Map<number, unknown>();
	for (let item = 0; item < itemCount; item++) {
		try {
			for (const id of idsOf(input, item)) {
				const key = comparableId(id);
				const items = itemsById.get(key);
				if (!items) ids.push(id);
				itemsById.set(key, (items ?? new Set()).add(item));
			}
		} catch (error) {
			wrong.set(item, error);
		}
	}
	const options = readOptions(node, parameters, 0);
	const { projection, rest } = divide(shapingOf(input, 0, options), [endpoint.key]);
	return {
		ids,
		/** The input items that named one of some IDs. */
		itemsOf: (named: readonly string[]) => [
			...new Set(named.flatMap((id) => [...(itemsById.get(comparableId(id)) ?? [])])),
		],
		/** The input items whose IDs are wrong. */
		wrong,
		settings: {
			projection,
			accept: options.responseFormat,
			format: bodyFormat(node, endpoint, options),
			concurrency: options.concurrency,
		},
		rest,
	};
}
