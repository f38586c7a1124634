// Scans a list and compares its rows with what is known: the changes, and what is known afterwards.
import { z } from 'zod/v4';

import { countText } from '../../wire/result';
import { type FetchPage, firstPosition, isWhole, savedPosition, scanPages } from '../reads/pages';
import type { Page } from '../reads/read';
import {
	firstSpelling,
	inOrderOfChange,
	isContentKey,
	type Row,
	type RowFacts,
	rowKey,
	versionOf,
} from '../rows';
import {
	absent,
	changeOf,
	type ChangeType,
	concludeReading,
	type Given,
	type Known,
	savedKeys,
	type Wanted,
} from './cursor';

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

interface ScanSettings {
	readonly fetchPage: FetchPage;
	readonly facts: RowFacts;
	readonly known: Known;
	readonly wanted: Wanted;
	readonly concurrency?: number;
	/** The largest part of the known rows that may be deleted, in percent; 100 by default. */
	readonly deletionLimit?: number;
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
	readonly row?: Row;
	readonly changedOn: string;
}

const maxFollowedRows = 200_000;

/** Up to this number, deletions are never too many. */
const fewDeletions = 20;

function deletionProblem(deleted: number, knownRows: number, limit: number) {
	if (deleted <= fewDeletions || deleted * 100 <= knownRows * limit) return undefined;
	return {
		message: `${countText(deleted)} of ${countText(knownRows)} known records would be reported as deleted, but 'Deletion Limit' allows ${limit} %`,
		description:
			"No change was returned, and the state stays as it is. Check whether the service still returns the whole list. If the records are really gone, set 'Deletion Limit' to 100 in the options until this reading has succeeded.",
	};
}

const tooLong = {
	message: `The list has more than ${countText(maxFollowedRows)} records, too many to follow their changes`,
	description:
		"Read the list into a file instead: Get or Get Many of the Project Services node, with 'Return As' set to File.",
};

export interface Scanned {
	/** In order of change, deleted rows last. */
	readonly changes: readonly Change[];
	readonly given: Given;
	/** What is known from now on, before a commit. */
	readonly known: Known;
	readonly scan: OpenScan;
	readonly complete: boolean;
	/** Whether it certainly held every row once: only then can rows have been deleted. */
	readonly whole: boolean;
	/** Why the changes must not be used, and what to do. */
	readonly problem?: { readonly message: string; readonly description: string };
}

/**
 * Scans a list from where it was left to its end, or until it is enough.
 *
 * @throws ServiceError when a request fails or the list cannot be read to its end
 */
export async function scanChanges(start: OpenScan, settings: ScanSettings): Promise<Scanned> {
	const { fetchPage, facts, known, wanted, concurrency, deletionLimit = 100 } = settings;
	const present = new Set(start.present);
	const named = new Set(start.named);
	const before = [known.committed.keys(), known.seen.keys(), known.uncertain, present, named];
	const spelled = firstSpelling(before.flatMap((keys) => [...keys]));
	// Rows without a key may differ in what was not read.
	const isNameless = (key: string) => facts.keysOnly === true && isContentKey(key);
	const seen = new Map<string, string>();
	const found: Change[] = [];
	const take = (row: Row) => {
		const { signature, changedOn, key: own } = versionOf(row, facts);
		const key = isNameless(own) ? `${own}${present.size}` : spelled(own);
		if (present.has(key)) return;
		present.add(key);
		const change = changeOf(known, { key, signature }, wanted);
		if (change === undefined) return;
		if (wanted.has(change)) found.push({ change, key, signature, row, changedOn });
		else if (change === 'created') seen.set(key, signature);
	};
	const isTooLong = () => Math.max(present.size, named.size) > maxFollowedRows;
	const pages = scanPages(fetchPage, start.position, {
		concurrency,
		key: (row) => {
			const key = rowKey(row, facts);
			return isNameless(key) ? undefined : spelled(key);
		},
		isPartial: facts.keysOnly,
		isSeen: (key) => present.has(key),
	});
	let { position } = start;
	let complete = false;
	for await (const scanned of pages) {
		const { number, page } = scanned;
		position = scanned.position;
		complete = scanned.ended;
		if (!page) break;
		for (const row of page.rows) take(row);
		for (const id of page.deletedIds) named.add(spelled(id));
		settings.onPage?.(page, number, present.size, found.length);
		if (settings.isEnough?.(found.length) || isTooLong()) break;
	}
	const whole = complete && isWhole(position) && present.size === position.total;
	const after = complete
		? concludeReading(known, { present, whole, named, seen }, wanted)
		: { known, deleted: [], knownRows: 0 };
	const gone = wanted.has('deleted') ? after.deleted : [];
	const change = 'deleted';
	const deleted = gone.map((key): Change => ({ change, key, signature: absent, changedOn: '' }));
	const changes = [...inOrderOfChange(found), ...deleted];
	return {
		changes,
		given: new Map(changes.map(({ key, signature }) => [key, signature])),
		known: after.known,
		scan: { position, present, named },
		complete,
		whole,
		problem: isTooLong()
			? tooLong
			: deletionProblem(deleted.length, after.knownRows, deletionLimit),
	};
}
