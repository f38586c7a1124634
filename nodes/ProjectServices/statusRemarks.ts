// What a person must know of the statuses of transactions.
import type { StatusAnswer, StatusQuestion } from '../../client/service/transactionStatus';
import { presentText } from '../../client/service/valueAt';
import { countText } from '../../wire/result';
import { quoted } from '../shared/errors';
import { labelOf } from '../shared/labels';

/** A question with its answer. */
export interface AnsweredQuestion {
	readonly question: StatusQuestion;
	readonly answer: StatusAnswer;
}

/** "2 of 3 MessageIds are", "1 of 1 MessageId is" */
export function countOf(part: number, all: number): string {
	return `${countText(part)} of ${countText(all)} MessageId${all === 1 ? '' : 's'} ${part === 1 ? 'is' : 'are'}`;
}

/**
 * What a person must know of the answers, in full sentences.
 *
 * @param waitOption The option that says how long to wait
 */
export function statusRemarks(
	answered: readonly AnsweredQuestion[],
	waitOption: 'waitMinutes' | 'confirmMinutes',
	secrets: readonly string[],
): string[] {
	const all = answered.length;
	const remarks: string[] = [];
	const pending = answered.filter(({ answer }) => answer.result.status === 'pending');
	if (pending.length > 0) {
		const isWaiting = pending.some(({ question }) => question.waitMinutes > 0);
		const advice = isWaiting ? 'To wait longer, raise' : 'To wait for the end, set';
		remarks.push(
			`${countOf(pending.length, all)} still pending. ${advice} ${quoted(labelOf(waitOption))}.`,
		);
	}
	const notFound = answered.filter(({ answer }) => answer.cause?.kind === 'notFound').length;
	if (notFound > 0) {
		const advice =
			notFound === all ? " If this is so for every MessageId, 'Status Path' is wrong." : '';
		remarks.push(`${countOf(notFound, all)} unknown to the service (status 404).${advice}`);
	}
	const others = answered.filter(({ answer }) => answer.cause?.kind === 'otherTransaction').length;
	if (others > 0)
		remarks.push(
			`${countOf(others, all)} unknown, because the response names another MessageId. Check where 'Status Path' has {MessageId}.`,
		);
	const withoutEntry = answered.filter(({ answer }) => answer.cause?.kind === 'noEntry').length;
	if (withoutEntry > 0)
		remarks.push(
			`${countOf(withoutEntry, all)} unknown, because the response is null, or has an empty list where 'Status Field' leads.`,
		);
	for (const { question, answer } of answered) {
		if (answer.cause?.kind !== 'noField') continue;
		const field = question.rules.field.trim();
		const present = presentText(answer.cause.present, secrets);
		remarks.push(
			field === ''
				? `'Status Field' is empty, so every status is unknown. Enter the field of the response with the status: ${present}.`
				: `The response lacks the field "${field}" of 'Status Field': ${present}.`,
		);
		// One response is enough: the others have the same fields.
		break;
	}
	return remarks;
}
