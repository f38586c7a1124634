// What a publish would change: the records that would be sent, compared with those that the service has.
import { type ReadEndpoint, recordSchema, rowSchema, type WriteEndpoint } from '../../api/endpoint';
import { fieldsByName, isRecord, recordFields, type Schema } from '../../api/schema/types';
import { isSameValue } from '../changes/whatCountsAsUpdated';
import { momentKey } from '../dates';
import { comparableId, idText } from '../ids';
import type { RecordValue } from '../../wire/result';

export type Action = 'create' | 'update' | 'unchanged' | 'delete' | 'unknown';

interface FieldChange {
	/** Nested fields as a path: `SiteAddress.City`. */
	readonly field: string;
	readonly before: unknown;
	readonly after: unknown;
}

/** What would become of one record; one that is created has neither changes nor a date. */
export interface Prediction {
	readonly action: Action;
	readonly key: string | null;
	readonly changes?: readonly FieldChange[];
	/** The newest date of the record that was read. */
	readonly asOf?: string | null;
	readonly messages: readonly string[];
}

/** A record that would be sent, or the ID of a record that would be deleted. */
export interface Candidate {
	readonly id: unknown;
	readonly record?: RecordValue;
	/** Why it would not be sent. */
	readonly leftOut?: { readonly action: 'unchanged' | 'unknown'; readonly message: string };
}

/** What the service has under an ID, or why that is not known. */
export type Found =
	| { readonly kind: 'record'; readonly row: RecordValue }
	| { readonly kind: 'absent'; readonly message?: string }
	| { readonly kind: 'unknown'; readonly message: string };

export interface CompareFacts {
	readonly write: WriteEndpoint;
	readonly read: ReadEndpoint;
	/** The name of a field for a person. */
	readonly nameOf: (record: Schema, field: string) => string;
	/** The zone of dates without an offset, in what is sent and in what was read. */
	readonly timeZone: string;
}

/** An empty list of single changes changes nothing. */
function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/** The documented part of a value: nothing else can be sent. */
function documentedPart(value: unknown, schema: Schema): unknown {
	if (Array.isArray(value) && schema.kind === 'list')
		return value.map((member) => documentedPart(member, schema.item));
	if (!isRecord(value) || schema.kind !== 'record') return value;
	const known = fieldsByName(schema);
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, member]) => {
			const field = known.get(name);
			return field ? [[name, documentedPart(member, field.schema)]] : [];
		}),
	);
}

/** Whether a value has everything that is sent: the service fills in fields of list entries that were not. */
function hasAllOf(before: unknown, after: unknown, schema: Schema, timeZone: string): boolean {
	if (schema.kind === 'list' && Array.isArray(after) && Array.isArray(before)) {
		const { item } = schema;
		if (after.length !== before.length) return false;
		return after.every((entry, place) => hasAllOf(before[place], entry, item, timeZone));
	}
	if (schema.kind === 'record' && isRecord(after) && isRecord(before)) {
		const fields = fieldsByName(schema);
		return Object.entries(after).every(([name, value]) => {
			const field = fields.get(name)?.schema;
			return field === undefined || hasAllOf(before[name], value, field, timeZone);
		});
	}
	return isSameValue(before, after, schema, timeZone);
}

/** What would change in a field that is sent; in a nested record, field by field. */
function changesOf(
	name: string,
	after: unknown,
	row: RecordValue,
	schema: Schema,
	facts: CompareFacts,
	above = '',
): FieldChange[] {
	const inner = fieldsByName(schema).get(name)?.schema;
	if (inner === undefined || after === undefined) return [];
	const { nameOf, read, timeZone } = facts;
	const isUnset = (value: unknown) => /^0*$/.test(idText(value));
	// Ticks of 0 are no date.
	if (name === read.changedOnTicks && isUnset(after) && isUnset(row[name])) return [];
	const before = documentedPart(row[name] ?? null, inner);
	const isSame = inner.kind === 'list' ? hasAllOf : isSameValue;
	if (isSame(before, after, inner, timeZone)) return [];
	const field = `${above}${nameOf(schema, name)}`;
	if (inner.kind !== 'record') return [{ field, before, after }];
	const held = isRecord(before) ? before : {};
	// Null empties every field of a nested record.
	const sent = isRecord(after)
		? after
		: Object.fromEntries(Object.keys(held).map((key) => [key, null]));
	return Object.entries(sent).flatMap(([key, value]) =>
		changesOf(key, value, held, inner, facts, `${field}.`),
	);
}

