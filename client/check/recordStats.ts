// What the records of all responses show of the service: names, types and dates, and never a value.
import { CHECK_FIELDS } from '../../api/checkedFields';
import { isNumeric, isRecord, recordFields, type Schema, typeName } from '../../api/schema/types';
import { ExactNumber, numberToken } from '../../wire/exactNumber';
import { documentedField } from '../../wire/spelling';
import { momentKey } from '../values/dates';
import { redact } from '../failures/redaction';
import type { Outcome } from './outcome';
import { isLikeRecord, schemaOf } from './records';

/** A date with a time, or one without. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/;
const OFFSET = /^.{10}.*(?:Z|[+-]\d\d:?\d\d)$/i;
const UNSET_DATE = /^(?:$|0001-)/;
const BOOLEAN = /^\s*(?:true|false|0|1)\s*$/i;

/** The JSON type of a value. */
function typeOf(value: unknown): string {
	if (Array.isArray(value)) return 'list';
	if (value instanceof ExactNumber) return 'number';
	return typeof value === 'object' ? 'record' : typeof value;
}

/** The JSON type of the values of a schema. */
function documentedType(schema: Schema): string {
	if (isNumeric(schema)) return 'number';
	return /^(?:boolean|list|record)$/.test(schema.kind) ? schema.kind : 'string';
}

/** Whether a value has another type than documented; in XML, where all is text, whether it cannot be read as it. */
function hasOtherType(schema: Schema, value: unknown, isXml: boolean): boolean {
	if (schema.kind === 'opaque' || value === null) return false;
	const expected = documentedType(schema);
	if (typeof value !== 'string') return typeOf(value) !== expected;
	if (schema.kind === 'date') return !UNSET_DATE.test(value) && !ISO.test(value);
	if (!isXml) return expected !== 'string';
	if (value.trim() === '') return false;
	if (expected === 'number') return numberToken(value) === undefined;
	return expected === 'boolean' ? !BOOLEAN.test(value) : expected !== 'string';
}

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_.-]{0,79}$/u;
/** Names that serializers write of their own. */
const META = /^(?:\$(?:id|ref|type|values)|@odata\.\w{1,20})$/;
const LIKE_A_VALUE = /\d{5}|[0-9a-f]{8}-/i;
const HIDDEN_NAME = '(a name that looks like a value)';

/** Collects what records show. Fields are named `Record.Field`, as documented. */
export class RecordStats {
	/** How many records came, by their name. */
	readonly counts = new Map<string, number>();
	/** All documented fields of these records. */
	readonly documented = new Set<string>();
	/** How the names of those that came were written; as documented, if that came once. */
	readonly writtenAs = new Map<string, string>();
	readonly retyped = new Set<string>();
	/** Fields that are not documented, without secrets, and without what looks like a value. */
	readonly undocumented = new Set<string>();
	/** Dates that came with an offset, and without one. */
	readonly withOffset = new Set<string>();
	readonly withoutOffset = new Set<string>();
	/** The newest date of a change, as it was written. */
	newest: string | undefined;
	private newestMoment = '';

	/**
	 * @param timeZone The zone of dates without an offset
	 * @param ids IDs that a person entered: like secrets, they are in no name that is shown
	 */
	constructor(
		private readonly timeZone: string,
		private readonly secrets: readonly string[],
		private readonly ids: readonly string[],
	) {}

	/** Looks at all records of a response. */
	add(outcome: Outcome): void {
		const schema = schemaOf(outcome);
		for (const record of outcome.records ?? [])
			if (outcome.value === record || isLikeRecord(schema, record))
				this.addRecord(schema, record, outcome.format === 'xml');
	}

	private addRecord(schema: Schema, record: unknown, isXml: boolean): void {
		if (!isRecord(record)) return;
		const type = typeName(schema);
		this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
		for (const { name } of recordFields(schema)) this.documented.add(`${type}.${name}`);
		for (const [own, value] of Object.entries(record)) {
			const field = documentedField(schema, own);
			// Beside the documented name, another spelling of it is a field of its own.
			const isOther = field && field.name !== own && Object.hasOwn(record, field.name);
			if (!field || isOther) {
				this.undocumented.add(`${type}.${this.shownName(own)}`);
				continue;
			}
			const name = `${type}.${field.name}`;
			if (own === field.name || !this.writtenAs.has(name)) this.writtenAs.set(name, own);
			this.addValue(name, field.schema, value, isXml);
		}
	}

	private addValue(name: string, schema: Schema, value: unknown, isXml: boolean): void {
		if (hasOtherType(schema, value, isXml)) this.retyped.add(name);
		if (schema.kind === 'date' && typeof value === 'string') this.addDate(name, value);
		if (schema.kind === 'record') this.addRecord(schema, value, isXml);
		if (schema.kind === 'list' && Array.isArray(value))
			for (const entry of value) {
				if (hasOtherType(schema.item, entry, isXml)) this.retyped.add(name);
				this.addRecord(schema.item, entry, isXml);
			}
	}

	private addDate(name: string, date: string): void {
		if (UNSET_DATE.test(date) || !ISO.test(date)) return;
		(OFFSET.test(date) ? this.withOffset : this.withoutOffset).add(name);
		const isChange = CHECK_FIELDS.changedOn.some((each) => name.endsWith(`.${each}`));
		const moment = momentKey(date, this.timeZone) ?? '';
		if (!isChange || moment <= this.newestMoment) return;
		this.newest = date;
		this.newestMoment = moment;
	}

	/** A name as it may be shown: a service may have values for names. */
	private shownName(name: string): string {
		const isIdentifier = IDENTIFIER.test(name) || META.test(name);
		if (!isIdentifier || LIKE_A_VALUE.test(name)) return HIDDEN_NAME;
		const lower = name.toLowerCase();
		const hasId = this.ids.some((id) => id.length > 2 && lower.includes(id.toLowerCase()));
		const hasSecret = redact(name, this.secrets) !== name;
		return hasId || hasSecret ? HIDDEN_NAME : name;
	}
}
