// Which records go out in which request, and what the requests of one list share.
import type { WriteEndpoint } from '../../api/endpoint';
import { recordFields } from '../../api/kinds';

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
}

interface Group {
	readonly head: Members;
	readonly shares: Share[];
	/** Members of the collection that goes out with the first request, each once. */
	readonly gathered: Set<unknown>;
	gathers: boolean;
}

type Publish = Pick<WriteEndpoint, 'body' | 'records' | 'total' | 'gathered'>;

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

function batchesOfGroup(endpoint: Publish, group: Group, most: number): Batch[] {
	const { records = '', total, gathered } = endpoint;
	const all = group.shares.filter(({ record }) => record !== undefined).length;
	return partsOf(group.shares, most).map((part, index) => {
		const sent = part.flatMap(({ record }) => (record === undefined ? [] : [record]));
		const body = inOrder(endpoint, {
			...(total === undefined ? {} : { [total]: all }),
			...group.head,
			[records]: sent,
			...(gathered !== undefined && group.gathers && index === 0
				? { [gathered]: [...group.gathered] }
				: {}),
		});
		const items = part.map(({ itemIndex }) => itemIndex).sort((one, other) => one - other);
		return { body, recordCount: sent.length, items };
	});
}

/**
 * The requests of a publish: records of the same list together, in input order, at most
 * `recordsPerRequest` in one.
 *
 * The number of all records of a list stands in each of its requests unless it was given; what
 * belongs to the whole series (deleted ids) goes out with the first.
 */
export function batchesOf(
	endpoint: Publish,
	shares: readonly Share[],
	recordsPerRequest: number,
): Batch[] {
	return groupsOf(shares, endpoint.gathered).flatMap((group) =>
		batchesOfGroup(endpoint, group, recordsPerRequest),
	);
}
