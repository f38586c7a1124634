// Executes a plan: sends its requests in order, divides what is refused, waits for what was accepted where that is
// asked for, and says what became of each.
import type { WriteEndpoint } from '../../api/endpoint';
import { messageIdField } from '../../api/shared';
import type { Failure } from '../failures';
import { ServiceError } from '../serviceError';
import { isCancelled, type ServiceClient } from '../transport/serviceClient';
import { type Memory, MemoryWrite, type WriteEnd } from './memory';
import type { Ledger, LedgerSlot } from './ledger';
import type { Plan, PlannedRequest } from './plan';
import type { Receipt } from './receipt';
import { changedNothing, divisibleRefusal, isTooLarge, mayBeAppliedInPart } from './refusals';
import { sendOnce } from './sendOnce';

/** A plan of which is certain that a later try of its run makes the same requests. */
export class RepeatablePlan {
	private constructor(
		readonly requests: readonly PlannedRequest[],
		readonly ledger: Ledger,
	) {}

	/**
	 * @param keep Keeps with the execution what the plan leaves out
	 * @returns undefined where an earlier try of the run made other requests; then nothing must be sent
	 */
	static of(
		{ leftOut, requests }: Plan,
		ledger: Ledger,
		keep: (leftOut: Plan['leftOut']) => void,
	): RepeatablePlan | undefined {
		if (!ledger.repeatsEarlierTry(requests)) return undefined;
		keep(leftOut);
		return new RepeatablePlan(requests, ledger);
	}
}

/** What became of a transaction. */
export interface Confirmation {
	readonly status: 'applied' | 'refused' | 'pending' | 'unknown';
	readonly said: string | null;
}

export interface ConfirmSettings {
	/** How long statuses are asked for, in milliseconds; 0 asks once. */
	readonly waitMs: number;
	/** Whether a refused transaction certainly left nothing behind. */
	readonly refusedAppliesNothing: boolean;
	/**
	 * Asks for statuses together, until each is final, the time is over, or `isEnough` says so of those known so far.
	 *
	 * @throws ServiceError of the kind `cancelled`
	 */
	readonly poll: (
		messageIds: readonly string[],
		waitMs: number,
		isEnough: (confirmations: ReadonlyMap<string, Confirmation>) => boolean,
	) => Promise<ReadonlyMap<string, Confirmation>>;
}

export interface ExecuteSettings {
	readonly client: ServiceClient;
	readonly endpoint: WriteEndpoint;
	readonly memory?: { readonly memory: Memory; readonly remembers: boolean };
	/** Left out, what was accepted counts as done. */
	readonly confirm?: ConfirmSettings;
	/** Whether refused requests are divided that no earlier try divided. */
	readonly divides: boolean;
	/** Whether the run continues on failure; otherwise, only what is too large is divided. */
	readonly continues: boolean;
	readonly resendUncertain: boolean;
	/** Called after each request that was accepted, with how many were sent and are still to be sent. */
	readonly onAccepted: (accepted: Accepted, done: Outcomes, unsent: number) => void;
}

/** A request that was accepted, now or by an earlier try. */
export interface Accepted {
	readonly request: PlannedRequest;
	readonly receipt: Receipt;
	readonly fromEarlierTry: boolean;
	/** Where it was asked for. */
	readonly confirmation?: Confirmation;
}

/** A request that has failed for good. */
export interface Failed {
	readonly request: PlannedRequest;
	readonly error: unknown;
	/** The refusal, where the service certainly applied nothing. */
	readonly refusal?: Failure;
	/** What kept the request from being divided: as many extra requests as a run may send, or the time to wait. */
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

const MIN_EXTRA_REQUESTS = 40;

/** The most requests that all tries of a run send beyond those of the plan. */
export function maxExtraRequests(requests: readonly PlannedRequest[]): number {
	const records = requests.reduce((sum, { recordCount }) => sum + recordCount, 0);
	return Math.max(MIN_EXTRA_REQUESTS, Math.floor(records / 5));
}

/** An accepted request while its run goes on. */
interface Sent {
	readonly accepted: Accepted;
	readonly slot: LedgerSlot;
	/** Its records on their way into the memory, until it is known what became of them. */
	readonly write?: MemoryWrite;
}

function messageIdOf({ receipt }: Accepted): string {
	const { [messageIdField]: messageId } = receipt;
	return typeof messageId === 'string' ? messageId : '';
}

const UNKNOWN: Confirmation = { status: 'unknown', said: null };

function isFinal(confirmation: Confirmation = UNKNOWN): boolean {
	return confirmation.status === 'applied' || confirmation.status === 'refused';
}

/** An execution at work. */
class Execution {
	private readonly sent = new Map<PlannedRequest, Sent>();
	private readonly failed: Failed[] = [];
	private wasTooLarge = false;
	/** How many refused records were sent once more. */
	private repeats = 0;
	/** When statuses are asked for no more. */
	private deadline: number | undefined;

