// A request of a write, or a half of one: records of one list, in order.
import type { WriteEndpoint } from '../../api/endpoint';
import { encodeBody, type Format } from '../../wire';
import type { RecordValue } from '../../wire/result';
import { ServiceError } from '../failures/serviceError';
import type { ServiceRequest } from '../transport/serviceRequest';
import type { ListedRecord, RecordList } from './recordLists';

export interface RequestSettings {
	readonly endpoint: WriteEndpoint;
	readonly format: Format;
	readonly accept: 'json' | 'xml';
}

/** A record of a run. */
export interface Row extends ListedRecord {
	/** How many records of the run stand before it. */
	readonly order: number;
	/** A hash of what is sent of the record; it does not depend on the records beside it. */
	readonly hash: string;
	/** What the service knows it by; empty for a record without a key. */
	readonly keys: readonly string[];
}

/** The ID of a record that is to be deleted. */
export interface Deletion {
	readonly id: unknown;
	readonly hash: string;
}

/** A list that is sent. An update is a list of one row, whose record is the head. */
export interface RunList extends Pick<RecordList, 'head' | 'otherItems' | 'subject'> {
	readonly rows: readonly Row[];
	/** Whether its body has a collection of records. */
	readonly hasCollection: boolean;
	/** Left out where the body names none. */
	readonly deletions?: readonly Deletion[];
	/** The input items that its deletions are paired with. */
	readonly deletionItems: readonly number[];
}

interface Contents {
	readonly rows: readonly Row[];
	readonly deletions?: readonly Deletion[] | undefined;
	readonly isFirst?: boolean;
	/** Whether these are all records of the run's list. */
	readonly isWhole?: boolean;
	/** Whether it is a part of a request that was divided. */
	readonly isPart?: boolean;
}

export class PlannedRequest {
	readonly rows: readonly Row[];
	readonly deletions: readonly Deletion[] | undefined;
	readonly isPart: boolean;
	/** Whether it has the list's own fields, which go out with its first request. */
	readonly isFirst: boolean;
	/** The input items that it carries. */
	readonly items: readonly number[];

	constructor(
		private readonly settings: RequestSettings,
		readonly list: RunList,
		private readonly contents: Contents,
	) {
		const { rows, deletions, isFirst = false, isPart = false } = contents;
		this.rows = rows;
		this.deletions = deletions;
		this.isPart = isPart;
		this.isFirst = isFirst;
		const isOfDeletions = rows.length === 0 || (deletions?.length ?? 0) > 0;
		const items = [
			...(isOfDeletions ? list.deletionItems : []),
			...rows.map(({ itemIndex }) => itemIndex),
		];
		this.items = [...new Set(items)].sort((a, b) => a - b);
	}

	get recordCount(): number {
		return this.rows.length;
	}

	get hashes(): string[] {
		return [...this.rows, ...(this.deletions ?? [])].map(({ hash }) => hash);
	}

	/** Whether the service knows each record by a key: otherwise, one that it applied would be doubled if sent again. */
	get hasKeys(): boolean {
		return this.rows.every(({ keys }) => keys.length > 0);
	}

	get body(): RecordValue {
		const { deletions, list, rows, settings } = this;
		const { bodyParameters, records = '', total = '', deletedIds = '' } = settings.endpoint;
		const { [total]: entered, ...head } = list.head;
		const identity = Object.values(bodyParameters);
		const isSent = ([name]: [string, unknown]) => this.isFirst || identity.includes(name);
		if (settings.endpoint.records === undefined) return list.head;
		const isCounted = this.contents.isWhole && list.hasCollection;
		const count = entered ?? (isCounted ? rows.length : undefined);
		return {
			...(count !== undefined && total !== '' && { [total]: count }),
			...Object.fromEntries(Object.entries(head).filter(isSent)),
			...(list.hasCollection && { [records]: rows.map(({ record }) => record) }),
			...(deletions && { [deletedIds]: deletions.map(({ id }) => id) }),
		};
	}

	/**
	 * The request as it is sent.
	 *
	 * @throws ServiceError of the kind `input` for a body that cannot be written
	 */
	encode(): ServiceRequest {
		const { endpoint, format, accept } = this.settings;
		const { method, path } = endpoint;
		const { body } = this;
		const encoded = encodeBody(endpoint.body, body, format);
		const { subject } = this.list;
		if (encoded.ok)
			return { method, path, pathValues: body, body: encoded.value, accept, write: true, subject };
		const { problem } = encoded;
		throw new ServiceError(
			{ kind: 'input', problem },
			{ write: true, url: '', attempts: 0, subject },
		);
	}

	/** A request with some of its records and deleted IDs. */
	part(rows: readonly Row[], deletions?: readonly Deletion[], isFirst = false): PlannedRequest {
		const contents = { rows, deletions, isFirst, isPart: true };
		return new PlannedRequest(this.settings, this.list, contents);
	}

	/** Its halves in order; the IDs of deleted records are one more part, and stay with the first. Empty for one record. */
	halves(): PlannedRequest[] {
		const { deletions, isFirst, rows } = this;
		if (rows.length > 1) {
			const middle = Math.ceil(rows.length / 2);
			const first = this.part(rows.slice(0, middle), deletions, isFirst);
			return [first, this.part(rows.slice(middle))];
		}
		return rows.length === 1 && deletions?.length
			? [this.part([], deletions, isFirst), this.part(rows)]
			: [];
	}
}
