// Scans a list and compares its rows with what is known: the changes, and what is known afterwards.
import { z } from 'zod/v4';
import { countText, type RecordValue } from '../../wire/result';
import type { FetchPage } from '../reads/listSource';
import { scanPages } from '../reads/paging';
import {
	announcedTotal,
	firstPosition,
	gaveAllRows,
	savedPosition,
	type TotalsKnowledge,
} from '../reads/position';
import type { Page } from '../reads/readPage';
import {
	ABSENT,
	changeOf,
	type ChangeType,
	concludeReading,
	type GivenChanges,
	type Known,
	REPLACED,
	respelled,
	type ChangeTypes,
} from './knownRows';
import { deletionProblem, type DeletionSettings } from './deletionLimit';
import { savedKeys } from './packedTables';
import { earlierKey, firstSpelling, isContentKey, rowKey } from './rowKeys';
import { inOrderOfChange, type RowFacts, type RowVersion, versionOf } from './whatCountsAsUpdated';

/** A scan that may continue later: where it is, and what it has seen. */
export const savedScan = z.object({
	position: savedPosition,
	present: savedKeys,
	/** The IDs that the service named as deleted, as rows that are known or came before spell them. */
	named: savedKeys,
});
export type OpenScan = Readonly<z.infer<typeof savedScan>>;

export function newScan(size: number): OpenScan {
	return { position: firstPosition(size), present: new Set(), named: new Set() };
}

interface ScanSettings extends DeletionSettings {
	readonly fetchPage: FetchPage;
	/** What is known of the totals; what this scan shows is added. */
	readonly totals?: TotalsKnowledge;
	readonly facts: RowFacts;
	readonly known: Known;
	readonly changeTypes: ChangeTypes;
	readonly concurrency?: number;
	readonly onPage?:
		((page: Page, number: number, rows: number, changes: number) => void) | undefined;
	/** Whether to read no further now, after this many changes. */
	readonly isEnough?: (changes: number) => boolean;
}

/** A changed row, or the key of a deleted row. */
export interface Change {
	readonly change: ChangeType;
	readonly key: string;
	readonly signature: string;
	/** Missing for a deleted row. */
	readonly row?: RecordValue;
	readonly changedOn: string;
	/** The key under which the row was known before it got an ID. */
	readonly replaces?: string | undefined;
}

const MAX_FOLLOWED_ROWS = 200_000;

const TOO_LONG = {
	message: `The list has more than ${countText(MAX_FOLLOWED_ROWS)} records, too many to follow their changes`,
	description:
		"Read the list into a file instead: Get or Get Many of the Project Services node, with 'Return As' set to File.",
};

export interface Scanned {
	/** In order of change, deleted rows last. */
	readonly changes: readonly Change[];
	readonly given: GivenChanges;
	/** What is known from now on, before a commit. */
	readonly known: Known;
	readonly scan: OpenScan;
	readonly complete: boolean;
	/** Whether it certainly held every row: only then does comparing find deletions. */
	readonly whole: boolean;
	/** How many rows had the ID of an earlier one. */
	readonly repeats: number;
	/** Why the changes must not be used, and what to do. */
	readonly problem?: { readonly message: string; readonly description: string };
}

/**
 * Scans a list from where it was left to its end, or until it is enough.
 *
 * @throws ServiceError when a request fails or the list cannot be read to its end
 */
