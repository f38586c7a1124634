// The rows of a list as a scan finds them, each once, and how they differ from what is known.
import type { RecordValue } from '../../wire/result';
import type { Page } from '../reads/readPage';
import {
	changeOf,
	type ChangeType,
	type ChangeTypes,
	type DeliveredChanges,
	type Known,
	REPLACED,
} from './knownRows';
import { earlierKey, firstSpelling, isContentKey, rowKey } from './rowKeys';
import { inOrderOfChange, type RowFacts, type RowVersion, versionOf } from './whatCountsAsUpdated';

/** A changed row, or the key of a deleted one. */
export interface Change extends RowVersion {
	readonly change: ChangeType;
	/** Missing for a deleted row. */
	readonly row?: RecordValue;
	/** The key under which the row was known before it got an ID. */
	readonly replaces?: string | undefined;
}

/** What rows are compared with, and how. */
export interface ComparisonSettings {
	readonly facts: RowFacts;
	readonly known: Known;
	readonly changeTypes: ChangeTypes;
}

/** Every key of a row stands here as it was written first, so that keys can be compared exactly. */
export class ScannedRows {
	/** The keys of the rows that the list has, and those that they had before they got an ID. */
	readonly present: Set<string>;
	/** What the service named as deleted. */
	readonly named: Set<string>;
	/** How many rows had the ID of an earlier one. */
	repeats = 0;

	/** The newest version of each row; the scan that this one continues has left none. */
	private readonly versions = new Map<string, RowVersion>();
	private readonly changes = new Map<string, Change>();
	/** The signatures of created rows that the consumer does not want. */
	readonly unwanted = new Map<string, string>();
	private readonly spelled: (key: string) => string;

	constructor(
		scan: { readonly present: ReadonlySet<string>; readonly named: ReadonlySet<string> },
		private readonly settings: ComparisonSettings,
	) {
		const { committed, seen, uncertain } = settings.known;
		this.present = new Set(scan.present);
		this.named = new Set(scan.named);
		this.spelled = firstSpelling([
			...committed.keys(),
			...seen.keys(),
			...uncertain,
			...scan.present,
			...scan.named,
		]);
	}

	get changeCount(): number {
		return this.changes.size;
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

	addPage(page: Page & { readonly duplicates: readonly RecordValue[] }): void {
		for (const row of page.rows) this.addRow(row);
		for (const row of page.duplicates) this.addRow(row);
		for (const id of page.deletedIds) this.named.add(this.spelled(id));
	}

	private addRow(row: RecordValue): void {
		const version = versionOf(row, this.settings.facts);
		if (this.isNameless(version.key)) return;
		const key = this.spelled(version.key);
		if (this.present.has(key)) {
			if (!isContentKey(key)) this.repeats++;
			if (!this.isNewest(key, version)) return;
		}
		const former = this.formerKey(row);
		this.present.add(key);
		if (former !== undefined) this.present.add(former);
		this.versions.set(key, version);
		this.compare(key, { ...version, row, replaces: former });
	}

	/** Whether a version is the one that counts, of several rows with one key. */
	private isNewest(key: string, { changedOn }: RowVersion): boolean {
		const earlier = this.versions.get(key);
		return earlier !== undefined && changedOn >= earlier.changedOn;
	}

	/** Notes how the newest version of a row differs from what is known. */
	private compare(key: string, version: Omit<Change, 'change'>): void {
		const { changeTypes, known } = this.settings;
		const { replaces, signature } = version;
		const wasReplaced = replaces !== undefined && !this.isKnown(key) && this.isKnown(replaces);
		const knownKey = wasReplaced ? replaces : key;
		const change = changeOf(known, { key: knownKey, signature }, changeTypes);
		this.changes.delete(key);
		this.unwanted.delete(key);
		if (change === undefined) return;
		if (changeTypes.has(change)) this.changes.set(key, { ...version, change });
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
		if (earlier === undefined) return undefined;
		const former = this.spelled(earlier);
		if (this.versions.has(former)) return undefined;
		return this.isKnown(former) || this.settings.known.uncertain.has(former) ? former : undefined;
	}

	/** The changed rows in their order. */
	changedRows(): Change[] {
		return inOrderOfChange([...this.changes.values()]);
	}

	/** The keys that changed rows now write otherwise: a deletion names a row as the item before it did. */
	newSpellings(): Map<string, string> {
		const spellings = new Map<string, string>();
		for (const [key, { key: written }] of this.changes)
			if (written !== key) spellings.set(key, written);
		return spellings;
	}
}

/** What a consumer that gets these changes has. */
export function deliveredBy(changes: readonly Change[]): DeliveredChanges {
	const delivered = new Map(changes.map(({ key, signature }) => [key, signature]));
	for (const { replaces } of changes) if (replaces !== undefined) delivered.set(replaces, REPLACED);
	return delivered;
}
