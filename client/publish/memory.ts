// What Only Changed Records remembers: hashes of the records that the service has, as far as that is certain.
import { z } from 'zod/v4';

import { savedForm, savedTable } from '../changes/packedTables';
import { SIGNATURE_BYTES } from '../changes/whatCountsAsUpdated';
import { digest, shortHash } from '../values/hashes';
import { comparableId } from '../values/ids';
import { pushTo } from '../values/pushTo';
import type { Confirmation } from './ledger';

/** 66 bits: with 100,000 records, two keys are confused with a probability of 7 in 10^11. */
const KEY_CHARACTERS = 11;
const LIST_PREFIX = 'list ';

export function recordKey(list: string, id: unknown): string {
	return shortHash(JSON.stringify([list, comparableId(String(id))]), KEY_CHARACTERS);
}

/** The key of what surrounds the records of a list. */
export function listKey(list: string): string {
	return LIST_PREFIX + shortHash(list, KEY_CHARACTERS);
}

export function isRecordKey(key: string): boolean {
	return !key.startsWith(LIST_PREFIX);
}

/** The hash of a content: a changed record is taken for an unchanged one with a probability of 2^-64. */
export function contentHash(content: unknown): string {
	return digest(JSON.stringify(content), SIGNATURE_BYTES);
}

export interface RememberedContent {
	readonly content: string;
	/**
	 * The MessageIds of the transactions that carried it, as long as none is known to be applied: one of a record, and
	 * several of a list, which each of its requests carries.
	 */
	readonly pendingIn?: readonly string[];
}

/** A refused transaction, which certainly left nothing behind. */
export interface RefusedTransaction {
	/** How many records it had: the next requests with them have at most half as many. */
	readonly size: number;
	/** What the service said, where it was asked for in this execution. */
	readonly said?: string;
}

/** The size of each refused transaction, the keys of its records, and what the service said. */
export const savedRefusals = z.array(
	z.tuple([z.number(), z.array(z.string()), z.string().optional()]),
);
type SavedRefusals = z.infer<typeof savedRefusals>;

export function refusalsForm(
	refused: Iterable<readonly [key: string, transaction: RefusedTransaction]>,
): SavedRefusals {
	const keys = new Map<RefusedTransaction, string[]>();
	for (const [key, transaction] of refused) pushTo(keys, transaction, key);
	return [...keys].map(([{ size, said }, ofTransaction]) =>
		said === undefined ? [size, ofTransaction] : [size, ofTransaction, said],
	);
}

export function restoreRefusals(saved: SavedRefusals): Map<string, RefusedTransaction> {
	return new Map(
		saved.flatMap(([size, keys, said]) => {
			const transaction = { size, said };
			return keys.map((key) => [key, transaction] as const);
		}),
	);
}

const savedMemory = z.object({
	accepted: savedTable,
	pending: z.array(z.tuple([z.string(), savedTable, z.string().optional()])),
	refused: savedRefusals,
});

/** The most pending transactions that are saved; records of older ones are sent again. */
const MAX_PENDING = 1000;

/** The most refused records that are saved; older ones are sent again among others. */
const MAX_REFUSED = 10_000;

/** What a request changes in the memory. Keys and contents are hashes. */
export interface MemoryEffects {
	readonly written: ReadonlyMap<string, string>;
	readonly deleted: readonly string[];
}

export class Memory {
	readonly records = new Map<string, RememberedContent>();
	/** The service to which each pending transaction was sent, as one credential sees it. */
	private readonly services = new Map<string, string>();
	/** The newest refused transaction of a record, by key. */
	readonly refused = new Map<string, RefusedTransaction>();
	/** By key: how many requests in flight write it, and whether their contents differ. */
	readonly inFlight = new Map<string, { count: number; content: string; isContested: boolean }>();

	/** The memory that was saved; an empty one where that is damaged. */
	static restore(saved: unknown): Memory {
		const memory = new Memory();
		const { accepted = [], pending = [], refused = [] } = savedMemory.safeParse(saved).data ?? {};
		for (const [key, content] of accepted) memory.records.set(key, { content });
		for (const [messageId, contents, service] of pending)
			for (const [key, content] of contents) memory.addPending(key, content, messageId, service);
		for (const [key, refusal] of restoreRefusals(refused)) memory.refused.set(key, refusal);
		return memory;
	}

	/** What is saved: 27 characters for each record. */
	saved(): unknown {
		const accepted = new Map<string, string>();
		const pending = new Map<string, Array<[key: string, content: string]>>();
		for (const [key, { content, pendingIn }] of this.records) {
			if (!pendingIn) accepted.set(key, content);
			for (const id of pendingIn ?? []) pushTo(pending, id, [key, content]);
		}
		const newest = [...pending].slice(-MAX_PENDING);
		const refused = refusalsForm([...this.refused].slice(-MAX_REFUSED));
		return {
			accepted: savedForm(accepted),
			pending: newest.map(([messageId, contents]) => [
				messageId,
				savedForm(new Map(contents)),
				this.services.get(messageId) ?? '',
			]),
			// Reasons are told in the execution that asked for them.
			refused: refused.map(([size, keys]) => [size, keys]),
		};
	}

