// Waits until the service has applied or refused what it received. What it refused is divided as after a refusal at once.
import { MINUTE_MS } from '../values/dates';
import { pushTo } from '../values/pushTo';
import { TransactionPoll } from '../service/transactionPoll';
import type { StatusAnswer } from '../service/transactionStatus';
import type { ServiceClient } from '../transport/serviceClient';
import type { Sender } from './execute';
import { type Accepted, acceptedIn, type Confirmation, type Outcome } from './outcome';
import type { PlannedRequest } from './plannedRequest';

export interface ConfirmSettings {
	readonly client: ServiceClient;
	/** How long statuses are asked for; 0 asks once. */
	readonly waitMinutes: number;
	readonly onWait: (open: number) => void;
}

export interface Confirmed {
	readonly outcomes: readonly Outcome[];
	/** The last answer on each transaction. */
	readonly answers: readonly StatusAnswer[];
	/** The MessageIds that several receipts have. */
	readonly sharedIds: readonly string[];
	/** What ended the wait early: the execution was stopped. */
	readonly error?: unknown;
}

const UNKNOWN: Confirmation = { status: 'unknown', said: null };

class Confirming {
	/** The outcomes that replace a request whose transaction was refused. */
	private readonly instead = new Map<PlannedRequest, readonly Outcome[]>();
	private readonly byId = new Map<string, Accepted[]>();
	private readonly answers = new Map<string, StatusAnswer>();

	constructor(
		private readonly sender: Sender,
		private readonly poll: TransactionPoll,
	) {}

	private add(outcomes: readonly Outcome[]): void {
		for (const accepted of acceptedIn(outcomes))
			if (accepted.messageId !== undefined) pushTo(this.byId, accepted.messageId, accepted);
	}

	/** The transactions that are to be asked for; of two with one ID, nothing is known. */
	private get openIds(): string[] {
		return [...this.byId].flatMap(([id, [{ request }, ...others]]) =>
			others.length > 0 || this.instead.has(request) ? [] : [id],
		);
	}

	private async waitForAll(): Promise<void> {
		for (;;) {
			const answers = await this.poll.ask(this.openIds, (known) => {
				for (const answer of known) this.answers.set(answer.result.MessageId, answer);
				return known.some(({ result: { status } }) => status === 'refused');
			});
			for (const answer of answers) this.answers.set(answer.result.MessageId, answer);
			const refused = answers.filter(({ result: { status } }) => status === 'refused');
			if (refused.length === 0) return;
			for (const { result } of refused) {
				const [accepted] = this.byId.get(result.MessageId) ?? [];
				const outcomes = await this.sender.refuse(accepted, result.said ?? undefined);
				this.instead.set(accepted.request, outcomes);
				this.add(outcomes);
			}
		}
	}

	private confirmed(outcome: Outcome): Outcome[] {
		if (outcome.kind !== 'accepted') return [outcome];
		const instead = this.instead.get(outcome.request);
		if (instead) return instead.flatMap((each) => this.confirmed(each));
		const { messageId = '' } = outcome;
		const { status = 'unknown', said = null } = this.answers.get(messageId)?.result ?? {};
		const isKnown = this.byId.get(messageId)?.length === 1 && status !== 'refused';
		return [{ ...outcome, confirmation: isKnown ? { status, said } : UNKNOWN }];
	}

	async run(outcomes: readonly Outcome[]): Promise<Confirmed> {
		this.add(outcomes);
		let error: unknown;
		await this.waitForAll().catch((thrown: unknown) => {
			error = thrown;
		});
		return {
			outcomes: outcomes.flatMap((outcome) => this.confirmed(outcome)),
			answers: [...this.answers.values()],
			sharedIds: [...this.byId].flatMap(([id, { length }]) => (length > 1 ? [id] : [])),
			error,
		};
	}
}

/** Asks for the status of all transactions together, and gives the outcomes that follow. */
export async function confirm(
	sender: Sender,
	outcomes: readonly Outcome[],
	{ client, onWait, waitMinutes }: ConfirmSettings,
): Promise<Confirmed> {
	const poll = new TransactionPoll(client, waitMinutes * MINUTE_MS, onWait);
	return await new Confirming(sender, poll).run(outcomes);
}
