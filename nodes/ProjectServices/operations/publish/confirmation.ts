// Confirm: how a write asks for the status of the transactions that the service accepted.
import { MINUTE_MS } from '../../../../client/values/dates';
import type { ConfirmSettings } from '../../../../client/publish/execute';
import type { Confirmation } from '../../../../client/publish/ledger';
import { TransactionPoll } from '../../../../client/service/transactionPoll';
import type { StatusAnswer } from '../../../../client/service/transactionStatus';
import { SETTING_LABELS } from '../../../../client/serviceSettings';
import { counted } from '../../../../wire/result';
import { parameterError, quoted } from '../../../shared/errors';
import type { Run } from '../../nodeRun';
import { missingSettings, statusRemarks } from '../../statusRemarks';

type ConfirmRun = Pick<Run, 'client' | 'context' | 'node' | 'report'>;

export class StatusPoll implements ConfirmSettings {
	readonly waitMs: number;
	private readonly statuses: TransactionPoll;
	/** The answers on the transactions of this run. */
	private readonly answers = new Map<string, StatusAnswer>();
	private loggedAt = -Infinity;

	/** @throws NodeOperationError where the credential does not say how statuses are told; nothing was sent */
	constructor(
		private readonly run: ConfirmRun,
		private readonly minutes: number,
	) {
		this.waitMs = minutes * MINUTE_MS;
		const { client, node } = run;
		this.statuses = new TransactionPoll(client, this.waitMs, (open) => this.logProgress(open));
		const missing = missingSettings(client.settings.statuses);
		if (missing === undefined) return;
		throw parameterError(
			node,
			`'Confirm' needs ${missing.labels} in the credential, which ${missing.are} empty`,
			undefined,
			`Nothing was sent. Open the credential, turn on ${quoted(SETTING_LABELS.serviceSettings)}, and enter there how the service reports the status of a MessageId.`,
		);
	}

	async poll(messageIds: readonly string[]): Promise<Map<string, Confirmation>> {
		const answers = await this.statuses.ask(messageIds, (known) =>
			known.some(({ result: { status } }) => status === 'refused'),
		);
		for (const answer of answers) this.answers.set(answer.result.MessageId, answer);
		return new Map(
			answers.map(({ result: { MessageId, status, said } }) => [MessageId, { status, said }]),
		);
	}

	/** Shows the progress at each wait, and logs it once a minute. */
	private logProgress(pending: number): void {
		const { client, context, node, report } = this.run;
		const text = `waiting for the status of ${counted(pending, 'transaction')}`;
		report.progress(text);
		const now = client.clock.now();
		if (now - this.loggedAt < MINUTE_MS) return;
		this.loggedAt = now;
		context.logger.info(`${node.name}: ${text}`);
	}

	/** What a person must know of this run's transactions that were neither applied nor refused. */
	remarks(): string[] {
		const wait = { option: 'confirmMinutes', minutes: this.minutes } as const;
		return statusRemarks([...this.answers.values()], wait, this.run.client);
	}
}
