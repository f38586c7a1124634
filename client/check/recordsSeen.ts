// What the records of all responses show of the service: names, types, nulls and dates, and never a value.
import { CHECKED } from '../../api/checkedFields';
import type { ReadEndpoint } from '../../api/endpoint';
import { OlderProductCatalog, ProductCatalog } from '../../api/resources/productCatalog';
import {
	fieldsByName,
	isNumeric,
	isRecord,
	type Field,
	recordFields,
	type Schema,
	typeName,
} from '../../api/schema/types';
import { ExactNumber, numberToken } from '../../wire/exactNumber';
import { momentKey } from '../dates';
import { shortHash } from '../hashes';
import { comparableId, idText } from '../ids';
import { redact } from '../transport/redaction';
import type { ProjectSeen, Response, RowsSeen } from './responses';

/** A name without what conventions change: case, hyphens and underscores. */
function foldedName(name: string): string {
	return name.replace(/[_-]/g, '').toLowerCase();
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

/** The documented fields that a record without an ID must have: messages share some of their names. */
const MIN_FIELDS = 5;

/** Whether a value has enough documented fields with content to be a record, and no message or echo of an ID. */
function isLikeRecord(schema: Schema, value: unknown): boolean {
	if (!isRecord(value)) return false;
	const filled = Object.entries(value).filter(([, held]) => !isNeverSet(held));
	const names = new Set(filled.map(([name]) => foldedName(name)));
	const known = recordFields(schema).filter(({ name }) => names.has(foldedName(name)));
	return known.length >= (names.has(foldedName(CHECKED.id)) ? 2 : MIN_FIELDS);
}

function recordSchema({ response }: ReadEndpoint): Schema {
	return response.kind === 'list' ? response.item : response;
}

/** Whether a value is a record of an endpoint, or a page of them. */
export function isRecordOf(endpoint: ReadEndpoint, value: unknown): boolean {
	const { rows, paging } = endpoint;
	const isPage = [rows, paging?.total].some((name) => name && member(value, name) !== undefined);
	return isPage || isLikeRecord(recordSchema(endpoint), value);
}

const YEAR_ONE = /^0001-01-01/;
/** A date with a time, or one without. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/;
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;
const EMPTY_GUID = /^0{8}-(?:0{4}-){3}0{12}$/;

function isYearOne(value: unknown): boolean {
	return typeof value === 'string' && YEAR_ONE.test(value);
}

/** Whether a value is what .NET writes of a field that was never set. */
export function isNeverSet(value: unknown): boolean {
	if (value === null || value === '' || value === 0 || value === false || value === '0')
		return true;
	if (value === 'false' || isYearOne(value)) return true;
	if (typeof value === 'string') return EMPTY_GUID.test(value);
	return typeof value === 'object' && Object.values(value).every(isNeverSet);
}

/** What a successful response is. */
export type Body =
	| { readonly kind: 'record'; readonly record: Readonly<Record<string, unknown>> }
	| { readonly kind: 'list'; readonly records: readonly unknown[] }
	/** No content, or a record or text without anything in it. */
	| { readonly kind: 'empty' }
	| { readonly kind: 'null' }
	/** Something else, for example a message. */
	| { readonly kind: 'other' };

/** What came for an endpoint, read as its record or as a list of them. */
export function bodyOf({ endpoint, came, value, format, rootTag }: Response): Body | undefined {
	if (came === 'nothing') return { kind: 'empty' };
	if (came !== 'data') return undefined;
	if (value === null) return { kind: 'null' };
	if (value === '')
		return /^<(?:\w+:)?ArrayOf/.test(rootTag) ? { kind: 'list', records: [] } : { kind: 'empty' };
	if (Array.isArray(value)) return { kind: 'list', records: value };
	if (format === 'xml' && /^<(?:\w+:)?ArrayOf/.test(rootTag))
		return { kind: 'list', records: membersOf(value, true) ?? [] };
	if (!isRecord(value)) return { kind: 'other' };
	if (isNeverSet(value)) return { kind: 'empty' };
	return isRecordOf(endpoint, value) ? { kind: 'record', record: value } : { kind: 'other' };
}

/** Whether a response holds what the endpoint gives: a record, a page, or a list. */
export function isFound(response: Response | undefined): response is Response {
	if (!response || response.rows) return response !== undefined;
	const kind = bodyOf(response)?.kind;
	return kind === 'record' || kind === 'list';
}

const OLDER_CATALOG = fieldsByName(OlderProductCatalog);
const OLDER_PRODUCT = productFields(OlderProductCatalog);
const FULL_PRODUCT = productFields(ProductCatalog);

function productFields(catalog: Schema): ReadonlyMap<string, Field> {
	const products = fieldsByName(catalog).get(CHECKED.products)?.schema;
	return fieldsByName(products?.kind === 'list' ? products.item : catalog);
}

const FULLER = [...FULL_PRODUCT.keys()].filter((name) => !OLDER_PRODUCT.has(name));
const FULLER_NAMES = new Set(FULLER.map(foldedName));

/** Whether a product has a field that only the full form has. */
function isFuller(product: unknown, isXml: boolean): boolean {
	if (!isRecord(product)) return false;
	if (Object.keys(product).some((name) => FULLER_NAMES.has(foldedName(name)))) return true;
	const labor = membersOf(member(product, CHECKED.laborTypes), isXml) ?? [];
	return labor.some((each) => member(each, CHECKED.totalHours) !== undefined);
}

/** How many of the fields of the older form of a product these products have, from 0 to 1. */
function olderShare(products: readonly unknown[]): number {
	const names = new Set(
		products.flatMap((product) => (isRecord(product) ? Object.keys(product).map(foldedName) : [])),
	);
	const older = [...OLDER_PRODUCT.keys()];
	return older.filter((name) => names.has(foldedName(name))).length / older.length;
}

/** The JSON type of a value. */
function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'list';
	if (value instanceof ExactNumber) return 'number';
	return typeof value === 'object' ? 'record' : typeof value;
}

