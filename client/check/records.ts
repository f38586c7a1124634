// Whether a response holds records, and what is kept of a page of them. Names count in any spelling.
import { CHECKED } from '../../api/checkedFields';
import { type ReadEndpoint, rowSchema } from '../../api/endpoint';
import { OlderProductCatalog, ProductCatalog } from '../../api/resources/productCatalog';
import {
	type Field,
	fieldsByName,
	isRecord,
	recordFields,
	type Schema,
	typeName,
} from '../../api/schema/types';
import { comparableId, idText } from '../ids';
import type { Outcome, PageSummary, Probe, ProjectRow } from './outcome';

/** A name without what conventions change: case, underscores, hyphens and blanks. */
export function foldedName(name: string): string {
	return name.replace(/[_\s-]/g, '').toLowerCase();
}

/** The value of a field, however its name is written; undefined for an absent one. */
export function member(value: unknown, name: string): unknown {
	if (!isRecord(value)) return undefined;
	if (Object.hasOwn(value, name)) return value[name];
	const plain = foldedName(name);
	const spelled = Object.keys(value).find((each) => foldedName(each) === plain);
	return spelled === undefined ? undefined : value[spelled];
}

/** The members of a collection; undefined for what is none. In XML, they are the elements of the one that wraps them. */
export function membersOf(value: unknown, isXml: boolean): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isXml || value === undefined) return undefined;
	if (value === '' || value === null) return [];
	return isRecord(value) ? Object.values(value).flat() : undefined;
}

const YEAR_ONE = /^0001-01-01/;
const EMPTY_GUID = /^0{8}-(?:0{4}-){3}0{12}$/;

export function isYearOne(value: unknown): boolean {
	return typeof value === 'string' && YEAR_ONE.test(value);
}

/** Whether a value is what .NET writes of a field that was never set. */
function isNeverSet(value: unknown): boolean {
	if (value === null || value === '' || value === 0 || value === false || value === '0')
		return true;
	if (value === 'false' || isYearOne(value)) return true;
	if (typeof value === 'string') return EMPTY_GUID.test(value);
	return typeof value === 'object' && Object.values(value).every(isNeverSet);
}

/** The documented fields that a record without its ID must have: messages share some of their names. */
const MIN_FIELDS = 5;

/** Whether a value has enough documented fields with content to be a record, and no message or echo of an ID. */
export function isLikeRecord(schema: Schema, value: unknown, isIdKnown = true): boolean {
	if (!isRecord(value)) return false;
	const filled = Object.entries(value).filter(([, content]) => !isNeverSet(content));
	const names = new Set(filled.map(([name]) => foldedName(name)));
	const known = recordFields(schema).filter(({ name }) => names.has(foldedName(name)));
	const hasId = isIdKnown && names.has(foldedName(CHECKED.id));
	return known.length >= (hasId ? 2 : MIN_FIELDS);
}

export function recordSchema({ response }: ReadEndpoint): Schema {
	return response.kind === 'list' ? response.item : response;
}

/** Whether a record has the ID that it was asked for by: another application may have an `id` of its own. */
function hasAskedId({ endpoint, query = {} }: Probe, value: unknown): boolean {
	const asked = query[endpoint.idParameter ?? ''];
	if (typeof asked !== 'object') return false;
	const own = idText(member(value, CHECKED.id));
	return comparableId(own).toLowerCase() === comparableId(asked.value).toLowerCase();
}

/** The rows of a value that is a page of this list; undefined for anything else. */
function rowsIn(probe: Probe, value: unknown, isXml: boolean): unknown[] | undefined {
	const { endpoint } = probe;
	const { rows, paging, response } = endpoint;
	if (rows === undefined || !isRecord(value)) return undefined;
	const listed = member(value, rows) ?? undefined;
	if (listed !== undefined) {
		const members = membersOf(listed, isXml);
		const isOwn = members?.some((row) => isLikeRecord(rowSchema(endpoint), row));
		return isOwn || members?.length === 0 ? members : undefined;
	}
	// An empty page may lack the list. Another application has names beside a total.
	const names = new Set(recordFields(response).map(({ name }) => foldedName(name)));
	const isTotal = member(value, paging?.total ?? '') !== undefined;
	const isOnlyTotal = isTotal && Object.keys(value).every((name) => names.has(foldedName(name)));
	return isOnlyTotal || isLikeRecord(response, value, hasAskedId(probe, value)) ? [] : undefined;
}

