// What a person entered for a write, not yet checked: the fields in the node's parameters, and the record of each input
// item. What was left unset is absent here; an empty string that an expression returns is not unset.
import type { IExecuteFunctions, INode, ResourceMapperField } from 'n8n-workflow';

import { type Endpoint, recordSchema, type WriteEndpoint } from '../../../api/endpoint';
import {
	type Codes,
	type Field,
	isRecord,
	recordFields,
	typeName,
} from '../../../api/schema/types';
import type { FieldValues } from '../../../client/publish/recordLists';
import type { Connection } from '../../shared/connection';
import { parameterError, quoted } from '../../shared/errors';
import {
	computedParameter,
	fieldOf,
	holdsExpression,
	type ItemOptions,
	listOf,
	optionValue,
	type Parameters,
	referredField,
} from '../../shared/parameters';
import { labelOf } from '../../shared/labels';
import { optionLabel } from '../../shared/options';

/** What the request of an operation is read from. */
export interface OperationInput<E extends Endpoint> {
	readonly context: IExecuteFunctions;
	readonly node: INode;
	readonly endpoint: E;
	readonly parameters: Parameters;
	readonly itemCount: number;
	/** The resource's name in a sentence ("purchase order"). */
	readonly noun: string;
	readonly client: Pick<Connection, 'baseUrl' | 'customFieldNames'>;
}
export type WriteInput = OperationInput<WriteEndpoint>;

/** The group of a fixed collection that holds its entries, and the collection within an entry for fields that few need. */
export const entryGroup = 'values';
export const additionalFields = 'additionalFields';

function membersOf(value: unknown): FieldValues {
	return isRecord(value) ? value : {};
}

function groupOf(collection: unknown): readonly unknown[] {
	const entries = membersOf(collection)[entryGroup];
	return Array.isArray(entries) ? entries : [];
}

/** What is set of an object: an expression that finds nothing leaves its field unset. */
function setOf(value: unknown): FieldValues {
	return Object.fromEntries(
		Object.entries(membersOf(value)).filter(([, member]) => member !== undefined),
	);
}

/** The entries of a fixed collection. What was left empty in an entry is unset, and so is an empty entry as a whole. */
function entriesOf(given: unknown, saved: unknown, keepsEmpty: boolean): FieldValues[] | undefined {
	const savedEntries = groupOf(saved);
	const entries = groupOf(given).map((entry, index): FieldValues => {
		const { [additionalFields]: others, ...plain } = setOf(entry);
		const savedEntry = membersOf(savedEntries[index]);
		const filled = Object.entries(plain).filter(
			([name, value]) => keepsEmpty || value !== '' || holdsExpression(savedEntry[name]),
		);
		return { ...Object.fromEntries(filled), ...setOf(others) };
	});
	const filledIn = entries.filter((entry) => Object.keys(entry).length > 0);
	return filledIn.length === 0 ? undefined : filledIn;
}

function unlessUnset(field: Field, value: unknown, saved: unknown): unknown {
	if (value === '' && !holdsExpression(saved)) return undefined;
	const kind = field.schema;
	if (kind.kind === 'record' && isRecord(value)) {
		const set = setOf(value);
		return Object.keys(set).length === 0 ? undefined : set;
	}
	if (kind.kind !== 'list') return value;
	if (Array.isArray(value)) return value.length === 0 ? undefined : value;
	return isRecord(value) ? entriesOf(value, saved, codedFields(field).length > 0) : value;
}

/** The fields of a list's entries, if one of them says by its number which field to update. */
function codedFields({ schema }: Field): readonly Field[] {
	const fields = schema.kind === 'list' ? recordFields(schema.item) : [];
	return fields.some(({ undocumentedCode }) => undocumentedCode) ? fields : [];
}

/** Whether an entry lacks the number of its field or the value for it, because an expression found nothing. */
function isHalf(field: Field, value: unknown): boolean {
	const isMissing = (entry: FieldValues, { name, undocumentedCode }: Field) =>
		entry[name] === undefined || (undocumentedCode === true && entry[name] === null);
	const entries = Array.isArray(value) ? value.filter(isRecord) : [];
	return entries.some((entry) => codedFields(field).some((one) => isMissing(entry, one)));
}

