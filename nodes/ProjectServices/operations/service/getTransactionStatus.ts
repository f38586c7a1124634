// Get Transaction Status: the statuses of the MessageIds of all input items, which are asked for together.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { pollStatuses } from '../../../../client/service/pollStatuses';
import {
	statusAnswer,
	type StatusQuestion,
	type TransactionStatus,
} from '../../../../client/service/transactionStatus';
import { countText } from '../../../../wire/result';
import { errorItem } from '../../../shared/errorItems';
import { messageOf, nodeError, parameterError } from '../../../shared/errors';
import { errorItemOrThrow, type NodeRun } from '../../nodeRun';
import { type AnsweredQuestion, countOf, statusRemarks } from '../../statusRemarks';
import { statusRequest } from './statusRequest';

/** A question, and the input items that ask it. */
interface Asked {
	readonly question: StatusQuestion;
	readonly items: number[];
}

interface Answered extends Asked, AnsweredQuestion {}

/** The questions of the input items, each once. */
function questionsOf(run: NodeRun) {
	const asked = new Map<string, Asked>();
	const wrongItems: INodeExecutionData[] = [];
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
			wrongItems.push(errorItemOrThrow(run, error, item));
		}
	}
	return { asked: [...asked.values()], wrongItems, itemsWithoutId };
}

async function answersTo(run: NodeRun, asked: readonly Asked[]): Promise<Answered[]> {
	const { client, node, report } = run;
	const questions = asked.map(({ question }) => question);
	const answers = await pollStatuses(client, questions, (pending, milliseconds) =>
		report.progress(
			`${countText(pending)} not final yet; asked again in ${Math.ceil(milliseconds / 1000)} seconds`,
		),
	).catch((error: unknown) => Promise.reject(nodeError(node, error)));
	return asked.map((each, index) => ({ ...each, answer: answers[index] }));
}

/** The paths by which the service found none of several MessageIds, each with their number. */
function wrongPaths(answered: readonly Answered[]): Map<string, number> {
	const counts = new Map<string, number>();
	const right = new Set<string>();
	for (const { question, answer } of answered) {
		const { path } = question.rules;
		counts.set(path, (counts.get(path) ?? 0) + 1);
		if (answer.cause?.kind !== 'notFound') right.add(path);
	}
	return new Map([...counts].filter(([path, count]) => count > 1 && !right.has(path)));
}

/** The errors among the answers: requests that failed, and paths that find nothing. */
function errorsOf({ node }: NodeRun, answered: readonly Answered[]): Map<Answered, unknown> {
	const errors = new Map<Answered, unknown>();
	const wrong = wrongPaths(answered);
	for (const each of answered) {
		const { cause } = each.answer;
		if (cause?.kind === 'failed') errors.set(each, cause.error);
		const count = wrong.get(each.question.rules.path);
		if (count === undefined) continue;
		const text = `'Status Path' is probably wrong: the service found none of the ${countText(count)} MessageIds (status 404).`;
		errors.set(each, parameterError(node, text, each.items[0]));
	}
	return errors;
}

/** The status for input items without a MessageId. */
const NO_MESSAGE_ID = statusAnswer({ messageId: '' }, 'unknown').result;

function statusItem(status: TransactionStatus, items: readonly number[]): INodeExecutionData {
	const pairs = items.map((item) => ({ item }));
	return { json: { ...status } as IDataObject, pairedItem: pairs.length === 1 ? pairs[0] : pairs };
}

export async function getTransactionStatus(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, context, itemCount, node, report } = run;
	const { asked, wrongItems, itemsWithoutId } = questionsOf(run);
	const answered = await answersTo(run, asked);
	const errors = errorsOf(run, answered);
	const continues = context.continueOnFail();
	const [first] = errors;
	if (first && !continues) {
		const [{ items }, error] = first;
		const { size } = errors;
		if (size === answered.length) throw nodeError(node, error, items[0]);
		const count = countOf(size, answered.length);
		report.hint(`${count} unknown, because the request failed: ${messageOf(error)}`);
	}
	for (const remark of statusRemarks(answered, 'waitMinutes', client.secrets)) report.hint(remark);
	if (itemsWithoutId.length > 0)
		report.hint(
			`'Message ID' is empty for ${countText(itemsWithoutId.length)} of ${countText(itemCount)} input items. Map the MessageId that a publish or an update returned.`,
		);
	const statuses = [
		...answered
			.filter((each) => !continues || !errors.has(each))
			.map(({ answer, items }) => ({ status: answer.result, items })),
		...itemsWithoutId.map((item) => ({ status: NO_MESSAGE_ID, items: [item] })),
	].sort((a, b) => a.items[0] - b.items[0]);
	const failed = [...errors].flatMap(([{ items }, error]) =>
		items.map((item) => errorItem(error, item)),
	);
	return [
		...statuses.map(({ status, items }) => statusItem(status, items)),
		...wrongItems,
		...(continues ? failed : []),
	];
}
