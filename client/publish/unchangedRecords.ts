// Which records Only Changed Records leaves out: those that the service accepted last with the same content.
import { recordSchema, type WriteEndpoint } from '../../api/endpoint';
import { recordFields } from '../../api/schema/types';
import { encodeBody, type EncodedMember, encodeListMember, type Format } from '../../wire';
import { comparableId } from '../ids';
import {
	type AcceptedRecords,
	contentHash,
	hashOf,
	isRecordHash,
	type PendingRecord,
} from './acceptedRecords';
import type { ListedRecord, RecordList } from './recordLists';
import type { RecordValue } from '../../wire/result';

/** What a plan takes from the memory. */
export interface KnownRecords {
	readonly accepted: ReadonlyMap<string, string>;
	readonly pending: ReadonlyMap<string, PendingRecord>;
	/** What the first try of this run left out: later tries make the same requests. */
	readonly leftOutBefore?: ReadonlyMap<string, string>;
	/** Identifies a list by its path and its ID: at another service or with another credential, it is another one. */
	readonly listIdentity: (path: string, id: string | undefined) => string;
	/** Whether records are left out and remembered; otherwise all are sent, and what they replace is forgotten. */
	readonly remembers: boolean;
}

/** A record of a plan. */
export interface PlannedRecord extends ListedRecord {
	/** The record as it stands in the body, where it had to be written to be compared. */
	readonly encoded?: EncodedMember;
	/** The hashes of its key and its content; left out for a record without a key. */
	readonly hashes?: readonly [key: string, content: string];
}

/** A list whose records were compared; all keys and contents are hashes. */
export interface ComparedList {
	readonly sent: readonly PlannedRecord[];
	readonly leftOut: readonly PlannedRecord[];
	/** Of those that are left out: the MessageIds of the transactions in which they are pending. */
	readonly pending: ReadonlyMap<PlannedRecord, string>;
	/** Of the list itself. */
	readonly hashes: readonly [key: string, content: string];
	/** The keys of which the memory is outdated, because the list itself changes. */
	readonly outdated: readonly string[];
	readonly deleted: readonly string[];
}

/** Compares the lists of a run, in their order, with what the service accepted last. */
export class RecordComparison {
	/** What is left out. */
	readonly leftOut: AcceptedRecords = new Map();
	/** How many of the known records change or are deleted. */
	changing = 0;
	/** Keys already sent or deleted in this run; a later record with one of them is always sent. */
	private readonly sent = new Set<string>();

	constructor(
		private readonly endpoint: WriteEndpoint,
		private readonly format: Format,
		private readonly known: KnownRecords,
	) {}

	compare({ head, rows = [], deletedIds = [] }: RecordList): ComparedList {
		const { endpoint, known, sent } = this;
		const { path, key: keyField = '', listKeys = [], total } = endpoint;
		const listId = listKeys.map((name) => comparableId(String(head[name] ?? ''))).find(Boolean);
		const identity = known.listIdentity(path, listId);
		const keyHash = (id: unknown) => hashOf(identity, comparableId(String(id)));
		const fields = Object.entries(head).filter(([name]) => name !== total);
		const hashes = [hashOf(identity), contentHash('list', fields)] as const;
		const isSameList = this.isUnchanged(...hashes);
		if (!isSameList) sent.add(hashes[0]);
		const deleted = new Set([...deletedIds].map(keyHash));
		for (const key of deleted) this.addSent(key);
		const changed: PlannedRecord[] = [];
		const unchanged: PlannedRecord[] = [];
		const pending = new Map<PlannedRecord, string>();
		const outdated: string[] = [];
		for (const row of rows) {
			const { [keyField]: id } = row.record;
			if (typeof id !== 'string' || id === '') {
				changed.push(row);
				continue;
			}
			const { encoded, content } = this.encode(row.record);
			const key = keyHash(id);
			if (!isSameList) outdated.push(key);
			if (known.remembers && isSameList && this.isUnchanged(key, content)) {
				unchanged.push(row);
				const transaction = known.pending.get(key)?.messageId;
				if (transaction !== undefined) pending.set(row, transaction);
				continue;
			}
			this.addSent(key, content);
			// What the service has of a record that the same request deletes is not known.
			changed.push(
				deleted.has(key) ? { ...row, encoded } : { ...row, encoded, hashes: [key, content] },
			);
		}
		return { sent: changed, leftOut: unchanged, pending, hashes, outdated, deleted: [...deleted] };
	}

	/** Encoded, the same record is the same text, in whatever order its fields were entered. */
	private encode(record: RecordValue) {
		const { endpoint, format } = this;
		const list = recordFields(endpoint.body).find(({ name }) => name === endpoint.records)?.schema;
		const encoded = list && format !== 'form' ? encodeListMember(list, record, format) : undefined;
		const text = encoded?.text ?? encodeBody(recordSchema(endpoint), record, 'json');
		return { encoded, content: contentHash('record', text) };
	}

	/** How many records the memory knows. */
	get knownRecords(): number {
		const { accepted, pending } = this.known;
		const contents = new Map(accepted);
		for (const [key, { content }] of pending) contents.set(key, content);
		return [...contents.values()].filter(isRecordHash).length;
	}

	/** The content that the service has of a key, or will have once it has worked off its queue. */
	private knownContent(key: string): string | undefined {
		const { accepted, pending } = this.known;
		return pending.get(key)?.content ?? accepted.get(key);
	}

	private isUnchanged(key: string, content: string): boolean {
		const { leftOutBefore } = this.known;
		const known = leftOutBefore ? leftOutBefore.get(key) : this.knownContent(key);
		if (this.sent.has(key) || known !== content) return false;
		this.leftOut.set(key, content);
		return true;
	}

	private addSent(key: string, content?: string): void {
		const before = this.knownContent(key);
		if (before !== undefined && before !== content && !this.sent.has(key)) this.changing++;
		this.sent.add(key);
	}
}