/** The codes of which a list holds some. */
function codesOf({ schema }: Field): Codes | undefined {
	const item = schema.kind === 'list' ? schema.item : undefined;
	return item && 'codes' in item ? item.codes : undefined;
}

/** Whether nothing was chosen of a list of codes: the service takes a choice that is left out for all of them. */
function isEmptyChoice(field: Field, given: unknown): boolean {
	if (!codesOf(field)) return false;
	return listOf(typeof given === 'string' ? given.replace(/[[\]]/g, '') : given).length === 0;
}

/** The choices of a JSON body that hold nothing. */
export function emptyChoices({ body: schema }: WriteEndpoint, body: FieldValues): Field[] {
	return recordFields(schema).filter(
		(field) => body[field.name] !== undefined && isEmptyChoice(field, body[field.name]),
	);
}

/** The codes of item fields by name. */
export function itemFieldCodes({ body, itemFields }: WriteEndpoint): ReadonlyMap<string, number> {
	const field = recordFields(body).find(({ name }) => name === itemFields?.codes);
	const codes = Object.entries((field && codesOf(field)) ?? {});
	return new Map(codes.map(([code, name]) => [name, Number(code)]));
}

/** Which fields of its items an update is limited to. */
export function itemFieldsToUpdate({ node, parameters }: WriteInput, itemIndex: number) {
	const given = parameters('itemFieldsToUpdate', itemIndex);
	return optionValue(node, 'itemFieldsToUpdate', given, itemIndex);
}

/** The parameters that fill fields of the body, and those fields. */
export function fillsOf(endpoint: WriteEndpoint): Array<{ parameter: string; field: Field }> {
	const fields = new Map(recordFields(endpoint.body).map((field) => [field.name, field]));
	return Object.entries(endpoint.bodyParameters).flatMap(([parameter, name]) => {
		const field = fields.get(name);
		return field ? [{ parameter, field }] : [];
	});
}

/** Whether a parameter says which list or record is written; these also show beside a JSON body. */
export function identifies({ schema }: Field): boolean {
	return schema.kind === 'string';
}

/**
 * What the parameters of some fields give.
 *
 * @throws NodeOperationError for an expression that chooses nothing where that would mean everything
 */
export function givenParameters(
	source: WriteInput,
	itemIndex: number,
	isWanted: (field: Field) => boolean,
): Record<string, unknown> {
	const { endpoint, node, parameters } = source;
	const { identifyBy, itemFields } = endpoint;
	const members: Record<string, unknown> = {};
	for (const { parameter, field } of fillsOf(endpoint)) {
		const saved = node.parameters[parameter];
		if (!isWanted(field)) continue;
		const isItemFields = field.name === itemFields?.codes;
		if (isItemFields && itemFieldsToUpdate(source, itemIndex) !== 'chosen') continue;
		if (saved === undefined && !isItemFields) continue;
		// Of two parameters that identify the record, a person chose one.
		const isOneOfTwo = identifyBy?.includes(parameter);
		if (isOneOfTwo && parameters('identifyBy', itemIndex, identifyBy?.[0]) !== parameter) continue;
		// An expression that finds nothing leaves its field unset; only a null that an item holds is sent.
		const given = parameters(parameter, itemIndex);
		if (isEmptyChoice(field, given))
			throw parameterError(
				node,
				`${quoted(labelOf(parameter))} is an empty list, which the service would read as all of them. Choose at least one, or change ${quoted(optionLabel('itemFieldsToUpdate'))}`,
			);
		const value = unlessUnset(field, given, saved);
		if (isHalf(field, value))
			throw parameterError(
				node,
				`${quoted(labelOf(parameter))} has an entry without its field or its value: the expression found nothing. Correct it, or remove the entry`,
			);
		if (value !== undefined) members[field.name] = value;
	}
	return members;
}

