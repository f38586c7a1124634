// Which records Only Changed Records leaves out: those that the service accepted last with the same content.
import type { WriteEndpoint } from '../../api/endpoint';
import { recordFields } from '../../api/schema/types';
import { type EncodedMember, encodeListMember, type Format } from '../../wire';
import { comparableId } from '../values/ids';
import {
	contentHash,
	isRecordKey,
	listKey,
	type Memory,
	recordKey,
	type RefusedTransaction,
} from './memory';
import type { ListedRecord, RecordList } from './recordLists';

/** What a plan takes from the memory. */
export interface KnownRecords {
	readonly memory: Memory;
	/** The service of this run: another one does not know its transactions. */
	readonly service?: string;
	/** What the first try of this run left out: later tries make the same requests. */
	readonly leftOutBefore?: ReadonlyMap<string, string>;
	/** Records that are sent again in smaller requests, by key. */
	readonly refused?: ReadonlyMap<string, RefusedTransaction>;
	/** Identifies a list by its path and its ID: at another service or with another credential, it is another one. */
	readonly listIdentity: (path: string, id: string | undefined) => string;
	/** Whether records are left out and remembered; otherwise all are sent, and what they replace is forgotten. */
	readonly remembers: boolean;
}

/** Why a record is not sent; empty for one that is unchanged. */
export interface LeftOut {
	/** The MessageId of the transaction in which it is pending. */
	readonly pendingIn?: string;
	/** Whether it was pending in the first try, and its transaction was refused since. */
	readonly wasRefused?: boolean;
}

export interface PlannedRecord extends ListedRecord {
	/** The record as it stands in the body, where it had to be written to be compared. */
	readonly encoded?: EncodedMember;
	/** The hashes of its key and its content; left out for a record without a key. */
	readonly hashes?: readonly [key: string, content: string];
	/** Set for a record that is sent again after its transaction was refused. */
	readonly refusedBefore?: RefusedTransaction;
	readonly leftOut?: LeftOut;
}

/** A list whose records were compared; all keys and contents are hashes. */
export interface ComparedList {
	readonly rows: readonly PlannedRecord[];
	/** Of the list itself. */
	readonly hashes: readonly [key: string, content: string];
	/** The keys of all records where the list itself changes: from its first request on, their memory is outdated. */
	readonly outdated: readonly string[];
	readonly deleted: readonly string[];
}

/** Compares the lists of a run, in their order, with what the service accepted last. */
export class RecordComparison {
	/** What is left out, by key. */
	readonly leftOut = new Map<string, string>();
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
		const { known } = this;
		const { path, key: keyField = '', listKeys = [], total } = this.endpoint;
		const listId = listKeys.map((name) => comparableId(String(head[name] ?? ''))).find(Boolean);
		const identity = known.listIdentity(path, listId);
		const fields = Object.entries(head).filter(([name]) => name !== total);
		const hashes = [listKey(identity), contentHash(fields)] as const;
		const headChanged = !this.leaveOut(...hashes);
		if (headChanged) this.sent.add(hashes[0]);
		const deleted = new Set([...deletedIds].map((id) => recordKey(identity, id)));
		for (const key of deleted) this.addSent(key);
		const compared = rows.map((row): PlannedRecord => {
			const { [keyField]: id } = row.record;
			if (typeof id !== 'string' || id === '') return row;
			const member = this.encode(row);
			const key = recordKey(identity, id);
			const content = contentHash(member?.text);
			const remembered = known.memory.records.get(key);
			if (known.remembers && !headChanged && this.leaveOut(key, content)) {
				const pendingIn = remembered?.pendingIn?.[0];
				const wasRefused = known.memory.refused.has(key) && remembered?.content !== content;
				return { ...row, leftOut: { pendingIn, wasRefused } };
			}
			this.addSent(key, content);
			const encoded = this.format === 'form' ? undefined : member;
			// What the service has of a record that the same request deletes is not known.
			const ownHashes = deleted.has(key) ? undefined : ([key, content] as const);
			return { ...row, encoded, refusedBefore: known.refused?.get(key), hashes: ownHashes };
		});
		const outdated = headChanged ? compared.flatMap((row) => row.hashes?.[0] ?? []) : [];
		return { rows: compared, hashes, outdated, deleted: [...deleted] };
	}

	/** Encoded, the same record is the same text, in whatever order its fields were entered. */
	private encode({ record }: ListedRecord): EncodedMember | undefined {
		const { endpoint, format } = this;
		const list = recordFields(endpoint.body).find(({ name }) => name === endpoint.records);
		return list && encodeListMember(list.schema, record, format === 'form' ? 'json' : format);
	}

	get knownRecords(): number {
		return [...this.known.memory.records.keys()].filter(isRecordKey).length;
	}

	/** Leaves out what is unchanged. Returns whether it is. */
	private leaveOut(key: string, content: string): boolean {
		const { leftOutBefore, memory } = this.known;
		const known = leftOutBefore ? leftOutBefore.get(key) : memory.records.get(key)?.content;
		if (this.sent.has(key) || known !== content) return false;
		this.leftOut.set(key, content);
		return true;
	}

	private addSent(key: string, content?: string): void {
		const known = this.known.memory.records.get(key);
		if (known && known.content !== content && !this.sent.has(key)) this.changing++;
		this.sent.add(key);
	}
}
