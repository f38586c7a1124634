// What a publish is going to send: requests with the records of one list each, in order, and what is left out.
import type { WriteEndpoint } from '../../api/endpoint';
import { encodeBody, type Format } from '../../wire';
import type { RecordValue } from '../../wire/result';
import { comparableId, idText } from '../values/ids';
import { ServiceError } from '../failures/serviceError';
import type { ServiceRequest } from '../transport/serviceRequest';
import type { MemoryEffects } from './memory';
import type { RecordList } from './recordLists';
import {
	type ComparedList,
	type KnownRecords,
	type PlannedRecord,
	RecordComparison,
} from './unchangedRecords';

export interface PlanSettings {
	readonly endpoint: WriteEndpoint;
	readonly format: Format;
	readonly accept: 'json' | 'xml';
	/** The most records in one request. */
	readonly maxRecords: number;
	/** With Only Changed Records, or where a memory becomes outdated. */
	readonly known?: KnownRecords;
}

export interface PlannedList extends RecordList {
	readonly rows?: readonly PlannedRecord[];
	readonly sent: readonly PlannedRecord[];
	readonly leftOut: readonly PlannedRecord[];
	readonly compared?: ComparedList;
}

export interface Plan {
	readonly requests: readonly PlannedRequest[];
	readonly lists: readonly PlannedList[];
	/** What later tries of this run leave out as well. */
	readonly leftOut: ReadonlyMap<string, string>;
	/** How many requests, in all tries, may follow from divisions in this run. */
	readonly extraRequests: number;
	/** How many records the memory knows, and how many of them change or are deleted. */
	readonly knownRecords: number;
	readonly changing: number;
}

/** What only the first request of a list carries. */
interface FirstRequestExtras {
	/** Input items without a record that is sent. */
	readonly items: readonly number[];
	readonly deletedIds?: readonly unknown[];
}

const NO_EXTRAS: FirstRequestExtras = { items: [] };

/** The request of a write; names in its path stand for fields of the body. */
export function writeRequest(
	{ method, path }: WriteEndpoint,
	values: RecordValue,
	{ body, accept, subject }: Pick<ServiceRequest, 'body' | 'accept' | 'subject'>,
): ServiceRequest {
	return { method, path, pathValues: values, body, accept, write: true, subject };
}

/** A request of a plan, or a half of one. */
export class PlannedRequest {
	readonly items: readonly number[];
	readonly recordCount: number;

	constructor(
		private readonly settings: PlanSettings,
		readonly list: PlannedList,
		readonly rows: readonly PlannedRecord[],
		private readonly extras: FirstRequestExtras,
		/** Whether it is a half of another one. */
		readonly isPart: boolean,
	) {
		const items = new Set([...extras.items, ...rows.map(({ itemIndex }) => itemIndex)]);
		this.items = [...items].sort((a, b) => a - b);
		this.recordCount = settings.endpoint.records === undefined ? 1 : rows.length;
	}

	get body(): RecordValue {
		const { extras, list, rows, settings } = this;
		const { records, total = '', deletedIds } = settings.endpoint;
		const { [total]: entered, ...head } = list.head;
		const isWhole = rows.length === list.rows?.length;
		const count = entered === undefined && isWhole ? rows.length : entered;
		// A request with some of the records has no total, since a service may refuse another number.
		const hasTotal = total !== '' && count !== undefined && !this.isPart && !list.leftOut.length;
		return {
			...(hasTotal && { [total]: count }),
			...head,
			...(records !== undefined && list.rows && { [records]: rows.map(({ record }) => record) }),
			...(deletedIds !== undefined && extras.deletedIds && { [deletedIds]: extras.deletedIds }),
		};
	}

	/**
	 * The request as it is sent.
	 *
	 * @throws ServiceError of the kind `input` for a body that cannot be written
	 */
	encode(): ServiceRequest {
		const { endpoint, format, accept } = this.settings;
		const { subject } = this.list;
		const { body, rows } = this;
		const { records = '' } = endpoint;
		const members = rows.map(({ encoded, record }) => encoded ?? record);
		const encoded = encodeBody(
			endpoint.body,
			body[records] === undefined ? body : { ...body, [records]: members },
			format,
		);
		if (encoded.ok) return writeRequest(endpoint, body, { body: encoded.value, accept, subject });
		const { problem } = encoded;
		const request = { write: true, url: '', attempts: 0 };
		throw new ServiceError({ kind: 'input', problem }, request);
	}

	/** With a memory: what its acceptance changes there. */
	get effects(): MemoryEffects | undefined {
		const { compared } = this.list;
		if (!compared) return undefined;
		const written = this.rows.flatMap(({ hashes }) => (hashes ? [hashes] : []));
		const deleted = this.extras.deletedIds ? compared.deleted : [];
		return { written: new Map([compared.hashes, ...written]), deleted };
	}

