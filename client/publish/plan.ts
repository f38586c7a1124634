// What a publish is going to send: requests with the records of one list each, in order, and what is left out.
import type { WriteEndpoint } from '../../api/endpoint';
import { encodeBody, type Format } from '../../wire';
import type { RecordValue } from '../../wire/result';
import { comparableId, idText } from '../ids';
import { ServiceError } from '../serviceError';
import type { ServiceRequest } from '../transport/serviceRequest';
import { type AcceptedRecords, type MemoryEffects } from './acceptedRecords';
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

/** A list of a plan: which of its records are sent, and which are left out. */
export interface PlannedList {
	readonly list: RecordList;
	readonly sent: readonly PlannedRecord[];
	readonly leftOut: readonly PlannedRecord[];
	/** Of those that are left out: the MessageIds of the transactions in which they are pending. */
	readonly pending: ReadonlyMap<PlannedRecord, string>;
}

export interface Plan {
	readonly requests: readonly PlannedRequest[];
	readonly lists: readonly PlannedList[];
	/** What later tries of this run leave out as well. */
	readonly leftOut: AcceptedRecords;
	/** How many records the memory knows, and how many of them change or are deleted. */
	readonly knownRecords: number;
	readonly changing: number;
}

/** What only the first request of a list carries. */
interface FirstRequestExtras {
	/** Input items without a record that is sent. */
	readonly items: readonly number[];
	readonly deletedIds?: readonly unknown[];
	/** The keys that the memory forgets. */
	readonly forgotten: readonly string[];
}

const NO_EXTRAS: FirstRequestExtras = { items: [], forgotten: [] };

function inputItemsOf(rows: readonly PlannedRecord[], others: readonly number[] = []): number[] {
	const items = new Set([...others, ...rows.map(({ itemIndex }) => itemIndex)]);
	return [...items].sort((a, b) => a - b);
}

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
	/** The input items that it carries, in order. */
	readonly items: readonly number[];
	readonly recordCount: number;

	constructor(
		private readonly settings: PlanSettings,
		readonly list: PlannedList,
		private readonly compared: ComparedList | undefined,
		readonly rows: readonly PlannedRecord[],
		private readonly extras: FirstRequestExtras,
		/** Whether it is a half of another one. */
		readonly isPart: boolean,
	) {
		this.items = inputItemsOf(rows, extras.items);
		this.recordCount = settings.endpoint.records === undefined ? 1 : rows.length;
	}

	/** The body as a value. */
	get body(): RecordValue {
		const { extras, list, rows, settings } = this;
		const { records, total = '', deletedIds } = settings.endpoint;
		const { [total]: entered, ...head } = list.list.head;
		const all = list.list.rows;
		const count = entered === undefined && rows.length === all?.length ? rows.length : entered;
		// A service may compare the number with the records of the request.
		const isCounted = total !== '' && count !== undefined && !this.isPart && !list.leftOut.length;
		return {
			...(isCounted && { [total]: count }),
			...head,
			...(records !== undefined && all && { [records]: rows.map(({ record }) => record) }),
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
		const { subject } = this.list.list;
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
		if (!this.compared) return undefined;
		const written = this.rows.flatMap(({ hashes }) => (hashes ? [hashes] : []));
		return {
			written: new Map([this.compared.hashes, ...written]),
			forgotten: this.extras.forgotten,
		};
	}

	/** Its halves in order; the IDs of deleted records are one more part, and stay with the first. Empty for one record. */
	halves(): PlannedRequest[] {
		const { compared, extras, list, rows, settings } = this;
		// What is outdated was forgotten with the whole request; records of another half may be remembered since.
		const first = { ...extras, forgotten: compared && extras.deletedIds ? compared.deleted : [] };
		const part = (partRows: readonly PlannedRecord[], partExtras = NO_EXTRAS) =>
			new PlannedRequest(settings, list, compared, partRows, partExtras, true);
		const [row] = rows;
		if (rows.length > 1) {
			const middle = Math.ceil(rows.length / 2);
			return [part(rows.slice(0, middle), first), part(rows.slice(middle))];
		}
		if (!row || !extras.deletedIds?.length) return [];
		const items = extras.items.length > 0 ? extras.items : [row.itemIndex];
		return [part([], { ...first, items }), part(rows)];
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

/** The requests of one list. */
function requestsOf(
	settings: PlanSettings,
	list: PlannedList,
	compared: ComparedList | undefined,
): PlannedRequest[] {
	const { list: all, sent, leftOut } = list;
	const { maxRecords } = settings;
	const deletedIds = all.deletedIds && [...all.deletedIds];
	const cut: Array<readonly PlannedRecord[]> = [];
	for (let start = 0; start < sent.length; start += maxRecords)
		cut.push(sent.slice(start, start + maxRecords));
	// Deleted IDs are sent although every record beside them is unchanged.
	if (cut.length === 0 && (all.otherItems.length > 0 || deletedIds?.length)) cut.push([]);
	const [unsent] = all.otherItems.length > 0 ? [] : leftOut;
	const items = sent.length === 0 && unsent ? [unsent.itemIndex] : all.otherItems;
	const { deleted = [], outdated = [] } = compared ?? {};
	const extras = { items, deletedIds, forgotten: [...outdated, ...deleted] };
	return cut.map(
		(rows, index) =>
			new PlannedRequest(settings, list, compared, rows, index === 0 ? extras : NO_EXTRAS, false),
	);
}

/** Plans the requests of lists: each has records of one list in input order, and the first one its deleted IDs. */
export function planPublish(lists: readonly RecordList[], settings: PlanSettings): Plan {
	const { endpoint, format, known } = settings;
	const comparison = known && new RecordComparison(endpoint, format, known);
	const planned = lists.map((list) => {
		const compared = comparison?.compare(list);
		const { sent = list.rows ?? [], leftOut = [] } = compared ?? {};
		const pending = compared?.pending ?? new Map<PlannedRecord, string>();
		return { list, sent, leftOut, pending, compared };
	});
	return {
		requests: planned.flatMap((list) => requestsOf(settings, list, list.compared)),
		lists: planned,
		leftOut: comparison?.leftOut ?? new Map<string, string>(),
		knownRecords: comparison?.knownRecords ?? 0,
		changing: comparison?.changing ?? 0,
	};
}
