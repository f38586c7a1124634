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
import { changedNothing, divisibleRefusal, isTooLarge } from './refusals';

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
export interface Stop {
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
	readonly write?: MemoryWrite;
}

function messageIdOf({ receipt }: Accepted): string {
	const { [messageIdField]: messageId } = receipt;
	return typeof messageId === 'string' ? messageId : '';
}

function isApplied({ accepted: { confirmation } }: Sent): boolean {
	return confirmation?.status === 'applied';
}

const UNKNOWN: Confirmation = { status: 'unknown', said: null };

class Execution {
	private readonly sent = new Map<PlannedRequest, Sent>();
	private readonly failed = new Map<PlannedRequest, Failed>();
	private stop: Stop | undefined;
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
			await this.sendAll(this.plan.requests);
			if (confirm) await this.confirmAll(confirm);
		} finally {
			this.endWrites();
		}
		const { failed, sent, stop, wasTooLarge } = this;
		const accepted = [...sent.values()].map((each) => each.accepted);
		return { accepted, failed: [...failed.values()], wasTooLarge, stop };
	}

	/** What is not known to be applied by now stays pending. */
	private endWrites(): void {
		for (const { accepted, write } of this.sent.values()) {
			const messageId = messageIdOf(accepted);
			write?.end(messageId === '' ? { kind: 'unknown' } : { kind: 'pending', messageId });
		}
	}

	/** Sends requests, and the halves of those that are divided, in order. */
	private async sendAll(requests: readonly PlannedRequest[]): Promise<void> {
		const open = [...requests];
		/** Records that were refused alone, with the number of requests that had been accepted before. */
		const alone = new Map<PlannedRequest, number>();
		for (let request = open.shift(); request; request = open.shift()) {
			const failed = await this.send(request, open.length);
			if (!failed) continue;
			open.unshift(...this.divideOrFail(failed));
			if (this.stop) {
				this.leaveUnsent(open);
				return;
			}
			if (this.failed.get(request)?.refusal && request.rows.length === 1)
				alone.set(request, this.acceptedNow);
		}
		for (const [request, acceptedBefore] of alone)
			if (this.acceptedNow > acceptedBefore) await this.repeat(request);
	}

	private async send(request: PlannedRequest, unsent: number): Promise<Failed | undefined> {
		const { endpoint, resendUncertain } = this.settings;
		let write: MemoryWrite | undefined;
		let sent: Sent;
		try {
			const encoded = request.encode();
			const slot = this.ledger.slotOf(request, encoded);
			write = this.beginWrite(request, slot);
			const settings = { resendUncertain, records: request };
			const published = await slot.send(endpoint, encoded, settings);
			sent = { accepted: { request, ...published }, slot, write };
		} catch (error) {
			const kind = changedNothing(error, request.recordCount) ? 'changedNothing' : 'unknown';
			write?.end({ kind });
			return { request, error, refusal: divisibleRefusal(error) };
		}
		this.accept(sent, unsent);
		return undefined;
	}

	/** Nothing for a request of an earlier try: since then, another execution may have sent newer content. */
	private beginWrite({ effects }: PlannedRequest, slot: LedgerSlot): MemoryWrite | undefined {
		const { memory } = this.settings;
		if (!memory || !effects || slot.accepted) return undefined;
		return new MemoryWrite(memory.memory, effects, memory.remembers);
	}

	private accept(sent: Sent, unsent: number): void {
		const { confirm, onAccepted } = this.settings;
		const { accepted, write } = sent;
		if (!confirm) write?.end({ kind: 'applied' });
		this.sent.set(accepted.request, sent);
		if (!accepted.fromEarlierTry) this.acceptedNow++;
		this.count(accepted.request);
		const { done, records } = this;
		onAccepted(accepted, { done, records, unsent });
	}

	private count({ recordCount }: PlannedRequest): void {
		this.done++;
		this.records += recordCount;
	}

	/** Notes a failure. Where the run does not continue, the first one ends it. */
	private fail(failed: Failed): void {
		if (!this.settings.continues && !this.stop) {
			this.stop = { error: failed.error, failed, unsent: [] };
			return;
		}
		this.failed.set(failed.request, failed);
		this.count(failed.request);
	}

	/** Notes what is not sent, since the run has ended. */
	private leaveUnsent(requests: readonly PlannedRequest[]): void {
		if (this.stop) this.stop = { ...this.stop, unsent: [...requests, ...this.stop.unsent] };
	}

	/** Divides a refused request: gives the halves to be sent instead. What is not divided has failed. */
	private divideOrFail(failed: Failed): readonly PlannedRequest[] {
		const { refusal, request } = failed;
		const halves = refusal ? this.halvesOf(request, refusal) : [];
		const limit = halves.length > 0 ? this.limitOf(request, halves.length) : undefined;
		if (!refusal || halves.length === 0 || limit) {
			this.fail({ ...failed, limit });
			return [];
		}
		this.ledger.slotOf(request).divide(refusal);
		this.wasTooLarge ||= isTooLarge(refusal);
		return halves;
	}

	/** The halves of a refused request; none of one that stays whole. */
	private halvesOf(request: PlannedRequest, refusal: Failure): readonly PlannedRequest[] {
		const { continues, divides } = this.settings;
		const isDivisible = isTooLarge(refusal) || (continues && request.hasKeys);
		// What an earlier try divided stays divided.
		const isDivided = (divides && isDivisible) || this.ledger.slotOf(request).isDivided;
		return isDivided ? request.halves() : [];
	}

	/** What keeps a request from being divided that no earlier try divided. */
	private limitOf(request: PlannedRequest, halves: number): Failed['limit'] {
		if (this.ledger.slotOf(request).isDivided) return undefined;
		if (!this.mayAdd(halves)) return 'requests';
		return this.settings.client.clock.now() >= this.deadline ? 'time' : undefined;
	}

	private mayAdd(requests: number): boolean {
		return 2 * this.ledger.divisions + this.repeats + requests <= this.plan.extraRequests;
	}

	/** Sends a record once more that was refused: it may refer to one that was accepted after it. */
	private async repeat(request: PlannedRequest): Promise<void> {
		const { client, divides } = this.settings;
		if (!divides || isCancelled(client) || !this.mayAdd(1)) return;
		this.repeats++;
		this.done--;
		this.records--;
		const failed = await this.send(request, 0);
		if (failed) this.failed.set(request, failed);
		else this.failed.delete(request);
	}

	/**
	 * Waits until the transactions are applied or refused, or the time is over. Halves of refused ones are sent as soon as
	 * that is known, while the others are waited for.
	 */
	private async confirmAll(confirm: ConfirmSettings): Promise<void> {
		this.deadline = this.settings.client.clock.now() + confirm.waitMs;
		for (;;) {
			const waiting = [...this.sent.values()].filter((sent) => !isApplied(sent));
			const statuses = await this.poll(confirm, waiting);
			if (!statuses) return;
			const refused = waiting.flatMap((sent) => {
				const confirmation = statuses.get(messageIdOf(sent.accepted)) ?? UNKNOWN;
				return this.resolve(sent, confirmation) ?? [];
			});
			if (refused.length === 0) return;
			const halves = refused.flatMap((failed) => this.divideOrFail(failed));
			if (this.stop) this.leaveUnsent(halves);
			else await this.sendAll(halves);
		}
	}

	/** Asks for statuses; gives none where the wait was cancelled and the run ends with that. */
	private async poll(
		confirm: ConfirmSettings,
		waiting: readonly Sent[],
	): Promise<ReadonlyMap<string, Confirmation> | undefined> {
		const { client, continues } = this.settings;
		const ids = new Set(waiting.map(({ accepted }) => messageIdOf(accepted)));
		ids.delete('');
		try {
			return await confirm.poll([...ids], Math.max(0, this.deadline - client.clock.now()));
		} catch (error) {
			// A cancelled run that continues returns its receipts, with the status unknown.
			if (continues && isCancelled(client)) return new Map();
			const { failed, unsent = [] } = this.stop ?? {};
			if (failed) this.failed.set(failed.request, failed);
			this.stop = { error, unsent };
			return undefined;
		}
	}

	/** Applies the status of a transaction. Returns the failure of a refused one. */
	private resolve(sent: Sent, confirmation: Confirmation): Failed | undefined {
		const { accepted, slot, write } = sent;
		const { said, status } = confirmation;
		if (status === 'refused') return this.refuse(sent, said ?? undefined);
		if (status === 'applied') {
			slot.confirm(said);
			write?.end({ kind: 'applied' });
		}
		this.sent.set(accepted.request, { ...sent, accepted: { ...accepted, confirmation } });
		return undefined;
	}

	/** A refused transaction fails as a refused request does. */
	private refuse({ accepted, slot, write }: Sent, said: string | undefined): Failed {
		const { client } = this.settings;
		const { baseUrl: url, secrets } = client;
		const { refusedAppliesNothing: appliesNothing } = client.settings;
		const { request } = accepted;
		const messageId = messageIdOf(accepted);
		this.sent.delete(request);
		const transaction = { size: request.rows.length };
		write?.end(appliesNothing ? { kind: 'refused', transaction } : { kind: 'unknown' });
		const failure = { kind: 'refused', messageId, said, appliesNothing } as const;
		slot.fail(failure, 1);
		const info = { write: true, url, attempts: 1, subject: request.list.subject };
		const error = new ServiceError(failure, info, secrets);
		return { request, error, refusal: divisibleRefusal(error) };
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
	const execution = new Execution(plan, ledger, settings);
	if (!ledger.repeatsEarlierTry(plan.requests)) return undefined;
	settings.onStart?.();
	return await execution.run();
}
