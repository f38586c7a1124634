// Watches single records by their IDs: what is kept of each, and which fields differ from that.
import { z } from 'zod/v4';

import type { ReadEndpoint } from '../../api/endpoint';
import { isRecord, recordFields, type Schema } from '../../api/schema/types';
import { fanOut } from '../../client/transport/fanOut';
import { momentKey } from '../../client/values/dates';
import { statusOf } from '../../client/failures/serviceError';
import { comparableValue, inOrderOfChange } from '../../client/changes/whatCountsAsUpdated';
import { canonicalJson, shortHash } from '../../client/values/hashes';
import { comparableId } from '../../client/values/ids';
import { readRequest, subjectOf } from '../../client/reads/readRequest';
import { readResponse } from '../../client/reads/readResponse';
import { withField } from '../shared/addedField';
import { ownName, type OwnNames } from '../shared/customFieldNames';
import { messageOf } from '../shared/errors';
import { withOwnNames } from '../shared/ownNames';
import type { Polled, PollTools, Watcher, WatchRequest } from './triggerRequest';
import type { RecordValue } from '../../wire/result';

const savedRecord = z.object({
	id: z.string(),
	/** When it changed, as `momentKey` gives it; empty where the record has none. */
	moment: z.string(),
	/** What is kept of each field, in the order of the API documentation: a short value, or a hash in an array. */
	values: z.array(z.unknown()),
});
type SavedRecord = z.infer<typeof savedRecord>;

const savedRecords = z.object({
	records: z.array(savedRecord),
	/** The ID to begin the next poll with, because this one had no time for it. */
	next: z.string().optional(),
});
type SavedRecords = z.infer<typeof savedRecords>;

/** The field of an item that lists what changed in its record. */
const CHANGES_FIELD = 'changes';

/** A field of a record, or of a record in it. */
interface ComparedField {
	/** With the names of the records around it: "Contact.Name". */
	readonly path: string;
	readonly value: unknown;
	/** Undefined for undocumented fields. */
	readonly schema?: Schema;
}

/**
 * The fields of a record and of the records in it, in the order of the API documentation. A collection is one field,
 * and so are the undocumented fields of a record.
 */
function fieldsIn(record: unknown, schema: Schema, names: OwnNames, above = ''): ComparedField[] {
	const documented = recordFields(schema);
	const values = isRecord(record) ? record : {};
	const fields = documented.flatMap(({ name, schema: inner }): ComparedField[] => {
		const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
		if (inner.kind === 'record') return fieldsIn(value, inner, names, `${above}${name}.`);
		return [{ path: `${above}${ownName(names, schema, name) ?? name}`, value, schema: inner }];
	});
	const known = new Set(documented.map(({ name }) => name));
	const others = Object.entries(values).filter(
		([name, value]) => !known.has(name) && (value ?? null) !== null,
	);
	const rest = others.length > 0 ? Object.fromEntries(others) : null;
	return [...fields, { path: `${above}other fields`, value: isRecord(record) ? rest : record }];
}

const MAX_VALUE_LENGTH = 60;
// 66 bits of a hash: no two versions of a value are expected to share them.
const HASH_LENGTH = 11;

/** What is kept of a field: a short value, or a hash in an array. */
function storedValue({ schema, value }: ComparedField, zone: string): unknown {
	const comparable = comparableValue(value, schema, zone);
	if (comparable === null) return null;
	const isShort =
		typeof value === 'string' ? value.length <= MAX_VALUE_LENGTH : typeof value !== 'object';
	return isShort ? value : [shortHash(canonicalJson(comparable), HASH_LENGTH)];
}

function isSameStored(a: unknown, b: unknown, zone: string, schema?: Schema): boolean {
	const text = (stored: unknown) =>
		canonicalJson(Array.isArray(stored) ? stored : comparableValue(stored, schema, zone));
	return text(a) === text(b);
}

/**
 * The fields that changed, without the former values of which only hashes were kept; null where the fields that were
 * kept are not those of today.
 */
function changesSince(
	stored: readonly unknown[],
	fields: readonly ComparedField[],
	names: OwnNames,
	zone: string,
) {
	if (stored.length !== fields.length) return null;
	return fields.flatMap((field, index) => {
		const { path, schema, value } = field;
		const from = stored[index];
		if (isSameStored(from, storedValue(field, zone), zone, schema)) return [];
		const to = withOwnNames(value, names, schema);
		return [
			Array.isArray(from) ? { field: path, fromUnknown: true, to } : { field: path, from, to },
		];
	});
}

interface ChangedRecord {
	readonly item: RecordValue;
	/** A string that sorts in time; empty where the record has no date. */
	readonly changedOn: string;
}

/**
 * Compares a record with what was saved of it: by its date, or by its content if it has none. One that is seen for the
 * first time is changed, without a list of changes.
 *
 * @returns what to save of it; its item, if it changed
 */
