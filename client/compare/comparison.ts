// What a write would change: its records, compared with those that the service has.
import { type ReadEndpoint, recordSchema, rowSchema, type WriteEndpoint } from '../../api/endpoint';
import { fieldsByName, isRecord, recordFields, type Schema } from '../../api/schema/types';
import { momentKey } from '../values/dates';
import { comparableId, idText, isId } from '../values/ids';
import { alternativeRowKey, comparableRowKey } from '../values/rowKeys';
import { pushTo } from '../values/pushTo';
import type { RecordValue } from '../../wire/result';
import { applied, changesOf, type FieldChange, type FieldFacts } from './fieldChanges';

export type Action = 'create' | 'update' | 'unchanged' | 'delete' | 'unknown';

/** What would become of one record; one that is created has neither changes nor a date. */
export interface Prediction {
	readonly action: Action;
	readonly key: string | null;
	readonly changes?: readonly FieldChange[];
	/** The newest date of the record that was read. */
	readonly asOf?: string | null;
	readonly messages: readonly string[];
	/** Whether the service has the record. */
	readonly isKnown: boolean;
	/** Why the record could not be read. */
	readonly error?: unknown;
}

/** A record that would be sent, or the ID of a record that would be deleted. */
export interface Candidate {
	readonly id: unknown;
	readonly record?: RecordValue;
}

/** What the service has under an ID, or why that is not known. */
export interface ReadOutcome {
	readonly kind: 'record' | 'absent' | 'unknown';
	readonly row?: RecordValue;
	readonly message?: string;
	readonly error?: unknown;
}

export interface CompareFacts extends FieldFacts {
	readonly write: WriteEndpoint;
	readonly read: ReadEndpoint;
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
	const { changedOn = '' } = read;
	if (momentKey(row[changedOn]) !== undefined) return String(row[changedOn]);
	const moment = (date: string) => momentKey(date, timeZone) ?? '';
	const newest = (a: string, b: string) => (moment(b) > moment(a) ? b : a);
	const dates = datesIn(row, rowSchema(read));
	return dates.length === 0 ? null : dates.reduce(newest);
}

/** The result of comparing a record, without its row: a catalog may have 100,000 products. */
interface Compared extends Omit<ReadOutcome, 'row'> {
	readonly changes: ReadonlyArray<readonly [name: string, ofField: readonly FieldChange[]]>;
	readonly asOf: string | null;
}

const NO_CHANGES: Compared['changes'] = [];
const UNREAD: Compared = {
	kind: 'unknown',
	message: 'It was not read.',
	changes: NO_CHANGES,
	asOf: null,
};
const SENT_AND_DELETED: ReadOutcome = {
	kind: 'unknown',
	message: 'The same execution sends and deletes this record.',
};

/** Compares the records of a run, in the order in which they would be sent, as they are read. */
export class Comparison {
	/** What would change in the list's own fields, beside its records. */
	headChanges: readonly FieldChange[] = [];
	private readonly record: Schema;
	/** The fields that are sent, and those of them that cannot be compared. */
	private readonly sent = new Set<string>();
	private readonly excluded: Set<string>;
	/** By ID, or by the key that replaces it: the places of its records. */
	private readonly byId = new Map<string, number[]>();
	private readonly compared: Array<Compared | undefined> = [];

	constructor(
		private readonly candidates: readonly Candidate[],
		private readonly facts: CompareFacts,
	) {
		const { read, write } = facts;
		const { id: idField = '', otherMeaning = [] } = write.readBy ?? {};
		this.record = recordSchema(write);
		for (const { record = {} } of candidates)
			for (const name of Object.keys(record)) this.sent.add(name);
		const readable = fieldsByName(rowSchema(read));
		const isCompared = (name: string) => readable.has(name) && !otherMeaning.includes(name);
		this.excluded = new Set([...this.sent].filter((name) => name !== idField && !isCompared(name)));
		for (const [place, candidate] of candidates.entries()) {
			const id = this.idOf(candidate);
			if (id !== undefined) pushTo(this.byId, id, place);
		}
	}

	private idOf({ id, record = {} }: Candidate): string | undefined {
		if (isId(id)) return comparableId(String(id));
		const alternative = alternativeRowKey(record, this.facts.read);
		return alternative === undefined ? undefined : comparableRowKey(alternative);
	}

	/** The IDs under which a row may be wanted. */
	wantedIds(row: RecordValue): string[] {
		const { read } = this.facts;
		const alternative = this.idOf({ id: undefined, record: row });
		return [idText(row[read.key]), ...(alternative === undefined ? [] : [alternative])].filter(
			(id) => this.byId.has(comparableId(id)),
		);
	}

	ids(): string[] {
		return [...this.byId.values()].map(([place]) => idText(this.candidates[place].id));
	}

	comparedFields(): string[] {
		return [...this.sent].filter((name) => !this.excluded.has(name));
	}

	/** The names of fields that cannot be compared, as they are shown. */
	excludedNames(): string[] {
		return [...this.excluded].map((name) => this.facts.nameOf(this.record, name));
	}

	/** Notes fields that the response lacked, so that they are not compared. */
	excludeFields(names: Iterable<string>): void {
		for (const name of names) if (this.sent.has(name)) this.excluded.add(name);
	}

	/** Compares what surrounds the records: the list's own fields. */
	compareHeads(heads: readonly RecordValue[], response: RecordValue): void {
		const { facts } = this;
		const { body, total, deletedIds, records } = facts.write;
		this.headChanges = heads.flatMap((head) =>
			Object.entries(head).flatMap(([name, after]) =>
				[total, deletedIds, records].includes(name)
					? []
					: changesOf(name, after, response, body, facts),
			),
		);
	}