const TYPES: Partial<Record<Schema['kind'], string>> = {
	boolean: 'boolean',
	record: 'record',
	list: 'list',
};

function expectedType(schema: Schema): string {
	return isNumeric(schema) ? 'number' : (TYPES[schema.kind] ?? 'string');
}

const BOOLEAN = /^\s*(?:true|false|0|1)\s*$/i;

/** Whether a value has another type than documented; in XML, where all is text, whether it cannot be read as it. */
function isRetyped(schema: Schema, value: unknown, isXml: boolean): boolean {
	if (schema.kind === 'opaque') return false;
	const expected = expectedType(schema);
	if (!isXml) return typeOf(value) !== expected;
	if (typeof value !== 'string') return expected !== 'record' && expected !== 'list';
	if (value.trim() === '') return false;
	if (expected === 'number') return numberToken(value) === undefined;
	if (expected === 'boolean') return !BOOLEAN.test(value);
	return expected !== 'string';
}

/** What was seen of one documented field. */
export interface FieldSeen {
	readonly field: Field;
	/** In how many records it came, and in how many of these as null. */
	came: number;
	nulls: number;
	readonly types: Set<string>;
	/** The most characters of a text, or members of a list. */
	longest: number;
	isRetyped: boolean;
	/** In how many records it was a date of the year 1. */
	yearOne: number;
	/** In how many it was a date that is not written by ISO 8601. */
	otherForm: number;
	withOffset: number;
	withoutOffset: number;
}

/** What was seen of one type of record. */
export interface TypeSeen {
	readonly name: string;
	count: number;
	readonly fields: ReadonlyMap<string, FieldSeen>;
	/** The documented names by what conventions leave of them. */
	readonly byFoldedName: ReadonlyMap<string, string>;
	/** Names that are not documented, without secrets, and without what looks like a value. */
	readonly undocumented: Set<string>;
}

/** How documented names were written. */
export interface Spellings {
	asDocumented: number;
	/** By `Record.Field`. */
	readonly camelCase: Set<string>;
	readonly other: Set<string>;
}

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_.-]{0,79}$/u;
/** Names that serializers write of their own. */
const META = /^(?:\$(?:id|ref|type|values)|@odata\.\w{1,20})$/;
const LIKE_A_VALUE = /\d{5}|[0-9a-f]{8}-/i;
const HIDDEN_NAME = '(a name that looks like a value)';

