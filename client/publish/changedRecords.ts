// Leaves out the records that the service accepted as they are: 'Only Changed Records'.
import type { WriteEndpoint } from '../../api/endpoint';
import type { AcceptedRecords, Comparable } from './acceptedRecords';
import type { Group, Members, Publish, Share, Unchanged } from './batches';

/** What Only Changed Records compares with. */
export interface Comparison {
	readonly memory: AcceptedRecords;
	/** The address of the service. */
	readonly baseUrl: string;
	/** The record as text: equal for equal records. */
	readonly contentOf: (record: Members) => string;
}

export type Compared = Pick<WriteEndpoint, 'path' | 'key' | 'listKeys'>;

function comparable(
	{ path, key = '', listKeys = [] }: Compared,
	head: Members,
	record: Members,
	{ baseUrl, contentOf }: Comparison,
): Comparable {
	const list = listKeys.map((name) => head[name]).find((value) => value !== undefined);
	const id = record[key];
	return {
		list: JSON.stringify([baseUrl, path, list]),
		key: typeof id === 'string' && id !== '' ? id : undefined,
		content: contentOf(record),
	};
}

interface Changed {
	/** Shares with a record that changed, and those without a record. */
	readonly shares: readonly Share[];
	readonly compared: ReadonlyMap<Share, Comparable>;
	readonly unchanged: Unchanged;
}

/** The shares of a list without those whose record did not change. */
export function changedShares(
	endpoint: Compared,
	{ head, shares }: Pick<Group, 'head' | 'shares'>,
	comparison: Comparison,
): Changed {
	const compared = new Map<Share, Comparable>();
	const unchanged: number[] = [];
	for (const share of shares) {
		if (share.record === undefined) continue;
		const one = comparable(endpoint, head, share.record, comparison);
		if (comparison.memory.isUnchanged(one)) unchanged.push(share.itemIndex);
		else compared.set(share, one);
	}
	const kept = shares.filter((share) => share.record === undefined || compared.has(share));
	return { shares: kept, compared, unchanged: { items: unchanged, records: unchanged.length } };
}

interface ChangedBody {
	readonly body: Members;
	readonly compared: readonly Comparable[];
	/** How many records were left out. */
	readonly unchanged: number;
	/** Whether nothing is left to send. */
	readonly isEmpty: boolean;
}

/** A whole body without the records that the service accepted as they are. */
export function changedBody(
	endpoint: Publish & Compared,
	body: Members,
	comparison: Comparison,
): ChangedBody {
	const { records = '', deletedIds = '' } = endpoint;
	const given = body[records];
	const compared: Comparable[] = [];
	if (!Array.isArray(given)) return { body, compared, unchanged: 0, isEmpty: false };
	const kept = (given as Members[]).filter((record) => {
		const one = comparable(endpoint, body, record, comparison);
		if (comparison.memory.isUnchanged(one)) return false;
		compared.push(one);
		return true;
	});
	const unchanged = given.length - kept.length;
	const isEmpty = kept.length === 0 && unchanged > 0 && body[deletedIds] === undefined;
	return { body: { ...body, [records]: kept }, compared, unchanged, isEmpty };
}
