// Scans a list and compares its rows with what is known: the changes, and what is known afterwards.
import { z } from 'zod/v4';
import { countText } from '../../wire/result';
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
	concludeReading,
	type DeliveredChanges,
	type Known,
	respelled,
	respelledKeys,
} from './knownRows';
import { deletionProblem, type DeletionSettings } from './deletionLimit';
import { savedKeys } from './packedTables';
import { type Change, type ComparisonSettings, deliveredBy, ScannedRows } from './scannedRows';

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

export interface ChangeScanSettings extends ComparisonSettings, DeletionSettings {
	readonly fetchPage: FetchPage;
	/** What is known of the totals; what this scan shows is added. */
	readonly totals?: TotalsKnowledge;
	readonly concurrency?: number;
	readonly onPage?: (page: Page, number: number, rows: number, changes: number) => void;
	/** Whether to read no further now, after this many changes. */
	readonly isEnough?: (changes: number) => boolean;
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
	readonly delivered: DeliveredChanges;
	/** What is known from now on, before a commit. */
	readonly known: Known;
	readonly scan: OpenScan;
	readonly complete: boolean;
	/** Whether it certainly had every row: only then does comparing find deletions. */
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
export async function scanChanges(start: OpenScan, settings: ChangeScanSettings): Promise<Scanned> {
	const { fetchPage, facts, known, changeTypes, concurrency, namedOnly } = settings;
	const { totals = { wholeBelow: 0 } } = settings;
	totals.wholeBelow = Math.max(totals.wholeBelow, known.wholeBelow ?? 0);
	const rows = new ScannedRows(start, settings);
	const pages = scanPages(fetchPage, start.position, {
		concurrency,
		totals,
		key: (row) => rows.keyOf(row),
		isPartial: facts.keysOnly,
		isKnown: (key, row) => rows.wasScanned(key, row),
	});
	const isTooLong = () => Math.max(rows.present.size, rows.named.size) > MAX_FOLLOWED_ROWS;
	let { position } = start;
	let complete = false;
	for await (const { number, page, position: reached, ended } of pages) {
		position = reached;
		complete = ended;
		if (!page) break;
		rows.addPage(page);
		settings.onPage?.(page, number, rows.present.size, rows.changeCount);
		// Where all announced rows are here, only a look at the next page is left.
		const hasAll = position.distinctRows >= (announcedTotal(position) ?? Infinity);
		if (settings.isEnough?.(hasAll ? 0 : rows.changeCount) || isTooLong()) break;
	}
	// A row that is repeated unchanged on another page may hide a missing one.
	const whole = complete && gaveAllRows(position) && position.duplicateRows === 0;
	const isConclusive = complete && !(namedOnly && position.nullRows > 0);
	const { named, present, unwanted: seen } = rows;
	const after = isConclusive
		? concludeReading(known, { present, whole, namedOnly, named, seen }, changeTypes)
		: { known, deleted: [], knownRows: 0 };
	const deleted = (changeTypes.has('deleted') ? after.deleted : []).map((key): Change => ({
		change: 'deleted',
		key,
		signature: ABSENT,
		changedOn: '',
	}));
	const changes = [...rows.changedRows(), ...deleted];
	const spellings = rows.newSpellings();
	return {
		changes,
		delivered: deliveredBy(changes),
		known: { ...respelled(after.known, spellings), wholeBelow: totals.wholeBelow },
		scan: {
			position,
			present: respelledKeys(present, spellings),
			named: respelledKeys(named, spellings),
		},
		complete,
		whole,
		repeats: rows.repeats,
		problem: isTooLong() ? TOO_LONG : deletionProblem(deleted.length, after.knownRows, settings),
	};
}