/** `Id` is `id`, `OFE` is `ofe`, `URLPath` is `urlPath`, as the libraries of .NET do it. */
function camelCases(name: string): string[] {
	const run = /^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+$|^[A-Z]/.exec(name)?.[0] ?? '';
	const first = name.charAt(0).toLowerCase() + name.slice(1);
	const upper = /^[A-Z]+/.exec(name)?.[0] ?? '';
	const forms = [run, upper, upper.slice(0, -1)].filter((each) => each !== '');
	return [first, ...forms.map((each) => each.toLowerCase() + name.slice(each.length))];
}

/** Collects what is seen in responses of one format. */
export class RecordsSeen {
	readonly types = new Map<Schema, TypeSeen>();
	/** The newest UpdatedOn or PublishedOn, as it was written. */
	newest: string | undefined;
	private readonly spelled = new Map<string, string>();

	constructor(
		private readonly isXml: boolean,
		private readonly secrets: readonly string[],
		/** IDs that a person entered: no name holds one. */
		private readonly ids: readonly string[],
	) {}

	get isEmpty(): boolean {
		return this.types.size === 0;
	}

	/** Looks at all records of a response. */
	add(response: Response): void {
		const body = bodyOf(response);
		const schema = this.schemaOf(response);
		if (body?.kind === 'record') this.addRecord(schema, body.record);
		if (body?.kind !== 'list') return;
		for (const record of body.records)
			if (isLikeRecord(schema, record)) this.addRecord(schema, record);
	}

	/** The schema of what came: of a catalog the older one, unless a field shows that it is the full one. */
	private schemaOf({ endpoint, rows }: Response): Schema {
		const schema = recordSchema(endpoint);
		if (typeName(schema) !== typeName(ProductCatalog)) return schema;
		const isFull = rows && (rows.isFullCatalog || rows.fuller.size > 0);
		return isFull ? ProductCatalog : OlderProductCatalog;
	}

	private seenOf(schema: Schema): TypeSeen {
		const known = this.types.get(schema);
		if (known) return known;
		const fields = recordFields(schema).map((field): [string, FieldSeen] => [
			field.name,
			{
				field,
				came: 0,
				nulls: 0,
				types: new Set(),
				longest: 0,
				isRetyped: false,
				yearOne: 0,
				otherForm: 0,
				withOffset: 0,
				withoutOffset: 0,
			},
		]);
		const name = typeName(schema);
		const byFoldedName = new Map(fields.map(([each]) => [foldedName(each), each]));
		const undocumented = new Set<string>();
		const seen = { name, count: 0, fields: new Map(fields), byFoldedName, undocumented };
		this.types.set(schema, seen);
		return seen;
	}

	private addRecord(schema: Schema, record: unknown): void {
		if (!isRecord(record)) return;
		const seen = this.seenOf(schema);
		seen.count++;
		for (const [name, value] of Object.entries(record)) {
			// A field that came under its own name does not come again under another spelling.
			const documentedName = seen.byFoldedName.get(foldedName(name));
			const isSpelled =
				documentedName !== undefined &&
				(documentedName === name || !Object.hasOwn(record, documentedName));
			const field = isSpelled ? seen.fields.get(documentedName) : undefined;
			if (!field) {
				seen.undocumented.add(this.shownName(name));
				continue;
			}
			const place = `${seen.name}.${field.field.name}`;
			// Written as documented once, another spelling is another field.
			if (this.spelled.get(place) !== documentedName) this.spelled.set(place, name);
			this.addValue(field, value);
		}
	}

	private addValue(seen: FieldSeen, value: unknown): void {
		const { schema, name } = seen.field;
		const { isXml } = this;
		seen.came++;
		seen.types.add(typeOf(value));
		if (value === null) {
			seen.nulls++;
			return;
		}
		if (isRetyped(schema, value, isXml)) seen.isRetyped = true;
		if (typeof value === 'string') seen.longest = Math.max(seen.longest, value.length);
		if (schema.kind === 'date') this.addDate(seen, name, value);
		if (schema.kind === 'record') this.addRecord(schema, value);
		if (schema.kind !== 'list') return;
		const members = membersOf(value, isXml) ?? [];
		seen.longest = Math.max(seen.longest, members.length);
		for (const each of members) {
			if (schema.item.kind === 'record') this.addRecord(schema.item, each);
			else if (each !== null && isRetyped(schema.item, each, isXml)) seen.isRetyped = true;
		}
	}

