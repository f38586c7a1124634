// Executes a plan: sends its requests in order, divides what is refused, waits for what was accepted where that is
// asked for, and gives the outcome of each.
import type { WriteEndpoint } from '../../api/endpoint';
import { messageIdField } from '../../api/shared';
import type { Failure } from '../failures';
import { ServiceError } from '../serviceError';
import { isCancelled, type ServiceClient } from '../transport/serviceClient';
import type { Confirmation, Ledger, LedgerSlot, Published } from './ledger';
import { type Memory, MemoryWrite } from './memory';
import type { Plan, PlannedRequest } from './plan';
import { changedNothing, divisibleRefusal, isTooLarge, mayBeAppliedInPart } from './refusals';

export interface ConfirmSettings {
	/** How long statuses are asked for, in milliseconds; 0 asks once. */
	readonly waitMs: number;
	/**
	 * Asks for statuses together, until one is refused, each is final, or the time is over.
	 *
	 * @throws ServiceError of the kind `cancelled`
	 */
	poll(messageIds: readonly string[], waitMs: number): Promise<ReadonlyMap<string, Confirmation>>;
}

export interface ExecuteSettings {
	readonly client: ServiceClient;
	readonly endpoint: WriteEndpoint;
	readonly memory?: { readonly memory: Memory; readonly remembers: boolean };
	/** Left out, statuses are not asked for: a request is done once it was accepted. */
	readonly confirm?: ConfirmSettings;
	/** Whether refused requests are divided that no earlier try divided. */
	readonly divides: boolean;
	/** Whether the run continues on failure; otherwise, only what is too large is divided. */
	readonly continues: boolean;
	readonly resendUncertain: boolean;
	/** Called before anything is sent, once it is certain that this try makes the requests of earlier ones. */
	readonly onStart?: () => void;
	/** Called after each request that was accepted. */
	readonly onAccepted: (accepted: Accepted, progress: Progress) => void;
}

/** How far a run is. */
export interface Progress {
	/** How many requests and records were sent. */
	readonly done: number;
	readonly records: number;
	/** How many requests are to be sent. */
	readonly unsent: number;
}

/** A request that was accepted, now or by an earlier try. */
export interface Accepted extends Published {
	readonly request: PlannedRequest;
}

/** A request that has failed for good. */
export interface Failed {
	readonly request: PlannedRequest;
	readonly error: unknown;
	/** The refusal, where the service certainly applied nothing. */
	readonly refusal?: Failure;
	/** What kept the request from being divided: the number of extra requests, or the time to wait. */
	readonly limit?: 'requests' | 'time';
}

/** Why a run ended early, and what was not sent because of it. */
interface Stop {
	readonly error: unknown;
	/** Left out where the wait was cancelled. */
	readonly failed?: Failed;
	readonly unsent: readonly PlannedRequest[];
}

export interface Outcomes {
	readonly accepted: readonly Accepted[];
	readonly failed: readonly Failed[];
	/** Whether a request was divided because it was too large. */
	readonly wasTooLarge: boolean;
	readonly stop?: Stop;
}

/** An accepted request while its run goes on. */
interface Sent {
	readonly accepted: Accepted;
	readonly slot: LedgerSlot;
	/** Set as long as it is not known whether it was applied. */
	readonly write?: MemoryWrite;
}

function messageIdOf({ receipt }: Accepted): string {
	const { [messageIdField]: messageId } = receipt;
	return typeof messageId === 'string' ? messageId : '';
}

const UNKNOWN: Confirmation = { status: 'unknown', said: null };

class Execution {
	private readonly sent = new Map<PlannedRequest, Sent>();
	private readonly failed: Failed[] = [];
	private wasTooLarge = false;
	/** How many requests this try got accepted. */
	private acceptedNow = 0;
	/** The requests that were sent, without those that were divided, and their records. */
	private done = 0;
	private records = 0;
	/** How many refused records were sent once more. */
	private repeats = 0;
	/** When statuses are asked for no more. */
	private deadline = Infinity;

	constructor(
		private readonly plan: Plan,
		private readonly ledger: Ledger,
		private readonly settings: ExecuteSettings,
	) {}

