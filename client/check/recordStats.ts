// What the records of all responses show of the service: names, types and dates, and never a value.
import { CHECKED } from '../../api/checkedFields';
import { OlderProductCatalog, ProductCatalog } from '../../api/resources/productCatalog';
import {
	isNumeric,
	isRecord,
	type Field,
	recordFields,
	type Schema,
	typeName,
} from '../../api/schema/types';
import { ExactNumber, numberToken } from '../../wire/exactNumber';
import { isoDate, momentKey } from '../dates';
import { redact } from '../transport/redaction';
import type { Outcome } from './outcome';
import { foldedName, isLikeRecord, isYearOne, membersOf, recordSchema, recordsIn } from './records';

/** A date with a time, or one without. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/;
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;
const BOOLEAN = /^\s*(?:true|false|0|1)\s*$/i;

/** The JSON type of a value. */
function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'list';
	if (value instanceof ExactNumber) return 'number';
	return typeof value === 'object' ? 'record' : typeof value;
}

function expectedType(schema: Schema): string {
	const { kind } = schema;
	if (isNumeric(schema)) return 'number';
	return kind === 'boolean' || kind === 'record' || kind === 'list' ? kind : 'string';
}

/** Whether a value has another type than documented; in XML, where all is text, whether it cannot be read as it. */
function hasOtherType(schema: Schema, value: unknown, isXml: boolean): boolean {
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
export interface FieldStats {
	readonly field: Field;
	/** How many records had it. */
	count: number;
	/** How its name was written; as documented, if that was seen once. */
	writtenAs: string;
	readonly types: Set<string>;
	/** The most characters of a text, or members of a list. */
	longest: number;
	hasOtherType: boolean;
	/** How many dates came with an offset, without one, and in another form than ISO 8601. */
	withOffset: number;
	withoutOffset: number;
	otherForm: number;
}

/** What was seen of one type of record. */
export interface TypeStats {
	readonly name: string;
	count: number;
	/** By their folded names. */
	readonly fields: ReadonlyMap<string, FieldStats>;
	/** Names that are not documented, without secrets, and without what looks like a value. */
	readonly undocumented: Set<string>;
}

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_.-]{0,79}$/u;
/** Names that serializers write of their own. */
const META = /^(?:\$(?:id|ref|type|values)|@odata\.\w{1,20})$/;
const LIKE_A_VALUE = /\d{5}|[0-9a-f]{8}-/i;
const HIDDEN_NAME = '(a name that looks like a value)';

function newField(field: Field): FieldStats {
	const none = { count: 0, longest: 0, withOffset: 0, withoutOffset: 0, otherForm: 0 };
	return { ...none, field, writtenAs: field.name, types: new Set(), hasOtherType: false };
}

/** Keeps the newest of some dates as it was written. */
export class NewestDate {
	value: string | undefined;
	private moment = '';

	/** @param timeZone The zone of dates without an offset */
	constructor(private readonly timeZone: string) {}

	add(date: string): void {
		const moment = momentKey(isoDate(date, this.timeZone)) ?? '';
		if (moment > this.moment) [this.value, this.moment] = [date, moment];
	}
}

/** Collects what the records of one format show. */
export class RecordStats {
	readonly types = new Map<Schema, TypeStats>();

	constructor(
		private readonly isXml: boolean,
		private readonly newest: NewestDate,
		private readonly secrets: readonly string[],
		/** IDs that a person entered: no name that contains one is shown. */
		private readonly ids: readonly string[],
	) {}

	/** Looks at all records of a response. */
	add(outcome: Outcome): void {
		const { endpoint } = outcome.probe;
		const isPlain = outcome.page === undefined;
		const schema = isPlain ? recordSchema(endpoint) : pageSchema(outcome);
		for (const record of recordsIn(outcome) ?? [])
			if (!isPlain || outcome.value === record || isLikeRecord(schema, record))
				this.addRecord(schema, record);
	}

	/** Every field of every type with what was seen of it. */
	fields(): Array<{ readonly name: string; readonly stats: FieldStats }> {
		return [...this.types.values()].flatMap((type) =>
			[...type.fields.values()].map((stats) => ({
				name: `${type.name}.${stats.field.name}`,
				stats,
			})),
		);
	}

	private typeOf(schema: Schema): TypeStats {
		const known = this.types.get(schema);
		if (known) return known;
		const fields = recordFields(schema).map(
			(field) => [foldedName(field.name), newField(field)] as const,
		);
		const type = {
			name: typeName(schema),
			count: 0,
			fields: new Map(fields),
			undocumented: new Set<string>(),
		};
		this.types.set(schema, type);
		return type;
	}

	private addRecord(schema: Schema, record: unknown): void {
		if (!isRecord(record)) return;
		const type = this.typeOf(schema);
		type.count++;
		for (const [name, value] of Object.entries(record)) {
			const stats = type.fields.get(foldedName(name));
			const documented = stats?.field.name ?? '';
			// Beside the documented name, another spelling of it is a field of its own.
			if (!stats || (documented !== name && Object.hasOwn(record, documented))) {
				type.undocumented.add(this.shownName(name));
				continue;
			}
			if (stats.count === 0 || name === documented) stats.writtenAs = name;
			this.addValue(stats, value);
		}
	}

	private addValue(stats: FieldStats, value: unknown): void {
		const { schema } = stats.field;
		const { isXml } = this;
		stats.count++;
		stats.types.add(typeOf(value));
		if (value === null) return;
		if (hasOtherType(schema, value, isXml)) stats.hasOtherType = true;
		if (typeof value === 'string') stats.longest = Math.max(stats.longest, value.length);
		if (schema.kind === 'date') this.addDate(stats, value);
		if (schema.kind === 'record') this.addRecord(schema, value);
		if (schema.kind !== 'list') return;
		const members = membersOf(value, isXml) ?? [];
		stats.longest = Math.max(stats.longest, members.length);
		for (const each of members) {
			if (schema.item.kind === 'record') this.addRecord(schema.item, each);
			else if (each !== null && hasOtherType(schema.item, each, isXml)) stats.hasOtherType = true;
		}
	}

	private addDate(stats: FieldStats, value: unknown): void {
		if (typeof value !== 'string' || value === '' || isYearOne(value)) return;
		if (!ISO.test(value)) {
			stats.hasOtherType = true;
			stats.otherForm++;
			return;
		}
		if (OFFSET.test(value.slice('yyyy-MM-dd'.length))) stats.withOffset++;
		else stats.withoutOffset++;
		if (!CHECKED.changedOn.some((name) => name === stats.field.name)) return;
		this.newest.add(value);
	}

	/** A name as it may be shown. */
	private shownName(name: string): string {
		const isPlain = IDENTIFIER.test(name) || META.test(name);
		const isValue =
			!isPlain ||
			redact(name, this.secrets) !== name ||
			LIKE_A_VALUE.test(name) ||
			this.ids.some((id) => id.length > 2 && name.toLowerCase().includes(id.toLowerCase()));
		return isValue ? HIDDEN_NAME : name;
	}
}

/** The schema of a page: of a catalog the older one, unless a field shows that it is the full one. */
function pageSchema({ probe, page }: Outcome): Schema {
	const schema = recordSchema(probe.endpoint);
	if (typeName(schema) !== typeName(ProductCatalog)) return schema;
	const isFull = page !== undefined && (page.isFullCatalog || page.fuller.size > 0);
	return isFull ? ProductCatalog : OlderProductCatalog;
}