	/** Its halves in order; the IDs of deleted records are one more part, and stay with the first. Empty for one record. */
	halves(): PlannedRequest[] {
		const { extras, list, rows, settings } = this;
		const part = (partRows: readonly PlannedRecord[], partExtras = NO_EXTRAS) =>
			new PlannedRequest(settings, list, partRows, partExtras, true);
		const [row] = rows;
		if (rows.length > 1) {
			const middle = Math.ceil(rows.length / 2);
			return [part(rows.slice(0, middle), extras), part(rows.slice(middle))];
		}
		if (!row || !extras.deletedIds?.length) return [];
		const items = extras.items.length > 0 ? extras.items : [row.itemIndex];
		return [part([], { ...extras, items }), part(rows)];
	}

	/** Whether the service knows each record by a key: otherwise, one that it applied would be doubled if sent again. */
	get hasKeys(): boolean {
		const { key, otherKeys = [] } = this.settings.endpoint;
		const names = key === undefined ? otherKeys : [key, ...otherKeys];
		return this.rows.every(({ record }) =>
			names.some((name) => comparableId(idText(record[name])) !== ''),
		);
	}
}

const MIN_EXTRA_REQUESTS = 40;

/** How many requests a run sends at most because some are refused. */
function maxExtraRequests(records: number): number {
	return Math.max(MIN_EXTRA_REQUESTS, Math.floor(records / 5));
}

/**
 * Cuts records into requests. Those that were refused together go out in halves, apart from all others.
 *
 * @param min The fewest records of a half that is full
 */
function cutRows(rows: readonly PlannedRecord[], maxRecords: number, min = 1): PlannedRecord[][] {
	const cut: PlannedRecord[][] = [];
	/** The last request of the records that were not refused, and of those whose halves have the same size. */
	const open = new Map<number | undefined, PlannedRecord[]>();
	for (const row of rows) {
		const { refusedBefore } = row;
		const half =
			refusedBefore && Math.min(maxRecords, Math.max(min, Math.ceil(refusedBefore.size / 2)));
		const last = open.get(half);
		if (last && last.length < (half ?? maxRecords)) last.push(row);
		else {
			const next = [row];
			open.set(half, next);
			cut.push(next);
		}
	}
	const extra = cut.length - Math.ceil(rows.length / maxRecords);
	const isBounded = extra <= maxExtraRequests(rows.length) || min >= maxRecords;
	return isBounded ? cut : cutRows(rows, maxRecords, 2 * min);
}

/** The records of each request of a list. The first one may have none, and carries only what surrounds them. */
function partsOf(
	{ deletedIds = [], otherItems, sent }: PlannedList,
	maxRecords: number,
): PlannedRecord[][] {
	const parts = cutRows(sent, maxRecords);
	const hasDeleted = [...deletedIds].length > 0;
	// Deleted IDs are sent although every record beside them is unchanged.
	if (parts.length === 0) return otherItems.length > 0 || hasDeleted ? [[]] : [];
	// They may be what was refused, so they go out apart from records that were refused.
	const [[first]] = parts;
	return hasDeleted && first?.refusedBefore ? [[], ...parts] : parts;
}

/** The input items of a first request beside those of its records; without any, it is paired with one of the list. */
function otherItemsOf(
	{ leftOut, otherItems, sent }: PlannedList,
	rows: readonly PlannedRecord[],
): readonly number[] {
	const [substitute] = [...sent, ...leftOut];
	const hasNone = otherItems.length === 0 && rows.length === 0;
	return hasNone && substitute ? [substitute.itemIndex] : otherItems;
}

function requestsOf(settings: PlanSettings, list: PlannedList): PlannedRequest[] {
	const { deletedIds } = list;
	const parts = partsOf(list, settings.maxRecords);
	const first: FirstRequestExtras = {
		items: otherItemsOf(list, parts[0] ?? []),
		deletedIds: deletedIds && [...deletedIds],
	};
	return parts.map(
		(rows, index) =>
			new PlannedRequest(settings, list, rows, index === 0 ? first : NO_EXTRAS, false),
	);
}

/** Plans the requests of lists: each has records of one list in input order, and the first one its deleted IDs. */
export function planPublish(lists: readonly RecordList[], settings: PlanSettings): Plan {
	const { endpoint, format, known } = settings;
	const comparison = known && new RecordComparison(endpoint, format, known);
	const planned = lists.map((list): PlannedList => {
		const compared = comparison?.compare(list);
		const rows: readonly PlannedRecord[] | undefined = list.rows && (compared?.rows ?? list.rows);
		const sent = rows?.filter(({ leftOut }) => !leftOut) ?? [];
		const leftOut = rows?.filter((row) => row.leftOut) ?? [];
		return { ...list, rows, sent, leftOut, compared };
	});
	const requests = planned.flatMap((list) => requestsOf(settings, list));
	const records = requests.reduce((sum, { recordCount }) => sum + recordCount, 0);
	const halves = requests.filter(({ rows: [row] }) => row?.refusedBefore).length;
	return {
		requests,
		extraRequests: maxExtraRequests(records) - halves,
		lists: planned,
		leftOut: comparison?.leftOut ?? new Map<string, string>(),
		knownRecords: comparison?.knownRecords ?? 0,
		changing: comparison?.changing ?? 0,
	};
}
