// A poll for changes of records that are watched by their ids.
import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { fanOut } from '../ProjectServices/fanOut';
import { readRecord } from './asking';
import { newBudget } from './budget';
import { inOrder, type Polled, type Watcher } from './polled';
import {
	type Changed,
	lookAt,
	savedRecords,
	type SavedRecord,
	type SavedRecords,
	saveRecords,
} from './records';
import { tell, type Watch } from './watch';

const concurrency = 4;

/** After so many failures the service is left alone until the next poll. */
const mostErrors = 5;

/** The ids, beginning with the one that the last poll had no time for. */
function inTurn(ids: readonly string[], next: string | undefined): string[] {
	const start = Math.max(0, next === undefined ? 0 : ids.indexOf(next));
	return [...ids.slice(start), ...ids.slice(0, start)];
}

interface Reading {
	readonly watch: Watch;
	readonly before: ReadonlyMap<string, SavedRecord>;
	readonly fresh: boolean;
	readonly errors: unknown[];
}

/**
 * The record; undefined for one that could not be read. One that fails does not keep the others
 * from being watched, except in the first poll of all, where something may be wrong with its id.
 */
async function readKnown(reading: Reading, id: string): Promise<IDataObject | undefined> {
	const { watch, before, fresh, errors } = reading;
	return await readRecord(watch, id).catch((error: unknown) => {
		if (fresh) return Promise.reject(error);
		const missing = error instanceof NodeApiError && error.httpCode === '404';
		if (missing && before.has(id)) {
			tell(
				watch,
				`the service does not find the ${watch.noun} "${id}" any longer. It is asked for again in the next poll.`,
			);
		} else errors.push(error);
		return undefined;
	});
}

/** Failures are thrown, for n8n to see and to wait, unless that would withhold what others gave. */
function report({ watch, errors }: Reading, found: readonly Changed[]): Promise<void> {
	const [first] = errors;
	if (first === undefined) return Promise.resolve();
	if (found.length === 0) return Promise.reject(first);
	for (const error of errors) {
		tell(watch, `${(error as Error).message}. It is asked for again in the next poll.`);
	}
	return Promise.resolve();
}

function itemOf({ record, changes }: Changed): IDataObject {
	return { ...record, changes: (changes ?? null) as IDataObject[] | null };
}

async function poll(watch: Watch, saved: SavedRecords | undefined): Promise<Polled<SavedRecords>> {
	const { ids, endpoint, emitExisting } = watch;
	const fits = newBudget(watch.budget);
	const detail = saved?.detail ?? 'values';
	const before = new Map((saved?.records ?? []).map((record) => [record.id, record]));
	const reading: Reading = { watch, before, fresh: saved === undefined, errors: [] };
	const after = new Map(
		ids.flatMap((id) => before.get(id) ?? []).map((known) => [known.id, known]),
	);
	const found: Changed[] = [];
	const turn = inTurn(ids, saved?.next);
	let done = 0;
	const goOn = () => reading.errors.length < mostErrors && fits(found.length);
	while (done < turn.length && (done === 0 || goOn())) {
		const batch = turn.slice(done, done + concurrency);
		const records = await fanOut(
			batch.length,
			concurrency,
			async (index) => await readKnown(reading, batch[index] ?? ''),
		);
		for (const [index, record] of records.entries()) {
			const id = batch[index] ?? '';
			if (record === undefined) continue;
			const { now, changed } = lookAt(id, record, before.get(id), endpoint.answer, detail);
			after.set(id, now);
			if (changed && (before.has(id) || emitExisting)) found.push(changed);
		}
		done += batch.length;
	}
	await report(reading, found);
	const next = turn[done];
	const state = saveRecords([...after.values()], detail);
	if (state.detail !== detail) {
		tell(
			watch,
			'there are too many records to remember the values of all their fields: changes will be listed without what was there before.',
		);
	}
	return {
		state: next === undefined ? state : { ...state, next },
		items: inOrder(found).map(itemOf),
	};
}

async function sample(watch: Watch): Promise<IDataObject> {
	const record = await readRecord(watch, watch.ids[0] ?? '');
	const changes = [{ field: 'UpdatedOn', from: null, to: record.UpdatedOn ?? null }];
	return itemOf({ record, moment: '', changes });
}

/** How single records are watched. */
export const recordWatcher: Watcher<SavedRecords> = { schema: savedRecords, poll, sample };
