// Which records go out in which request, and what the requests of one list share.
import type { WriteEndpoint } from '../../api/endpoint';
import { recordFields } from '../../api/schema/types';
import type { Comparable } from './acceptedRecords';
import { changedShares, type Compared, type Comparison } from './changedRecords';

export type Members = Readonly<Record<string, unknown>>;

/** What one input item has a publish carry, checked. */
export interface Share {
	readonly itemIndex: number;
	/** The body without its records: whose list it is. */
	readonly head: Members;
	/** Left out for an item that only says what is to be deleted. */
	readonly record?: Members;
}

/** One request of a publish. */
export interface Batch {
	readonly body: Members;
	readonly recordCount: number;
	/** The input items it carries, in order. */
	readonly items: readonly number[];
	/** With Only Changed Records: its records as they are compared, and what was left out of its list. */
	readonly compared?: readonly Comparable[] | undefined;
	readonly unchanged?: Unchanged | undefined;
}

/** Records that were left out because the service accepted them as they are, and their input items. */
export interface Unchanged {
	readonly items: readonly number[];
	readonly records: number;
}

/** What is to be sent. */
export interface Batches {
	readonly batches: readonly Batch[];
	/** Lists in which nothing changed. */
	readonly unchanged: readonly Unchanged[];
}

/** The shares of one list. */
export interface Group {
	readonly head: Members;
	readonly shares: Share[];
	/** Members of the collection that goes out with the first request, each once. */
	readonly gathered: Set<unknown>;
	gathers: boolean;
}

export type Publish = Pick<WriteEndpoint, 'body' | 'records' | 'total' | 'deletedIds'>;

/** The shares of the same list, in the order in which the lists first appear. */
function groupsOf(shares: readonly Share[], gathered: string | undefined): Group[] {
	const groups = new Map<string, Group>();
	for (const share of shares) {
		const { [gathered ?? '']: given, ...head } = share.head;
		const key = JSON.stringify(head);
		const group = groups.get(key) ?? { head, shares: [], gathered: new Set(), gathers: false };
		groups.set(key, group);
		group.shares.push(share);
		if (!Array.isArray(given)) continue;
		group.gathers = true;
		for (const member of given) group.gathered.add(member);
	}
	return [...groups.values()];
}

function inOrder(endpoint: Publish, members: Members): Members {
	return Object.fromEntries(
		recordFields(endpoint.body)
			.filter(({ name }) => members[name] !== undefined)
			.map(({ name }) => [name, members[name]]),
	);
}

/** Cuts shares so that each part has at most `most` records; shares without one stay with the first part. */
function partsOf(shares: readonly Share[], most: number): Share[][] {
	const records = shares.filter(({ record }) => record !== undefined);
	const others = shares.filter(({ record }) => record === undefined);
	const parts: Share[][] = [];
	for (let start = 0; start < records.length; start += most) {
		parts.push(records.slice(start, start + most));
	}
	if (others.length > 0) parts[0] = [...(parts[0] ?? []), ...others];
	return parts;
}

function batchesOfGroup(
	endpoint: Publish & Compared,
	group: Group,
	most: number,
	comparison: Comparison | undefined,
): Batches {
	const { records = '', total, deletedIds } = endpoint;
	const changed = comparison && changedShares(endpoint, group, comparison);
	const shares = changed?.shares ?? group.shares;
	const all = shares.filter(({ record }) => record !== undefined).length;
	const batches = partsOf(shares, most).map((part, index): Batch => {
		const sent = part.flatMap(({ record }) => (record === undefined ? [] : [record]));
		const body = inOrder(endpoint, {
			...(total !== undefined && { [total]: all }),
			...group.head,
			[records]: sent,
			...(deletedIds !== undefined &&
				group.gathers &&
				index === 0 && { [deletedIds]: [...group.gathered] }),
		});
		return {
			body,
			recordCount: sent.length,
			items: part.map(({ itemIndex }) => itemIndex).sort((one, other) => one - other),
			compared: changed && part.flatMap((share) => changed.compared.get(share) ?? []),
			unchanged: changed && (index === 0 ? changed.unchanged : { items: [], records: 0 }),
		};
	});
	const isSent = batches.length > 0 || changed === undefined;
	return { batches, unchanged: isSent ? [] : [changed.unchanged] };
}

/**
 * The requests of a publish: records of the same list together, in input order, at most
 * `recordsPerRequest` in one.
 *
 * The number of all records of a list is in each of its requests unless it was given; what
 * belongs to the whole series (deleted ids) goes out with the first.
 *
 * @param comparison leaves out the records that the service accepted as they are
 */
export function batchesOf(
	endpoint: Publish & Compared,
	shares: readonly Share[],
	recordsPerRequest: number,
	comparison?: Comparison,
): Batches {
	const parts = groupsOf(shares, endpoint.deletedIds).map((group) =>
		batchesOfGroup(endpoint, group, recordsPerRequest, comparison),
	);
	return {
		batches: parts.flatMap(({ batches }) => batches),
		unchanged: parts.flatMap(({ unchanged }) => unchanged),
	};
}
