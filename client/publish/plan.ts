// What a write is going to send: what an earlier try has not sent, and the service does not have already.
import type { WriteEndpoint } from '../../api/endpoint';
import { encodeBody } from '../../wire';
import type { RecordValue } from '../../wire/result';
import { shortHash } from '../values/hashes';
import { comparableId, isId } from '../values/ids';
import { pushTo } from '../values/pushTo';
import type { LedgerEntry } from './ledger';
import {
	type Deletion,
	PlannedRequest,
	type RequestSettings,
	type Row,
	type RunList,
} from './plannedRequest';
import type { RecordList } from './recordLists';

export interface PlanSettings extends RequestSettings {
	/** The most records in one request. */
	readonly maxRecords: number;
	/** Whether records that may have been applied are sent again. */
	readonly resendUncertain?: boolean;
	/** Whether a refused transaction changes nothing, so that its records are sent again. */
	readonly refusedAppliesNothing?: boolean;
	/** Whether some records of the run cannot be sent. */
	readonly hasWrongItems?: boolean;
}

/** What was read of the service. */
export interface Known {
	readonly unchanged: ReadonlySet<Row>;
	/** Why records could not be read: they are not sent. */
	readonly unread: ReadonlyMap<Row, unknown>;
}

/** A request of an earlier try of the execution, with those of its records that this try has as well. */
export interface EarlierRequest {
	readonly entry: LedgerEntry;
	readonly request: PlannedRequest;
}

export interface Plan {
	/** What is to be sent, in order. */
	readonly requests: readonly PlannedRequest[];
	/** What is not sent again. */
	readonly earlier: readonly EarlierRequest[];
	/** Records of which it is not known whether an earlier try was applied, and which are sent again. */
	readonly uncertain: ReadonlySet<Row>;
	/** By record that is sent again: the MessageId of its refused transaction, which changed nothing. */
	readonly refused: ReadonlyMap<Row, string>;
	readonly unchanged: readonly Row[];
	/** Records that could not be read, each in a request of its own. */
	readonly unread: ReadonlyArray<{ readonly request: PlannedRequest; readonly error: unknown }>;
	/** How many requests may follow from divisions. */
	readonly extraRequests: number;
}

const MIN_EXTRA_REQUESTS = 40;
const HASH_LENGTH = 16;

/** What the service knows a record by: `Id a-1`, `Number 7`. */
export function keysOf({ key, otherKeys = [] }: WriteEndpoint, record: RecordValue): string[] {
	return [...(key === undefined ? [] : [key]), ...otherKeys].flatMap((name) => {
		const id = record[name];
		return isId(id) ? [`${name} ${comparableId(String(id))}`] : [];
	});
}

/** The records of a run, in the order in which they were entered, each with a hash of its content and its address. */
export function runListsOf(
	lists: readonly RecordList[],
	endpoint: WriteEndpoint,
	baseUrl: string,
): RunList[] {
	const { method, path, body: schema, records, total = '', deletedIds = '' } = endpoint;
	const hashOf = (body: RecordValue) => {
		const encoded = encodeBody(schema, body, 'json');
		const text = encoded.ok ? encoded.value.text : encoded.problem;
		return shortHash(`${method} ${baseUrl}${path}\n${text}`, HASH_LENGTH);
	};
	let order = 0;
	return lists.map(({ head, rows, deletedIds: deleted, otherItems, subject }): RunList => {
		const common = { head, otherItems, subject };
		if (records === undefined) {
			const [itemIndex = 0] = otherItems;
			const row = { itemIndex, record: head, order: order++, hash: hashOf(head), keys: [] };
			return { ...common, rows: [row], hasCollection: false, deletionItems: [] };
		}
		const around = Object.fromEntries(Object.entries(head).filter(([name]) => name !== total));
		const [first] = rows ?? [];
		return {
			...common,
			hasCollection: rows !== undefined,
			rows: (rows ?? []).map((row) => ({
				...row,
				order: order++,
				hash: hashOf({ ...around, [records]: [row.record] }),
				keys: keysOf(endpoint, row.record),
			})),
			deletions:
				deleted &&
				[...deleted].map((id) => ({ id, hash: hashOf({ ...around, [deletedIds]: [id] }) })),
			deletionItems: otherItems.length > 0 || !first ? otherItems : [first.itemIndex],
		};
	});
}

/** Whether a try has none of the records that an earlier one sent, but for those that changed nothing. */
export function hasOtherData(
	lists: readonly RunList[],
	entries: readonly LedgerEntry[],
	refusedAppliesNothing: boolean,
): boolean {
	const changing = entries.filter(({ refused }) => !refused || !refusedAppliesNothing);
	const sent = new Set(changing.flatMap(({ hashes }) => hashes));
	const isSent = ({ hash }: Row | Deletion) => sent.has(hash);
	return (
		sent.size > 0 &&
		!lists.some(({ rows, deletions = [] }) => rows.some(isSent) || deletions.some(isSent))
	);
}

