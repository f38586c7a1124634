// Check: finds out what a service does where its documentation is silent. It only reads.
import { type ServiceSettings, SETTING_LABELS } from '../serviceSettings';
import { redact } from '../failures/redaction';
import type { ServiceClient } from '../transport/serviceClient';
import { type IdsToTry, labelsOf } from './idsToTry';
import { type Conclusion, evidenceOf } from './outcome';
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

/** A question, and what was concluded; undefined where an ID is missing for it. */
interface Concluded {
	readonly question: CheckQuestion;
	readonly conclusion: Conclusion | undefined;
}

/** Asks all questions before it concludes any: later responses show whether an error was an answer. */
async function concludeAll(session: CheckSession): Promise<Concluded[]> {
	const isAsked = ({ needs }: CheckQuestion) =>
		!needs || needs.some((key) => session.idsOf(key).length > 0);
	for (const question of QUESTIONS) if (isAsked(question)) await question.ask?.(session);
	const records = session.recordStats();
	const concluded: Concluded[] = [];
	for (const question of QUESTIONS) {
		const conclusion = isAsked(question) ? await question.conclude(session, records) : undefined;
		concluded.push({ question, conclusion });
	}
	return concluded;
}

/** The value that an answer gives to the setting of its question. */
function settingValue({ question: { sets }, conclusion }: Concluded): string | number | undefined {
	return sets?.values[conclusion?.answer ?? UNKNOWN];
}

/** The settings that the answers decide; two lists that differ decide nothing. */
function settingsOf(concluded: readonly Concluded[]): CheckedSettings {
	const decided = new Map<CheckedSetting, Set<string | number>>();
	for (const each of concluded) {
		const { sets } = each.question;
		const value = settingValue(each);
		if (!sets || value === undefined) continue;
		const values = decided.get(sets.name) ?? new Set();
		decided.set(sets.name, values.add(value));
	}
	const agreed = [...decided].filter(([, values]) => values.size === 1);
	return Object.fromEntries(agreed.map(([name, [value]]) => [name, value]));
}

/** What follows from an answer: what to set in the credential, or what else to do. */
function followsFrom(
	answer: string,
	concluded: Concluded,
	decided: CheckedSettings,
	current: ServiceSettings,
): string {
	const { sets, consequences = {}, otherwise = NOTHING } = concluded.question;
	const value = settingValue(concluded);
	if (!sets || value === undefined)
		return consequences[answer] ?? (answer === 'none' ? NOTHING : otherwise);
	const label = SETTING_LABELS[sets.name];
	if (decided[sets.name] === undefined) return `The lists differ: no '${label}' is right for both.`;
	if (current[sets.name] === value) return NOTHING;
	return `Set '${label}' to ${typeof value === 'string' ? value.toUpperCase() : value}.`;
}

/** What a person should do: set something, avoid something, or find out more. */
function consequenceOf(
	concluded: Concluded,
	isReached: boolean,
	decided: CheckedSettings,
	current: ServiceSettings,
): string {
	const { id, needs = [], unanswered = NOTHING } = concluded.question;
	const { answer, note } = concluded.conclusion ?? {};
	// Until the service is reached, nothing else needs to be done.
	if (answer === undefined && !isReached && id !== 'reachable')
		return "See to 'reachable' first, and run Check again.";
	if (!concluded.conclusion)
		return `Enter ${needs.length === 1 ? '' : 'one of '}${labelsOf(needs)} under 'IDs to Try' and run Check again.`;
	const consequence =
		answer === undefined ? unanswered : followsFrom(answer, concluded, decided, current);
	return note === undefined ? consequence : `${consequence} ${note}`;
}

/** What an answer rests on. `stopped` says why not everything was asked. */
function evidenceText(
	{ question: { needs = [] }, conclusion }: Concluded,
	stopped: string | undefined,
): string {
	if (!conclusion)
		return `Not asked: ${labelsOf(needs)} ${needs.length === 1 ? 'was' : 'were'} not entered.`;
	const { answer, evidence } = conclusion;
	const isOpen = answer === undefined && stopped !== undefined;
	return isOpen ? `${evidence}. Not everything was asked: ${stopped}.` : `${evidence}.`;
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
	const { secrets } = client;
	const all = await concludeAll(session);
	const settings = settingsOf(all);
	const isReached = all.some(
		({ question, conclusion }) => question.id === 'reachable' && conclusion?.answer === 'yes',
	);
	const answers = all.map((concluded): CheckAnswer => {
		const { question, conclusion } = concluded;
		return {
			question: question.question,
			answer: redact(conclusion?.answer ?? UNKNOWN, secrets),
			consequence: consequenceOf(concluded, isReached, settings, client.settings),
			id: question.id,
			evidence: redact(evidenceText(concluded, prober.stopped), secrets),
		};
	});
	const requests = prober.outcomes.map((outcome) => redact(evidenceOf(outcome), secrets));
	return { answers, settings, requestCount: prober.requestCount, requests };
}

/** The file of a check: names and statuses; no value of a record but the newest date, and no ID. */
export function checkFile(result: CheckResult): string {
	return JSON.stringify(result, null, '\t');
}
