// A poll for changes of records that are watched by their IDs.
import type { IDataObject } from 'n8n-workflow';

import { inOrderOfChange } from '../../../client/changes/signature';
import { fanOut } from '../../../client/concurrency';
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

/** After this many failures the poll ends; the next one goes on behind them. */
const maxErrors = 5;

/** The IDs, beginning with the one that the last poll had no time for. */
function startingAt(ids: readonly string[], next: string | undefined): string[] {
	const start = Math.max(0, next === undefined ? 0 : ids.indexOf(next));
	return [...ids.slice(start), ...ids.slice(0, start)];
}

interface Reading {
	readonly watch: Watch;
	readonly before: ReadonlyMap<string, SavedRecord>;
	/** Whether this is the first poll of all. */
	readonly isFirst: boolean;
	readonly errors: unknown[];
}

/**
 * The record; undefined for one that could not be read. The others are watched all the same, except in the first
 * poll of all: there, its ID may be wrong.
 */
async function readKnown(reading: Reading, id: string): Promise<IDataObject | undefined> {
	const { watch, before, isFirst, errors } = reading;
	return await readRecord(watch, id).catch((error: unknown) => {
		if (isFirst) return Promise.reject(error);
		if (statusOf(error) === 404 && before.has(id)) {
			logAbout(
				watch,
				`the service does not find the ${watch.noun} "${id}" any more. The next poll tries again.`,
			);
		} else errors.push(error);
		return undefined;
	});
}

/** The failure for n8n to show, unless that would lose the changes of other records: then the log has them. */
function errorToThrow({ watch, errors }: Reading, found: readonly Changed[]): unknown {
	if (found.length === 0) return errors[0];
	for (const error of errors) {
		const message = error instanceof Error ? error.message : String(error);
		logAbout(watch, `${message}. The next poll tries again.`);
	}
	return undefined;
}

function itemOf({ record, changes }: Changed): IDataObject {
	return { ...record, changes: (changes ?? null) as IDataObject[] | null };
}

async function poll(watch: Watch, saved: SavedRecords | undefined): Promise<Polled<SavedRecords>> {
	const { ids, endpoint, emitExisting } = watch;
	const fits = newBudget(watch.budget);
	const detail = saved?.detail ?? 'values';
	const before = new Map((saved?.records ?? []).map((record) => [record.id, record]));
	const reading: Reading = { watch, before, isFirst: saved === undefined, errors: [] };
	const after = new Map(
		ids.flatMap((id) => before.get(id) ?? []).map((known) => [known.id, known]),
	);
	const found: Changed[] = [];
	const queue = startingAt(ids, saved?.next);
	let done = 0;
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
			const compared = compareRecord(id, record, before.get(id), endpoint, detail);
			const { changed } = compared;
			after.set(id, compared.saved);
			if (changed && (before.has(id) || emitExisting)) found.push(changed);
		}
		done += batch.length;
	}
	const next = queue[done];
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
		error: errorToThrow(reading, found),
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