	pendingIds(service = ''): string[] {
		const ids = new Set([...this.records.values()].flatMap(({ pendingIn }) => pendingIn ?? []));
		return [...ids].filter((id) => this.services.get(id) === service);
	}

	addPending(key: string, content: string, messageId: string, service = ''): void {
		this.services.set(messageId, service);
		const known = this.records.get(key);
		const others = isRecordKey(key) || known?.content !== content ? [] : (known.pendingIn ?? []);
		this.records.set(key, { content, pendingIn: [...new Set([...others, messageId])] });
	}

	/** Takes over the statuses of pending transactions; one that the service does not know is not pending any more. */
	resolvePending(statuses: ReadonlyMap<string, Confirmation>): void {
		const statusOf = (id: string) => statuses.get(id)?.status ?? 'pending';
		const refused = new Map<string, { size: number; said?: string }>();
		for (const [key, { content, pendingIn = [] }] of this.records) {
			const pending = pendingIn.filter((id) => statusOf(id) === 'pending');
			if (pending.length === pendingIn.length) continue;
			if (pendingIn.some((id) => statusOf(id) === 'applied')) {
				this.refused.delete(key);
				if (this.inFlight.has(key)) this.records.delete(key);
				else this.records.set(key, { content });
				continue;
			}
			if (pending.length > 0) this.records.set(key, { content, pendingIn: pending });
			else this.records.delete(key);
			const [id = ''] = pendingIn;
			if (!isRecordKey(key) || statusOf(id) !== 'refused') continue;
			const said = statuses.get(id)?.said ?? undefined;
			const transaction = refused.get(id) ?? { size: 0, said };
			transaction.size++;
			refused.set(id, transaction);
			this.refused.set(key, transaction);
		}
	}

	clear(): void {
		this.records.clear();
		this.refused.clear();
	}
}

export type WriteEnd =
	| { readonly kind: 'applied' | 'changedNothing' | 'unknown' }
	| { readonly kind: 'pending'; readonly messageId: string; readonly service?: string }
	| { readonly kind: 'refused'; readonly transaction: RefusedTransaction };

/**
 * A request in flight. Until its end, it is not known what the service has of its records; if it certainly changed
 * nothing, that is what it was before.
 */
export class MemoryWrite {
	private readonly before = new Map<string, RememberedContent>();
	private hasEnded = false;

	/** @param remembers Whether what is applied is remembered; otherwise, only what it replaces is forgotten */
	constructor(
		private readonly memory: Memory,
		private readonly effects: MemoryEffects,
		private readonly remembers: boolean,
	) {
		const { inFlight, records } = memory;
		for (const key of effects.deleted) records.delete(key);
		for (const [key, content] of effects.written) {
			const known = records.get(key);
			const isSame = known?.content === content;
			// The newest transaction of a record decides; a list is in many of them.
			const isReplaced = known?.pendingIn !== undefined && (isRecordKey(key) || !isSame);
			if (known && !isReplaced) this.before.set(key, known);
			if (isReplaced || !isSame) records.delete(key);
			const other = inFlight.get(key) ?? { count: 0, content, isContested: false };
			const isContested = other.isContested || other.content !== content;
			inFlight.set(key, { count: other.count + 1, content, isContested });
		}
	}

	/** The first end counts. */
	end(end: WriteEnd): void {
		if (this.hasEnded) return;
		this.hasEnded = true;
		const { inFlight, records, refused } = this.memory;
		for (const [key, content] of this.effects.written) {
			const { count = 1, isContested = false } = inFlight.get(key) ?? {};
			if (isContested) records.delete(key);
			else this.noteContent(key, content, end);
			if (end.kind === 'applied') refused.delete(key);
			else if (end.kind === 'refused' && this.remembers && isRecordKey(key))
				refused.set(key, end.transaction);
			if (count > 1) inFlight.set(key, { count: count - 1, content, isContested });
			else inFlight.delete(key);
		}
	}

	/** Notes what the service has under a key now, as far as that is known. */
	private noteContent(key: string, content: string, end: WriteEnd): void {
		const { memory, remembers } = this;
		const { records } = memory;
		const before = this.before.get(key);
		const known = records.get(key);
		const isApplied = known !== undefined && known.pendingIn === undefined;
		if (end.kind === 'changedNothing' || end.kind === 'refused') {
			if (before && !known) records.set(key, before);
		} else if (end.kind === 'applied' && remembers) records.set(key, { content });
		else if (end.kind === 'pending' && remembers && !isApplied)
			memory.addPending(key, content, end.messageId, end.service);
	}
}
