// A poll for changes of records that are watched by their ids.
import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { fanOut } from '../ProjectServices/fanOut';
import { readRecord } from './asking';
import { newBudget } from './budget';
import type { Polled, Watcher } from './polled';
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

/** The ids, beginning with the one that the last poll had no time for. */
function inTurn(ids: readonly string[], next: string | undefined): string[] {
	const start = Math.max(0, next === undefined ? 0 : ids.indexOf(next));
	return [...ids.slice(start), ...ids.slice(0, start)];
}

/** The record; undefined for one that is known and that the service does not find any longer. */
async function readKnown(
	watch: Watch,
	id: string,
	before: SavedRecord | undefined,
): Promise<IDataObject | undefined> {
	return await readRecord(watch, id).catch((error: unknown) => {
		const missing = error instanceof NodeApiError && error.httpCode === '404';
		if (!missing || before === undefined) return Promise.reject(error);
		tell(
			watch,
			`the service does not find the ${watch.noun} "${id}" any longer. It is asked for again in the next poll.`,
		);
		return undefined;
	});
}

function itemOf({ record, changes }: Changed): IDataObject {
	return { ...record, changes: (changes ?? null) as IDataObject[] | null };
}

async function poll(watch: Watch, saved: SavedRecords | undefined): Promise<Polled<SavedRecords>> {
	const { ids, endpoint, emitExisting } = watch;
	const fits = newBudget(watch.budget);
	const detail = saved?.detail ?? 'values';
	const before = new Map((saved?.records ?? []).map((record) => [record.id, record]));
	const after = new Map(
		ids.flatMap((id) => before.get(id) ?? []).map((known) => [known.id, known]),
	);
	const found: Changed[] = [];
	const turn = inTurn(ids, saved?.next);
	let done = 0;
	while (done < turn.length && (done === 0 || fits(found.length))) {
		const batch = turn.slice(done, done + concurrency);
		const records = await fanOut(batch.length, concurrency, async (index) => {
			const id = batch[index] ?? '';
			return await readKnown(watch, id, before.get(id));
		});
		for (const [index, record] of records.entries()) {
			const id = batch[index] ?? '';
			if (record === undefined) continue;
			const { now, changed } = lookAt(id, record, before.get(id), endpoint.answer, detail);
			after.set(id, now);
			if (changed && (before.has(id) || emitExisting)) found.push(changed);
		}
		done += batch.length;
	}
	const next = turn[done];
	const state = saveRecords([...after.values()], detail);
	if (state.detail !== detail) {
		tell(
			watch,
			'there are too many records to remember the values of all their fields: changes will be listed without what was there before.',
		);
	}
	found.sort((one, other) => (one.moment < other.moment ? -1 : Number(one.moment > other.moment)));
	return {
		state: next === undefined ? state : { ...state, next },
		items: found.map(itemOf),
	};
}

async function sample(watch: Watch): Promise<IDataObject> {
	const record = await readRecord(watch, watch.ids[0] ?? '');
	const changes = [{ field: 'UpdatedOn', from: null, to: record.UpdatedOn ?? null }];
	return itemOf({ record, moment: '', changes });
}

/** How single records are watched. */
export const recordWatcher: Watcher<SavedRecords> = { schema: savedRecords, poll, sample };
