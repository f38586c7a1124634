// Leaves out the records that the service accepted as they are: 'Only Changed Records'.
import type { WriteEndpoint } from '../../api/endpoint';
import { comparableId } from '../rows';
import { type AcceptedRecords, type Decisions, hashOf, type Remembered } from './acceptedRecords';
import type { Members } from './batches';

/** What Only Changed Records compares with. */
export interface Comparison {
	readonly accepted: AcceptedRecords;
	readonly decisions: Decisions;
	/** The service and the credential: another key may lead to other data. */
	readonly service: string;
	/** A record as text: equal for equal records. */
	readonly contentOf: (record: Members) => string;
	/** Keys of records and lists that this run sends or deletes: whatever becomes of them, later ones are sent, too. */
	readonly sent: Set<string>;
}

export type Compared = Pick<
	WriteEndpoint,
	'path' | 'key' | 'listKeys' | 'records' | 'total' | 'deletedIds'
>;

/** The records of a list, compared. */
export interface ComparedList {
	/** For each record, what is remembered once it was accepted; undefined for a record that is left out. */
	readonly records: ReadonlyArray<Remembered | undefined>;
	/** What the first request of the list changes beside its records. */
	readonly list: Remembered;
}

/**
 * Compares the records of a list with what the service accepted last.
 *
 * @param body The fields of the body around its records
 * @param deletedIds IDs that are sent as deleted: they are always sent, and then no longer count as accepted
 */
export function compareRecords(
	endpoint: Compared,
	body: Members,
	records: readonly Members[],
	deletedIds: Iterable<unknown>,
	{ accepted, contentOf, decisions, sent, service }: Comparison,
): ComparedList {
	const { path, key: keyField = '', listKeys = [], records: held = '', total = '' } = endpoint;
	const listId = listKeys.map((name) => comparableId(String(body[name] ?? ''))).find(Boolean);
	const keyHash = (id: unknown) => hashOf(service, path, listId, comparableId(String(id)));
	const own = [held, total, endpoint.deletedIds];
	const head = Object.entries(body).filter(([name]) => !own.includes(name));
	const [headKey, headContent] = [hashOf(service, path, listId), hashOf(head)];
	const isAccepted = (key: string, content: string) =>
		decisions.isLeftOut(key, content, () => accepted.get(key) === content);
	// A request of this run that changes the list makes the memory of it outdated, as one with a record does.
	const isSameList = !sent.has(headKey) && isAccepted(headKey, headContent);
	if (!isSameList) sent.add(headKey);
	const deleted = new Set([...deletedIds].map(keyHash));
	for (const key of deleted) sent.add(key);
	const keys = records.map((record) => {
		const id = record[keyField];
		return typeof id === 'string' && id !== '' ? keyHash(id) : undefined;
	});
	const compared = records.map((record, index): Remembered | undefined => {
		const key = keys[index];
		const content = hashOf(contentOf(record));
		if (key === undefined) return { written: new Map(), forgotten: [] };
		if (isSameList && !sent.has(key) && isAccepted(key, content)) return undefined;
		sent.add(key);
		// Of a record that the same request deletes, nothing says what the service holds then.
		if (deleted.has(key)) return { written: new Map(), forgotten: [] };
		return { written: new Map([[key, content]]), forgotten: [] };
	});
	const outdated = isSameList ? [] : keys.filter((key) => key !== undefined);
	return {
		records: compared,
		list: { written: new Map([[headKey, headContent]]), forgotten: [...outdated, ...deleted] },
	};
}

/** What several parts of a request change together. */
export function rememberedTogether(parts: ReadonlyArray<Remembered | undefined>): Remembered {
	const known = parts.filter((part) => part !== undefined);
	return {
		written: new Map(known.flatMap(({ written }) => [...written])),
		forgotten: known.flatMap(({ forgotten }) => forgotten),
	};
}

/** Whether a whole body, and which of its records, has to be sent. */
export interface ChangedBody {
	readonly body: Members;
	readonly remembered: Remembered;
	/** How many records were left out. */
	readonly unchanged: number;
	/** Whether nothing is left to send. */
	readonly isEmpty: boolean;
}

/** A whole body without the records that the service accepted as they are. */
export function changedBody(
	endpoint: Compared,
	body: Members,
	comparison: Comparison,
): ChangedBody {
	const { records = '', deletedIds = '' } = endpoint;
	const given: readonly Members[] = Array.isArray(body[records]) ? body[records] : [];
	const deleted: readonly unknown[] = Array.isArray(body[deletedIds]) ? body[deletedIds] : [];
	const compared = compareRecords(endpoint, body, given, deleted, comparison);
	const kept = given.filter((_, index) => compared.records[index]);
	const unchanged = given.length - kept.length;
	return {
		body: body[records] === undefined ? body : { ...body, [records]: kept },
		remembered: rememberedTogether([compared.list, ...compared.records]),
		unchanged,
		isEmpty: kept.length === 0 && unchanged > 0 && body[deletedIds] === undefined,
	};
}
