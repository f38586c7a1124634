// What the records of all responses show of the service: names, types and dates, and never a value.
import { CHECKED } from '../../api/checkedFields';
import {
	isNumeric,
	isRecord,
	type Field,
	recordFields,
	type Schema,
	typeName,
} from '../../api/schema/types';
import { ExactNumber, numberToken } from '../../wire/exactNumber';
import { documentedField } from '../../wire/spelling';
import { momentKey } from '../dates';
import { redact } from '../transport/redaction';
import type { Response } from './outcome';
import { isLikeRecord, membersOf, recordsIn, schemaOf } from './records';

/** A date with a time, or one without. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/;
const OFFSET = /^.{10}.*(?:Z|[+-]\d\d:?\d\d)$/i;
const UNSET_DATE = /^(?:$|0001-)/;
const BOOLEAN = /^\s*(?:true|false|0|1)\s*$/i;

/** The JSON type of a value. */
function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'list';
	if (value instanceof ExactNumber) return 'number';
	return typeof value === 'object' ? 'record' : typeof value;
}

/** Whether a value has another type than documented; in XML, where all is text, whether it cannot be read as it. */
function hasOtherType(schema: Schema, value: unknown, isXml: boolean): boolean {
	const { kind } = schema;
	if (kind === 'opaque' || value === null) return false;
	const isNested = kind === 'record' || kind === 'list';
	if (kind === 'date' && typeof value === 'string' && !UNSET_DATE.test(value) && !ISO.test(value))
		return true;
	if (isXml) {
		if (typeof value !== 'string') return !isNested;
		if (value.trim() === '') return false;
		if (isNumeric(schema)) return numberToken(value) === undefined;
		return kind === 'boolean' ? !BOOLEAN.test(value) : isNested;
	}
	if (isNumeric(schema)) return typeOf(value) !== 'number';
	return typeOf(value) !== (kind === 'boolean' || isNested ? kind : 'string');
}

/** What was seen of one documented field. */
export interface FieldStats {
	/** `Record.Field` as documented. */
	readonly name: string;
	readonly field: Field;
	/** How its name was written, as documented if that was seen once; undefined where it never came. */
	writtenAs?: string;
	readonly types: Set<string>;
	hasOtherType: boolean;
	/** How many dates came with an offset, and without one. */
	withOffset: number;
	withoutOffset: number;
}

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_.-]{0,79}$/u;
/** Names that serializers write of their own. */
const META = /^(?:\$(?:id|ref|type|values)|@odata\.\w{1,20})$/;
const LIKE_A_VALUE = /\d{5}|[0-9a-f]{8}-/i;
const HIDDEN_NAME = '(a name that looks like a value)';

/** Collects what records show. */
export class RecordStats {
	/** By the name of the record, with how many came. */
	readonly counts = new Map<string, number>();
	/** `Record.Field`, without secrets, and without what looks like a value. */
	readonly undocumented = new Set<string>();
	/** The newest date of a change, as it was written. */
	newest: string | undefined;
	private newestMoment = '';
	private readonly types = new Map<Schema, ReadonlyMap<string, FieldStats>>();

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
	add(response: Response): void {
		const schema = schemaOf(response);
		for (const record of recordsIn(response) ?? [])
			if (response.value === record || isLikeRecord(schema, record))
				this.addRecord(schema, record, response.format === 'xml');
	}

	/** Every documented field of the records that came. */
	get fields(): FieldStats[] {
		return [...this.types.values()].flatMap((fields) => [...fields.values()]);
	}

	private fieldsOf(schema: Schema): ReadonlyMap<string, FieldStats> {
		const known = this.types.get(schema);
		if (known) return known;
		const fields = recordFields(schema).map((field) => {
			const name = `${typeName(schema)}.${field.name}`;
			const none = {
				types: new Set<string>(),
				hasOtherType: false,
				withOffset: 0,
				withoutOffset: 0,
			};
			return [field.name, { name, field, ...none }] as const;
		});
		const stats = new Map<string, FieldStats>(fields);
		this.types.set(schema, stats);
		return stats;
	}

	private addRecord(schema: Schema, record: unknown, isXml: boolean): void {
		if (!isRecord(record)) return;
		const type = typeName(schema);
		this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
		const fields = this.fieldsOf(schema);
		for (const [name, value] of Object.entries(record)) {
			const documented = documentedField(schema, name)?.name ?? '';
			const stats = fields.get(documented);
			// Beside the documented name, another spelling of it is a field of its own.
			if (!stats || (documented !== name && Object.hasOwn(record, documented))) {
				this.undocumented.add(`${type}.${this.shownName(name)}`);
				continue;
			}
			if (name === documented) stats.writtenAs = name;
			stats.writtenAs ??= name;
			this.addValue(stats, value, isXml);
		}
	}

	private addValue(stats: FieldStats, value: unknown, isXml: boolean): void {
		const { schema, name } = stats.field;
		stats.types.add(typeOf(value));
		if (hasOtherType(schema, value, isXml)) stats.hasOtherType = true;
		if (schema.kind === 'record') this.addRecord(schema, value, isXml);
		if (schema.kind === 'list')
			for (const each of membersOf(value, isXml) ?? []) {
				if (hasOtherType(schema.item, each, isXml)) stats.hasOtherType = true;
				this.addRecord(schema.item, each, isXml);
			}
		if (schema.kind !== 'date' || typeof value !== 'string') return;
		if (UNSET_DATE.test(value) || !ISO.test(value)) return;
		if (OFFSET.test(value)) stats.withOffset++;
		else stats.withoutOffset++;
		const moment = momentKey(value, this.timeZone) ?? '';
		if (!CHECKED.changedOn.some((each) => each === name) || moment <= this.newestMoment) return;
		[this.newest, this.newestMoment] = [value, moment];
	}

	/** A name as it may be shown. */
	private shownName(name: string): string {
		const isPlain = IDENTIFIER.test(name) || META.test(name);
		const isHidden =
			redact(name, this.secrets) !== name ||
			this.ids.some((id) => id.length > 2 && name.toLowerCase().includes(id.toLowerCase()));
		return isPlain && !LIKE_A_VALUE.test(name) && !isHidden ? name : HIDDEN_NAME;
	}
}
