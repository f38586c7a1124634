// Executes a plan: sends its requests in order, divides what is refused, and says what became of each.
import type { WriteEndpoint } from '../../api/endpoint';
import type { Failure } from '../failures';
import type { ServiceClient } from '../transport/serviceClient';
import { type Memory, sendAndRemember } from './acceptedRecords';
import type { Ledger } from './ledger';
import type { Plan, PlannedRequest } from './plan';
import type { Receipt } from './receipt';
import { divisibleRefusal, isTooLarge, mayBeAppliedInPart } from './refusals';
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

export interface ExecuteSettings {
	readonly client: ServiceClient;
	readonly endpoint: WriteEndpoint;
	readonly memory?: { readonly memory: Memory; readonly remembers: boolean };
	/** Whether refused requests are divided that no earlier try divided. */
	readonly divides: boolean;
	/** Whether the run continues on failure; otherwise, only what is too large is divided. */
	readonly continues: boolean;
	readonly resendUncertain: boolean;
	/** Whether the run goes on after an error. */
	readonly mayContinue: (error: unknown) => boolean;
	/** Called after each request that was accepted, with how many were sent and are still to be sent. */
	readonly onAccepted: (accepted: Accepted, done: Outcomes, unsent: number) => void;
}

/** A request that was accepted, now or by an earlier try. */
export interface Accepted {
	readonly request: PlannedRequest;
	readonly receipt: Receipt;
	readonly fromEarlierTry: boolean;
}

/** A request that has failed for good. */
export interface Failed {
	readonly request: PlannedRequest;
	readonly error: unknown;
	/** What the service said, where it refused the request and certainly applied nothing. */
	readonly refusal?: Failure;
	/** Whether the request would have been divided, had the run not sent as many extra requests as it may. */
	readonly isBeyondBound?: true;
}

export interface Outcomes {
	readonly accepted: readonly Accepted[];
	readonly failed: readonly Failed[];
	/** Whether a request was divided because it was too large. */
	readonly wasTooLarge: boolean;
	/** The failure after which the run stopped, and what was not sent because of it. */
	readonly stop?: { readonly failed: Failed; readonly unsent: readonly PlannedRequest[] };
}

const MIN_EXTRA_REQUESTS = 40;

/** The most requests that all tries of a run send beyond those of the plan. */
export function maxExtraRequests(requests: readonly PlannedRequest[]): number {
	const records = requests.reduce((sum, { recordCount }) => sum + recordCount, 0);
	return Math.max(MIN_EXTRA_REQUESTS, Math.floor(records / 5));
}

/** An execution at work. */
class Execution {
	private readonly accepted: Accepted[] = [];
	private readonly failed: Failed[] = [];
	private wasTooLarge = false;
	/** How many refused records were sent once more. */
	private repeats = 0;

	constructor(
		private readonly plan: RepeatablePlan,
		private readonly settings: ExecuteSettings,
	) {}

	async run(): Promise<Outcomes> {
		const open = [...this.plan.requests];
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
			if (!this.settings.mayContinue(halves.error))
				return { ...this.outcomes(), stop: { failed: halves, unsent: open } };
			this.failed.push(halves);
			if (halves.refusal && request.rows.length === 1) alone.push([halves, this.acceptedNow]);
		}
		for (const [failed, acceptedBefore] of alone) {
			const again = this.acceptedNow > acceptedBefore && (await this.repeat(failed));
			if (again && !this.settings.mayContinue(again.error))
				return { ...this.outcomes(), stop: { failed: again, unsent: [] } };
		}
		return this.outcomes();
	}

	private get acceptedNow(): number {
		return this.accepted.filter(({ fromEarlierTry }) => !fromEarlierTry).length;
	}

	private outcomes(): Outcomes {
		const { accepted, failed, wasTooLarge } = this;
		return { accepted, failed, wasTooLarge };
	}

	private async send(request: PlannedRequest, unsent: number): Promise<Failed | undefined> {
		const { client, endpoint, memory, onAccepted, resendUncertain } = this.settings;
		const { effects, hasKeys, recordCount } = request;
		const isKeyless = !hasKeys;
		const judge = (failure: Failure): Failure =>
			isKeyless && failure.kind === 'status' && mayBeAppliedInPart(failure, recordCount)
				? { ...failure, isPartlyUncertain: true }
				: failure;
		try {
			const encoded = request.encode();
			const slot = this.plan.ledger.slotOf(request, encoded);
			const once = async () =>
				await sendOnce(client, endpoint, encoded, slot, { resendUncertain, judge });
			const published =
				memory && effects
					? await sendAndRemember(memory.memory, effects, once, memory.remembers)
					: await once();
			const accepted = { request, ...published };
			this.accepted.push(accepted);
			onAccepted(accepted, this.outcomes(), unsent);
			return undefined;
		} catch (error) {
			return { request, error, refusal: divisibleRefusal(error) };
		}
	}

	/** The halves of a refused request, noted in the ledger; or the failure of what is not divided. */
	private halvesOf(failed: Failed): PlannedRequest[] | Failed {
		const { refusal, request } = failed;
		if (!refusal) return failed;
		const { continues, divides } = this.settings;
		const halves = request.halves();
		if (halves.length === 0) return failed;
		const { ledger } = this.plan;
		const slot = ledger.slotOf(request);
		const tooLarge = isTooLarge(refusal);
		if (!slot.isDivided) {
			if (!divides || (!tooLarge && !(continues && request.hasKeys))) return failed;
			if (!this.mayAdd(halves.length)) return { ...failed, isBeyondBound: true };
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
	private async repeat(failed: Failed): Promise<Failed | undefined> {
		const { continues, divides } = this.settings;
		if (!divides || !continues || !this.mayAdd(1)) return undefined;
		this.repeats++;
		const again = await this.send(failed.request, 0);
		this.failed.splice(this.failed.indexOf(failed), 1, ...(again ? [again] : []));
		return again;
	}
}

/** Sends the requests of a plan. A failure ends the run, or with continue-on-fail only its own request. */
export async function execute(plan: RepeatablePlan, settings: ExecuteSettings): Promise<Outcomes> {
	return await new Execution(plan, settings).run();
}
