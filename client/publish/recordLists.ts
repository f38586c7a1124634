// The lists of records that input items and bodies give, before they are cut into requests.
import type { WriteEndpoint } from '../../api/endpoint';
import type { RecordValue } from '../../wire/result';

export interface ListedRecord {
	readonly itemIndex: number;
	readonly record: RecordValue;
	/** Where it stands in the body of its input item, which may have several: "Clients[2]". */
	readonly place?: string;
}

/** A list of records with what surrounds it. */
export interface RecordList {
	/** The body without its records and deleted IDs. */
	readonly head: RecordValue;
	/** Left out where the body has no collection of records. */
	readonly rows?: readonly ListedRecord[];
	/** The IDs of deleted records: the first request carries them. */
	readonly deletedIds?: Iterable<unknown>;
	/** Input items without a record of their own: the first request carries them. */
	readonly otherItems: readonly number[];
	/** The one record that is updated, for messages. */
	readonly subject?: string;
}

/** What one input item contributes to a publish, validated. */
export interface Share {
	readonly itemIndex: number;
	/** The fields of the body around its records: they say which list the record belongs to. */
	readonly head: RecordValue;
	/** Left out for an item that only names deleted records. */
	readonly record?: RecordValue;
}

/** Joins what input items give for the same list, in the order in which lists first appear; each deleted ID once. */
export function groupShares(endpoint: WriteEndpoint, shares: readonly Share[]): RecordList[] {
	const { deletedIds = '' } = endpoint;
	const lists = new Map<
		string,
		RecordList & { rows: ListedRecord[]; otherItems: number[]; deletedIds?: Set<unknown> }
	>();
	for (const { itemIndex, head: shareHead, record } of shares) {
		const { [deletedIds]: deleted, ...head } = shareHead;
		const key = JSON.stringify(head);
		const list = lists.get(key) ?? { head, rows: [], otherItems: [] };
		lists.set(key, list);
		if (record) list.rows.push({ itemIndex, record });
		else list.otherItems.push(itemIndex);
		if (!Array.isArray(deleted)) continue;
		list.deletedIds ??= new Set();
		for (const id of deleted) list.deletedIds.add(id);
	}
	return [...lists.values()];
}

export function recordListIn(
	{ records = '', deletedIds = '' }: WriteEndpoint,
	body: RecordValue,
	itemIndex: number,
	subject?: string,
): RecordList {
	const { [records]: listed, [deletedIds]: deleted } = body;
	const rows = Array.isArray(listed)
		? listed.map((record: RecordValue, index) => ({
				itemIndex,
				record,
				place: `${records}[${index}]`,
			}))
		: undefined;
	const head = Object.entries(body).filter(
		([name, value]) => !Array.isArray(value) || (name !== records && name !== deletedIds),
	);
	return {
		head: Object.fromEntries(head),
		rows,
		deletedIds: Array.isArray(deleted) ? deleted : undefined,
		otherItems: rows?.length ? [] : [itemIndex],
		subject,
	};
}
