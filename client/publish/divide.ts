// Divides a refused request, until the records that are refused stand alone: which halves, in which order, and when to
// stop. What was refused was not applied, so no record is sent twice.
import type { Failure } from '../failures';
import { idText, comparableId } from '../ids';
import { ServiceError } from '../serviceError';
import { type Batch, batchOf, type BatchParts } from './batches';

/** The most requests that one run of the node sends beyond the undivided ones. */
export const MAX_EXTRA_REQUESTS = 40;

/** Division heals this one by itself: the reason is in no record. */
const TOO_LARGE = 413;
const REFUSED = [400, TOO_LARGE, 422];

type Refusal = Extract<Failure, { kind: 'status' }>;

/** The refusal behind an error, unless an earlier try may have been applied nevertheless. */
function refusalOf(error: unknown): Refusal | undefined {
	if (!(error instanceof ServiceError)) return undefined;
	const { failure, request } = error;
	if (failure.kind !== 'status' || !REFUSED.includes(failure.status)) return undefined;
	return request.uncertainBefore ? undefined : failure;
}

/** The halves of a request in its order; IDs of deleted records are one more part, and stay with the first. */
export function halvesOf({ parts }: Batch): readonly [Batch, Batch] | undefined {
	const { list, rows } = parts;
	// What is outdated was forgotten with the whole request; records of another half may be remembered since.
	const lead = parts.lead && { ...parts.lead, outdated: [] };
	const [row] = rows;
	const both = (a: BatchParts, b: BatchParts) => [batchOf(a), batchOf(b)] as const;
	if (rows.length > 1) {
		const middle = Math.ceil(rows.length / 2);
		return both({ list, rows: rows.slice(0, middle), lead }, { list, rows: rows.slice(middle) });
	}
	if (!row || !lead?.deletedIds?.length) return undefined;
	const items = lead.items.length > 0 ? lead.items : [row.itemIndex];
	return both({ list, rows: [], lead: { ...lead, items } }, { list, rows });
}

function keysOf({ list: { endpoint }, rows }: BatchParts): string[][] {
	const { key, otherKeys = [] } = endpoint;
	const names = key === undefined ? otherKeys : [key, ...otherKeys];
	return rows.map(({ record }) =>
		names.map((name) => comparableId(idText(record[name]))).filter((id) => id !== ''),
	);
}

/** Whether the service knows each record by a key: otherwise, one that it took in spite of its refusal would be doubled. */
function hasKeys({ parts }: Batch): boolean {
	return keysOf(parts).every((keys) => keys.length > 0);
}

/** Whether the order of the records means something: several have the same key, or none, or are deleted, too. */
function dependsOnOrder({ parts }: Batch): boolean {
	const keys = keysOf(parts);
	const deleted = (parts.lead?.deletedIds ?? []).map((id) => comparableId(idText(id)));
	const all = [...keys.flat(), ...deleted];
	return keys.some((own) => own.length === 0) || new Set(all).size < all.length;
}

/** What is known of divided requests, so that all tries of an execution make the same ones. */
export interface Divider {
	/** Whether requests are divided that were not divided before. */
	readonly isOn: boolean;
	/** Whether the node continues on failure; otherwise only what is too large is divided. */
	readonly continues: boolean;
	/** Whether this or an earlier try divided the request: then it is, whatever else holds. */
	wasDivided(batch: Batch): boolean;
	/** Notes that a request is divided; false where a run has sent as many more requests as it may. */
	noteDivided(batch: Batch, refusal: Failure): boolean;
	/** The failure as the ledger keeps it, so that it is the same in all tries. */
	asKept(failure: Failure): Failure;
	/** What the service said to whole lists for a reason that is in no record, since it last accepted a request. */
	readonly refusesWhole: Set<string>;
}

/** Why a refused request was not divided further. */
export type Limit = 'extraRequests' | 'sameWords';

/** A request that has failed for good. */
export interface Failed {
	readonly batch: Batch;
	readonly error: unknown;
	/** Whether it is part of another one. */
	readonly isPart: boolean;
	/** Whether the service certainly refused it. */
	readonly isRefused: boolean;
	readonly limit?: Limit;
}

interface Part {
	readonly batch: Batch;
	readonly level: number;
}

type Task =
	| { readonly kind: 'send'; readonly part: Part }
	| {
			readonly kind: 'divide';
			readonly part: Part;
			readonly error: unknown;
			readonly refusal: Refusal;
	  }
	| { readonly kind: 'fail'; readonly failed: Failed };

