// Executes a plan: sends its requests in order, divides what is refused, waits for what was accepted where that is
// asked for, and gives the outcome of each.
import type { WriteEndpoint } from '../../api/endpoint';
import { messageIdField } from '../../api/shared';
import type { Failure } from '../failures/failures';
import { ServiceError } from '../failures/serviceError';
import { isCancelled, type ServiceClient } from '../transport/serviceClient';
import type { Confirmation, Ledger, Published } from './ledger';
import type { Plan, PlannedRequest } from './plan';
import { divisibleRefusal, isTooLarge } from './refusals';

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
	/** Left out, statuses are not asked for: a request is done once it was accepted. */
	readonly confirm?: ConfirmSettings;
	/** Whether the run continues on failure; otherwise, only what is too large is divided. */
	readonly continues: boolean;
	readonly resendUncertain: boolean;
	/** Called before anything is sent, once it is certain that this try makes the requests of earlier ones. */
	readonly onStart?: () => void;
	/** @param progress How many requests and records were sent, and how many requests are to be sent */
	readonly onAccepted: (
		accepted: Accepted,
		progress: { readonly done: number; readonly records: number; readonly unsent: number },
	) => void;
}

/** A request that was accepted, now or by an earlier try. */
export interface Accepted extends Published {
	readonly request: PlannedRequest;
}

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

function messageIdOf({ receipt }: Accepted): string {
	const { [messageIdField]: messageId } = receipt;
	return typeof messageId === 'string' ? messageId : '';
}

const UNKNOWN: Confirmation = { status: 'unknown', said: null };