/** A record as it is after another one was sent: what is not sent stays. */
function applied(row: RecordValue, sent: RecordValue): RecordValue {
	const changed = Object.entries(sent).map(([name, value]) => {
		const held = row[name];
		return [name, isRecord(value) && isRecord(held) ? { ...held, ...value } : value];
	});
	return { ...row, ...Object.fromEntries(changed) };
}

/** The dates of a record, in the records within it as well. */
function datesIn(value: unknown, schema: Schema): string[] {
	if (schema.kind === 'date') return momentKey(value) === undefined ? [] : [String(value)];
	if (schema.kind === 'list' && Array.isArray(value))
		return value.flatMap((member) => datesIn(member, schema.item));
	if (!isRecord(value)) return [];
	return recordFields(schema).flatMap((field) => datesIn(value[field.name], field.schema));
}

/** The date of a record: when it changed last, or its newest one. */
function dateOf(row: RecordValue, { read, timeZone }: CompareFacts): string | null {
	const { changedOn = '', response, rows } = read;
	if (momentKey(row[changedOn]) !== undefined) return String(row[changedOn]);
	const moment = (date: string) => momentKey(date, timeZone) ?? '';
	const newest = (a: string, b: string) => (moment(b) > moment(a) ? b : a);
	const dates = datesIn(row, rowSchema({ response, rows }));
	return dates.length === 0 ? null : dates.reduce(newest);
}

interface Compared {
	readonly found: Found['kind'];
	/** By the field of the record that holds them. */
	readonly changes: ReadonlyArray<readonly [name: string, changes: readonly FieldChange[]]>;
	readonly asOf: string | null;
	/** When the record that was read changed last, as the service wrote it. */
	readonly changedOn: unknown;
	readonly message?: string | undefined;
}

const NO_CHANGES: Compared['changes'] = [];
const UNREAD = 'It was not read.';
const SENT_AND_DELETED = 'The same run sends and deletes this record.';

/** What a record is known by: its ID, or another key. */
function keyOf({ id, record }: Candidate, { otherKeys = [] }: WriteEndpoint): string | null {
	const others = otherKeys.map((name) => idText(record?.[name]));
	return [idText(id), ...others].find((key) => key !== '') ?? null;
}

/** Compares the records of a run, in the order in which they would be sent, as they are read. */
export class ServiceComparison {
	/** Fields that cannot be compared, by the names of the service. */
	private readonly excluded: Set<string>;
	/** The places of the records with an ID. */
	private readonly byId = new Map<string, number[]>();
	private readonly compared: Array<Compared | undefined> = [];

	constructor(
		private readonly candidates: readonly Candidate[],
		private readonly facts: CompareFacts,
	) {
		const { read, write } = facts;
		const { id: idField = '', otherMeaning = [] } = write.readBy ?? {};
		const readable = fieldsByName(rowSchema(read));
		const names = this.sentFields().filter((name) => name !== idField);
		this.excluded = new Set(
			names.filter((name) => otherMeaning.includes(name) || !readable.has(name)),
		);
		for (const [place, candidate] of candidates.entries()) {
			const key = comparableId(idText(candidate.id));
			if (key === '' || candidate.leftOut !== undefined) continue;
			const places = this.byId.get(key);
			if (places) places.push(place);
			else this.byId.set(key, [place]);
		}
	}

	private sentFields(): string[] {
		const names = new Set<string>();
		for (const { record = {} } of this.candidates)
			for (const name of Object.keys(record)) names.add(name);
		return [...names];
	}

	/** The IDs to read by, each once. */
	ids(): string[] {
		return [...this.byId.values()].map(([place]) => idText(this.candidates[place].id));
	}

	has(id: string): boolean {
		return this.byId.has(comparableId(id));
	}

	isResolved(id: string): boolean {
		const [place = -1] = this.byId.get(comparableId(id)) ?? [];
		return this.compared[place] !== undefined;
	}

	/** The fields that have to be read to compare the records. */
	comparedFields(): string[] {
		return this.sentFields().filter((name) => !this.excluded.has(name));
	}

	/** The names of fields that cannot be compared, as a person knows them. */
	excludedNames(): string[] {
		const { nameOf, write } = this.facts;
		return [...this.excluded].map((name) => nameOf(recordSchema(write), name));
	}

	/** Says that what was read lacks these fields, whatever its form should have. */
	excludeFields(names: Iterable<string>): void {
		const sent = new Set(this.sentFields());
		for (const name of names) if (sent.has(name)) this.excluded.add(name);
	}

