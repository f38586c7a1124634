// Confirm: how a write asks for the status of the transactions that the service accepted.
import { MINUTE_MS } from '../../../../client/values/dates';
import type { ConfirmSettings } from '../../../../client/publish/execute';
import type { Confirmation } from '../../../../client/publish/ledger';
import { messageIdProblem, rulesProblem } from '../../../../client/service/statusRules';
import { pollStatuses } from '../../../../client/service/pollStatuses';
import { SETTING_LABELS, type StatusSettings } from '../../../../client/serviceSettings';
import { counted, countText } from '../../../../wire/result';
import { parameterError, quoted } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import type { Run } from '../../nodeRun';
import { type AnsweredQuestion, statusRemarks } from '../../statusRemarks';

type ConfirmRun = Pick<Run, 'client' | 'context' | 'node' | 'report'>;

/** What the credential does not say of statuses, or says wrong, if anything. */
function settingsProblem(statuses: StatusSettings): string | undefined {
	const missing = [
		...(statuses.path === '' ? [SETTING_LABELS.statusPath] : []),
		...(statuses.field === '' ? [SETTING_LABELS.statusField] : []),
		...(statuses.appliedValues.length === 0 ? [SETTING_LABELS.appliedValues] : []),
	].map(quoted);
	if (missing.length === 0) {
		const wrong = rulesProblem(statuses);
		return wrong && `${quoted(labelOf(wrong.parameter))} ${wrong.problem}`;
	}
	const names = missing.join(', ').replace(/, (?=[^,]*$)/, ' and ');
	return `'Confirm' needs ${names} in the credential, which ${missing.length === 1 ? 'is' : 'are'} empty`;
}

export class StatusPoll implements ConfirmSettings {
	readonly waitMs: number;
	/** The answers on the transactions of this run. */
	private readonly answers = new Map<string, AnsweredQuestion>();
	private loggedAt = -Infinity;

	/** @throws NodeOperationError where the credential does not say how statuses are told; nothing was sent */
	constructor(
		private readonly run: ConfirmRun,
		private readonly minutes: number,
	) {
		this.waitMs = minutes * MINUTE_MS;
		const problem = settingsProblem(run.client.settings.statuses);
		if (problem === undefined) return;
		throw parameterError(
			run.node,
			problem,
			undefined,
			`Nothing was sent. Open the credential, turn on ${quoted(SETTING_LABELS.serviceSettings)}, and enter there how the service reports the status of a MessageId.`,
		);
	}

	async poll(messageIds: readonly string[], waitMs: number): Promise<Map<string, Confirmation>> {
		const answered = await this.ask(messageIds, waitMs);
		for (const each of answered) this.answers.set(each.question.messageId, each);
		return new Map(
			answered.map(({ question: { messageId }, answer: { result } }) => {
				const { status, said } = result;
				return [messageId, { status, said }];
			}),
		);
	}

	private async ask(messageIds: readonly string[], waitMs: number): Promise<AnsweredQuestion[]> {
		const { client } = this.run;
		const rules = client.settings.statuses;
		const waitMinutes = waitMs / MINUTE_MS;
		const questions = messageIds
			.filter((messageId) => messageIdProblem(messageId) === undefined)
			.map((messageId) => ({ messageId, rules, waitMinutes }));
		const onWait = (pending: number) => this.logProgress(pending);
		const answers = await pollStatuses(client, questions, onWait, (known) =>
			known.some(({ result: { status } }) => status === 'refused'),
		);
		return questions.map((question, index) => ({ question, answer: answers[index] }));
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
		const answered = [...this.answers.values()].map(({ question, answer }) => ({
			question: { ...question, waitMinutes: this.minutes },
			answer,
		}));
		return this.remarksOn(answered);
	}

	private remarksOn(answered: readonly AnsweredQuestion[]): string[] {
		const remarks = statusRemarks(answered, 'confirmMinutes', this.run.client.secrets);
		const failed = answered.flatMap(({ answer: { cause } }) =>
			cause?.kind === 'failed' ? [cause.error] : [],
		);
		if (failed.length > 0) {
			const [{ message, description }] = failed;
			const reason = `${message}. ${description.split('\n')[0]}`;
			remarks.push(
				`The status of ${countText(failed.length)} of ${counted(answered.length, 'transaction')} is unknown, because the request for it failed: ${reason}`,
			);
		}
		return remarks;
	}
}
