// What a publish is going to send: requests with the records of one list each, in order, and what is left out.
import type { WriteEndpoint } from '../../api/endpoint';
import { encodeBody, type Format } from '../../wire';
import type { RecordValue } from '../../wire/result';
import { comparableId, idText } from '../values/ids';
import { ServiceError } from '../failures/serviceError';
import type { ServiceRequest } from '../transport/serviceRequest';
import type { ListedRecord, RecordList } from './recordLists';

export interface PlanSettings {
	readonly endpoint: WriteEndpoint;
	readonly format: Format;
	readonly accept: 'json' | 'xml';
	/** The most records in one request. */
	readonly maxRecords: number;
}

export interface Plan {
	readonly requests: readonly PlannedRequest[];
	readonly lists: readonly RecordList[];
	/** How many requests, in all tries, may follow from divisions in this run. */
	readonly extraRequests: number;
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
		readonly list: RecordList,
		readonly rows: readonly ListedRecord[],
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
		const hasTotal = total !== '' && count !== undefined && !this.isPart;
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
		const { body } = this;
		const encoded = encodeBody(endpoint.body, body, format);
		if (encoded.ok) return writeRequest(endpoint, body, { body: encoded.value, accept, subject });
		const { problem } = encoded;
		const request = { write: true, url: '', attempts: 0 };
		throw new ServiceError({ kind: 'input', problem }, request);
	}

	/** Its halves in order; the IDs of deleted records are one more part, and stay with the first. Empty for one record. */
	halves(): PlannedRequest[] {
		const { extras, list, rows, settings } = this;
		const part = (partRows: readonly ListedRecord[], partExtras = NO_EXTRAS) =>
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

/** The records of each request of a list. The first one may have none, and carries only what surrounds them. */
function partsOf(
	{ deletedIds = [], otherItems, rows = [] }: RecordList,
	maxRecords: number,
): ListedRecord[][] {
	const parts: ListedRecord[][] = [];
	for (let start = 0; start < rows.length; start += maxRecords)
		parts.push(rows.slice(start, start + maxRecords));
	const isNeeded = otherItems.length > 0 || [...deletedIds].length > 0;
	return parts.length === 0 && isNeeded ? [[]] : parts;
}

function requestsOf(settings: PlanSettings, list: RecordList): PlannedRequest[] {
	const { deletedIds, otherItems } = list;
	const first: FirstRequestExtras = {
		items: otherItems,
		deletedIds: deletedIds && [...deletedIds],
	};
	return partsOf(list, settings.maxRecords).map(
		(rows, index) =>
			new PlannedRequest(settings, list, rows, index === 0 ? first : NO_EXTRAS, false),
	);
}

/** Plans the requests of lists: each has records of one list in input order, and the first one its deleted IDs. */
export function planPublish(lists: readonly RecordList[], settings: PlanSettings): Plan {
	const requests = lists.flatMap((list) => requestsOf(settings, list));
	const records = requests.reduce((sum, { recordCount }) => sum + recordCount, 0);
	return { requests, extraRequests: maxExtraRequests(records), lists };
}
