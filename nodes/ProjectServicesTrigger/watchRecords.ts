// Watches single records by their IDs: what is kept of each, and which fields differ from that.
import { z } from 'zod/v4';

import type { ReadEndpoint } from '../../api/endpoint';
import { isRecord, recordFields, type Schema } from '../../api/schema/types';
import { fanOut } from '../../client/transport/fanOut';
import { momentKey } from '../../client/dates';
import { statusOf } from '../../client/serviceError';
import { comparableValue, inOrderOfChange } from '../../client/changes/whatCountsAsUpdated';
import { canonicalJson, shortHash } from '../../client/hashes';
import { comparableId } from '../../client/ids';
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

type Field = readonly [name: string, value: unknown, schema?: Schema];

/**
 * The fields of a record and of the records in it, in the order of the API documentation. A collection is one field,
 * and so are the undocumented fields of a record.
 */
function fieldsIn(record: unknown, schema: Schema, names: OwnNames, above = ''): Field[] {
	const documented = recordFields(schema);
	const values = isRecord(record) ? record : {};
	const fields = documented.flatMap(({ name, schema: inner }): Field[] => {
		const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
		return inner.kind === 'record'
			? fieldsIn(value, inner, names, `${above}${name}.`)
			: [[`${above}${ownName(names, schema, name) ?? name}`, value, inner]];
	});
	const known = new Set(documented.map(({ name }) => name));
	const others = Object.entries(values).filter(
		([name, value]) => !known.has(name) && (value ?? null) !== null,
	);
	const rest = others.length > 0 ? Object.fromEntries(others) : null;
	return [...fields, [`${above}other fields`, isRecord(record) ? rest : record]];
}

const MAX_VALUE_LENGTH = 60;
// 66 bits of a hash: no two versions of a value are expected to share them.
const HASH_LENGTH = 11;

function storedValue(value: unknown, zone: string, schema?: Schema): unknown {
	if (comparableValue(value, schema, zone) === null) return null;
	const isShort =
		typeof value === 'string' ? value.length <= MAX_VALUE_LENGTH : typeof value !== 'object';
	if (isShort) return value;
	return [shortHash(canonicalJson(comparableValue(value, schema, zone)), HASH_LENGTH)];
}

/** Whether two values that are kept are the same. */
function isSameStored(a: unknown, b: unknown, zone: string, schema?: Schema): boolean {
	const [first, second] = [a, b].map((value) =>
		canonicalJson(Array.isArray(value) ? value : comparableValue(value, schema, zone)),
	);
	return first === second;
}

/** The fields that changed, without the former values of which only hashes were kept. */
function changesSince(
	stored: readonly unknown[],
	fields: readonly Field[],
	names: OwnNames,
	zone: string,
) {
	return fields.flatMap(([field, value, schema], index) => {
		const from = stored[index];
		if (isSameStored(from, storedValue(value, zone, schema), zone, schema)) return [];
		const to = withOwnNames(value, names, schema);
		return [Array.isArray(from) ? { field, fromUnknown: true, to } : { field, from, to }];
	});
}

/**
 * Compares a record with what was saved of it: by its date, or by its content if it has none. One that is seen for the
 * first time has no changes; they are null where the fields that were kept are not those of today.
 *
 * @returns what to save of it; its item, if it changed, with a string that sorts in time
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
	const saved: SavedRecord = {
		id,
		moment,
		values: fields.map(([, value, field]) => storedValue(value, zone, field)),
	};
	const { values: stored } = before ?? saved;
	const changes =
		stored.length === fields.length ? changesSince(stored, fields, names, zone) : null;
	if (moment === before?.moment && changes?.length === 0) return { saved: before };
	const item = withField(record, CHANGES_FIELD, changes);
	return { saved, changed: { item, changedOn: moment } };
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

async function poll(
	request: WatchRequest,
	tools: PollTools,
	saved: SavedRecords | undefined,
): Promise<Polled<SavedRecords>> {
	const { ids, list, noun, emitExisting } = request;
	const { client, fits, log, names } = tools;
	const { timeZone } = client.settings;
	const facts = list.endpoint;
	const known = new Map((saved?.records ?? []).map((record) => [comparableId(record.id), record]));
	const errors: Array<{ readonly id: string; readonly error: unknown }> = [];
	const read = async (id: string) =>
		await readRecord(request, tools, id).catch((error: unknown) => {
			// The others are watched all the same, except in the first poll of all: there, the ID may be wrong.
			if (saved === undefined) return Promise.reject(error);
			if (statusOf(error) === 404 && known.has(comparableId(id)))
				log(`the service no longer finds the ${noun} "${id}". The next poll tries again.`);
			else errors.push({ id, error });
			return undefined;
		});
	const found: Array<{ readonly item: RecordValue; readonly changedOn: string }> = [];
	const queue = startingAt(ids, saved?.next);
	let done = 0;
	let isAnyRead = false;
	let isNews = false;
	const hasTime = () => errors.length < MAX_ERRORS && fits(found.length);
	while (done < queue.length && (done === 0 || hasTime())) {
		const batch = queue.slice(done, done + CONCURRENCY);
		const readAt = async (index: number) => await read(batch[index]);
		const records = await fanOut(client, batch.length, CONCURRENCY, readAt);
		for (const [index, record] of records.entries()) {
			if (record === undefined) continue;
			const id = batch[index];
			const key = comparableId(id);
			const before = known.get(key);
			const { saved: after, changed } = compareRecord(id, record, before, facts, names, timeZone);
			known.set(key, after);
			isAnyRead = true;
			isNews ||= changed !== undefined;
			if (changed && (before || emitExisting)) found.push(changed);
		}
		done += batch.length;
	}
	const next = queue[done];
	// The state of a poll that fails may be lost: so it fails only where that loses neither news nor what was read.
	const isFailed = errors.length > 0 && !isNews && (next === undefined || !isAnyRead);
	for (const { id, error } of errors)
		log(`${noun} "${id}" was not read: ${messageOf(error)}. The next poll tries again.`);
	return {
		state: { records: ids.flatMap((id) => known.get(comparableId(id)) ?? []), next },
		items: inOrderOfChange(found).map(({ item }) => item),
		failure: isFailed ? errors[0]?.error : undefined,
	};
}

async function sample(request: WatchRequest, tools: PollTools): Promise<RecordValue> {
	const record = await readRecord(request, tools, request.ids[0]);
	const { changedOn = '' } = request.list.endpoint;
	const changes = [{ field: changedOn, from: null, to: record[changedOn] ?? null }];
	return withField(record, CHANGES_FIELD, changes);
}

/** Watches single records. */
export const recordWatcher: Watcher<SavedRecords> = { schema: savedRecords, poll, sample };