/** What comes next: a request to be sent, or one that has failed for good. */
export type Step = { readonly part: Part } | { readonly failed: Failed };

/** The levels of halves from which it shows that the reason is in no record, and their number of requests. */
const TELLING_LEVELS = 2;
const TELLING_REQUESTS = 6;

/** One request with all its parts. */
export class Division {
	private tasks: Task[];
	private keepsOrder = true;
	/** What the service said to the whole request, and to the parts of the first levels. */
	private wholeRefusal = '';
	private readonly outcomes: string[] = [];
	/** Whether a part was divided because it was too large. */
	wasTooLarge = false;

	constructor(
		batch: Batch,
		private readonly divider: Divider | undefined,
	) {
		this.tasks = [{ kind: 'send', part: { batch, level: 0 } }];
	}

	/** The requests that are still to be sent. */
	get unsent(): Batch[] {
		return this.tasks.flatMap((task) => (task.kind === 'fail' ? [] : [task.part.batch]));
	}

	next(): Step | undefined {
		for (let task = this.tasks.shift(); task; task = this.tasks.shift()) {
			if (task.kind === 'send') return { part: task.part };
			if (task.kind === 'fail') return { failed: task.failed };
			const { part, error, refusal } = task;
			const limit = this.noteOrLimit(part, refusal);
			const isPart = part.level > 0;
			if (limit) return { failed: { batch: part.batch, error, isPart, isRefused: true, limit } };
			this.wasTooLarge ||= refusal.status === TOO_LARGE;
			const halves = halvesOf(part.batch) ?? [];
			this.add(
				halves.map((batch) => ({ kind: 'send', part: { batch, level: part.level + 1 } }) as const),
			);
		}
		return undefined;
	}

	accepted({ level }: Part): void {
		this.divider?.refusesWhole.clear();
		if (level > 0 && level <= TELLING_LEVELS) this.outcomes.push('');
	}

	failed(part: Part, error: unknown): void {
		const { batch, level } = part;
		const refusal = refusalOf(error);
		const words = refusal && this.divider ? wordsOf(this.divider.asKept(refusal)) : '';
		if (level === 0) {
			this.keepsOrder = refusal?.status === TOO_LARGE || dependsOnOrder(batch);
			this.wholeRefusal = words;
		} else if (level <= TELLING_LEVELS) this.outcomes.push(words);
		if (refusal && this.mayDivide(batch, refusal)) {
			this.add([{ kind: 'divide', part, error, refusal }]);
			return;
		}
		const isRefused = refusal !== undefined;
		const failed: Failed = { batch, error, isPart: level > 0, isRefused };
		this.tasks.unshift({ kind: 'fail', failed });
	}

	/** Without an order to be kept, all halves of a level go out before those of the next one: more is known then. */
	private add(tasks: readonly Task[]): void {
		this.tasks = this.keepsOrder ? [...tasks, ...this.tasks] : [...this.tasks, ...tasks];
	}

	private mayDivide(batch: Batch, { status }: Refusal): boolean {
		const { divider } = this;
		if (!divider || halvesOf(batch) === undefined) return false;
		if (divider.wasDivided(batch)) return true;
		return divider.isOn && (status === TOO_LARGE || (divider.continues && hasKeys(batch)));
	}

	/** Notes that a part is divided; otherwise, says why it is not. */
	private noteOrLimit({ batch, level }: Part, refusal: Refusal): Limit | undefined {
		const { divider } = this;
		if (!divider || divider.wasDivided(batch)) return undefined;
		if (refusal.status !== TOO_LARGE && level !== 1 && this.isInNoRecord(divider))
			return 'sameWords';
		return divider.noteDivided(batch, refusal) ? undefined : 'extraRequests';
	}

	/** Whether the service said the same to each part of the first levels, here or in a request just before. */
	private isInNoRecord({ refusesWhole }: Divider): boolean {
		const { outcomes, wholeRefusal } = this;
		if (outcomes.length === TELLING_REQUESTS && outcomes.every((words) => words === wholeRefusal))
			refusesWhole.add(wholeRefusal);
		return refusesWhole.has(wholeRefusal);
	}
}

function wordsOf(failure: Failure): string {
	return failure.kind === 'status' ? `${failure.status} ${failure.said ?? ''}` : '';
}