	constructor(
		private readonly plan: RepeatablePlan,
		private readonly settings: ExecuteSettings,
	) {}

	async run(): Promise<Outcomes> {
		try {
			let stop = await this.sendAll(this.plan.requests);
			if (this.settings.confirm) stop = await this.confirmAll(this.settings.confirm, stop);
			return { ...this.outcomes(), stop };
		} finally {
			for (const { accepted, write } of this.sent.values()) {
				const messageId = messageIdOf(accepted);
				write?.end(messageId === '' ? 'unknown' : { pendingIn: messageId });
			}
		}
	}

	private outcomes(): Outcomes {
		const { failed, sent, wasTooLarge } = this;
		return { accepted: [...sent.values()].map(({ accepted }) => accepted), failed, wasTooLarge };
	}

	/** Sends requests, and the halves of those that are divided, in order. */
	private async sendAll(requests: readonly PlannedRequest[]): Promise<Stop | undefined> {
		const open = [...requests];
		/** Records that were refused alone, with the number of requests that this try had got accepted before. */
		const alone: Array<readonly [failed: Failed, acceptedBefore: number]> = [];
		for (let request = open.shift(); request; request = open.shift()) {
			const failed = await this.send(request, open.length);
			if (!failed) continue;
			const halves = this.halvesOf(failed);
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
		const { error } = failed;
		if (!this.settings.continues) return { error, failed, unsent };
		this.failed.push(failed);
		return undefined;
	}

	private get acceptedNow(): number {
		return this.outcomes().accepted.filter(({ fromEarlierTry }) => !fromEarlierTry).length;
	}

	private async send(request: PlannedRequest, unsent: number): Promise<Failed | undefined> {
		const { client, confirm, endpoint, memory, onAccepted, resendUncertain } = this.settings;
		const { effects, hasKeys, recordCount } = request;
		const judge = (failure: Failure): Failure =>
			!hasKeys && failure.kind === 'status' && mayBeAppliedInPart(failure, recordCount)
				? { ...failure, isPartlyUncertain: true }
				: failure;
		let write: MemoryWrite | undefined;
		let accepted: Accepted;
		try {
			const encoded = request.encode();
			const slot = this.plan.ledger.slotOf(request, encoded);
			// A receipt of an earlier try does not say that nothing was sent since.
			if (memory && effects && !slot.isAccepted)
				write = new MemoryWrite(memory.memory, effects, memory.remembers);
			const settings = { resendUncertain, judge };
			const published = await sendOnce(client, endpoint, encoded, slot, settings);
			accepted = { request, ...published, confirmation: slot.confirmation };
			if (!confirm) write?.end('applied');
			this.sent.set(request, { accepted, slot, ...(confirm && { write }) });
		} catch (error) {
			write?.end(changedNothing(error, recordCount) ? 'notApplied' : 'unknown');
			return { request, error, refusal: divisibleRefusal(error) };
		}
		onAccepted(accepted, this.outcomes(), unsent);
		return undefined;
	}

	/** The halves of a refused request, noted in the ledger; or the failure of what is not divided. */
	private halvesOf(failed: Failed): PlannedRequest[] | Failed {
		const { refusal, request } = failed;
		if (!refusal) return failed;
		const { client, continues, divides } = this.settings;
		const halves = request.halves();
		if (halves.length === 0) return failed;
		const slot = this.plan.ledger.slotOf(request);
		const tooLarge = isTooLarge(refusal);
		if (!slot.isDivided) {
			if (!divides || (!tooLarge && !(continues && request.hasKeys))) return failed;
			if (!this.mayAdd(halves.length)) return { ...failed, limit: 'requests' };
			if (client.clock.now() >= (this.deadline ?? Infinity)) return { ...failed, limit: 'time' };
			slot.divide(refusal);
		}
		this.wasTooLarge ||= tooLarge;
		return halves;
	}

	private mayAdd(requests: number): boolean {
		const { ledger, requests: planned } = this.plan;
		return 2 * ledger.divisions + this.repeats + requests <= maxExtraRequests(planned);
	}

	/** Sends a record once more that was refused: it may refer to one that was accepted after it. */
	private async repeat(failed: Failed): Promise<void> {
		const { client, continues, divides } = this.settings;
		if (!divides || !continues || isCancelled(client) || !this.mayAdd(1)) return;
		this.repeats++;
		const again = await this.send(failed.request, 0);
		this.failed.splice(this.failed.indexOf(failed), 1, ...(again ? [again] : []));
	}

	/**
	 * Waits until the transactions are applied or refused, or the time is over. Halves of refused ones are sent as soon as
	 * that is known, while the others are waited for.
	 */
	private async confirmAll(confirm: ConfirmSettings, stop?: Stop): Promise<Stop | undefined> {
		const { clock } = this.settings.client;
		const deadline = (this.deadline = clock.now() + confirm.waitMs);
		let ended = stop;
		for (;;) {
			const waiting = [...this.sent.values()].filter(
				({ accepted }) => !isFinal(accepted.confirmation),
			);
			const ids = new Set(waiting.map(({ accepted }) => messageIdOf(accepted)));
			ids.delete('');
			let confirmations: ReadonlyMap<string, Confirmation>;
			try {
				const left = Math.max(0, deadline - clock.now());
				confirmations = await confirm.poll([...ids], left, (known) =>
					[...known.values()].some(({ status }) => status === 'refused'),
				);
			} catch (error) {
				const { client, continues } = this.settings;
				if (!continues || !isCancelled(client)) return { error, unsent: ended?.unsent ?? [] };
				// What was accepted keeps its receipt.
				confirmations = new Map();
			}
			const refused = waiting.flatMap((sent) => {
				const confirmation = confirmations.get(messageIdOf(sent.accepted)) ?? UNKNOWN;
				return this.confirm(sent, confirmation, confirm) ?? [];
			});
			if (refused.length === 0) return ended;
			const open: PlannedRequest[] = [];
			for (const failed of refused) {
				const halves = this.halvesOf(failed);
				if (Array.isArray(halves)) open.push(...halves);
				else if (ended) this.failed.push(halves);
				else ended = this.fail(halves, []);
			}
			if (ended) ended = { ...ended, unsent: [...open, ...ended.unsent] };
			else ended = await this.sendAll(open);
		}
	}

	/** Takes over what became of a transaction; gives the failure of one that was refused. */
	private confirm(
		{ accepted, slot, write }: Sent,
		confirmation: Confirmation,
		{ refusedAppliesNothing: appliesNothing }: ConfirmSettings,
	): Failed | undefined {
		const { client } = this.settings;
		const { request } = accepted;
		const { status, said } = confirmation;
		if (status !== 'refused') {
			if (status === 'applied') {
				slot.confirm(said);
				write?.end('applied');
			}
			const end = status === 'applied' ? {} : { write };
			this.sent.set(request, { accepted: { ...accepted, confirmation }, slot, ...end });
			return undefined;
		}
		this.sent.delete(request);
		const end: WriteEnd = appliesNothing ? 'notApplied' : 'unknown';
		write?.end(end);
		const messageId = messageIdOf(accepted);
		const failure = {
			kind: 'refused',
			messageId,
			said: said ?? undefined,
			appliesNothing,
		} as const;
		slot.fail(failure, 1);
		const { subject } = request.list;
		const info = { write: true, url: client.baseUrl, attempts: 1, subject };
		const error = new ServiceError(failure, info, client.secrets);
		return { request, error, refusal: divisibleRefusal(error) };
	}
}

/** Executes a plan. A failure ends the run, or with continue-on-fail only its own request. */
export async function execute(plan: RepeatablePlan, settings: ExecuteSettings): Promise<Outcomes> {
	return await new Execution(plan, settings).run();
}
