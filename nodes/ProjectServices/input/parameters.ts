// What a person gave for a write, not yet checked: the fields in the node's parameters, and the record of each input
// item. What was left unset is absent here; an empty string that an expression gives is not unset.
import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	ResourceMapperField,
} from 'n8n-workflow';

import type { WriteEndpoint } from '../../../api/endpoint';
import { isRecord } from '../../../api/schema/objects';
import { type Field, kindOf, recordFields } from '../../../api/schema/types';
import type { Members } from '../../../client/publish/acceptedRecords';
import type { Connection } from '../../shared/connection';
import { parameterError } from '../../shared/errors';
import { labelOf } from '../../shared/labels';
import {
	computedParameter,
	fieldOf,
	holdsExpression,
	type Parameters,
	referredField,
} from '../../shared/parameters';
import { quoted } from '../../shared/problems';

/** What a write is read from. */
export interface WriteSource {
	readonly context: IExecuteFunctions;
	readonly node: INode;
	readonly endpoint: WriteEndpoint;
	readonly parameters: Parameters;
	readonly itemCount: number;
	/** The resource's name in a sentence ("purchase order"). */
	readonly noun: string;
	readonly client: Pick<Connection, 'customFieldNames'>;
}

/** The group of a fixed collection that holds its entries, and the collection within an entry for fields that few need. */
export const entryGroup = 'values';
export const additionalFields = 'additionalFields';

function membersOf(value: unknown): Members {
	return isRecord(value) ? value : {};
}

/** An entry of a fixed collection; parameters that were left empty are unset. */
function entryOf(given: unknown, saved: Members, keepsEmpty: boolean): Members {
	const { [additionalFields]: others, ...plain } = membersOf(given);
	const filled = Object.entries(plain).filter(
		([name, value]) => keepsEmpty || value !== '' || holdsExpression(saved[name]),
	);
	return { ...Object.fromEntries(filled), ...membersOf(others) };
}

function entriesOf(value: Members, saved: unknown, keepsEmpty: boolean): Members[] | undefined {
	const entries = value[entryGroup];
	if (!Array.isArray(entries) || entries.length === 0) return undefined;
	const savedEntries = membersOf(saved)[entryGroup];
	const given = entries.map((entry: unknown, index) =>
		entryOf(
			entry,
			membersOf(Array.isArray(savedEntries) ? savedEntries[index] : undefined),
			keepsEmpty,
		),
	);
	// An entry that was added and left empty is unset as a whole.
	const filledIn = given.filter((entry) => Object.keys(entry).length > 0);
	return filledIn.length === 0 ? undefined : filledIn;
}

function unlessUnset(field: Field, value: unknown, saved: unknown): unknown {
	if (value === '' && !holdsExpression(saved)) return undefined;
	const kind = kindOf(field.schema);
	if (kind.kind === 'record' && isRecord(value)) {
		return Object.keys(value).length === 0 ? undefined : value;
	}
	if (kind.kind !== 'list') return value;
	if (Array.isArray(value)) return value.length === 0 ? undefined : value;
	if (!isRecord(value)) return value;
	return entriesOf(
		value,
		saved,
		recordFields(kind.item).some(({ undocumentedCode }) => undocumentedCode),
	);
}

/**
 * An expression that chooses nothing must not choose everything: the service takes a choice that is left out for all.
 *
 * @throws NodeOperationError that names the parameter
 */
function refuseEmptyChoice(
	node: INode,
	parameter: string,
	{ schema }: Field,
	given: unknown,
): void {
	const kind = kindOf(schema);
	const item = kind.kind === 'list' ? kindOf(kind.item) : kind;
	if (kind.kind !== 'list' || !('codes' in item && item.codes)) return;
	if (Array.isArray(given) ? given.length > 0 : given !== '') return;
	throw parameterError(
		node,
		`${quoted(labelOf(parameter))} is an empty list, which the service would read as all of them. Choose at least one, or remove the parameter`,
	);
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
	return kindOf(schema).kind === 'string';
}

/** Whether a parameter is the one of two by which a person chose to identify the record. */
function isChosen(source: WriteSource, parameter: string, itemIndex: number): boolean {
	const { identifyBy } = source.endpoint;
	if (!identifyBy?.includes(parameter)) return true;
	return source.parameters('identifyBy', itemIndex, identifyBy[0]) === parameter;
}

