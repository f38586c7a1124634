// Get Transaction Status: the statuses of the MessageIds of all input items, which are asked for together.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import { pushTo } from '../../../../client/pushTo';
import { pollStatuses } from '../../../../client/service/pollStatuses';
import type {
	StatusQuestion,
	TransactionStatus,
} from '../../../../client/service/transactionStatus';
import { countText } from '../../../../wire/result';
import { errorItem } from '../../../shared/errorItems';
import { messageOf, nodeError, parameterError } from '../../../shared/errors';
import { failedItem, type NodeRun } from '../../nodeRun';
import { type AnsweredQuestion, countOf, statusRemarks } from '../../statusRemarks';
import { statusRequest } from './statusRequest';

/** A question, and the input items that ask it. */
interface Asked {
	readonly question: StatusQuestion;
	readonly items: number[];
}

type Answered = Asked & AnsweredQuestion;

/** The questions of the input items, each once. */
function questionsOf(run: NodeRun) {
	const asked = new Map<string, Asked>();
	const errors: INodeExecutionData[] = [];
	const itemsWithoutId: number[] = [];
	for (let item = 0; item < run.itemCount; item++) {
		try {
			const question = statusRequest(run, item);
			const key = JSON.stringify(question);
			const same = asked.get(key);
			if (!question) itemsWithoutId.push(item);
			else if (same) same.items.push(item);
			else asked.set(key, { question, items: [item] });
		} catch (error) {
			errors.push(failedItem(run, error, item));
		}
	}
	return { asked: [...asked.values()], errors, itemsWithoutId };
}

/** Finds the error of an answer: its request failed, or its path finds none of several MessageIds. */
function failureFinder({ node }: NodeRun, answered: readonly Answered[]) {
	const byRules = new Map<string, Answered[]>();
	const keyOf = ({ question }: Answered) => JSON.stringify(question.rules);
	for (const each of answered) pushTo(byRules, keyOf(each), each);
	return (each: Answered): unknown => {
		const { cause } = each.answer;
		if (cause?.kind === 'failed') return cause.error;
		const same = byRules.get(keyOf(each)) ?? [];
		const isFound = same.some(({ answer }) => answer.cause?.kind !== 'notFound');
		if (same.length < 2 || isFound) return undefined;
		const text = `'Status Path' is probably wrong: the service found none of the ${countText(same.length)} MessageIds (status 404).`;
		return parameterError(node, text, each.items[0]);
	};
}

/** The status for input items without a MessageId. */
const NO_MESSAGE_ID: TransactionStatus = {
	[messageIdField]: '',
	status: 'unknown',
	said: null,
	response: null,
};

function itemFor(status: TransactionStatus, items: readonly number[]): INodeExecutionData {
	const [first, ...others] = items.map((item) => ({ item }));
	const pairedItem = first && others.length > 0 ? [first, ...others] : first;
	return { json: { ...status } as IDataObject, pairedItem };
}

export async function getTransactionStatus(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, context, itemCount, node, report } = run;
	const { asked, errors, itemsWithoutId } = questionsOf(run);
	const questions = asked.map(({ question }) => question);
	const answers = await pollStatuses(client, questions, (pending, milliseconds) =>
		report.progress(
			`${countText(pending)} not final yet; asked again in ${Math.ceil(milliseconds / 1000)} seconds`,
		),
	).catch((error: unknown) => Promise.reject(nodeError(node, error)));
	const answered = asked.map((each, index): Answered => ({ ...each, answer: answers[index] }));
	const failureOf = failureFinder(run, answered);
	const results = answered.map((each) => ({ ...each, error: failureOf(each) }));
	const failed = results.filter(({ error }) => error !== undefined);
	const continues = context.continueOnFail();
	const [first] = failed;
	if (first && !continues) {
		if (failed.length === answered.length) throw nodeError(node, first.error, first.items[0]);
		report.hint(
			`${countOf(failed.length, answered.length)} unknown, because the request failed: ${messageOf(first.error)}`,
		);
	}
	for (const remark of statusRemarks(answered, 'waitMinutes', client.secrets)) report.hint(remark);
	if (itemsWithoutId.length > 0)
		report.hint(
			`'Message ID' is empty for ${countText(itemsWithoutId.length)} of ${countText(itemCount)} input items. Map the MessageId that a publish or an update returned.`,
		);
	const statuses = [
		...results
			.filter(({ error }) => error === undefined || !continues)
			.map(({ answer, items }) => ({ status: answer.result, items })),
		...itemsWithoutId.map((item) => ({ status: NO_MESSAGE_ID, items: [item] })),
	].sort((a, b) => a.items[0] - b.items[0]);
	const errorItems = failed.flatMap(({ error, items }) =>
		items.map((item) => errorItem(error, item)),
	);
	return [
		...statuses.map(({ status, items }) => itemFor(status, items)),
		...errors,
		...(continues ? errorItems : []),
	];
}
