// Scans a list and compares its rows with what is known: the changes, and what is known afterwards.
import type { FetchPage, Position } from '../reads/pages';
import { isWhole, scanPages } from '../reads/pages';
import type { ListPage, Row } from '../reads/read';
import { countText } from '../../wire/wording';
import {
	changeOf,
	type ChangeType,
	endReading,
	type Given,
	type Known,
	maxRows,
	type Wanted,
} from './compare';
import { comparableId, rowKey } from '../reads/keys';
import { inOrderOfChange, type RowFacts, versionOf } from './signature';

/** A scan that may continue later: where it is, and what it has seen. */
export interface OpenScan {
	readonly position: Position;
	/** The keys of the rows so far. */
	readonly present: ReadonlySet<string>;
	/** The IDs that the service named as deleted. */
	readonly named: ReadonlySet<string>;
}

export function openScan(position: Position): OpenScan {
	return { position, present: new Set(), named: new Set() };
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
	/** How many known rows could have been deleted. */
	readonly candidates: number;
	/** Whether the scan certainly held every row of the list once: only then can rows have been deleted. */
	readonly whole: boolean;
	/** More rows than can be followed: the changes are not complete and must not be used. */
	readonly tooMany: boolean;
}

/** Gives a key as it is spelled in what is known: of a GUID, the case may change from one reading to the next. */
function spelling(known: Known, present: ReadonlySet<string>): (key: string) => string {
	const knownKeys = [known.committed, known.seen, known.uncertain, known.missing, present];
	const spelled = new Map<string, string>();
	for (const keys of knownKeys) {
		for (const key of keys.keys())
			if (comparableId(key) !== key) spelled.set(comparableId(key), key);
	}
	return (key) => {
		const folded = comparableId(key);
		const before = spelled.get(folded);
		if (before !== undefined) return before;
		if (folded === key || knownKeys.some((keys) => keys.has(folded))) return folded;
		spelled.set(folded, key);
		return key;
	};
}

/** At most this many deletions are never questioned. */
const harmlessDeletions = 20;

/**
 * Why the deletions that a scan found may not be given; undefined where they may.
 *
 * @param limit The largest part of the known rows that may be deleted at once, in percent
 */
export function deletionProblem(
	{ changes, candidates }: Pick<Scanned, 'changes' | 'candidates'>,
	limit: number,
): string | undefined {
	const deleted = changes.filter(({ change }) => change === 'deleted').length;
	if (deleted <= harmlessDeletions || deleted * 100 <= candidates * limit) return undefined;
	return `${countText(deleted)} of ${countText(candidates)} known rows would be reported as deleted, more than 'Deletion Limit' allows (${limit} %)`;
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
	const spell = spelling(known, present);
	const take = (row: Row) => {
		const { key: id, signature, changedOn } = versionOf(row, facts);
		const key = spell(id);
		if (present.has(key)) return;
		present.add(key);
		const change = changeOf(known, { key, signature }, wanted);
		if (change === undefined) return;
		if (wanted.has(change)) {
			written.set(key, signature);
			found.push({ change, key, row, changedOn });
		} else if (change === 'created') seen.set(key, signature);
	};
	const pages = scanPages(fetchPage, start.position, {
		concurrency,
		key: (row) => spell(rowKey(row as Row, facts)),
		isSeen: (key) => present.has(key),
	});
	let { position } = start;
	let complete = false;
	for await (const scanned of pages) {
		position = scanned.position;
		complete = scanned.ended;
		const { page, number } = scanned;
		if (!page) break;
		for (const row of page.rows as readonly Row[]) take(row);
		for (const id of page.deletedIds) named.add(id);
		const wish = onPage?.(page, number, present.size, found.length);
		if (wish === 'stop' || Math.max(present.size, named.size) > maxRows) break;
	}
	const whole = complete && isWhole(position);
	const ended = complete
		? endReading(known, { present, whole, named, seen }, wanted)
		: { known, deleted: [], candidates: 0 };
	const deleted = wanted.has('deleted') ? ended.deleted : [];
	return {
		changes: [
			...inOrderOfChange(found),
			...deleted.map((key): Change => ({ change: 'deleted', key, changedOn: '' })),
		],
		given: { written, deleted: new Set(deleted) },
		known: ended.known,
		candidates: ended.candidates,
		scan: { position, present, named },
		complete,
		whole,
		tooMany: Math.max(present.size, named.size) > maxRows,
	};
}
