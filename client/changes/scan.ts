// Scans a list and compares its rows with what is known: the changes, and what is known afterwards.
import type { FetchPage, Position } from '../reads/pages';
import { scanPages } from '../reads/pages';
import type { ListPage, Row } from '../reads/read';
import {
	changeOf,
	type ChangeType,
	endReading,
	type Given,
	type Known,
	maxRows,
	type Wanted,
} from './compare';
import { inOrderOfChange, type RowFacts, rowKey, versionOf } from './signature';

/** A scan that may continue later: where it is, and what it has seen. */
export interface OpenScan {
	readonly position: Position;
	/** The keys of the rows so far. */
	readonly present: ReadonlySet<string>;
	/** The IDs that the service named as deleted. */
	readonly named: ReadonlySet<string>;
	/** How many rows came again on a later page: the list may have moved while it was read. */
	readonly repeated: number;
}

export function openScan(position: Position): OpenScan {
	return { position, present: new Set(), named: new Set(), repeated: 0 };
}

export interface ScanSettings {
	readonly fetchPage: FetchPage<ListPage>;
	readonly facts: RowFacts;
	readonly known: Known;
	readonly wanted: Wanted;
	readonly concurrency?: number | undefined;
	/** Called with each page; says `stop` to read no further now. */
	readonly onPage?:
		((page: ListPage, number: number, rows: number, changes: number) => 'stop' | void) | undefined;
}

/** A row that changed, or the key of one that was deleted. */
export interface Change {
	readonly change: ChangeType;
	readonly key: string;
	/** Missing for a deleted row. */
	readonly row?: Row | undefined;
	readonly changedOn: string;
}

export interface Scanned {
	/** In order of change, deleted rows last. */
	readonly changes: readonly Change[];
	/** The same changes, for a commit. */
	readonly given: Given;
	/** What is known from now on, whether the changes are committed or not. */
	readonly known: Known;
	/** The scan, to be continued if it did not reach the end of the list. */
	readonly scan: OpenScan;
	readonly complete: boolean;
	/** Whether the scan certainly held every row of the list once: only then can rows have been deleted. */
	readonly whole: boolean;
	/** More rows than can be followed: the changes are not complete and must not be used. */
	readonly tooMany: boolean;
}

/**
 * Scans a list from where it was left to its end, or until `onPage` says stop.
 *
 * @throws ServiceError when a request fails or the list cannot be read to its end
 */
export async function scanChanges(start: OpenScan, settings: ScanSettings): Promise<Scanned> {
	const { fetchPage, facts, known, wanted, concurrency, onPage } = settings;
	const present = new Set(start.present);
	const named = new Set(start.named);
	const written = new Map<string, string>();
	const seen = new Map<string, string>();
	const found: Change[] = [];
	let { repeated } = start;
	const take = (row: Row) => {
		const { key, signature, changedOn } = versionOf(row, facts);
		// Twice on one page does not mean that the list moved: the service holds such rows.
		if (present.has(key)) return;
		present.add(key);
		const change = changeOf(known, { key, signature }, wanted);
		if (change === undefined) return;
		if (wanted.has(change)) {
			written.set(key, signature);
			found.push({ change, key, row, changedOn });
		} else if (change === 'created') seen.set(key, signature);
	};
	const { position, complete, consistent } = await scanPages<ListPage>(fetchPage, start.position, {
		concurrency,
		key: (row) => rowKey(row as Row, facts),
		isSeen: (key) => present.has(key),
		visit: (page, number, seen) => {
			repeated += seen;
			for (const row of page.rows) take(row);
			for (const id of page.deletedIds) named.add(String(id));
			const wish = onPage?.(page, number, present.size, found.length);
			return Math.max(present.size, named.size) > maxRows ? 'stop' : wish;
		},
	});
	const whole = complete && consistent && repeated === 0;
	const ended = complete
		? endReading(known, { present, whole, named, seen }, wanted)
		: { known, deleted: [] };
	const deleted = wanted.has('deleted') ? ended.deleted : [];
	return {
		changes: [
			...inOrderOfChange(found),
			...deleted.map((key): Change => ({ change: 'deleted', key, changedOn: '' })),
		],
		given: { written, deleted: new Set(deleted) },
		known: ended.known,
		scan: { position, present, named, repeated },
		complete,
		whole,
		tooMany: Math.max(present.size, named.size) > maxRows,
	};
}
