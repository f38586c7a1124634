// Check: finds out what a service does where its documentation is silent. It only reads.
import { type ServiceSettings, SETTING_LABELS } from '../serviceSettings';
import { redact } from '../transport/redaction';
import type { ServiceClient } from '../transport/serviceClient';
import { type IdsToTry, labelsOf } from './idsToTry';
import { type Conclusion, evidenceOf } from './outcome';
import type { Prober } from './prober';
import { type CheckedSetting, type CheckQuestion, QUESTIONS } from './questions';
import { CheckSession } from './session';

export interface CheckRequest {
	/** As they were entered. */
	readonly ids: IdsToTry;
	/** The most requests that are sent, retries among them. */
	readonly maxRequests: number;
	/** Whether the credential is of another kind than None. */
	readonly hasCredential: boolean;
}

/** The answer where the evidence decides nothing. */
export const UNKNOWN = 'unknown';
const NOTHING = 'Nothing.';

/** In the order in which people read it. */
interface CheckAnswer {
	readonly question: string;
	/** One of the words of the question, names, a date; or `unknown`. */
	readonly answer: string;
	/** What to set or to avoid in this node. */
	readonly consequence: string;
	readonly id: string;
	/** The requests without IDs; of their responses, only statuses, counts and names. */
	readonly evidence: string;
}

/** Settings of the credential by their names. */
type CheckedSettings = Partial<Record<CheckedSetting, string | number>>;

export interface CheckResult {
	/** One for each question, in a fixed order. */
	readonly answers: readonly CheckAnswer[];
	/** What the answers decide, and nothing else. */
	readonly settings: CheckedSettings;
	/** How many requests were sent, retries and redirects among them. */
	readonly requestCount: number;
	/** Each request and what came of it, without IDs and values. */
	readonly requests: readonly string[];
}

/** What follows from an answer; nothing where the credential says so already. */
function consequenceOf(
	{ sets, consequences = {}, otherwise = NOTHING, unanswered = NOTHING }: CheckQuestion,
	answer: string | undefined,
	settings: ServiceSettings,
): string {
	if (answer === undefined) return unanswered;
	const value = sets?.values[answer];
	if (!sets || value === undefined)
		return consequences[answer] ?? (answer === 'none' ? NOTHING : otherwise);
	if (settings[sets.name] === value) return NOTHING;
	const shown = typeof value === 'string' ? value.toUpperCase() : value;
	return `Set '${SETTING_LABELS[sets.name]}' to ${shown}.`;
}

/** The answer to a question for which an ID is missing. */
function notAsked({ id, question, needs = [] }: CheckQuestion): CheckAnswer {
	const [entry, verb] =
		needs.length === 1 ? [labelsOf(needs), 'was'] : [`one of ${labelsOf(needs)}`, 'were'];
	return {
		question,
		answer: UNKNOWN,
		consequence: `Enter ${entry} under 'IDs to Try' and run Check again.`,
		id,
		evidence: `Not asked: ${labelsOf(needs)} ${verb} not entered.`,
	};
}

function answerTo(
	question: CheckQuestion,
	{ answer, evidence, note }: Conclusion,
	{ stopped }: Prober,
	{ secrets, settings }: ServiceClient,
): CheckAnswer {
	const why = answer === undefined && stopped ? ` Not everything was asked: ${stopped}.` : '';
	const consequence = consequenceOf(question, answer, settings);
	return {
		question: question.question,
		answer: redact(answer ?? UNKNOWN, secrets),
		consequence: note === undefined ? consequence : `${consequence} ${note}`,
		id: question.id,
		evidence: redact(`${evidence}.${why}`, secrets),
	};
}

/** Whether it is certain that a service of this kind answers at the base URL. */
export function isReached(answers: readonly CheckAnswer[]): boolean {
	return answers.some(({ id, answer }) => id === 'reachable' && answer === 'yes');
}

/** Until the service is reached, nothing else needs to be done. */
function pointToBaseUrl(answer: CheckAnswer): CheckAnswer {
	if (answer.id === 'reachable' || answer.answer !== UNKNOWN) return answer;
	return { ...answer, consequence: "See to 'reachable' first, and run Check again." };
}

/** The settings that the answers decide; two lists that differ decide nothing. */
function settingsOf(answers: readonly CheckAnswer[]): CheckedSettings {
	const decided = QUESTIONS.flatMap(({ id, sets }) => {
		const value = sets?.values[answers.find((each) => each.id === id)?.answer ?? UNKNOWN];
		return sets && value !== undefined ? [[sets.name, value] as const] : [];
	});
	const isSure = ([name, value]: (typeof decided)[number]) =>
		decided.every(([other, each]) => other !== name || each === value);
	return Object.fromEntries(decided.filter(isSure));
}

/** Where two lists differ, no value of their setting is right for both. */
function withoutDisputed(answer: CheckAnswer, settings: CheckedSettings): CheckAnswer {
	const { sets } = QUESTIONS.find(({ id }) => id === answer.id) ?? {};
	if (!sets || sets.values[answer.answer] === undefined || sets.name in settings) return answer;
	const label = SETTING_LABELS[sets.name];
	return { ...answer, consequence: `The lists differ: no '${label}' is right for both.` };
}

/**
 * Asks the service what its documentation leaves open: with few reads, each used by many questions. It sends GET,
 * and the one POST that reads clients by their IDs. A service that fails in the middle gives what is known so far.
 *
 * @returns an answer for every question; `unknown` where the evidence does not decide, or nothing was asked
 * @throws ServiceError where the execution was stopped, or n8n does not send requests to the service
 */
export async function check(client: ServiceClient, request: CheckRequest): Promise<CheckResult> {
	const { ids, maxRequests, hasCredential } = request;
	const session = new CheckSession(client, ids, maxRequests, hasCredential);
	const { prober } = session;
	const isAsked = ({ needs }: CheckQuestion) =>
		!needs || needs.some((key) => session.idsOf(key).length > 0);
	for (const question of QUESTIONS) if (isAsked(question)) await question.ask?.(session);
	const records = session.recordStats();
	const answers: CheckAnswer[] = [];
	for (const question of QUESTIONS)
		answers.push(
			isAsked(question)
				? answerTo(question, await question.conclude(session, records), prober, client)
				: notAsked(question),
		);
	const settings = settingsOf(answers);
	const agreed = answers.map((answer) => withoutDisputed(answer, settings));
	return {
		answers: isReached(answers) ? agreed : agreed.map(pointToBaseUrl),
		settings,
		requestCount: prober.requestCount,
		requests: prober.outcomes.map((outcome) => redact(evidenceOf(outcome), client.secrets)),
	};
}

/** The file of a check: names and statuses; no value of a record but the newest date, and no ID. */
export function checkFile(result: CheckResult): string {
	return JSON.stringify(result, null, '\t');
}