export function compareRecord(
	id: string,
	record: RecordValue,
	before: SavedRecord | undefined,
	{ response: schema, changedOn = '' }: Pick<ReadEndpoint, 'response' | 'changedOn'>,
	names: OwnNames = new Map(),
	zone = 'UTC',
) {
	const moment = momentKey(record[changedOn], zone) ?? '';
	if (before && moment !== '' && moment === before.moment) return { saved: before };
	const fields = fieldsIn(record, schema, names);
	const changes = before ? changesSince(before.values, fields, names, zone) : [];
	if (before && moment === before.moment && changes?.length === 0) return { saved: before };
	const values = fields.map((field) => storedValue(field, zone));
	const item = withField(record, CHANGES_FIELD, changes);
	return { saved: { id, moment, values }, changed: { item, changedOn: moment } };
}

const CONCURRENCY = 4;

/** After this number of failures the poll ends. */
const MAX_ERRORS = 5;

async function readRecord(
	{ list: { endpoint, accept }, noun }: WatchRequest,
	{ client }: PollTools,
	id: string,
): Promise<RecordValue> {
	const values = { [endpoint.idParameter ?? '']: id };
	const request = readRequest(endpoint, values, accept, subjectOf(endpoint, noun, values));
	return (await readResponse(client, endpoint, request)).value as RecordValue;
}

/** The IDs, beginning with the one that the last poll had no time for. */
function startingAt(ids: readonly string[], next: string | undefined): string[] {
	const isNext = (id: string) => next !== undefined && comparableId(id) === comparableId(next);
	const start = Math.max(0, ids.findIndex(isNext));
	return [...ids.slice(start), ...ids.slice(0, start)];
}

/** What a poll has read so far: what is known of each record from now on, the changed ones, and the failures. */
class RecordReadings {
	readonly errors: Array<{ readonly id: string; readonly error: unknown }> = [];
	readonly changed: ChangedRecord[] = [];
	/** Whether a record was read. */
	private isAnyRead = false;
	/** Whether one has changed, or came for the first time. */
	private isAnyNew = false;
	private readonly known: Map<string, SavedRecord>;

	constructor(
		private readonly request: WatchRequest,
		private readonly tools: PollTools,
		saved: SavedRecords | undefined,
	) {
		this.known = new Map(saved?.records.map((record) => [comparableId(record.id), record]));
	}

	take(id: string, record: RecordValue): void {
		const { emitExisting, list } = this.request;
		const { client, names } = this.tools;
		const before = this.known.get(comparableId(id));
		const { timeZone } = client.settings;
		const { saved, changed } = compareRecord(id, record, before, list.endpoint, names, timeZone);
		this.known.set(comparableId(id), saved);
		this.isAnyRead = true;
		if (changed === undefined) return;
		this.isAnyNew = true;
		if (before || emitExisting) this.changed.push(changed);
	}

	fail(id: string, error: unknown): void {
		const { noun } = this.request;
		if (statusOf(error) === 404 && this.known.has(comparableId(id)))
			this.tools.log(`the service no longer finds the ${noun} "${id}". The next poll tries again.`);
		else this.errors.push({ id, error });
	}

	/** @param next The ID that there was no time for, if any */
	result(next: string | undefined): Polled<SavedRecords> {
		const { changed, errors, known } = this;
		const { ids, noun } = this.request;
		for (const { id, error } of errors)
			this.tools.log(
				`${noun} "${id}" was not read: ${messageOf(error)}. The next poll tries again.`,
			);
		// The state of a poll that fails may be lost: so it fails only where that loses neither news nor what was read.
		const mayFail = !this.isAnyNew && (next === undefined || !this.isAnyRead);
		return {
			state: { records: ids.flatMap((id) => known.get(comparableId(id)) ?? []), next },
			items: inOrderOfChange(changed).map(({ item }) => item),
			failure: mayFail ? errors[0]?.error : undefined,
		};
	}
}

async function poll(
	request: WatchRequest,
	tools: PollTools,
	saved: SavedRecords | undefined,
): Promise<Polled<SavedRecords>> {
	const readings = new RecordReadings(request, tools, saved);
	const read = async (id: string) =>
		await readRecord(request, tools, id).catch((error: unknown) => {
			// The others are watched all the same, except in the first poll of all: there, the ID may be wrong.
			if (saved === undefined) return Promise.reject(error);
			readings.fail(id, error);
			return undefined;
		});
	const queue = startingAt(request.ids, saved?.next);
	let done = 0;
	const hasTime = () =>
		done === 0 || (readings.errors.length < MAX_ERRORS && tools.fits(readings.changed.length));
	while (done < queue.length && hasTime()) {
		const batch = queue.slice(done, done + CONCURRENCY);
		const readAt = async (index: number) => await read(batch[index]);
		const records = await fanOut(tools.client, batch.length, CONCURRENCY, readAt);
		for (const [index, record] of records.entries())
			if (record !== undefined) readings.take(batch[index], record);
		done += batch.length;
	}
	return readings.result(queue[done]);
}

async function sample(request: WatchRequest, tools: PollTools): Promise<RecordValue> {
	const record = await readRecord(request, tools, request.ids[0]);
	const { changedOn = '' } = request.list.endpoint;
	const changes = [{ field: changedOn, from: null, to: record[changedOn] ?? null }];
	return withField(record, CHANGES_FIELD, changes);
}

/** Watches single records. */
export const recordWatcher: Watcher<SavedRecords> = { schema: savedRecords, poll, sample };
