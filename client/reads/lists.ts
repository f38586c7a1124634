// Reads a whole list, or its first rows: again when it changed meanwhile, and with what a person must know of it.
import { lineOf } from '../../wire/projection';
import type { Row } from './read';
import { type FetchPage, firstPosition, type KeyedRows, type Page, scanPages } from './pages';

export interface ListSettings<P extends Page> {
	readonly pageSize: number;
	/** The most rows that are needed. */
	readonly limit: number;
	readonly concurrency: number;
	/** Which rows count; left out, all do. */
	readonly wanted?: ((row: Row) => boolean) | undefined;
	/** Identifies a row, so that a row that moved to the next page is given once. */
	readonly key?: ((row: unknown) => string | undefined) | undefined;
	/** Whether rows hold only some of their fields. */
	readonly isPartial?: boolean | undefined;
	/** Called with each page that was read; from page 1 again when the list is read again. */
	readonly onPage?: ((page: P, number: number, rows: number) => void) | undefined;
}

export interface WholeList {
	readonly rows: Row[];
	/** What a person must know of the result, in full sentences. */
	readonly remarks: readonly string[];
}

/** How often at most a list is read that changes meanwhile. */
export const maxAttempts = 3;

function sameRow(one: Row, other: Row): boolean {
	return Buffer.compare(lineOf(one), lineOf(other)) === 0;
}

/** The rows of earlier pages. */
export interface RememberedRows {
	/** Whether a row is one of them, and the same. */
	isSeen(key: string, row: unknown): boolean;
	/** Takes the rows of a page, once that page counts. */
	add(page: KeyedRows): void;
}

/**
 * Remembers rows by their keys; of rows that do not count, only that they came.
 *
 * @param which Those of all pages, or of the last one: rows that move go to a neighboring page
 */
export function rememberRows(
	wanted: ListSettings<Page>['wanted'],
	which: 'all' | 'lastPage' = 'all',
): RememberedRows {
	/** Null for a row that does not count. */
	let byKey = new Map<string, Row | null>();
	const isWanted = (row: Row) => wanted?.(row) ?? true;
	return {
		isSeen: (key, row) => {
			const earlier = byKey.get(key);
			if (earlier === undefined) return false;
			return earlier ? sameRow(earlier, row as Row) : !isWanted(row as Row);
		},
		add: ({ rows, keys }) => {
			if (which === 'lastPage') byKey = new Map();
			for (let index = 0; index < rows.length; index++) {
				const [key, row] = [keys[index], rows[index] as Row];
				if (key !== undefined) byKey.set(key, isWanted(row) ? row : null);
			}
		},
	};
}

interface Attempt {
	readonly rows: Row[];
	readonly totals: ReadonlySet<number>;
	/** How many rows came, whether they count or not. */
	readonly given: number;
}

async function readOnce<P extends Page>(
	fetchPage: FetchPage<P>,
	settings: ListSettings<P>,
): Promise<Attempt> {
	const { pageSize, limit, wanted, key, isPartial, onPage } = settings;
	const rows: Row[] = [];
	const totals = new Set<number>();
	const size = wanted ? pageSize : Math.min(pageSize, limit);
	const remembered = rememberRows(wanted);
	const pages = scanPages<P>(fetchPage, firstPosition(size), {
		key,
		isPartial,
		isSeen: remembered.isSeen,
		// Where rows are chosen, nothing says which page holds the last one that is needed.
		concurrency: wanted && limit !== Infinity ? 1 : settings.concurrency,
		limit: wanted ? undefined : limit,
	});
	let given = 0;
	for await (const { number, page, position } of pages) {
		given = position.given;
		if (!page) break;
		remembered.add(page);
		if (page.total !== undefined) totals.add(page.total);
		for (const row of page.rows as Row[]) {
			if (rows.length < limit && (wanted?.(row) ?? true)) rows.push(row);
		}
		onPage?.(page, number, rows.length);
		if (rows.length >= limit) break;
	}
	return { rows, totals, given };
}

/** What a person must know about a list of which `given` rows came. */
export function totalRemarks(totals: ReadonlySet<number>, given: number): string[] {
	if (totals.size > 1) {
		const [most, least] = [Math.max(...totals), Math.min(...totals)];
		return [
			`The list changed while it was read (${most} records, then ${least}), ${maxAttempts} times in a row: records may be missing. Run the node again when the list changes less.`,
		];
	}
	const [total = given] = totals;
	return total === given
		? []
		: [
				`The service announced ${total} records and returned ${given}. All records that it returned are here.`,
			];
}

/**
 * Reads a list until the limit or its end. A list whose total changes while it is read is read again, at most
 * three times in all.
 *
 * @throws ServiceError of the kind `list` when the list cannot be read to its end; whatever `fetchPage` throws
 */
export async function readList<P extends Page>(
	fetchPage: FetchPage<P>,
	settings: ListSettings<P>,
): Promise<WholeList> {
	for (let attempt = 1; ; attempt++) {
		const read = await readOnce(fetchPage, settings);
		const isFull = read.rows.length >= settings.limit;
		if (isFull || read.totals.size < 2 || attempt === maxAttempts)
			return { rows: read.rows, remarks: isFull ? [] : totalRemarks(read.totals, read.given) };
	}
}