export async function scanChanges(start: OpenScan, settings: ScanSettings): Promise<Scanned> {
	const { fetchPage, facts, known, changeTypes, concurrency, namedOnly } = settings;
	const { totals = { wholeBelow: 0 } } = settings;
	totals.wholeBelow = Math.max(totals.wholeBelow, known.wholeBelow ?? 0);
	const { committed, uncertain } = known;
	const present = new Set(start.present);
	const named = new Set(start.named);
	const before = [committed.keys(), known.seen.keys(), uncertain, present, named];
	const spelled = firstSpelling(before.flatMap((keys) => [...keys]));
	// Rows without a key may differ in what was not read.
	const isNameless = (key: string) => facts.keysOnly === true && isContentKey(key);
	/** The newest version of each row that came in this scan, without what came before it was continued. */
	const versions = new Map<string, RowVersion>();
	const seen = new Map<string, string>();
	const found = new Map<string, Change>();
	let repeats = 0;
	const isKnown = (key: string) => committed.has(key) || known.seen.has(key);
	/** The key under which a row is known that had no ID. */
	const formerKey = (row: RecordValue): string | undefined => {
		const earlier = earlierKey(row, facts);
		const former = earlier === undefined ? undefined : spelled(earlier);
		if (former === undefined || versions.has(former)) return undefined;
		return isKnown(former) || uncertain.has(former) ? former : undefined;
	};
	const take = (row: RecordValue) => {
		const version = versionOf(row, facts);
		const { signature, changedOn, key: own } = version;
		const key = isNameless(own) ? `${own}${present.size}` : spelled(own);
		if (present.has(key)) {
			if (!isContentKey(key)) repeats++;
			const earlier = versions.get(key);
			if (!earlier || changedOn < earlier.changedOn) return;
		}
		present.add(key);
		versions.set(key, version);
		const replaces = formerKey(row);
		if (replaces !== undefined) present.add(replaces);
		const isFormer = replaces !== undefined && !isKnown(key) && isKnown(replaces);
		const change = changeOf(known, { key: isFormer ? replaces : key, signature }, changeTypes);
		found.delete(key);
		seen.delete(key);
		if (change === undefined) return;
		const shown = isNameless(own) ? key : own;
		if (changeTypes.has(change))
			found.set(key, { change, key: shown, signature, row, changedOn, replaces });
		else if (change === 'created') seen.set(key, signature);
	};
	const isTooLong = () => Math.max(present.size, named.size) > MAX_FOLLOWED_ROWS;
	const pages = scanPages(fetchPage, start.position, {
		concurrency,
		totals,
		key: (row) => {
			const key = rowKey(row, facts);
			return isNameless(key) ? undefined : spelled(key);
		},
		isPartial: facts.keysOnly,
		isKnown: (key, row) => {
			if (!present.has(key)) return false;
			const earlier = versions.get(key);
			return !earlier || earlier.signature === versionOf(row, facts).signature;
		},
	});
	let { position } = start;
	let complete = false;
	for await (const scanned of pages) {
		const { number, page } = scanned;
		position = scanned.position;
		complete = scanned.ended;
		if (!page) break;
		for (const row of [...page.rows, ...page.duplicates]) take(row);
		for (const id of page.deletedIds) named.add(spelled(id));
		settings.onPage?.(page, number, present.size, found.size);
		// Where all announced rows are here, only a look at the next page is left.
		const hasAll = position.distinctRows >= (announcedTotal(position) ?? Infinity);
		if (settings.isEnough?.(hasAll ? 0 : found.size) || isTooLong()) break;
	}
	// A row that is repeated unchanged on another page may hide a missing one.
	const whole = complete && gaveAllRows(position) && position.duplicateRows === 0;
	const after =
		complete && !(namedOnly && position.nullRows > 0)
			? concludeReading(known, { present, whole, namedOnly, named, seen }, changeTypes)
			: { known, deleted: [], knownRows: 0 };
	const gone = changeTypes.has('deleted') ? after.deleted : [];
	const change = 'deleted';
	const deleted = gone.map((key): Change => ({ change, key, signature: ABSENT, changedOn: '' }));
	const changes = [...inOrderOfChange([...found.values()]), ...deleted];
	const given = new Map(changes.map(({ key, signature }) => [key, signature]));
	// A deletion names a row as the item before it did.
	const spellings = new Map<string, string>();
	for (const [key, { key: shown, replaces }] of found) {
		if (shown !== key) spellings.set(key, shown);
		if (replaces !== undefined) given.set(replaces, REPLACED);
	}
	const respell = (keys: ReadonlySet<string>) =>
		spellings.size === 0 ? keys : new Set([...keys].map((key) => spellings.get(key) ?? key));
	return {
		changes,
		given,
		known: { ...respelled(after.known, spellings), wholeBelow: totals.wholeBelow },
		scan: { position, present: respell(present), named: respell(named) },
		complete,
		whole,
		repeats,
		problem: isTooLong() ? TOO_LONG : deletionProblem(deleted.length, after.knownRows, settings),
	};
}
