// How a reading of a list differs from what is known: created, updated and deleted rows, and what is known afterwards.
import type { RecordValue } from '../../wire/result';
import { comparableId } from '../values/ids';
import { alternativeRowKey, comparableRowKey, isContentKey } from '../values/rowKeys';
import { deletionProblem, type DeletionSettings } from './deletionLimit';
import { type Delivered, type Delivery, type KnownRow, type KnownRows, seenRow } from './knownRows';
import { changedOn, type RowFacts, type RowVersion, versionOf } from './rowVersion';

export const CHANGE_TYPES = ['created', 'updated', 'deleted'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** A changed row, or the key of a deleted one. */
export interface Change {
	readonly change: ChangeType;
	readonly key: string;
	readonly comparableKey: string;
	readonly signature: string;
	/** Missing for a deleted row. */
	readonly row?: RecordValue;
	/** What was known of it. */
	readonly before: KnownRow | undefined;
	/** The comparable key under which it was known before it got an ID. */
	readonly replaces?: string | undefined;
}

/** What a reading of a list found. */
export interface ListFound {
	readonly rows: readonly RecordValue[];
	/** What the service named as deleted. */
	readonly deletedIds: readonly string[];
	/** Whether it certainly had every row: only then does comparing find deletions. */
	readonly isWhole: boolean;
}

export interface FollowSettings extends RowFacts, DeletionSettings {
	readonly changeTypes: ReadonlySet<ChangeType>;
}

export interface Followed {
	/** In the order of the list, deletions last; only of the types that are asked for. */
	readonly changes: readonly Change[];
	/** What is known from now on, before anything is given. */
	readonly known: KnownRows;
	/** How many rows had the key of an earlier one. */
	readonly repeats: number;
	/** Whether every known row came as updated. */
	readonly isAllUpdated: boolean;
	/** Why the changes must not be given, and what to do. */
	readonly problem?: { readonly message: string; readonly description: string } | undefined;
}

interface Found extends RowVersion {
	readonly row: RecordValue;
}

/** Of two rows with one key, the newer counts. If their dates are the same, the content decides, never the order. */
function newer(a: Found, b: Found, facts: RowFacts): Found {
	const [dateOfA, dateOfB] = [a, b].map(({ row }) => changedOn(row, facts));
	if (dateOfA !== dateOfB) return dateOfA > dateOfB ? a : b;
	return a.signature >= b.signature ? a : b;
}

/** The rows of a list by their comparable keys, each once. */
function foundRows(rows: readonly RecordValue[], facts: RowFacts) {
	const found = new Map<string, Found>();
	let repeats = 0;
	for (const row of rows) {
		const version = { ...versionOf(row, facts), row };
		const key = comparableRowKey(version.key);
		const earlier = found.get(key);
		if (earlier && !isContentKey(key)) repeats++;
		found.set(key, earlier ? newer(earlier, version, facts) : version);
	}
	return { found, repeats };
}

/** How a row differs from what the consumer has; undefined where it does not. */
function changeOf(
	before: KnownRow | undefined,
	signature: string,
	changeTypes: ReadonlySet<ChangeType>,
): 'created' | 'updated' | undefined {
	if (before === undefined || (!before.isGiven && changeTypes.has('created'))) return 'created';
	return before.signature !== signature || before.isUncertain ? 'updated' : undefined;
}

/** The key under which a row was known before it got an ID, unless another row of the list has that. */
function formerKey(
	{ row }: Found,
	known: KnownRows,
	found: ReadonlyMap<string, Found>,
	{ endpoint }: RowFacts,
): string | undefined {
	const key = alternativeRowKey(row, endpoint);
	const former = key === undefined ? undefined : comparableRowKey(key);
	return former !== undefined && known.has(former) && !found.has(former) ? former : undefined;
}

/** Notes in what is known the rows that were found, and gives their changes. */
function changesIn(
	after: Map<string, KnownRow>,
	found: ReadonlyMap<string, Found>,
	known: KnownRows,
	settings: FollowSettings,
) {
	const { changeTypes } = settings;
	const changes: Change[] = [];
	// The row counts as present even if its change is left out: it is not gone.
	const replaced = new Set<string>();
	for (const [comparableKey, version] of found) {
		const { key, row, signature } = version;
		const own = known.get(comparableKey);
		if (own) after.set(comparableKey, { ...own, isMissing: false, isDeleted: false });
		const replaces = own?.isGiven ? undefined : formerKey(version, known, found, settings);
		const before = replaces === undefined ? own : known.get(replaces);
		if (replaces !== undefined && before) {
			replaced.add(replaces);
			after.set(replaces, { ...before, isMissing: false, isDeleted: false });
		}
		const change = changeOf(before, signature, changeTypes);
		if (change !== undefined && changeTypes.has(change))
			changes.push({ change, key, comparableKey, signature, row, before, replaces });
		else if (before === undefined) after.set(comparableKey, seenRow(key, signature));
	}
	return { changes, replaced };
}

/**
 * Compares a reading of a list with what is known.
 *
 * A row is deleted when two whole readings in a row did not have it, since a list that changes while it is read can hide
 * a row; or when the service names it.
 */
export function follow(
	known: KnownRows,
	{ rows, deletedIds, isWhole }: ListFound,
	settings: FollowSettings,
): Followed {
	const { changeTypes, namedOnly = false } = settings;
	const { found, repeats } = foundRows(rows, settings);
	const after = new Map(known);
	const { changes, replaced } = changesIn(after, found, known, settings);
	const named = new Set(deletedIds.map(comparableId));
	const isComparing = isWhole && !namedOnly;
	const hasDeletions = changeTypes.has('deleted');
	const followed = [...known].filter(
		([, row]) => row.isGiven || row.isUncertain || !changeTypes.has('created'),
	);
	const deleted: Change[] = [];
	for (const [comparableKey, before] of followed) {
		if (found.has(comparableKey) || replaced.has(comparableKey)) continue;
		const { key, signature, isDeleted, isMissing } = before;
		if (isComparing) after.set(comparableKey, { ...before, isMissing: true });
		const isGone = named.has(comparableKey) || isDeleted || (isComparing && isMissing);
		if (!isGone) continue;
		// The service may name a deletion once and never again, so the row is kept as deleted.
		if (!hasDeletions) after.set(comparableKey, { ...before, isDeleted: true });
		if (isContentKey(key)) after.delete(comparableKey);
		else deleted.push({ change: 'deleted', key, comparableKey, signature, before });
	}
	const isUpdated = ({ before, signature }: Change) =>
		before !== undefined && before.signature !== signature;
	return {
		changes: hasDeletions ? [...changes, ...deleted] : changes,
		known: after,
		repeats,
		isAllUpdated: followed.length > 0 && changes.filter(isUpdated).length === followed.length,
		problem: hasDeletions ? deletionProblem(deleted.length, followed.length, settings) : undefined,
	};
}

/** What a consumer has once it was given these changes. */
export function deliveredBy(changes: readonly Change[]): Delivered {
	const delivered = new Map<string, Delivery>();
	for (const { change, comparableKey, key, signature, before, replaces } of changes) {
		const what = change === 'deleted' ? 'deleted' : 'row';
		delivered.set(comparableKey, { key, signature, what });
		if (replaces !== undefined && before)
			delivered.set(replaces, { key: before.key, signature, what: 'replaced' });
	}
	return delivered;
}
