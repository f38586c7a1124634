// Get Transaction Status: the statuses of the MessageIds of all input items, which are asked for together.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { TransactionPoll } from '../../../../client/service/transactionPoll';
import { type StatusAnswer, statusAnswer } from '../../../../client/service/transactionStatus';
import { SETTING_LABELS } from '../../../../client/serviceSettings';
import { MINUTE_MS } from '../../../../client/values/dates';
import { comparableId } from '../../../../client/values/ids';
import { countText } from '../../../../wire/result';
import { errorItemOrThrow, errorItem } from '../../../shared/errorItems';
import { nodeError, parameterError, quoted } from '../../../shared/errors';
import type { NodeRun } from '../../nodeRun';
import { statusRemarks } from '../../statusRemarks';
import { enteredId } from './enteredId';

/** A MessageId, and the input items that have it. */
interface Asked {
	readonly messageId: string;
	readonly items: number[];
}

/** The MessageIds of the input items, each once; the items without one, and error items for wrong ones. */
function messageIdsOf(run: NodeRun) {
	const asked = new Map<string, Asked>();
	const wrong: INodeExecutionData[] = [];
	const without: number[] = [];
	for (let item = 0; item < run.itemCount; item++) {
		try {
			const messageId = enteredId(run, 'messageId', item);
			const same = asked.get(comparableId(messageId));
			if (messageId === '') without.push(item);
			else if (same) same.items.push(item);
			else asked.set(comparableId(messageId), { messageId, items: [item] });
		} catch (error) {
			wrong.push(errorItemOrThrow(run, error, item));
		}
	}
	return { asked: [...asked.values()], wrong, without };
}

function statusItem({ result }: StatusAnswer, items: readonly number[]): INodeExecutionData {
	const pairs = items.map((item) => ({ item }));
	return { json: { ...result } as IDataObject, pairedItem: pairs.length === 1 ? pairs[0] : pairs };
}

/** The error of an answer whose request failed. */
function errorOf({ cause }: StatusAnswer): Error | undefined {
	return cause?.kind === 'failed' ? cause.error : undefined;
}

/** The number of the first input item that an item is paired with. */
function firstItem({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : 0;
}

export async function getTransactionStatus(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, context, itemCount, node, optionsOf, report } = run;
	if (client.settings.statuses.path === '')
		throw parameterError(
			node,
			`${quoted(SETTING_LABELS.statusPath)} of the credential is empty`,
			undefined,
			`Open the credential, turn on ${quoted(SETTING_LABELS.serviceSettings)}, and enter how the service reports the status of a MessageId. The API documentation does not say it: ask the operator.`,
		);
	const { waitMinutes } = optionsOf(['waitMinutes'], 0);
	const { asked, wrong, without } = messageIdsOf(run);
	const poll = new TransactionPoll(client, waitMinutes * MINUTE_MS, (open, milliseconds) =>
		report.progress(
			`${countText(open)} not final yet; asked again in ${Math.ceil(milliseconds / 1000)} seconds`,
		),
	);
	const answers = await poll
		.ask(asked.map(({ messageId }) => messageId))
		.catch((error: unknown) => Promise.reject(nodeError(node, error)));
	const continues = context.continueOnFail();
	const failed = answers.filter(errorOf);
	if (failed.length > 0 && failed.length === answers.length && !continues)
		throw nodeError(node, errorOf(failed[0]), asked[0].items[0]);

	const wait = { option: 'waitMinutes', minutes: waitMinutes } as const;
	const shown = continues ? answers.filter((answer) => !errorOf(answer)) : answers;
	for (const remark of statusRemarks(shown, wait, client)) report.hint(remark);
	if (without.length > 0)
		report.hint(
			`'Message ID' is empty for ${countText(without.length)} of ${countText(itemCount)} input items. Map the MessageId that a publish or an update returned.`,
		);
	const ofAnswers = answers.flatMap((answer, index) => {
		const { items } = asked[index];
		const error = continues ? errorOf(answer) : undefined;
		return error ? items.map((item) => errorItem(error, item)) : [statusItem(answer, items)];
	});
	const ofNone = without.map((item) => statusItem(statusAnswer('', 'unknown'), [item]));
	return [...ofAnswers, ...ofNone, ...wrong].sort((a, b) => firstItem(a) - firstItem(b));
}