/** The records in a response; undefined where it holds something else. */
export function recordsIn(outcome: Outcome): readonly unknown[] | undefined {
	const { kind, value, format, rootTag, probe } = outcome;
	const { endpoint } = probe;
	if (kind !== 'data') return undefined;
	const schema = recordSchema(endpoint);
	const isXmlList = format === 'xml' && /^<(?:\w+:)?ArrayOf/.test(rootTag);
	if (Array.isArray(value) || isXmlList) {
		const records = membersOf(value, isXmlList) ?? [];
		const isListed = endpoint.oneOrMany === true || endpoint.response.kind === 'list';
		const isOwn = records.some((record) => isLikeRecord(schema, record));
		return isOwn || (isListed && records.length === 0) ? records : undefined;
	}
	const isPage = rowsIn(probe, value, format === 'xml') !== undefined;
	return isPage || isLikeRecord(schema, value, hasAskedId(probe, value)) ? [value] : undefined;
}

/** Whether a response to a request without an ID holds records of this endpoint, also in a wrapper. */
export function givesRecords(outcome: Outcome): boolean {
	const { page, value, probe } = outcome;
	if (page) return page.keys.length > 0;
	const schema = recordSchema(probe.endpoint);
	const isOwn = (each: unknown) => isLikeRecord(schema, each);
	const lists = isRecord(value) ? Object.values(value) : [];
	return (
		(recordsIn(outcome) ?? []).some(isOwn) ||
		lists.some((each) => Array.isArray(each) && each.some(isOwn))
	);
}

const OLDER_CATALOG = fieldsByName(OlderProductCatalog);
const OLDER_PRODUCT = [...productFields(OlderProductCatalog).keys()].map(foldedName);
const FULLER_NAMES = new Set(
	[...productFields(ProductCatalog).keys()]
		.map(foldedName)
		.filter((name) => !OLDER_PRODUCT.includes(name)),
);

function productFields(catalog: Schema): ReadonlyMap<string, Field> {
	const products = fieldsByName(catalog).get(CHECKED.products)?.schema;
	return fieldsByName(products?.kind === 'list' ? products.item : catalog);
}

/** Whether a product has a field that only the full form has. */
function isFuller(product: unknown, isXml: boolean): boolean {
	if (!isRecord(product)) return false;
	if (Object.keys(product).some((name) => FULLER_NAMES.has(foldedName(name)))) return true;
	const labor = membersOf(member(product, CHECKED.laborTypes), isXml) ?? [];
	return labor.some((each) => member(each, CHECKED.totalHours) !== undefined);
}

function olderShare(products: readonly unknown[]): number {
	const records = products.filter(isRecord);
	const names = new Set(records.flatMap((product) => Object.keys(product).map(foldedName)));
	return OLDER_PRODUCT.filter((name) => names.has(name)).length / OLDER_PRODUCT.length;
}

/** A change order of a project has the ID of its project, and a number. */
function projectRow(row: unknown): [key: string, project: ProjectRow] {
	const text = (name: string) => comparableId(idText(member(row, name))).toLowerCase();
	const imported = idText(member(row, CHECKED.importedOn));
	const ids = CHECKED.projectIds.map(text).filter((id) => id !== '');
	const key = [...ids, text(CHECKED.orderNumber)].join('\n');
	return [key, { ids, imported: isYearOne(imported) ? '' : imported }];
}

function totalIn(value: unknown): number | null | undefined {
	if (value === undefined || value === null) return undefined;
	const text = String(value).trim();
	return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** What tells rows apart: change orders may share the ID of their project. */
function keyOf({ key, alternativeKey = '' }: ReadEndpoint, row: unknown): string {
	const names = [key, alternativeKey, CHECKED.orderNumber];
	return names.map((name) => comparableId(idText(member(row, name)))).join('\n');
}

/** What is kept of a page; undefined for what is none. */
export function pageSummary({ probe, kind, value, format }: Outcome): PageSummary | undefined {
	const { endpoint } = probe;
	const isXml = format === 'xml';
	const rows = kind === 'data' ? rowsIn(probe, value, isXml) : undefined;
	if (!rows) return undefined;
	const { paging, response } = endpoint;
	const keys = rows.map((row) => keyOf(endpoint, row));
	const isCatalog = typeName(response) === typeName(ProductCatalog);
	const isNew = ({ name }: Field) => !OLDER_CATALOG.has(name) && member(value, name) !== undefined;
	return {
		keys,
		total: totalIn(member(value, paging?.total ?? '')),
		fuller: new Set(isCatalog ? keys.filter((_, index) => isFuller(rows[index], isXml)) : []),
		isFullCatalog: isCatalog && recordFields(response).some(isNew),
		olderShare: isCatalog ? olderShare(rows) : 0,
		projects: new Map(isCatalog ? [] : rows.map(projectRow)),
	};
}

/** What is left of a value without its rows: there may be thousands. */
export function withoutRows({ probe, value }: Outcome): unknown {
	const plain = foldedName(probe.endpoint.rows ?? '');
	if (!isRecord(value) || plain === '') return value;
	return Object.fromEntries(Object.entries(value).filter(([name]) => foldedName(name) !== plain));
}
