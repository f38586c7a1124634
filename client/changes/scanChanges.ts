// Scans a list and compares its rows with what is known: the changes, and what is known afterwards.
import { z } from 'zod/v4';
import { countText, type RecordValue } from '../../wire/result';
import type { FetchPage } from '../reads/listSource';
import { type ScannedPage, scanPages } from '../reads/paging';
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
	type DeliveredChanges,
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

/** The rows of a scan one by one, and how they differ from what is known. */
class ScannedRows {
	private readonly present: Set<string>;
	private readonly named: Set<string>;
	/** The newest version of each row of this scan, without those of the scan that it continues. */
	private readonly versions = new Map<string, RowVersion>();
	/** Created rows that the consumer does not want. */
	private readonly unwanted = new Map<string, string>();
	private readonly changes = new Map<string, Change>();
	private readonly spelled: (key: string) => string;
	repeats = 0;

	constructor(
		{ present, named }: OpenScan,
		private readonly settings: Pick<ScanSettings, 'changeTypes' | 'facts' | 'known'>,
	) {
		const { committed, seen, uncertain } = settings.known;
		this.present = new Set(present);
		this.named = new Set(named);
		const before = [committed.keys(), seen.keys(), uncertain, present, named];
		this.spelled = firstSpelling(before.flatMap((keys) => [...keys]));
	}

	get rowCount(): number {
		return this.present.size;
	}

	get changeCount(): number {
		return this.changes.size;
	}

	get isTooLong(): boolean {
		return Math.max(this.present.size, this.named.size) > MAX_FOLLOWED_ROWS;
	}

	/** What tells a row from the others of the list, if something does. */
	keyOf(row: RecordValue): string | undefined {
		const key = rowKey(row, this.settings.facts);
		return this.isNameless(key) ? undefined : this.spelled(key);
	}

	/** Whether a row was scanned before as it is now. */
	wasScanned(key: string, row: RecordValue): boolean {
		if (!this.present.has(key)) return false;
		const earlier = this.versions.get(key);
		return !earlier || earlier.signature === versionOf(row, this.settings.facts).signature;
	}

	addPage({ rows, duplicates, deletedIds }: NonNullable<ScannedPage['page']>): void {
		for (const row of [...rows, ...duplicates]) this.addRow(row);
		for (const id of deletedIds) this.named.add(this.spelled(id));
	}

	private addRow(row: RecordValue): void {
		const version = versionOf(row, this.settings.facts);
		if (this.isNameless(version.key)) return;
		const key = this.spelled(version.key);
		if (this.present.has(key) && !this.replacesEarlier(key, version)) return;
		this.present.add(key);
		this.versions.set(key, version);
		const former = this.formerKey(row);
		if (former !== undefined) this.present.add(former);
		this.noteChange(key, version, row, former);
	}

	/** Of two rows with one key, the newest counts. */
	private replacesEarlier(key: string, { changedOn }: RowVersion): boolean {
		if (!isContentKey(key)) this.repeats++;
		const earlier = this.versions.get(key);
		return earlier !== undefined && changedOn >= earlier.changedOn;
	}

	private noteChange(
		key: string,
		{ key: own, signature, changedOn }: RowVersion,
		row: RecordValue,
		replaces: string | undefined,
	): void {
		const { changeTypes, known } = this.settings;
		const wasFormer = replaces !== undefined && !this.isKnown(key) && this.isKnown(replaces);
		const change = changeOf(known, { key: wasFormer ? replaces : key, signature }, changeTypes);
		this.changes.delete(key);
		this.unwanted.delete(key);
		if (change === undefined) return;
		if (changeTypes.has(change))
			this.changes.set(key, { change, key: own, signature, row, changedOn, replaces });
		else if (change === 'created') this.unwanted.set(key, signature);
	}

	/** Where only keys are read, a row without one cannot be told from others, nor reported as deleted. */
	private isNameless(key: string): boolean {
		return this.settings.facts.keysOnly === true && isContentKey(key);
	}

	private isKnown(key: string): boolean {
		const { committed, seen } = this.settings.known;
		return committed.has(key) || seen.has(key);
	}

	/** The key under which a row was known before it got an ID. */
	private formerKey(row: RecordValue): string | undefined {
		const earlier = earlierKey(row, this.settings.facts);
		const former = earlier === undefined ? undefined : this.spelled(earlier);
		if (former === undefined || this.versions.has(former)) return undefined;
		return this.isKnown(former) || this.settings.known.uncertain.has(former) ? former : undefined;
	}

	/** The reading that ends here: what was deleted, and what is known from now on. */
	conclude(reading: { readonly whole: boolean; readonly namedOnly?: boolean | undefined }) {
		const { present, named, unwanted: seen, settings } = this;
		return concludeReading(
			settings.known,
			{ ...reading, present, named, seen },
			settings.changeTypes,
		);
	}

	/** The changes in their order, the deleted rows last; a deletion names a row as the item before it did. */
	result(deletedKeys: readonly string[]) {
		const deleted = deletedKeys.map((key): Change => ({
			change: 'deleted',
			key,
			signature: ABSENT,
			changedOn: '',
		}));
		const changes = [...inOrderOfChange([...this.changes.values()]), ...deleted];
		const delivered = new Map(changes.map(({ key, signature }) => [key, signature]));
		const spellings = new Map<string, string>();
		for (const [key, { key: own, replaces }] of this.changes) {
			if (own !== key) spellings.set(key, own);
			if (replaces !== undefined) delivered.set(replaces, REPLACED);
		}
		const respell = (keys: ReadonlySet<string>) =>
			spellings.size === 0 ? keys : new Set([...keys].map((key) => spellings.get(key) ?? key));
		return {
			changes,
			delivered,
			spellings,
			present: respell(this.present),
			named: respell(this.named),
		};
	}
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
	const scanned = new ScannedRows(start, settings);
	const pages = scanPages(fetchPage, start.position, {
		concurrency,
		totals,
		key: (row) => scanned.keyOf(row),
		isPartial: facts.keysOnly,
		isKnown: (key, row) => scanned.wasScanned(key, row),
	});
	let { position } = start;
	let complete = false;
	for await (const { number, page, position: reached, ended } of pages) {
		position = reached;
		complete = ended;
		if (!page) break;
		scanned.addPage(page);
		settings.onPage?.(page, number, scanned.rowCount, scanned.changeCount);
		// Where all announced rows are here, only a look at the next page is left.
		const hasAll = position.distinctRows >= (announcedTotal(position) ?? Infinity);
		if (settings.isEnough?.(hasAll ? 0 : scanned.changeCount) || scanned.isTooLong) break;
	}
	// A row that is repeated unchanged on another page may hide a missing one.
	const whole = complete && gaveAllRows(position) && position.duplicateRows === 0;
	const isConclusive = complete && !(namedOnly && position.nullRows > 0);
	const after = isConclusive
		? scanned.conclude({ whole, namedOnly })
		: { known, deleted: [], knownRows: 0 };
	const deleted = changeTypes.has('deleted') ? after.deleted : [];
	const { changes, delivered, spellings, present, named } = scanned.result(deleted);
	return {
		changes,
		delivered,
		known: { ...respelled(after.known, spellings), wholeBelow: totals.wholeBelow },
		scan: { position, present, named },
		complete,
		whole,
		repeats: scanned.repeats,
		problem: scanned.isTooLong
			? TOO_LONG
			: deletionProblem(deleted.length, after.knownRows, settings),
	};
}