	async run(): Promise<Outcomes> {
		const { confirm } = this.settings;
		try {
			let stop = await this.sendAll(this.plan.requests);
			if (confirm) stop = await this.confirmAll(confirm, stop);
			return { ...this.outcomes, stop };
		} finally {
			for (const { accepted, write } of this.sent.values()) {
				const pendingIn = messageIdOf(accepted);
				write?.end(pendingIn === '' ? 'unknown' : { pendingIn });
			}
		}
	}

	private get outcomes(): Outcomes {
		const { failed, sent, wasTooLarge } = this;
		return { accepted: [...sent.values()].map(({ accepted }) => accepted), failed, wasTooLarge };
	}

	/** Sends requests, and the halves of those that are divided, in order. */
	private async sendAll(requests: readonly PlannedRequest[]): Promise<Stop | undefined> {
		const open = [...requests];
		/** Records that were refused alone, with the number of requests that had been accepted before. */
		const alone: Array<readonly [failed: Failed, acceptedBefore: number]> = [];
		for (let request = open.shift(); request; request = open.shift()) {
			const failed = await this.send(request, open.length);
			if (!failed) continue;
			const halves = this.divide(failed);
			if (Array.isArray(halves)) {
				open.unshift(...halves);
				continue;
			}
			const stop = this.fail(halves, open);
			if (stop) return stop;
			if (halves.refusal && request.rows.length === 1) alone.push([halves, this.acceptedNow]);
		}
		for (const [failed, acceptedBefore] of alone)
			if (this.acceptedNow > acceptedBefore) await this.repeat(failed);
		return undefined;
	}

	/** Notes a failure; where the run does not continue, gives its end. */
	private fail(failed: Failed, unsent: readonly PlannedRequest[]): Stop | undefined {
		if (!this.settings.continues) return { error: failed.error, failed, unsent };
		this.failed.push(failed);
		this.count(failed.request);
		return undefined;
	}

	private count({ recordCount }: PlannedRequest): void {
		this.done++;
		this.records += recordCount;
	}

	private async send(request: PlannedRequest, unsent: number): Promise<Failed | undefined> {
		const { confirm, endpoint, memory, onAccepted, resendUncertain } = this.settings;
		const { effects, hasKeys, recordCount } = request;
		const judge = (failure: Failure): Failure =>
			!hasKeys && failure.kind === 'status' && mayBeAppliedInPart(failure, recordCount)
				? { ...failure, isPartlyUncertain: true }
				: failure;
		let write: MemoryWrite | undefined;
		let accepted: Accepted;
		try {
			const encoded = request.encode();
			const slot = this.ledger.slotOf(request, encoded);
			// Since an earlier try got its receipt, another execution may have sent newer content.
			if (memory && effects && !slot.accepted)
				write = new MemoryWrite(memory.memory, effects, memory.remembers);
			const published = await slot.send(endpoint, encoded, { resendUncertain, judge });
			if (!confirm) write?.end('applied');
			accepted = { request, ...published };
			this.sent.set(request, { accepted, slot, ...(confirm && { write }) });
		} catch (error) {
			write?.end(changedNothing(error, recordCount) ? 'notApplied' : 'unknown');
			return { request, error, refusal: divisibleRefusal(error) };
		}
		if (!accepted.fromEarlierTry) this.acceptedNow++;
		this.count(request);
		const { done, records } = this;
		onAccepted(accepted, { done, records, unsent });
		return undefined;
	}

	/** The halves of a refused request, noted in the ledger; or the failure of what is not divided. */
	private divide(failed: Failed): PlannedRequest[] | Failed {
		const { refusal, request } = failed;
		const halves = refusal ? request.halves() : [];
		if (!refusal || halves.length === 0) return failed;
		const { client, continues, divides } = this.settings;
		const slot = this.ledger.slotOf(request);
		const tooLarge = isTooLarge(refusal);
		if (!slot.isDivided) {
			if (!divides || (!tooLarge && !(continues && request.hasKeys))) return failed;
			if (!this.mayAdd(halves.length)) return { ...failed, limit: 'requests' };
			if (client.clock.now() >= this.deadline) return { ...failed, limit: 'time' };
			slot.divide(refusal);
		}
		this.wasTooLarge ||= tooLarge;
		return halves;
	}

