// Check: what a service that nobody here has seen does where its documentation is silent. It only reads.
import { type ServiceSettings, SETTING_LABELS, type SettingName } from '../serviceSettings';
import { redact } from '../transport/redaction';
import type { ServiceClient } from '../transport/serviceClient';
import { outcomeText } from './outcome';
import type { Conclusion } from './pageProbe';
import { type CheckQuestion, questionsFor } from './questions';
import { type IdsToTry, labelsOf } from './idsToTry';
import { CheckSession } from './session';

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

/** What people read first comes first. */
interface CheckAnswer {
	readonly question: string;
	/** One of the words of the question, names, a date; or `unknown`. */
	readonly answer: string;
	/** What to set or to avoid in this node. */
	readonly consequence: string;
	readonly id: string;
	/** Requests without IDs, and of their responses statuses, counts, names and types alone. */
	readonly evidence: string;
}

/** Settings of the credential by their names. */
export type CheckedSettings = Partial<Record<SettingName, string | number>>;

/** What a file has beside the answers: requests and records by their outlines. */
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
	/** What the answers decide, and nothing else. */
	readonly settings: CheckedSettings;
	/** How many requests were sent, retries and redirects among them. */
	readonly requestCount: number;
	readonly outline: CheckOutline;
}

const STOPPED = {
	limit: 'the limit of requests was reached',
	noAnswer: 'the service did not answer any more',
	credential: 'the credential was refused several times in a row',
	forbidden: 'three paths in a row responded with status 403',
} as const;

/** IDs as they are asked for: trimmed, and none that is empty. */
function cleanIds(ids: IdsToTry): IdsToTry {
	const cleaned = Object.entries(ids).map(([name, value]: [string, unknown]) => {
		const texts = [value ?? []].flat().map((each) => String(each).trim());
		return [name, texts.filter((text) => text !== '')] as const;
	});
	return Object.fromEntries(cleaned.filter(([, value]) => value.length > 0));
}

/** What follows from a setting that a question decides; nothing where the credential says so already. */
function settingText(
	{ name, values }: NonNullable<CheckQuestion['sets']>,
	answer: string,
	settings: ServiceSettings,
): string | undefined {
	const value = values[answer];
	if (value === undefined) return undefined;
	const current = new Map<string, unknown>(Object.entries(settings)).get(name);
	if (current === value) return 'Nothing.';
	const shown = typeof value === 'string' ? value.toUpperCase() : value;
	return `Set '${SETTING_LABELS[name]}' to ${shown}.`;
}

function consequenceOf(
	{ sets, consequences, otherwise, unanswered, needs = [] }: CheckQuestion,
	{ answer, note }: Conclusion,
	isAsked: boolean,
	settings: ServiceSettings,
): string {
	if (!isAsked) {
		const entry = needs.length === 1 ? labelsOf(needs) : `one of ${labelsOf(needs)}`;
		return `Enter ${entry} under 'IDs to Try' and run Check again.`;
	}
	const follows =
		answer === undefined
			? unanswered
			: ((sets && settingText(sets, answer, settings)) ?? consequences[answer] ?? otherwise);
	return [follows ?? unanswered, note].filter(Boolean).join(' ');
}

/** Whether it is certain that a service of this kind answers at the base URL. */
export function isReached(answers: readonly CheckAnswer[]): boolean {
	return answers.some(({ id, answer }) => id === 'reachable' && answer === 'yes');
}

/** As long as the service is not reached, no other question needs an answer. */
function pointToBaseUrl(answer: CheckAnswer): CheckAnswer {
	if (answer.id === 'reachable' || answer.answer !== UNKNOWN) return answer;
	return { ...answer, consequence: "See to 'reachable' first, and run Check again." };
}

/** The settings that the answers decide; two lists that differ decide nothing. */
function settingsOf(
	questions: readonly CheckQuestion[],
	answers: readonly CheckAnswer[],
): CheckedSettings {
	const decided = new Map<SettingName, Set<string | number>>();
	for (const { id, sets } of questions) {
		const answer = answers.find((each) => each.id === id)?.answer ?? UNKNOWN;
		const value = sets?.values[answer];
		if (sets && value !== undefined)
			decided.set(sets.name, (decided.get(sets.name) ?? new Set()).add(value));
	}
	return Object.fromEntries(
		[...decided].flatMap(([name, values]) => (values.size === 1 ? [[name, [...values][0]]] : [])),
	);
}

function outlineOf({ prober, records }: CheckSession, secrets: readonly string[]): CheckOutline {
	const types: Record<string, Record<string, { types: string; longest: number }>> = {};
	for (const { name, fields, undocumented } of records.types.values()) {
		const outline = (types[name] ??= {});
		for (const { field, count, types: seen, longest } of fields.values())
			if (count > 0) outline[field.name] = { types: [...seen].sort().join(', '), longest };
		for (const field of undocumented) outline[field] = { types: 'not documented', longest: 0 };
	}
	return {
		requests: prober.outcomes.map((outcome) => ({
			request: redact(outcome.asked, secrets),
			result: redact(outcomeText(outcome), secrets),
			bytes: outcome.bytes,
			attempts: outcome.attempts,
		})),
		records: types,
	};
}

/**
 * Asks the service what its documentation leaves open: with few reads, each used by many questions. It sends GET,
 * and the one POST that reads clients by their IDs. A service that fails in the middle gives what is known so far.
 *
 * @returns an answer for every question; `unknown` where the evidence does not decide, or nothing was asked
 * @throws ServiceError of the kind `cancelled`
 */
export async function check(client: ServiceClient, request: CheckRequest): Promise<CheckResult> {
	const { maxRequests, hasCredential } = request;
	const { secrets, settings } = client;
	const session = new CheckSession(client, cleanIds(request.ids), maxRequests);
	const questions = questionsFor(hasCredential);
	const asked = new Map<string, unknown>();
	for (const question of questions)
		if (!question.needs || session.hasId(question.needs))
			asked.set(question.id, await question.ask(session));
	const answers = questions.map((question): CheckAnswer => {
		const { id, needs = [] } = question;
		const isAsked = asked.has(id);
		const conclusion = isAsked
			? question.conclude(asked.get(id), session)
			: {
					evidence: `Not asked: ${labelsOf(needs)} ${needs.length === 1 ? 'was' : 'were'} not entered`,
				};
		const { stopped } = session.prober;
		const isOpen = isAsked && conclusion.answer === undefined && stopped !== undefined;
		const evidence = conclusion.evidence.replace(/\.?$/, '.');
		const why = isOpen ? ` Not everything was asked: ${STOPPED[stopped]}.` : '';
		return {
			question: question.question,
			answer: redact(conclusion.answer ?? UNKNOWN, secrets),
			consequence: consequenceOf(question, conclusion, isAsked, settings),
			id,
			evidence: redact(`${evidence}${why}`, secrets),
		};
	});
	return {
		answers: isReached(answers) ? answers : answers.map(pointToBaseUrl),
		settings: settingsOf(questions, answers),
		requestCount: session.prober.sent.length,
		outline: outlineOf(session, secrets),
	};
}

/** The file of a check: names, types, lengths and statuses; no value of a record but the newest date, and no ID. */
export function checkFile({ answers, settings, requestCount, outline }: CheckResult): string {
	return JSON.stringify({ answers, settings, requestCount, ...outline }, null, '\t');
}