	/** Forgets what was read, to read again. */
	reset(): void {
		this.compared.length = 0;
	}

	/**
	 * Compares the records with an ID with what was found under it. Of several rows, the newest counts; without dates, the
	 * last.
	 */
	resolve(id: string, found: Found): void {
		const { read, timeZone } = this.facts;
		const places = this.byId.get(comparableId(id)) ?? [];
		const row = found.kind === 'record' ? found.row : undefined;
		const changedOn = row?.[read.changedOn ?? ''];
		const earlier = this.compared[places[0] ?? -1];
		const momentOf = (date: unknown) => momentKey(date, timeZone) ?? '';
		if (row && momentOf(changedOn) < momentOf(earlier?.changedOn)) return;
		const asOf = row ? dateOf(row, this.facts) : null;
		const isDisputed = this.isDisputed(places);
		const message = found.kind === 'record' ? undefined : found.message;
		if (isDisputed || found.kind === 'unknown') {
			const reason = isDisputed ? SENT_AND_DELETED : message;
			const changes = NO_CHANGES;
			for (const place of places)
				this.compared[place] = { found: 'unknown', changes, asOf, changedOn, message: reason };
			return;
		}
		let before = row;
		for (const place of places) {
			const { record } = this.candidates[place];
			this.compared[place] = {
				found: before ? 'record' : 'absent',
				changes: before && record ? this.changesIn(before, record) : NO_CHANGES,
				asOf,
				changedOn,
				message,
			};
			// What is sent twice meets what was sent before.
			if (record && places.length > 1) before = applied(before ?? {}, record);
		}
	}

	/** Whether a record is both sent and deleted. */
	private isDisputed(places: readonly number[]): boolean {
		const deletions = places.filter((place) => this.candidates[place].record === undefined);
		return deletions.length > 0 && deletions.length < places.length;
	}

	private changesIn(before: RecordValue, record: RecordValue): Compared['changes'] {
		const { write } = this.facts;
		const schema = recordSchema(write);
		const idField = write.readBy?.id;
		const changes = Object.entries(record).flatMap(([name, after]) => {
			const ofField = name === idField ? [] : changesOf(name, after, before, schema, this.facts);
			return ofField.length > 0 ? [[name, ofField] as const] : [];
		});
		// A catalog may have 100,000 unchanged products.
		return changes.length > 0 ? changes : NO_CHANGES;
	}

	/** What would become of each record, in their order. */
	predictions(): Prediction[] {
		return this.candidates.map((candidate, place) => this.predict(candidate, this.compared[place]));
	}

	private predict(candidate: Candidate, compared: Compared | undefined): Prediction {
		const { id, leftOut, record } = candidate;
		const { write } = this.facts;
		const key = keyOf(candidate, write);
		const notRead = { key, changes: [], asOf: null };
		if (leftOut) return { action: leftOut.action, ...notRead, messages: [leftOut.message] };
		if (idText(id) === '') {
			const message = `It has no ${write.readBy?.id ?? ''}, so it cannot be read: whether the service has it is not known.`;
			return { action: 'unknown', ...notRead, messages: [message] };
		}
		if (!compared) return { action: 'unknown', ...notRead, messages: [UNREAD] };
		const { asOf, found, message } = compared;
		const messages = message === undefined ? [] : [message];
		const asFound = { key, changes: [], asOf, messages };
		if (found === 'unknown') return { action: 'unknown', ...asFound };
		if (record === undefined)
			return { action: found === 'absent' ? 'unchanged' : 'delete', ...asFound };
		if (found === 'absent') return { action: 'create', key, messages };
		const changes = compared.changes.flatMap(([name, ofField]) =>
			this.excluded.has(name) ? [] : ofField,
		);
		if (changes.length > 0) return { action: 'update', ...asFound, changes };
		const reason = this.whyUnknown(record);
		return reason === undefined
			? { action: 'unchanged', ...asFound }
			: { action: 'unknown', ...asFound, messages: [...messages, reason] };
	}

	/** Why it is not known whether a record without visible changes would change; undefined if it is. */
	private whyUnknown(record: RecordValue): string | undefined {
		const schema = recordSchema(this.facts.write);
		const names = Object.keys(record)
			.filter((name) => this.excluded.has(name) && !isEmptyList(record[name]))
			.map((name) => this.facts.nameOf(schema, name));
		if (names.length === 0) return undefined;
		return `What the service returns does not tell whether this changes: ${names.join(', ')}.`;
	}
}