/** The requests of earlier tries, with the records they carried. Of equal records, as many count as were sent. */
function earlierRequests(
	lists: readonly RunList[],
	settings: PlanSettings,
	entries: readonly LedgerEntry[],
): EarlierRequest[] {
	const all = new Map<string, Array<{ readonly list: RunList; readonly of: Row | Deletion }>>();
	for (const list of lists)
		for (const of of [...list.rows, ...(list.deletions ?? [])]) pushTo(all, of.hash, { list, of });
	// Of equal records, one may have been received and another not. So what was received is taken first, then what is
	// uncertain, then what was refused.
	const ordered = [
		...entries.filter(({ accepted, refused }) => accepted && !refused),
		...entries.filter(({ accepted }) => !accepted),
		...entries.filter(({ refused }) => refused),
	];
	return ordered.flatMap((entry) => {
		const found = entry.hashes.flatMap((hash) => all.get(hash)?.shift() ?? []);
		const [first] = found;
		if (!first) return [];
		const rows = found.flatMap(({ of }) => ('record' in of ? [of] : []));
		const deletions = found.flatMap(({ of }) => ('record' in of ? [] : [of]));
		const contents = {
			rows,
			deletions: deletions.length > 0 ? deletions : undefined,
			isFirst: true,
		};
		return [{ entry, request: new PlannedRequest(settings, first.list, contents) }];
	});
}

function chunks<T>(all: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
		all.slice(index * size, (index + 1) * size),
	);
}

/** The requests of a list; those of records without a key are apart, since a refusal leaves open what became of each. */
function requestsOf(
	list: RunList,
	settings: PlanSettings,
	isToSend: (of: Row | Deletion) => boolean,
): PlannedRequest[] {
	const { endpoint, hasWrongItems = false, maxRecords } = settings;
	const rows = list.rows.filter(isToSend);
	const left = list.deletions?.filter(isToSend);
	// An empty list that a person wrote is sent.
	const deletions = left?.length === 0 && list.deletions?.length ? undefined : left;
	const hasKey = ({ keys }: Row) => keys.length > 0;
	const parts = [
		...chunks(rows.filter(hasKey), maxRecords),
		...chunks(
			rows.filter((row) => !hasKey(row)),
			endpoint.records === undefined ? 1 : maxRecords,
		),
	];
	// Deleted IDs are sent although every record beside them is left out.
	const isEmpty = list.rows.length === 0 && !list.deletions?.length;
	if (parts.length === 0 && (isEmpty || deletions?.length)) parts.push([]);
	const isWhole = parts.length === 1 && rows.length === list.rows.length && !hasWrongItems;
	return parts.map(
		(part, index) =>
			new PlannedRequest(settings, list, {
				rows: part,
				deletions: index === 0 ? deletions : undefined,
				isFirst: index === 0,
				isWhole,
			}),
	);
}

/** Plans a write: each request has records of one list in input order, and the first one its deleted IDs. */
export function planWrite(
	lists: readonly RunList[],
	settings: PlanSettings,
	entries: readonly LedgerEntry[] = [],
	known: Known = { unchanged: new Set(), unread: new Map() },
): Plan {
	const { refusedAppliesNothing = false, resendUncertain = false } = settings;
	const earlier = earlierRequests(lists, settings, entries);
	const isWithdrawn = ({ entry: { refused } }: EarlierRequest) => refused && refusedAppliesNothing;
	const isKept = (each: EarlierRequest) =>
		!isWithdrawn(each) && (!resendUncertain || (each.entry.accepted && !each.entry.refused));
	const kept = earlier.filter(isKept);
	const isSent = new Set<Row | Deletion>(
		kept.flatMap(({ request: { rows, deletions = [] } }) => [...rows, ...deletions]),
	);
	const isToSend = (of: Row | Deletion) =>
		!isSent.has(of) && !('record' in of && (known.unchanged.has(of) || known.unread.has(of)));
	const requests = lists.flatMap((list) => requestsOf(list, settings, isToSend));
	const records = requests.reduce((sum, { recordCount }) => sum + recordCount, 0);
	const others = lists.flatMap((list) =>
		list.rows.flatMap((row) => (isSent.has(row) ? [] : [{ list, row }])),
	);
	return {
		requests,
		earlier: kept,
		uncertain: new Set(
			earlier
				.filter((each) => !isKept(each) && !isWithdrawn(each))
				.flatMap(({ request }) => request.rows),
		),
		refused: new Map(
			earlier
				.filter(isWithdrawn)
				.flatMap(({ entry: { messageId = '' }, request }) =>
					request.rows.map((row) => [row, messageId]),
				),
		),
		unchanged: others.flatMap(({ row }) => (known.unchanged.has(row) ? [row] : [])),
		unread: others.flatMap(({ list, row }) =>
			known.unread.has(row)
				? [
						{
							error: known.unread.get(row),
							request: new PlannedRequest(settings, list, { rows: [row] }),
						},
					]
				: [],
		),
		extraRequests: Math.max(MIN_EXTRA_REQUESTS, Math.floor(records / 5)),
	};
}
