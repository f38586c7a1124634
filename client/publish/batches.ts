// Which records go out in which request, and what the requests of one list share.
import type { WriteEndpoint } from '../../api/endpoint';
import { recordFields } from '../../api/schema/types';
import type { Remembered } from './acceptedRecords';
import {
	type Compared,
	type Comparison,
	compareRecords,
	rememberedTogether,
} from './changedRecords';

export type Members = Readonly<Record<string, unknown>>;

/** What one input item contributes to a publish, validated. */
export interface Share {
	readonly itemIndex: number;
	/** The fields of the body around its records: they say which list the record belongs to. */
	readonly head: Members;
	/** Left out for an item that only names deleted records. */
	readonly record?: Members;
}

/** One request of a publish. */
export interface Batch {
	readonly body: Members;
	readonly recordCount: number;
	/** The input items that it was made from, in order. */
	readonly items: readonly number[];
	/** With Only Changed Records: what its acceptance is remembered by. */
	readonly remembered?: Remembered | undefined;
	/** With Only Changed Records: what was left out of its list. */
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
	/** The deleted IDs of all shares, each once. They are sent with the first request of the list. */
	readonly deletedIds: Set<unknown>;
	/** Whether a share holds a list of deleted IDs: an empty one is sent as well. */
	hasDeletedIds: boolean;
}

export type Publish = Pick<WriteEndpoint, 'body' | 'records' | 'total' | 'deletedIds'>;

/** The shares of the same list, in the order in which the lists first appear. */
function groupsOf(shares: readonly Share[], deletedIds = ''): Group[] {
	const groups = new Map<string, Group>();
	for (const share of shares) {
		const { [deletedIds]: given, ...head } = share.head;
		const key = JSON.stringify(head);
		const group = groups.get(key) ?? {
			head,
			shares: [],
			deletedIds: new Set(),
			hasDeletedIds: false,
		};
		groups.set(key, group);
		group.shares.push(share);
		if (!Array.isArray(given)) continue;
		group.hasDeletedIds = true;
		for (const id of given) group.deletedIds.add(id);
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

/** Divides shares into parts of at most `most` records each; shares without a record are added to the first part. */
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

function inItemOrder(shares: readonly Share[]): number[] {
	return shares.map(({ itemIndex }) => itemIndex).sort((one, other) => one - other);
}

/** What of a group is to be sent, and what of that is remembered. */
function compareGroup(
	endpoint: Publish & Compared,
	{ head, shares, deletedIds }: Group,
	comparison: Comparison,
) {
	const withRecord = shares.filter(({ record }) => record !== undefined);
	const records = withRecord.map(({ record = {} }) => record);
	const compared = compareRecords(endpoint, head, records, deletedIds, comparison);
	const remembered = new Map(
		withRecord.map((share, index) => [share, compared.records[index]] as const),
	);
	const left = withRecord.filter((share) => remembered.get(share) === undefined);
	return { left: new Set(left), list: compared.list, remembered };
}

function batchesOfGroup(
	endpoint: Publish & Compared,
	group: Group,
	most: number,
	comparison: Comparison | undefined,
): Batches {
	const { records = '', total, deletedIds } = endpoint;
	const compared = comparison && compareGroup(endpoint, group, comparison);
	const shares = compared
		? group.shares.filter((share) => !compared.left.has(share))
		: group.shares;
	const all = shares.filter(({ record }) => record !== undefined).length;
	const left = inItemOrder([...(compared?.left ?? [])]);
	const unchanged = { items: left, records: left.length };
	const parts = partsOf(shares, most);
	// Deleted IDs are sent although every record beside them is unchanged.
	if (parts.length === 0 && group.deletedIds.size > 0) parts.push([]);
	const batches = parts.map((part, index): Batch => {
		const sent = part.flatMap(({ record }) => (record === undefined ? [] : [record]));
		const body = inOrder(endpoint, {
			...(total !== undefined && { [total]: all }),
			...group.head,
			[records]: sent,
			...(deletedIds !== undefined &&
				group.hasDeletedIds &&
				index === 0 && { [deletedIds]: [...group.deletedIds] }),
		});
		const remembered = part.map((share) => compared?.remembered.get(share));
		return {
			body,
			recordCount: sent.length,
			items: inItemOrder(part),
			...(compared && {
				remembered: rememberedTogether([
					{ ...compared.list, ...(index > 0 && { forgotten: [] }) },
					...remembered,
				]),
				unchanged: index === 0 ? unchanged : { items: [], records: 0 },
			}),
		};
	});
	return { batches, unchanged: batches.length > 0 ? [] : [unchanged] };
}

/**
 * Divides a publish into requests. Each holds records of one list, in input order.
 *
 * Every request of a list states the number of all its records, unless a person gave that number. Deleted IDs are
 * sent with the first request of their list.
 *
 * @param recordsPerRequest The most records in one request
 * @param comparison Leaves out records that the service already accepted with the same content
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
