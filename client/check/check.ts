// Check: what a service that nobody here has seen does where its documentation is silent. It only reads.
import { redact } from '../transport/redaction';
import type { ServiceClient } from '../transport/serviceClient';
import { type Evidence, gather } from './evidence';
import { ID_LABELS, type IdsToTry } from './idsToTry';
import type { Judgement } from './pagesSeen';
import { type CheckQuestion, questionsFor } from './questions';
import { cameText } from './responses';

export interface CheckRequest {
	/** As they were entered. */
	readonly ids: IdsToTry;
	/** The most requests that are sent, retries among them. */
	readonly maxRequests: number;
	/** Whether the credential is of another kind than None. */
	readonly hasCredential: boolean;
}

/** The answer of questions that the evidence does not decide. */
export const UNKNOWN = 'unknown';

interface CheckAnswer {
	readonly id: string;
	readonly question: string;
	/** One of the words of `consequences` for this question; names, a date or milliseconds as text; or `unknown`. */
	readonly answer: string;
	/** Requests without IDs, and of their responses statuses, counts, names and types alone. */
	readonly evidence: string;
	/** What to set or avoid in this node: one sentence. */
	readonly consequence: string;
}

/** What a file holds beside the answers: requests and records by their outlines. */
interface CheckOutline {
	readonly requests: ReadonlyArray<{
		readonly request: string;
		readonly result: string;
		readonly bytes: number;
		readonly attempts: number;
	}>;
	readonly records: Readonly<
		Record<string, Readonly<Record<string, { readonly types: string; readonly longest: number }>>>
	>;
}

export interface CheckResult {
	/** One for each question, in a fixed order. */
	readonly answers: readonly CheckAnswer[];
	/** How many requests were sent, retries and redirects among them. */
	readonly requestCount: number;
	readonly outline: CheckOutline;
}

const STOPPED = {
	limit: 'the limit of requests was reached',
	noAnswer: 'the service did not answer any more',
	credential: 'the credential was refused several times in a row',
} as const;

/** IDs as they are asked for: trimmed, and none that is empty. */
function cleanIds(ids: IdsToTry): IdsToTry {
	const cleaned = Object.entries(ids).map(([name, value]: [string, unknown]) => {
		if (!Array.isArray(value)) return [name, String(value ?? '').trim()] as const;
		return [name, value.map((each) => String(each).trim()).filter((each) => each !== '')] as const;
	});
	return Object.fromEntries(cleaned.filter(([, value]) => value.length > 0));
}

function answerOf(
	question: CheckQuestion,
	evidence: Evidence,
	secrets: readonly string[],
): CheckAnswer {
	const { id, needs, judge, consequences, otherwise, unanswered } = question;
	const isMissing = needs && !needs.some((name) => evidence.ids[name] !== undefined);
	const named = (needs ?? []).map((name) => `'${ID_LABELS[name]}'`).join(', ');
	const judged: Judgement = isMissing
		? { evidence: `Not asked: none of these IDs was entered: ${named}.` }
		: judge(evidence);
	const { stopped } = evidence.asker;
	const isOpen = judged.answer === undefined && !isMissing && stopped !== undefined;
	const why = isOpen ? ` Not everything was asked: ${STOPPED[stopped]}.` : '';
	const { answer = UNKNOWN } = judged;
	return {
		id,
		question: question.question,
		answer: otherwise === undefined ? answer : redact(answer, secrets),
		evidence: redact(`${judged.evidence}${why}`, secrets),
		consequence:
			answer === UNKNOWN
				? isMissing
					? `Enter one of ${named} under 'IDs to Try' and run Check again.`
					: unanswered
				: (consequences[answer] ?? otherwise ?? unanswered),
	};
}

/** Whether it is certain that a service of this kind answers at the base URL. */
export function isReached(answers: readonly CheckAnswer[]): boolean {
	return answers.some(({ id, answer }) => id === 'reachable' && answer === 'yes');
}

/** What follows from no answer, as long as nothing is reached: the base URL comes first. */
function afterwards(answer: CheckAnswer): CheckAnswer {
	if (answer.id === 'reachable' || answer.answer !== UNKNOWN) return answer;
	const consequence = "See to 'reachable' first, and run Check again.";
	return { ...answer, consequence };
}

function outlineOf(
	{ asker: { responses }, records }: Evidence,
	secrets: readonly string[],
): CheckOutline {
	const types: Record<string, Record<string, { types: string; longest: number }>> = {};
	for (const { name, fields, undocumented } of records.types.values()) {
		const outline = (types[name] ??= {});
		for (const [field, { came, types: seen, longest }] of fields)
			if (came > 0) outline[field] = { types: [...seen].sort().join(', '), longest };
		for (const field of undocumented) outline[field] = { types: 'not documented', longest: 0 };
	}
	return {
		requests: responses.map((response) => ({
			request: redact(response.asked, secrets),
			result: redact(cameText(response), secrets),
			bytes: response.bytes,
			attempts: response.attempts,
		})),
		records: types,
	};
}

/**
 * Asks the service what its documentation leaves open: with few reads, each looked at by many questions. It sends GET,
 * and the one POST that reads clients by their IDs. A service that fails in the middle gives what is known so far.
 *
 * @returns an answer for every question; `unknown` where the evidence does not decide, or nothing was asked
 * @throws ServiceError of the kind `cancelled`
 */
export async function check(client: ServiceClient, request: CheckRequest): Promise<CheckResult> {
	const { maxRequests, hasCredential } = request;
	const evidence = await gather(client, cleanIds(request.ids), maxRequests);
	const { secrets } = client;
	const answers = questionsFor(hasCredential).map((question) =>
		answerOf(question, evidence, secrets),
	);
	return {
		answers: isReached(answers) ? answers : answers.map(afterwards),
		requestCount: evidence.asker.sent.length,
		outline: outlineOf(evidence, secrets),
	};
}

/** The file of a check: names, types, lengths and statuses; no value of a record but the newest date, and no ID. */
export function checkFile({ answers, requestCount, outline }: CheckResult): string {
	return JSON.stringify({ answers, requestCount, ...outline }, null, '\t');
}
