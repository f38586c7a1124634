// Whether a response holds records of its endpoint. Names count in any spelling.
import { CHECK_FIELDS } from '../../api/checkedFields';
import { type ReadEndpoint, rowSchema } from '../../api/endpoint';
import { OlderProductCatalog, ProductCatalog } from '../../api/resources/productCatalog';
import { isRecord, list, type Schema } from '../../api/schema/types';
import { documentedField, plainName } from '../../wire/spelling';
import { comparableId, idText } from '../values/ids';
import type { Outcome, PageSummary, Probe } from './outcome';

/** The value of a field, however its name is written; undefined for an absent one. */
export function member(value: unknown, name: string): unknown {
	if (!isRecord(value)) return undefined;
	if (Object.hasOwn(value, name)) return value[name];
	return Object.entries(value).find(([own]) => plainName(own) === plainName(name))?.[1];
}

/** The ID in a field, as it is compared with others; empty where there is none. */
export function idIn(record: unknown, name: string): string {
	return comparableId(idText(member(record, name))).toLowerCase();
}

/** The schema of a record that an endpoint returns; of a catalog, the full form. */
function recordSchema({ fullerResponse, response }: ReadEndpoint): Schema {
	const schema = fullerResponse ?? response;
	return schema.kind === 'list' ? schema.item : schema;
}

function listsIn(schema: Schema, value: unknown): unknown {
	if (schema.kind === 'list') {
		if (value === '') return [];
		const entries = isRecord(value) ? Object.values(value).flat() : value;
		return Array.isArray(entries) ? entries.map((each) => listsIn(schema.item, each)) : value;
	}
	if (!isRecord(value)) return value;
	const members = Object.entries(value).map(([name, each]) => {
		const field = documentedField(schema, name);
		return [name, field ? listsIn(field.schema, each) : each];
	});
	return Object.fromEntries(members);
}

/** XML in the shape that JSON has: lists are lists, also those of one entry or none. */
export function withLists(endpoint: ReadEndpoint, rootName: string, value: unknown): unknown {
	const schema = recordSchema(endpoint);
	return listsIn(rootName.startsWith('ArrayOf') ? list(schema, '') : schema, value);
}

/** Whether a value is what .NET writes of a field that was never set. */
function isNeverSet(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).every(isNeverSet);
	return /^(?:|null|0|false|0001-.*|0{8}-[0-]+)$/.test(String(value));
}

/** How many documented fields a record has at least, and one with the right ID. */
const MIN_FIELDS = 5;
const MIN_FIELDS_WITH_ID = 2;

/**
 * Whether a value has enough documented fields with content to be a record, and no message or echo of an ID.
 *
 * @param isRightId Whether an ID in it is one that may be expected
 */
export function isLikeRecord(schema: Schema, value: unknown, isRightId = true): boolean {
	if (!isRecord(value)) return false;
	const filled = Object.entries(value).filter(([, content]) => !isNeverSet(content));
	const documented = filled.flatMap(([name]) => documentedField(schema, name)?.name ?? []);
	const hasRightId = isRightId && documented.includes(CHECK_FIELDS.id);
	return documented.length >= (hasRightId ? MIN_FIELDS_WITH_ID : MIN_FIELDS);
}

/** Whether a value is the record that was asked for: another application may have an `id` of its own. */
function isAskedRecord({ endpoint, query = {} }: Probe, value: unknown): boolean {
	const asked = idText(query[endpoint.idParameter ?? '']);
	const isRightId = idIn(value, CHECK_FIELDS.id) === comparableId(asked).toLowerCase();
	return isLikeRecord(recordSchema(endpoint), value, isRightId);
}

/** The rows of a response that is a page of this list; undefined for anything else. */
function rowsIn({ probe, value }: Outcome): readonly unknown[] | undefined {
	const { endpoint } = probe;
	const { rows: name, paging, response } = endpoint;
	if (name === undefined || !isRecord(value)) return undefined;
	const rows = member(value, name);
	if (Array.isArray(rows)) {
		const isOwn = rows.some((row) => isLikeRecord(rowSchema(endpoint), row));
		return isOwn || rows.length === 0 ? rows : undefined;
	}
	// An empty page may lack the list. Another application has names beside a total.
	const isOnlyTotal =
		member(value, paging?.total ?? '') !== undefined &&
		Object.keys(value).every((each) => documentedField(response, each));
	return isOnlyTotal || isAskedRecord(probe, value) ? [] : undefined;
}

/** The records in a response; undefined where it holds something else. */
export function recordsIn(outcome: Outcome): readonly unknown[] | undefined {
	const { kind, value, probe } = outcome;
	const { endpoint } = probe;
	if (kind !== 'data') return undefined;
	if (!Array.isArray(value))
		return rowsIn(outcome) || isAskedRecord(probe, value) ? [value] : undefined;
	const isListed = endpoint.oneOrMany === true || endpoint.response.kind === 'list';
	const isOwn = value.some((each) => isLikeRecord(recordSchema(endpoint), each));
	return isOwn || (isListed && value.length === 0) ? value : undefined;
}

/** Whether a response to a request without an ID holds records of this endpoint, also in a wrapper. */
export function givesRecords({ probe, records, value }: Outcome): boolean {
	const schema = recordSchema(probe.endpoint);
	const lists: unknown[] = isRecord(value) ? Object.values(value) : [];
	return [records, ...lists].some(
		(each) => Array.isArray(each) && each.some((record) => isLikeRecord(schema, record)),
	);
}

/** What tells rows apart: change orders may share the ID of their project. */
export function rowKey({ key, alternativeKey = '' }: ReadEndpoint, row: unknown): string {
	return [key, alternativeKey, CHECK_FIELDS.orderNumber].map((name) => idIn(row, name)).join('\n');
}

function totalIn(value: unknown): number | null | undefined {
	if (value === undefined || value === null) return undefined;
	const text = String(value).trim();
	return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The page that a response is; undefined for anything else. */
export function listPage(outcome: Outcome): PageSummary | undefined {
	const { probe, kind, value } = outcome;
	const { endpoint } = probe;
	const rows = kind === 'data' ? rowsIn(outcome) : undefined;
	if (!rows) return undefined;
	const keys = rows.map((row) => rowKey(endpoint, row));
	return { rows, keys, total: totalIn(member(value, endpoint.paging?.total ?? '')) };
}

/** Whether a value has a field that its full form has and the older one lacks, also deep in it. */
function isFuller(value: unknown, full: Schema, older: Schema): boolean {
	if (full.kind === 'list' && older.kind === 'list')
		return Array.isArray(value) && value.some((each) => isFuller(each, full.item, older.item));
	return Object.entries(isRecord(value) ? value : {}).some(([name, content]) => {
		const field = documentedField(full, name);
		const known = documentedField(older, name);
		return field && (!known || isFuller(content, field.schema, known.schema));
	});
}

export function isFullCatalog({ value }: Outcome): boolean {
	return isFuller(value, ProductCatalog, OlderProductCatalog);
}

/** The schema of the records in a response: a catalog comes in one of two forms. */
export function schemaOf(outcome: Outcome): Schema {
	const schema = recordSchema(outcome.probe.endpoint);
	return schema === ProductCatalog && !isFullCatalog(outcome) ? OlderProductCatalog : schema;
}
