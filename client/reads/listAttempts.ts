// One attempt to read a whole list, and whether the list changed meanwhile, so that it is read again.
import { countText, type RecordValue } from '../../wire/result';
import { countsPages, firstPosition, gaveAllRows, type Position } from './position';
import { type FetchPage, scanPages } from './paging';
import type { KeyedRows } from './judgedPage';
import type { Page } from './readPage';

export interface ListSettings {
	readonly pageSize: number;
	readonly limit: number;
	readonly concurrency: number;
	/** Which rows count; left out, all do. */
	readonly matches?: (row: RecordValue) => boolean;
	/** Identifies a row, so that a row that moved to the next page is given once. */
	readonly key?: (row: RecordValue) => string | undefined;
	/** Whether rows hold only some of their fields. */
	readonly isPartial?: boolean;
}

/** A list that changes while it is read is read again until this many attempts were made. */
export const MAX_ATTEMPTS = 3;

interface Progress {
	readonly totals: ReadonlySet<number>;
	/** The rows that an earlier page held with other content, by their keys: they may have moved, and others with them. */
	readonly moved: ReadonlySet<string>;
	readonly position: Position;
	/** How many rows count. */
	readonly taken: number;
	/** How many rows have the key of an earlier one. */
	readonly repeats: number;
}

export const NOTHING_READ: Progress = {
	totals: new Set(),
	moved: new Set(),
	position: firstPosition(1),
	taken: 0,
	repeats: 0,
};

/** To tell how many keys repeat, at most this number of them is remembered of a list that is not kept. */
const MAX_REMEMBERED_KEYS = 100_000;

interface MatchingPage {
	readonly page: Page;
	readonly number: number;
	readonly rows: readonly RecordValue[];
	readonly progress: Progress;
}

/**
 * Remembers rows by their keys; of rows that do not count, only that they came.
 *
 * @param scope Rows of all pages, or of the last one: rows that move go to a neighboring page
 */
function rememberRows(isMatch: (row: RecordValue) => boolean, scope: 'all' | 'lastPage') {
	/** Null for a row that does not count. */
	let byKey = new Map<string, RecordValue | null>();
	const moved = new Set<string>();
	const known = new Set<string>();
	let repeats = 0;
	return {
		moved,
		repeats: () => repeats,
		/** Whether an earlier page held this same row. */
		isSeen: (key: string, row: RecordValue): boolean => {
			const earlier = byKey.get(key);
			if (earlier === undefined) return false;
			const isSame = earlier ? JSON.stringify(earlier) === JSON.stringify(row) : !isMatch(row);
			if (!isSame) moved.add(key);
			return isSame;
		},
		add: ({ rows, keys }: KeyedRows): void => {
			if (scope === 'lastPage') byKey = new Map();
			for (const [index, row] of rows.entries()) {
				const key = keys[index];
				if (key === undefined) continue;
				if (byKey.has(key) || known.has(key)) repeats++;
				if (scope === 'lastPage' && known.size < MAX_REMEMBERED_KEYS) known.add(key);
				byKey.set(key, isMatch(row) ? row : null);
			}
		},
	};
}

/** The pages of one attempt with the rows that count. */
export async function* matchingPages(
	fetchPage: FetchPage,
	{ pageSize, limit, concurrency, matches, key, isPartial }: ListSettings,
	scope: 'all' | 'lastPage',
	keepsRepeats: boolean,
): AsyncGenerator<MatchingPage> {
	const isMatch = matches ?? (() => true);
	const remembered = rememberRows(isMatch, scope);
	const totals = new Set<number>();
	let taken = 0;
	const start = firstPosition(matches ? pageSize : Math.min(pageSize, limit));
	const pages = scanPages(fetchPage, start, {
		key,
		isPartial,
		isSeen: keepsRepeats ? undefined : remembered.isSeen,
		// Where rows are chosen, nothing says which page holds the last one that is needed.
		concurrency: matches && limit !== Infinity ? 1 : concurrency,
		limit: matches ? undefined : limit,
	});
	for await (const { number, page, position } of pages) {
		if (!page) return;
		remembered.add(page);
		if (page.total !== undefined) totals.add(page.total);
		const rows = page.rows.filter(isMatch).slice(0, limit - taken);
		taken += rows.length;
		const { moved } = remembered;
		const repeats = remembered.repeats();
		// What a page says of itself says nothing about the list.
		const all = countsPages(position) ? new Set<number>() : totals;
		yield { page, number, rows, progress: { totals: all, moved, position, taken, repeats } };
		if (taken >= limit) return;
	}
}

/** Whether the list changed during an attempt that was to read all of it. Rows that come twice in every attempt do not count. */
export function hasChanged(
	{ totals, moved, taken }: Progress,
	before: Progress,
	limit: number,
): boolean {
	const isNew = [...moved].some((key) => !before.moved.has(key));
	return (totals.size > 1 || isNew) && taken < limit;
}

/** Whether rows that were taken for ones that moved are rows of the list: they are among the announced ones. */
export function lacksRepeats({ position, taken }: Progress, limit: number): boolean {
	return position.repeated > 0 && gaveAllRows(position) && taken < limit;
}

function lessText(total: number, returned: number, size: number): string {
	const counts = `The service announced ${total} records and returned ${returned}`;
	if (returned > total) return `${counts}. All records that it returned are here.`;
	const missing = total - returned;
	const isPage =
		missing === size ? ', as many as a page has: its first page may have the number 0' : '';
	return `${counts}. ${missing} may be missing${isPage}.`;
}

function repeatsText(repeats: number): string {
	const have = repeats === 1 ? '1 record has' : `${countText(repeats)} records have`;
	return `IDs repeat: ${have} the ID of an earlier one.`;
}

/** What a person must know about a list that was read, in full sentences. */
export function remarksOn(progress: Progress, isChanged: boolean, limit: number): string[] {
	const { position, totals, taken, repeats } = progress;
	const { given, size, step = size } = position;
	if (isChanged) {
		const [max, min] = [Math.max(...totals), Math.min(...totals)];
		const how =
			totals.size > 1 ? `${max} records, then ${min}` : 'records came again with other content';
		return [
			`The list changed while it was read (${how}), ${MAX_ATTEMPTS} times in a row: records may be missing. Run the node again when the list changes less.`,
		];
	}
	const remarks = repeats > 0 ? [repeatsText(repeats)] : [];
	const [total = given] = totals;
	if (taken < limit && total !== given) remarks.push(lessText(total, given, step));
	return remarks;
}
