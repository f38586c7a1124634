// Confirm: how a write asks for the status of the transactions that the service received.
import { MINUTE_MS } from '../../../../client/values/dates';
import { confirm, type Confirmed } from '../../../../client/publish/confirm';
import type { Sender } from '../../../../client/publish/execute';
import { acceptedIn, type Outcome } from '../../../../client/publish/outcome';
import { SETTING_LABELS } from '../../../../client/serviceSettings';
import { counted, joinLimited } from '../../../../wire/result';
import { parameterError, quoted } from '../../../shared/errors';
import type { Run } from '../../nodeRun';
import { missingSettings, statusRemarks } from '../../statusRemarks';
import { itemsText, recordsText } from './failureTexts';

type ConfirmRun = Pick<Run, 'client' | 'context' | 'node' | 'report'>;

/** @throws NodeOperationError where the credential does not say how statuses are told; nothing was sent */
export function checkStatusSettings({ client, node }: ConfirmRun): void {
	const missing = missingSettings(client.settings.statuses);
	if (missing === undefined) return;
	throw parameterError(
		node,
		`'Confirm' needs ${missing.labels} in the credential, which ${missing.are} empty`,
		undefined,
		`Nothing was sent. Open the credential, turn on ${quoted(SETTING_LABELS.serviceSettings)}, and enter there how the service reports the status of a MessageId.`,
	);
}

/** Waits for the statuses of what was received. Shows the progress at each wait, and logs it once a minute. */
export async function confirmOutcomes(
	run: ConfirmRun,
	sender: Sender,
	outcomes: readonly Outcome[],
	waitMinutes: number,
): Promise<Confirmed> {
	const { client, context, node, report } = run;
	let loggedAt = -Infinity;
	const onWait = (open: number) => {
		const text = `waiting for the status of ${counted(open, 'transaction')}`;
		report.progress(text);
		const now = client.clock.now();
		if (now - loggedAt < MINUTE_MS) return;
		loggedAt = now;
		context.logger.info(`${node.name}: ${text}`);
	};
	const confirmed = await confirm(sender, outcomes, { client, waitMinutes, onWait });
	const wait = { option: 'confirmMinutes', minutes: waitMinutes } as const;
	const subjectOf = (ids: ReadonlySet<string>) => {
		const accepted = acceptedIn(confirmed.outcomes);
		const requests = accepted.flatMap(({ messageId = '', request }) =>
			ids.has(messageId) ? [request] : [],
		);
		const items = requests.flatMap((request) => request.items).sort((a, b) => a - b);
		const are = requests.length === 1 && requests[0].recordCount === 1 ? 'is' : 'are';
		return `${recordsText(requests)} (input ${itemsText(items)}) ${are}`;
	};
	for (const remark of statusRemarks(confirmed.answers, wait, client, subjectOf))
		report.hint(remark);
	const { sharedIds } = confirmed;
	if (sharedIds.length > 0)
		report.hint(
			`Several receipts have the same MessageId, so their status is unknown: ${joinLimited(sharedIds, ', ')}.`,
		);
	const withoutId = acceptedIn(confirmed.outcomes).filter(
		({ messageId }) => messageId === undefined,
	);
	if (withoutId.length > 0)
		report.hint(
			`${counted(withoutId.length, 'receipt')} had no MessageId, so their status is unknown.`,
		);
	return confirmed;
}