	private mayAdd(requests: number): boolean {
		return 2 * this.ledger.divisions + this.repeats + requests <= this.plan.extraRequests;
	}

	/** Sends a record once more that was refused: it may refer to one that was accepted after it. */
	private async repeat(failed: Failed): Promise<void> {
		const { client, divides } = this.settings;
		if (!divides || isCancelled(client) || !this.mayAdd(1)) return;
		this.repeats++;
		this.done--;
		this.records--;
		const again = await this.send(failed.request, 0);
		this.failed.splice(this.failed.indexOf(failed), 1, ...(again ? [again] : []));
	}

	/**
	 * Waits until the transactions are applied or refused, or the time is over. Halves of refused ones are sent as soon as
	 * that is known, while the others are waited for.
	 */
	private async confirmAll(confirm: ConfirmSettings, stop?: Stop): Promise<Stop | undefined> {
		const { client, continues } = this.settings;
		const { clock } = client;
		this.deadline = clock.now() + confirm.waitMs;
		let ended = stop;
		for (;;) {
			const waiting = [...this.sent.values()].filter(
				({ accepted: { confirmation } }) => confirmation?.status !== 'applied',
			);
			const ids = new Set(waiting.map(({ accepted }) => messageIdOf(accepted)));
			ids.delete('');
			const left = Math.max(0, this.deadline - clock.now());
			let confirmations: ReadonlyMap<string, Confirmation> = new Map();
			try {
				confirmations = await confirm.poll([...ids], left);
			} catch (error) {
				// A cancelled run that continues returns its receipts, with the status unknown.
				if (!continues || !isCancelled(client)) {
					if (ended?.failed) this.failed.push(ended.failed);
					return { error, unsent: ended?.unsent ?? [] };
				}
			}
			const refused = waiting.flatMap((sent) => {
				const confirmation = confirmations.get(messageIdOf(sent.accepted)) ?? UNKNOWN;
				return this.resolve(sent, confirmation) ?? [];
			});
			if (refused.length === 0) return ended;
			const open: PlannedRequest[] = [];
			for (const failed of refused) {
				const halves = this.divide(failed);
				if (Array.isArray(halves)) open.push(...halves);
				else if (ended) this.failed.push(halves);
				else ended = this.fail(halves, []);
			}
			if (ended) ended = { ...ended, unsent: [...open, ...ended.unsent] };
			else ended = await this.sendAll(open);
		}
	}

	/** Applies the status of a transaction. Returns the failure of a refused one. */
	private resolve({ accepted, slot, write }: Sent, confirmation: Confirmation): Failed | undefined {
		const { client } = this.settings;
		const { refusedAppliesNothing: appliesNothing } = client.settings;
		const { request } = accepted;
		const { status, said } = confirmation;
		if (status === 'refused') {
			this.sent.delete(request);
			write?.end(appliesNothing ? { refused: { size: request.rows.length } } : 'unknown');
			const messageId = messageIdOf(accepted);
			const failure = {
				kind: 'refused',
				messageId,
				said: said ?? undefined,
				appliesNothing,
			} as const;
			const info = { write: true, url: client.baseUrl, attempts: 1, subject: request.list.subject };
			const error = new ServiceError(failure, info, client.secrets);
			slot.fail(failure, 1);
			return { request, error, refusal: divisibleRefusal(error) };
		}
		const sent = { accepted: { ...accepted, confirmation }, slot };
		if (status === 'applied') {
			slot.confirm(said);
			write?.end('applied');
			this.sent.set(request, sent);
		} else this.sent.set(request, { ...sent, write });
		return undefined;
	}
}

/**
 * Executes a plan. A failure ends the run, or with `continues` only its own request.
 *
 * @returns undefined where an earlier try of the run made other requests; nothing was sent then
 */
export async function execute(
	plan: Plan,
	ledger: Ledger,
	settings: ExecuteSettings,
): Promise<Outcomes | undefined> {
	if (!ledger.repeatsEarlierTry(plan.requests)) return undefined;
	settings.onStart?.();
	return await new Execution(plan, ledger, settings).run();
}