class Execution {
	private readonly sent = new Map<PlannedRequest, Accepted>();
	private readonly failed = new Map<PlannedRequest, Failed>();
	private stop: Omit<Stop, 'unsent'> | undefined;
	private readonly unsent: PlannedRequest[] = [];
	private wasTooLarge = false;
	private acceptedNow = 0;
	/** The requests that were accepted or failed, and their records. */
	private readonly done = new Set<PlannedRequest>();
	private recordsDone = 0;
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
		await this.sendAll(this.plan.requests);
		if (confirm) await this.confirmAll(confirm);
		const { failed, sent, unsent, wasTooLarge } = this;
		const stop = this.stop && { ...this.stop, unsent };
		return { accepted: [...sent.values()], failed: [...failed.values()], wasTooLarge, stop };
	}

	/**
	 * Sends requests, and the halves of those that are divided, in order. After the failure that ends the run, nothing is
	 * sent; what earlier tries sent still gets its outcome.
	 */
	private async sendAll(requests: readonly PlannedRequest[]): Promise<void> {
		const open = [...requests];
		/** Records that were refused alone, with the number of requests that had been accepted before. */
		const alone = new Map<PlannedRequest, number>();
		for (let request = open.shift(); request; request = open.shift()) {
			if (this.stop && !this.ledger.wasSentEarlier(request)) {
				this.unsent.push(request);
				continue;
			}
			const failed = await this.send(request, open.length);
			if (!failed) continue;
			open.unshift(...this.divideOrFail(failed));
			if (this.failed.get(request)?.refusal && request.rows.length === 1)
				alone.set(request, this.acceptedNow);
		}
		for (const [request, acceptedBefore] of alone)
			if (this.acceptedNow > acceptedBefore) await this.repeat(request);
	}

	private async send(request: PlannedRequest, unsent: number): Promise<Failed | undefined> {
		const { endpoint, onAccepted } = this.settings;
		const resendUncertain = this.settings.resendUncertain && !this.stop;
		let accepted: Accepted;
		try {
			const encoded = request.encode();
			const slot = this.ledger.slotOf(request, encoded);
			const published = await slot.send(endpoint, encoded, { resendUncertain, records: request });
			accepted = { request, ...published };
		} catch (error) {
			return { request, error, refusal: divisibleRefusal(error) };
		}
		this.sent.set(request, accepted);
		if (!accepted.fromEarlierTry) this.acceptedNow++;
		this.failed.delete(request);
		this.count(request);
		onAccepted(accepted, { done: this.done.size, records: this.recordsDone, unsent });
		return undefined;
	}

	/** Counts a request that was accepted or failed, for the progress. */
	private count(request: PlannedRequest): void {
		if (!this.done.has(request)) this.recordsDone += request.recordCount;
		this.done.add(request);
	}

	/** Takes a request back that is sent in halves. */
	private uncount(request: PlannedRequest): void {
		if (this.done.delete(request)) this.recordsDone -= request.recordCount;
	}

	/** Notes a failure. Where the run does not continue, the first one ends it. */
	private fail(failed: Failed): void {
		this.count(failed.request);
		if (this.settings.continues || this.stop) this.failed.set(failed.request, failed);
		else this.stop = { error: failed.error, failed };
	}

	/** Divides a refused request: gives the halves to be sent instead. What is not divided has failed. */
	private divideOrFail(failed: Failed): readonly PlannedRequest[] {
		const { client, continues } = this.settings;
		const { refusal, request } = failed;
		const tooLarge = refusal !== undefined && isTooLarge(refusal);
		// What an earlier try divided stays divided: it may not have kept all words of the refusal.
		if (this.ledger.isDivided(request)) {
			this.wasTooLarge ||= tooLarge;
			this.uncount(request);
			return request.halves();
		}
		const mayDivide = tooLarge || (continues && request.hasKeys);
		const halves = mayDivide ? request.halves() : [];
		if (!refusal || halves.length === 0) {
			this.fail(failed);
			return [];
		}
		const overTime = client.clock.now() >= this.deadline ? 'time' : undefined;
		const limit = this.mayAdd(halves.length) ? overTime : 'requests';
		if (limit) {
			this.fail({ ...failed, limit });
			return [];
		}
		this.ledger.slotOf(request).divide(refusal);
		this.wasTooLarge ||= tooLarge;
		this.uncount(request);
		return halves;
	}

	private mayAdd(requests: number): boolean {
		return 2 * this.ledger.divisions + this.repeats + requests <= this.plan.extraRequests;
	}

	/** Sends a record once more that was refused: it may refer to one that was accepted after it. */
	private async repeat(request: PlannedRequest): Promise<void> {
		const { client } = this.settings;
		if (isCancelled(client) || !this.mayAdd(1)) return;
		this.repeats++;
		const failed = await this.send(request, 0);
		if (failed) this.failed.set(request, failed);
	}

	/**
	 * Waits until the transactions are applied or refused, or the time is over. Halves of refused ones are sent as soon as
	 * that is known, while the others are waited for.
	 */
	private async confirmAll(confirm: ConfirmSettings): Promise<void> {
		this.deadline = this.settings.client.clock.now() + confirm.waitMs;
		for (;;) {
			const waiting = [...this.sent.values()].filter(
				({ confirmation }) => confirmation?.status !== 'applied',
			);
			const statuses = await this.poll(confirm, waiting);
			if (!statuses) return;
			const refused = waiting.flatMap((sent) => {
				const confirmation = statuses.get(messageIdOf(sent)) ?? UNKNOWN;
				return this.resolve(sent, confirmation) ?? [];
			});
			if (refused.length === 0) return;
			await this.sendAll(refused.flatMap((failed) => this.divideOrFail(failed)));
		}
	}

	/** Asks for statuses; gives none where the wait was cancelled and the run ends with that. */
	private async poll(
		confirm: ConfirmSettings,
		waiting: readonly Accepted[],
	): Promise<ReadonlyMap<string, Confirmation> | undefined> {
		const { client, continues } = this.settings;
		const ids = new Set(waiting.map(messageIdOf));
		ids.delete('');
		try {
			return await confirm.poll([...ids], Math.max(0, this.deadline - client.clock.now()));
		} catch (error) {
			// A cancelled run that continues returns its receipts, with the status unknown.
			if (continues && isCancelled(client)) return new Map();
			const { failed } = this.stop ?? {};
			if (failed) this.failed.set(failed.request, failed);
			this.stop = { error };
			return undefined;
		}
	}

	/** Applies the status of a transaction. Returns the failure of a refused one. */
	private resolve(accepted: Accepted, confirmation: Confirmation): Failed | undefined {
		const { request } = accepted;
		const { said, status } = confirmation;
		if (status === 'refused') return this.refuse(accepted, said ?? undefined);
		if (status === 'applied') this.ledger.slotOf(request).confirm(said);
		this.sent.set(request, { ...accepted, confirmation });
		return undefined;
	}

	/** A refused transaction fails as a refused request does. */
	private refuse(accepted: Accepted, said: string | undefined): Failed {
		const { client } = this.settings;
		const { refusedAppliesNothing: appliesNothing } = client.settings;
		const { request } = accepted;
		const messageId = messageIdOf(accepted);
		this.sent.delete(request);
		const failure = { kind: 'refused', messageId, said, appliesNothing } as const;
		this.ledger.slotOf(request).fail(failure, 1);
		const { subject } = request.list;
		const info = { write: true, url: client.baseUrl, attempts: 1, subject };
		const error = new ServiceError(failure, info, client.secrets);
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
