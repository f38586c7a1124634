// Get Transaction Status: what became of the MessageIds of all input items, which are asked for and waited for together.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import { pollStatuses } from '../../../../client/service/pollStatuses';
import type { StatusAnswer, TransactionStatus } from '../../../../client/service/transactionStatus';
import type { StatusSettings } from '../../../../client/serviceSettings';
import { countText } from '../../../../wire/result';
import { errorItem } from '../../../shared/errorItems';
import { messageOf, nodeError, parameterError } from '../../../shared/errors';
import { failedItem, type NodeRun } from '../../nodeRun';
import { countOf, statusRemarks } from '../../statusRemarks';
import { type Asked, StatusQuestions } from './statusRequest';

interface Answered extends Asked {
	readonly answer: StatusAnswer;
}

/** The error of each answer that is none; a path that finds none of several MessageIds is wrong. */
function failureOf({ node }: NodeRun, answered: readonly Answered[]) {
	const found = new Map<StatusSettings, boolean>();
	const counts = new Map<StatusSettings, number>();
	for (const { question, answer } of answered) {
		const isFound = answer.cause?.kind !== 'notFound';
		found.set(question.rules, isFound || found.get(question.rules) === true);
		counts.set(question.rules, (counts.get(question.rules) ?? 0) + 1);
	}
	return ({ question: { rules }, answer: { cause }, items }: Answered): unknown => {
		if (cause?.kind === 'failed') return cause.error;
		const count = counts.get(rules) ?? 0;
		if (count < 2 || found.get(rules)) return undefined;
		const text = `'Status Path' is probably wrong: the service found none of the ${countText(count)} MessageIds (status 404).`;
		return parameterError(node, text, items[0]);
	};
}

function itemFor(status: TransactionStatus, items: readonly number[]): INodeExecutionData {
	const [first, ...others] = items.map((item) => ({ item }));
	const pairedItem = first && others.length > 0 ? [first, ...others] : first;
	return { json: { ...status } as IDataObject, pairedItem };
}

function firstItemOf({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : (first ?? 0);
}

/** Gives the status of the MessageIds of all input items. */
export async function getTransactionStatus(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, context, itemCount, node, report } = run;
	const continues = context.continueOnFail();
	const questions = new StatusQuestions(run, client.settings.statuses);
	const errors: INodeExecutionData[] = [];
	for (let item = 0; item < itemCount; item++) {
		try {
			questions.add(item);
		} catch (error) {
			errors.push(failedItem(run, error, item));
		}
	}
	const asked = [...questions.asked.values()];
	const answers = await pollStatuses(
		client,
		asked.map(({ question }) => question),
		(pending, milliseconds) =>
			report.progress(
				`${countText(pending)} not final yet; asked again in ${Math.ceil(milliseconds / 1000)} seconds`,
			),
	).catch((error: unknown) => Promise.reject(nodeError(node, error)));
	const answered = asked.map((each, index): Answered => ({ ...each, answer: answers[index] }));
	const statuses: INodeExecutionData[] = [];
	const failureFor = failureOf(run, answered);
	const failed: Array<{ readonly error: unknown; readonly items: readonly number[] }> = [];
	for (const each of answered) {
		const error = failureFor(each);
		if (error !== undefined) failed.push({ error, items: each.items });
		if (error !== undefined && continues)
			errors.push(...each.items.map((item) => errorItem(error, item)));
		else statuses.push(itemFor(each.answer.result, each.items));
	}
	const [first] = failed;
	if (first && !continues) {
		if (failed.length === answered.length) throw nodeError(node, first.error, first.items[0]);
		report.hint(
			`${countOf(failed.length, answered.length)} unknown, because the request failed: ${messageOf(first.error)}`,
		);
	}
	for (const remark of statusRemarks(answered, 'waitMinutes', client.secrets)) report.hint(remark);
	const { itemsWithoutId } = questions;
	if (itemsWithoutId.length > 0) {
		report.hint(
			`'Message ID' is empty for ${countText(itemsWithoutId.length)} of ${countText(itemCount)} input items. Map the MessageId that a publish or an update returned.`,
		);
		const unknown = {
			[messageIdField]: '',
			status: 'unknown',
			said: null,
			response: null,
		} as const;
		statuses.push(...itemsWithoutId.map((item) => itemFor(unknown, [item])));
	}
	statuses.sort((a, b) => firstItemOf(a) - firstItemOf(b));
	return [...statuses, ...errors];
}
