// What Only Changed Records remembers: hashes of the records that the service has, as far as that is certain.
import { z } from 'zod/v4';

import { savedForm, savedTable } from '../changes/packedTables';
import { SIGNATURE_BYTES } from '../changes/whatCountsAsUpdated';
import { digest, shortHash } from '../hashes';
import { pushTo } from '../pushTo';
import type { Confirmation } from './ledger';

/** 66 bits: with 100,000 records, two keys are confused with a probability of 7 in 10^11. */
const KEY_CHARACTERS = 11;
const LIST_PREFIX = 'list ';

export function recordKey(list: string, id: string): string {
	return shortHash(JSON.stringify([list, id]), KEY_CHARACTERS);
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

/** The newest refused transaction of a record, which certainly left nothing behind. */
export interface EarlierRefusal {
	/** How many records it had: the next requests with them have at most half as many. */
	readonly size: number;
	/** What the service said, where it was asked for in this execution. */
	readonly said?: string;
}

/** The keys of refused records, by the number of records in their transaction. */
export const savedRefusals = z.array(z.tuple([z.number(), z.array(z.string())]));

export function refusalsForm(
	refusals: ReadonlyMap<string, EarlierRefusal>,
): z.infer<typeof savedRefusals> {
	const keys = new Map<number, string[]>();
	for (const [key, { size }] of refusals) pushTo(keys, size, key);
	return [...keys];
}

export function restoreRefusals(saved: z.infer<typeof savedRefusals>): Map<string, EarlierRefusal> {
	return new Map(saved.flatMap(([size, keys]) => keys.map((key) => [key, { size }])));
}

const savedMemory = z.object({
	accepted: savedTable,
	pending: z.array(z.tuple([z.string(), savedTable])),
	refused: savedRefusals,
});

/** The most pending transactions that are saved; records of older ones are sent again. */
const MAX_PENDING = 1000;

/** The most refused records that are saved; older ones are sent again among others. */
const MAX_REFUSED = 10_000;

/** What a request changes in the memory. Keys and contents are hashes. */
export interface MemoryEffects {
	readonly written: ReadonlyMap<string, string>;
	/** The keys that it deletes, or of which the memory is outdated. */
	readonly forgotten: readonly string[];
}

export class Memory {
	/** By key. */
	readonly records = new Map<string, RememberedContent>();
	/** By key. */
	readonly refused = new Map<string, EarlierRefusal>();
	/** By key: how many requests in flight write it, and whether their contents differ. */
	readonly inFlight = new Map<string, { count: number; content: string; isContested: boolean }>();

	/** The memory that was saved; an empty one where that is damaged. */
	static restore(saved: unknown): Memory {
		const memory = new Memory();
		const { accepted = [], pending = [], refused = [] } = savedMemory.safeParse(saved).data ?? {};
		for (const [key, content] of accepted) memory.records.set(key, { content });
		for (const [messageId, contents] of pending)
			for (const [key, content] of contents) memory.addPending(key, content, messageId);
		for (const [key, refusal] of restoreRefusals(refused)) memory.refused.set(key, refusal);
		return memory;
	}

	/** What is saved: 27 characters for each record. */
	saved(): unknown {
		const accepted = new Map<string, string>();
		const pending = new Map<string, Map<string, string>>();
		for (const [key, { content, pendingIn }] of this.records) {
			if (pendingIn === undefined) accepted.set(key, content);
			for (const id of pendingIn ?? [])
				pending.set(id, (pending.get(id) ?? new Map()).set(key, content));
		}
		const newest = [...pending].slice(-MAX_PENDING);
		return {
			accepted: savedForm(accepted),
			pending: newest.map(([messageId, contents]) => [messageId, savedForm(contents)]),
			refused: refusalsForm(new Map([...this.refused].slice(-MAX_REFUSED))),
		};
	}

	/** The MessageIds of pending transactions. */
	get pendingIds(): string[] {
		const ids = [...this.records.values()].flatMap(({ pendingIn }) => pendingIn ?? []);
		return [...new Set(ids)];
	}

	/** Notes that a record, or a list, is pending in a transaction. */
	addPending(key: string, content: string, messageId: string): void {
		const known = this.records.get(key);
		const others = isRecordKey(key) || known?.content !== content ? [] : (known.pendingIn ?? []);
		this.records.set(key, { content, pendingIn: [...new Set([...others, messageId])] });
	}

	/** Takes over the statuses of pending transactions; one that the service does not know is not pending any more. */
	resolvePending(statuses: ReadonlyMap<string, Confirmation>): void {
		const sizes = new Map<string, number>();
		for (const [key, { pendingIn: [id = ''] = [] }] of this.records)
			if (isRecordKey(key)) sizes.set(id, (sizes.get(id) ?? 0) + 1);
		const statusOf = (id: string) => statuses.get(id)?.status ?? 'pending';
		for (const [key, { content, pendingIn }] of this.records) {
			if (pendingIn === undefined || pendingIn.every((id) => statusOf(id) === 'pending')) continue;
			this.records.delete(key);
			if (pendingIn.some((id) => statusOf(id) === 'applied')) {
				if (!this.inFlight.has(key)) this.records.set(key, { content });
				this.refused.delete(key);
				continue;
			}
			const pending = pendingIn.filter((id) => statusOf(id) === 'pending');
			if (pending.length > 0) this.records.set(key, { content, pendingIn: pending });
			const [id = ''] = pendingIn;
			if (isRecordKey(key) && statusOf(id) === 'refused')
				this.refused.set(key, {
					size: sizes.get(id) ?? 1,
					said: statuses.get(id)?.said ?? undefined,
				});
		}
	}

	/** Forgets everything. */
	clear(): void {
		this.records.clear();
		this.refused.clear();
	}
}

/** How a request ended. */
export type WriteEnd =
	| 'applied'
	/** It certainly changed nothing. */
	| 'notApplied'
	| 'unknown'
	| { readonly pendingIn: string; readonly refused?: undefined }
	/** Its transaction was refused, and left nothing behind. */
	| { readonly refused: EarlierRefusal; readonly pendingIn?: undefined };

/**
 * A request in flight. Until its end, it is not known what the service has of its records; if it certainly changed
 * nothing, that is what it was before. Of two different contents in flight, nothing says which was applied last.
 */
export class MemoryWrite {
	private readonly before: ReadonlyMap<string, RememberedContent | undefined>;

	/** @param remembers Whether what is applied is remembered; otherwise, only what it replaces is forgotten */
	constructor(
		private readonly memory: Memory,
		private readonly effects: MemoryEffects,
		private readonly remembers: boolean,
	) {
		const { inFlight, records } = memory;
		const { forgotten, written } = effects;
		for (const key of forgotten) records.delete(key);
		for (const [key, content] of written) {
			const known = records.get(key);
			const isSameList = !isRecordKey(key) && known?.content === content;
			if (known?.pendingIn && !isSameList) records.delete(key);
		}
		this.before = new Map([...written.keys()].map((key) => [key, records.get(key)]));
		for (const [key, content] of written) {
			if (records.get(key)?.content !== content) records.delete(key);
			const flight = inFlight.get(key) ?? { count: 0, content, isContested: false };
			const isContested = flight.isContested || flight.content !== content;
			inFlight.set(key, { count: flight.count + 1, content, isContested });
		}
	}

	/** To be called once. */
	end(result: WriteEnd): void {
		const { inFlight, records, refused } = this.memory;
		const { pendingIn, refused: refusal } = typeof result === 'object' ? result : {};
		const changedNothing = result === 'notApplied' || refusal !== undefined;
		for (const [key, content] of this.effects.written) {
			const { count = 1, isContested = false } = inFlight.get(key) ?? {};
			const before = this.before.get(key);
			const known = records.get(key);
			const isApplied = known !== undefined && known.pendingIn === undefined;
			if (isContested) records.delete(key);
			else if (result === 'applied' && this.remembers) records.set(key, { content });
			else if (pendingIn !== undefined && this.remembers && !isApplied)
				this.memory.addPending(key, content, pendingIn);
			else if (changedNothing && before && !known) records.set(key, before);
			if (refusal && this.remembers && isRecordKey(key)) refused.set(key, refusal);
			else if (result === 'applied') refused.delete(key);
			if (count > 1) inFlight.set(key, { count: count - 1, content, isContested });
			else inFlight.delete(key);
		}
	}
}