/** The body as the node's fields give it, without records from items. */
export function givenFields(source: WriteInput, itemIndex: number): Record<string, unknown> {
	const { otherFields } = source.endpoint;
	const others = otherFields === undefined ? {} : source.parameters(otherFields, itemIndex, {});
	return { ...givenParameters(source, itemIndex, () => true), ...membersOf(others) };
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

export const recordParameter = 'record';

interface SavedMapping {
	readonly mappingMode?: unknown;
	readonly value?: FieldValues | null;
	readonly schema?: readonly ResourceMapperField[];
}

// n8n takes a tenth of a millisecond for each expression; a field of the item can be taken directly.
// Without skipValidation, n8n would convert the values itself and round numbers on the way.
function valueOf(
	{ context }: WriteInput,
	name: string,
	saved: unknown,
): (itemIndex: number) => unknown {
	if (!holdsExpression(saved)) return () => saved;
	const referred = referredField(saved);
	if (referred !== undefined) {
		const items = context.getInputData();
		return (itemIndex) => fieldOf(items[itemIndex].json, referred);
	}
	const path = `${recordParameter}.value`;
	const resolve = (parameter: string, itemIndex: number): unknown =>
		computedParameter(context, parameter, itemIndex, null, { skipValidation: true });
	// Dots and brackets have a meaning of their own in the path of a parameter.
	return /[.[\]]/.test(name)
		? (itemIndex) => (resolve(path, itemIndex) as FieldValues)[name]
		: (itemIndex) => resolve(`${path}.${name}`, itemIndex);
}

/** Makes the reader of the records of input items, not yet checked. */
export function recordReader(source: WriteInput) {
	const saved = (source.node.parameters[recordParameter] ?? {}) as SavedMapping;
	const isWholeItem = saved.mappingMode === 'autoMapInputData';
	const items = source.context.getInputData();
	// The editor saves null for a field that was never set, and false for a switch that was never shown.
	const isHidden = (name: string) =>
		saved.schema?.some(({ id, removed }) => id === name && removed);
	const values = Object.entries(saved.value ?? {})
		.filter(([name, value]) => value !== null && !(value === false && isHidden(name)))
		.map(([name, value]) => [name, valueOf(source, name, value)] as const);
	const read = (itemIndex: number): FieldValues =>
		isWholeItem
			? items[itemIndex].json
			: Object.fromEntries(values.map(([name, valueFor]) => [name, valueFor(itemIndex)]));
	return { read, isWholeItem };
}

function placeholder(name: string): string {
	return `<${name}>`;
}

function requiredNames(endpoint: WriteEndpoint): string[] {
	const fields = recordFields(recordSchema(endpoint)).filter(({ required }) => required);
	return fields.map(({ name }) => name);
}

/**
 * The JSON body that the editor starts with: required fields only, with values that cannot be sent as they are. The
 * identifying parameters fill in what is not in it.
 */
export function bodySkeleton(endpoint: WriteEndpoint): string {
	const { records } = endpoint;
	if (records === undefined) return '{}';
	const names = requiredNames(endpoint);
	const record =
		names.length === 0
			? placeholder(typeName(recordSchema(endpoint)))
			: Object.fromEntries(names.map((name) => [name, placeholder(name)]));
	return JSON.stringify({ [records]: [record] }, null, 2);
}

/** The placeholders that a person left in a body, each as a sentence without its full stop. */
export function leftPlaceholders(endpoint: WriteEndpoint, body: FieldValues): string[] {
	const { records = '' } = endpoint;
	const held: readonly unknown[] = Array.isArray(body[records]) ? body[records] : [];
	const required = requiredNames(endpoint);
	const whole = placeholder(typeName(recordSchema(endpoint)));
	return held.flatMap((record, index) => {
		const still = "'Body' still holds the placeholder";
		const place = `${records}[${index}]`;
		if (record === whole) return [`${still} ${whole} as ${place}`];
		return required
			.filter((name) => isRecord(record) && record[name] === placeholder(name))
			.map((name) => `${still} ${placeholder(name)} as ${place}.${name}`);
	});
}
