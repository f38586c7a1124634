// A poll for changes of records that are watched by their IDs.
import type { IDataObject } from 'n8n-workflow';

import { inOrderOfChange } from '../../../client/changes/signature';
import { fanOut } from '../../../client/concurrency';
import { comparableId } from '../../../client/reads/keys';
import { statusOf } from '../../../client/serviceError';
import { readRecord } from '../requests';
import { newBudget } from '../budget';
import type { Polled, Watcher } from '../watcher';
import {
	type Changed,
	compareRecord,
	savedRecords,
	type SavedRecord,
	type SavedRecords,
	saveRecords,
} from './records';
import { logAbout, type Watch } from '../watch';

const concurrency = 4;

/** After so many failures the poll ends. */
const maxErrors = 5;

// n8n may drop the state of a poll that fails, and with it the place where it stopped: within a process, that is
// known, for at most this many triggers.
const stoppedAt = new Map<string, string>();
const mostStopped = 1000;

function placeOf({ context, node }: Watch): string {
	return `${context.getWorkflow().id ?? ''} ${node.id}`;
}

/** Remembers where a failed poll of a trigger stopped; forgets it after one that did not fail. */
function rememberStop(watch: Watch, next: string | undefined): void {
	const place = placeOf(watch);
	stoppedAt.delete(place);
	if (next !== undefined) stoppedAt.set(place, next);
	const [oldest = ''] = stoppedAt.keys();
	if (stoppedAt.size > mostStopped) stoppedAt.delete(oldest);
}

/** The IDs, beginning with the one that the last poll had no time for. */
function startingAt(ids: readonly string[], next: string | undefined): string[] {
	const isNext = (id: string) => next !== undefined && comparableId(id) === comparableId(next);
	const start = Math.max(0, ids.findIndex(isNext));
	return [...ids.slice(start), ...ids.slice(0, start)];
}

interface Reading {
	readonly watch: Watch;
	readonly before: ReadonlyMap<string, SavedRecord>;
	/** Whether this is the first poll of all. */
	readonly isFirst: boolean;
	readonly errors: Array<{ readonly id: string; readonly error: unknown }>;
}

/**
 * The record; undefined for one that could not be read. The others are watched all the same, except in the first
 * poll of all: there, its ID may be wrong.
 */
async function readKnown(reading: Reading, id: string): Promise<IDataObject | undefined> {
	const { watch, before, isFirst, errors } = reading;
	return await readRecord(watch, id).catch((error: unknown) => {
		if (isFirst) return Promise.reject(error);
		if (statusOf(error) === 404 && before.has(comparableId(id))) {
			logAbout(
				watch,
				`the service no longer finds the ${watch.noun} "${id}". The next poll tries again.`,
			);
		} else errors.push({ id, error });
		return undefined;
	});
}

function logErrors({ watch, errors }: Reading): void {
	for (const { id, error } of errors) {
		const { message } = error as Error;
		logAbout(watch, `${watch.noun} "${id}" was not read: ${message}. The next poll tries again.`);
	}
}

function itemOf({ record, changes }: Changed): IDataObject {
	return { ...record, changes: (changes ?? null) as IDataObject[] | null };
}

async function poll(watch: Watch, saved: SavedRecords | undefined): Promise<Polled<SavedRecords>> {
	const { ids, endpoint, emitExisting } = watch;
	const fits = newBudget(watch.budget);
	const detail = saved?.detail ?? 'values';
	const before = new Map((saved?.records ?? []).map((record) => [comparableId(record.id), record]));
	const reading: Reading = { watch, before, isFirst: saved === undefined, errors: [] };
	const after = new Map(
		ids.flatMap((id) => {
			const known = before.get(comparableId(id));
			return known ? [[id, known] as const] : [];
		}),
	);
	const found: Changed[] = [];
	const queue = startingAt(ids, saved && (stoppedAt.get(placeOf(watch)) ?? saved.next));
	let done = 0;
	let read = 0;
	let isNews = false;
	const hasTime = () => reading.errors.length < maxErrors && fits(found.length);
	while (done < queue.length && (done === 0 || hasTime())) {
		const batch = queue.slice(done, done + concurrency);
		const records = await fanOut(
			watch.client,
			batch.length,
			concurrency,
			async (index) => await readKnown(reading, batch[index]),
		);
		for (const [index, record] of records.entries()) {
			const id = batch[index];
			if (record === undefined) continue;
			read++;
			const known = before.get(comparableId(id));
			const compared = compareRecord(id, record, known, endpoint, detail);
			const { changed } = compared;
			after.set(id, compared.saved);
			isNews ||= changed !== undefined;
			if (changed && (known || emitExisting)) found.push(changed);
		}
		done += batch.length;
	}
	const next = queue[done];
	// The state of a poll that fails may be lost: so it fails only where that loses neither news nor what was read.
	const isFailed = reading.errors.length > 0 && !isNews && (next === undefined || read === 0);
	rememberStop(watch, isFailed ? next : undefined);
	if (!isFailed) logErrors(reading);
	const state = saveRecords([...after.values()], detail);
	if (state.detail !== detail) {
		logAbout(
			watch,
			'there are too many records to keep the values of all their fields: changes are listed without the former values.',
		);
	}
	return {
		state: { ...state, next },
		items: inOrderOfChange(found).map(itemOf),
		failure: isFailed ? reading.errors[0]?.error : undefined,
	};
}

async function sample(watch: Watch): Promise<IDataObject> {
	const record = await readRecord(watch, watch.ids[0]);
	const { changedOn = '' } = watch.endpoint;
	const changes = [{ field: changedOn, from: null, to: record[changedOn] ?? null }];
	return itemOf({ record, changedOn: '', changes });
}

/** Watches single records. */
export const recordWatcher: Watcher<SavedRecords> = {
	schema: savedRecords,
	save: (state) => state,
	poll,
	sample,
};