function filled(
	source: WriteSource,
	itemIndex: number,
	wanted: (field: Field) => boolean,
): Record<string, unknown> {
	const { parameters: saved } = source.node;
	const members: Record<string, unknown> = {};
	for (const { parameter, field } of fillsOf(source.endpoint)) {
		if (!wanted(field) || saved[parameter] === undefined) continue;
		if (!isChosen(source, parameter, itemIndex)) continue;
		const given = source.parameters(parameter, itemIndex, null);
		if (holdsExpression(saved[parameter])) refuseEmptyChoice(source.node, parameter, field, given);
		const value = unlessUnset(field, given, saved[parameter]);
		if (value !== undefined) members[field.name] = value;
	}
	return members;
}

/** The body as the node's fields give it, without records from items. */
export function givenFields(source: WriteSource, itemIndex: number): Record<string, unknown> {
	const { endpoint, parameters } = source;
	const others =
		endpoint.otherFields === undefined ? {} : parameters(endpoint.otherFields, itemIndex, {});
	return { ...filled(source, itemIndex, () => true), ...membersOf(others) };
}

/** What the identifying parameters give, for a JSON body that leaves them out. */
export function givenIdentity(source: WriteSource, itemIndex: number): Record<string, unknown> {
	return filled(source, itemIndex, identifies);
}

/** The name of the resource mapper's parameter. */
export const recordParameter = 'record';

/** What the editor saves of a resource mapper. */
interface SavedMapping {
	readonly mappingMode?: unknown;
	readonly value?: Members | null;
	readonly schema?: readonly ResourceMapperField[];
}

export interface RecordReader {
	/** The record of an input item, not yet checked. */
	read(itemIndex: number): Members;
	/** Whether a record is its whole input item. */
	readonly isWholeItem: boolean;
	/** Fields of input items that were left out because the record does not have them. */
	readonly ignored: ReadonlySet<string>;
}

/** Fields of the saved mapping that were never set: the editor saves null for them. */
function unsetFields({ value, schema }: SavedMapping): Set<string> {
	const hidden = new Set((schema ?? []).filter(({ removed }) => removed).map(({ id }) => id));
	const unset = Object.entries(value ?? {}).filter(
		([name, saved]) => saved === null || (saved === false && hidden.has(name)),
	);
	return new Set(unset.map(([name]) => name));
}

// n8n takes a tenth of a millisecond for each expression; a field of the item can be taken directly.
// Without skipValidation, n8n would convert the values itself and round numbers on the way.
function valueOf(
	source: WriteSource,
	name: string,
	saved: unknown,
): (itemIndex: number) => unknown {
	const { context } = source;
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
		? (itemIndex) => (resolve(path, itemIndex) as Members)[name]
		: (itemIndex) => resolve(`${path}.${name}`, itemIndex);
}

function mappedRecords(source: WriteSource, mapping: SavedMapping): RecordReader {
	const unset = unsetFields(mapping);
	const values = Object.entries(mapping.value ?? {})
		.filter(([name]) => !unset.has(name))
		.map(([name, saved]) => [name, valueOf(source, name, saved)] as const);
	return {
		read: (itemIndex) =>
			Object.fromEntries(values.map(([name, valueFor]) => [name, valueFor(itemIndex)])),
		isWholeItem: false,
		ignored: new Set(),
	};
}

/** Whole input items; fields that the record does not have are refused by the check, unless they are ignored. */
function wholeItems(
	items: readonly INodeExecutionData[],
	known: ReadonlySet<string>,
	ignoresUnknown: boolean,
): RecordReader {
	const ignored = new Set<string>();
	const read = (itemIndex: number): Members => {
		const { json } = items[itemIndex];
		if (!ignoresUnknown) return json;
		const kept = Object.entries(json).filter(([name]) => {
			if (!known.has(name)) ignored.add(name);
			return known.has(name);
		});
		return Object.fromEntries(kept);
	};
	return { read, isWholeItem: true, ignored };
}

/**
 * Makes the reader of the records.
 *
 * @param names every name by which a field of the record may be given
 */
export function recordReader(
	source: WriteSource,
	names: readonly string[],
	ignoresUnknown: boolean,
): RecordReader {
	const mapping = (source.node.parameters[recordParameter] ?? {}) as SavedMapping;
	return mapping.mappingMode === 'autoMapInputData'
		? wholeItems(source.context.getInputData(), new Set(names), ignoresUnknown)
		: mappedRecords(source, mapping);
}