	private addDate(seen: FieldSeen, name: string, value: unknown): void {
		if (typeof value !== 'string' || value === '') return;
		if (!ISO.test(value)) {
			seen.isRetyped = true;
			seen.otherForm++;
			return;
		}
		if (YEAR_ONE.test(value)) {
			seen.yearOne++;
			return;
		}
		if (OFFSET.test(value.slice('yyyy-MM-dd'.length))) seen.withOffset++;
		else seen.withoutOffset++;
		if (!CHECKED.changedOn.some((field) => field === name)) return;
		const moment = momentKey(value);
		const newest = momentKey(this.newest);
		if (moment !== undefined && (newest === undefined || moment > newest)) this.newest = value;
	}

	/** A name as it may be shown. */
	private shownName(name: string): string {
		const clean = redact(name, this.secrets);
		const isValue =
			clean !== name ||
			!(IDENTIFIER.test(name) || META.test(name)) ||
			LIKE_A_VALUE.test(name) ||
			this.ids.some((id) => id.length > 2 && name.toLowerCase().includes(id.toLowerCase()));
		return isValue ? HIDDEN_NAME : name;
	}

	/** How documented names were written: counted once for each field of a type. */
	spellings(): Spellings {
		const spellings: Spellings = { asDocumented: 0, camelCase: new Set(), other: new Set() };
		for (const [place, name] of this.spelled) {
			const documented = place.slice(place.indexOf('.') + 1);
			if (name === documented) spellings.asDocumented++;
			else if (camelCases(documented).includes(name)) spellings.camelCase.add(place);
			else spellings.other.add(place);
		}
		return spellings;
	}
}

function idOf(row: unknown, { key }: ReadEndpoint): string {
	return comparableId(idText(member(row, key)));
}

const HASH_LENGTH = 16;

function totalOf(value: unknown): number | null | undefined {
	if (value === undefined || value === null) return undefined;
	const text = String(value).trim();
	return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** What is kept of the rows of a page; undefined where no page came. */
export function rowsSeen({ endpoint, came, value, format }: Response): RowsSeen | undefined {
	const { rows, paging, response: schema } = endpoint;
	if (came !== 'data' || rows === undefined || !isRecordOf(endpoint, value)) return undefined;
	const isXml = format === 'xml';
	const listed = member(value, rows) ?? [];
	const members = membersOf(listed, isXml);
	if (!members) return undefined;
	const ids = members.map((row) => idOf(row, endpoint));
	const contents = members.map((row) => shortHash(JSON.stringify(row) ?? '', HASH_LENGTH));
	const isCatalog = typeName(schema) === typeName(ProductCatalog);
	const isNew = ({ name }: Field) => !OLDER_CATALOG.has(name) && member(value, name) !== undefined;
	return {
		keys: contents,
		ids,
		contents,
		total: totalOf(member(value, paging?.total ?? '')),
		fuller: new Set(isCatalog ? ids.filter((_, index) => isFuller(members[index], isXml)) : []),
		isFullCatalog: isCatalog && recordFields(schema).some(isNew),
		olderShare: isCatalog ? olderShare(members) : 0,
		projects: new Map(isCatalog ? [] : members.map(projectSeen)),
	};
}

/** A change order of a project has the ID of its project, and a number. */
function projectSeen(row: unknown): [key: string, project: ProjectSeen] {
	const text = (name: string) => comparableId(idText(member(row, name))).toLowerCase();
	const imported = idText(member(row, CHECKED.importedOn));
	const ids = CHECKED.projectIds.map(text).filter((id) => id !== '');
	const key = [...ids, text(CHECKED.orderNumber)].join('\n');
	return [key, { ids, imported: isYearOne(imported) ? '' : imported }];
}

/** The names of the first record of a response, in their order. */
export function firstNames({ endpoint, value, format }: Response): string[] {
	const { rows } = endpoint;
	const isXml = format === 'xml';
	const [row] = rows === undefined ? [value] : (membersOf(member(value, rows), isXml) ?? []);
	return isRecord(row) ? Object.keys(row) : [];
}

/** What is left of a value without its rows. */
export function withoutRows({ endpoint: { rows = '' }, value }: Response): unknown {
	if (!isRecord(value)) return value;
	const plain = foldedName(rows);
	return Object.fromEntries(Object.entries(value).filter(([name]) => foldedName(name) !== plain));
}