	/** Forgets what was read, to read again. */
	reset(): void {
		this.compared.length = 0;
	}

	/** Compares all records that were not resolved with what is known of them. */
	resolveRest(found: ReadOutcome): void {
		for (const [id, [place]] of this.byId) if (!this.compared[place]) this.resolve(id, found);
	}

	/**
	 * Compares the records with an ID with what was found under it. Of several rows, the newest counts; of equally old
	 * ones, in any order, the one that differs.
	 */
	resolve(id: string, found: ReadOutcome): void {
		const places = this.byId.get(comparableId(id)) ?? [];
		const asOf = found.row ? dateOf(found.row, this.facts) : null;
		const momentOf = (date?: string | null) => momentKey(date, this.facts.timeZone) ?? '';
		const [first = -1] = places;
		const previous = this.compared[first];
		if (found.row && momentOf(asOf) < momentOf(previous?.asOf)) return;
		const isAsOld = previous?.kind === 'record' && momentOf(asOf) === momentOf(previous.asOf);
		if (isAsOld && places.some((place) => this.compared[place]?.changes.length)) return;
		const deletions = places.filter((place) => this.candidates[place].record === undefined);
		const isContested = deletions.length > 0 && deletions.length < places.length;
		const { row, ...others } = isContested ? SENT_AND_DELETED : found;
		let before = row;
		for (const place of places) {
			const { record } = this.candidates[place];
			const changes = before && record ? this.changesIn(before, record) : NO_CHANGES;
			this.compared[place] = { ...others, kind: before ? 'record' : others.kind, changes, asOf };
			// A record that is sent twice is compared the second time with the result of the first.
			if (record && places.length > 1 && others.kind !== 'unknown')
				before = applied(before ?? {}, record);
		}
	}

	private changesIn(before: RecordValue, record: RecordValue): Compared['changes'] {
		const changes = Object.entries(record).flatMap(([name, after]) => {
			if (name === this.facts.write.readBy?.id) return [];
			const ofField = changesOf(name, after, before, this.record, this.facts);
			return ofField.length > 0 ? [[name, ofField] as const] : [];
		});
		return changes.length > 0 ? changes : NO_CHANGES;
	}

	/** What would become of each record, in order. */
	predictions(): Prediction[] {
		return this.candidates.map((candidate, place) => this.predict(candidate, this.compared[place]));
	}

	/** The places of the records that need not be sent: of several with one key all, or none. */
	unchanged(predictions: readonly Prediction[]): number[] {
		if (this.headChanges.length > 0) return [];
		const isUnchanged = (place: number) => predictions[place].action === 'unchanged';
		return [...this.byId.values()].flatMap((places) => (places.every(isUnchanged) ? places : []));
	}

	private predict(candidate: Candidate, compared = UNREAD): Prediction {
		const { record } = candidate;
		const key = this.keyOf(candidate);
		const unread = { key, changes: [], asOf: null, isKnown: false };
		if (this.idOf(candidate) === undefined) {
			const { id: idField = '' } = this.facts.write.readBy ?? {};
			const message = `It has no ${idField}, so it cannot be read: whether the service has it is not known.`;
			return { action: 'unknown', ...unread, messages: [message] };
		}
		const { asOf, error, kind, message } = compared;
		const messages = message === undefined ? [] : [message];
		const changes = compared.changes.flatMap(([name, ofField]) =>
			this.excluded.has(name) ? [] : ofField,
		);
		const found = { key, changes, asOf, messages, isKnown: kind === 'record', error };
		if (kind === 'unknown') return { action: 'unknown', ...found };
		if (record === undefined)
			return { action: kind === 'absent' ? 'unchanged' : 'delete', ...found };
		if (kind === 'absent') return this.absent(found);
		if (changes.length > 0) return { action: 'update', ...found };
		const hidden = this.hiddenNames(record);
		if (hidden.length === 0)
			return { action: 'unchanged', ...found, messages: [...messages, ...this.headMessages()] };
		const reason = `What the service returns does not tell whether this changes: ${hidden.join(', ')}.`;
		return { action: 'unknown', ...found, messages: [...messages, reason] };
	}

	/** A record that the service does not have: those of a list are created, others must exist to be updated. */
	private absent(found: Omit<Prediction, 'action'>): Prediction {
		const { key, messages, isKnown } = found;
		if (this.facts.write.listKeys) return { action: 'create', key, messages, isKnown };
		const all = messages.length > 0 ? messages : ['The service did not find it.'];
		return { action: 'unknown', ...found, messages: all };
	}

	/** Why an unchanged record is sent. */
	private headMessages(): string[] {
		const names = [...new Set(this.headChanges.map(({ field }) => field))].join(', ');
		return names === '' ? [] : [`It is sent with its list, of which this changes: ${names}.`];
	}

	private keyOf({ id, record }: Candidate): string | null {
		const { otherKeys = [] } = this.facts.write;
		const keys = [id, ...otherKeys.map((name) => record?.[name])];
		const found = keys.find(isId);
		return found === undefined ? null : idText(found);
	}

	private hiddenNames(record: RecordValue): string[] {
		// An empty list of single changes changes nothing.
		const isSent = (name: string) => JSON.stringify(record[name]) !== '[]';
		const hidden = Object.keys(record).filter((name) => this.excluded.has(name) && isSent(name));
		return hidden.map((name) => this.facts.nameOf(this.record, name));
	}
}
