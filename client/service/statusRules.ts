// How the status of a transaction is asked for, and what an answer says.
import { isRecord } from '../../api/schema/types';
import { messageIdField } from '../../api/shared';
import { comparableId, idText } from '../ids';
import type { StatusSettings } from '../serviceSettings';
import { ambiguityIn } from '../transport/ambiguousPaths';
import { encodedPath, type InputProblem, inputProblem, pathProblem } from './path';
import { isSameName } from '../../wire/spelling';
import { type ListedValue, namesOf, valuesAt, valueText } from './valueAt';

const PLACEHOLDER = '{MessageId}';

/** A value of the status field that is in neither list means `pending`. */
export type Status = 'applied' | 'refused' | 'pending' | 'unknown';

function comparable(value: string): string {
	return value.trim().toLowerCase();
}

function includesValue(values: readonly string[], value: string): boolean {
	return value !== '' && values.some((each) => comparable(each) === value);
}

function statusPathProblem(entered: string): string | undefined {
	const [path = '', ...queries] = entered.trim().split('?');
	const query = queries.join('?');
	// A placeholder is no part of a path yet; any ID stands for it.
	const problem = pathProblem(path.replaceAll(PLACEHOLDER, 'x'));
	if (problem !== undefined) return problem;
	if (/[#\p{Cc}\p{Surrogate}]|%(?![\da-f]{2})/iu.test(query))
		return 'contains a character in its query that cannot be sent. Encode it, such as %23 for #';
	const names = query.split('&').map((pair) => pair.split('=')[0]);
	if (names.some((name) => name?.includes(PLACEHOLDER)))
		return `has ${PLACEHOLDER} in the name of a parameter. It belongs into the path or behind a =`;
	if (!entered.includes(PLACEHOLDER)) return `needs ${PLACEHOLDER} where the MessageId belongs`;
	return undefined;
}

/** What is wrong with the rules, if anything. */
export function rulesProblem(rules: StatusSettings): InputProblem | undefined {
	const { path, field, appliedValues, refusedValues, messageField } = rules;
	const problem = statusPathProblem(path);
	if (problem !== undefined) return inputProblem('statusPath', `${problem}.`);
	if (namesOf(field).includes(''))
		return inputProblem('statusField', 'has a dot without a name beside it.');
	if (namesOf(messageField).includes(''))
		return inputProblem('messageField', 'has a dot without a name beside it.');
	const applied = appliedValues.map(comparable).filter((value) => value !== '');
	if (applied.length === 0 && field.trim() !== '')
		return inputProblem('appliedValues', 'is empty. Enter the values that mean applied.');
	const both = applied.filter((value) => includesValue(refusedValues, value));
	if (both.length === 0) return undefined;
	const text = `and 'Applied Values' both contain "${both.join('", "')}". A value can mean one of the two only.`;
	return inputProblem('refusedValues', text);
}

/** What is wrong with a MessageId, if anything: it becomes a part of the path. */
export function messageIdProblem(messageId: string): InputProblem | undefined {
	if (messageId.trim() === '') return inputProblem('messageId', 'is empty.');
	const problem = ambiguityIn(messageId);
	return problem === undefined ? undefined : inputProblem('messageId', `${problem}.`);
}

/** The path and query at which the status of a transaction is found. */
export function statusPathOf({ path }: StatusSettings, messageId: string): string {
	return encodedPath(path).split(encodeURI(PLACEHOLDER)).join(encodeURIComponent(messageId));
}

/** What an answer says about a transaction. */
export interface Reading {
	readonly status: Status;
	readonly said: string | null;
	/** Set where the status field is missing: the names that are there instead. */
	readonly present?: readonly string[];
	/** Whether the answer is about other transactions. */
	readonly isOther: boolean;
}

/** Whether a value belongs to another transaction: the innermost record with a MessageId tells. */
function isOfOther({ owners }: ListedValue, messageId: string): boolean {
	const ids = owners.flatMap((owner) =>
		Object.keys(owner)
			.filter((name) => isSameName(name, messageIdField))
			.map((name) => idText(owner[name]).trim())
			.filter((id) => id !== ''),
	);
	const id = ids.at(-1);
	return id !== undefined && comparableId(id) !== comparableId(messageId.trim());
}

/** From the worst to the best: of several entries, the worst one counts. */
const WORST_FIRST: readonly Status[] = ['refused', 'pending', 'unknown', 'applied'];

function statusIn({ found }: ListedValue, rules: StatusSettings): Status {
	if (!found.ok) return 'unknown';
	const value = comparable(valueText(found.value));
	if (includesValue(rules.appliedValues, value)) return 'applied';
	return includesValue(rules.refusedValues, value) ? 'refused' : 'pending';
}

/** Whether two values are in the same entry of each list that leads to both of them. */
function isBeside({ place: a }: ListedValue, { place: b }: ListedValue): boolean {
	return a.every(([list, index]) => b.every((other) => other[0] !== list || other[1] === index));
}

/** The texts of the reason field beside some of the values. */
function saidBeside(
	values: readonly ListedValue[],
	response: unknown,
	{ messageField }: StatusSettings,
): string | null {
	const names = namesOf(messageField);
	const texts = names.length === 0 ? [] : valuesAt(response, names);
	const said = texts
		.filter((text) => values.some((value) => isBeside(value, text)))
		.map(({ found }) => (found.ok ? valueText(found.value) : ''));
	return [...new Set(said)].filter((text) => text !== '').join('; ') || null;
}

/** How many entries of a list are enough to learn its fields. */
const MAX_ENTRIES = 100;

/** The names that lead to each value of a response, with dots between them; those of list entries once. */
function pathsIn(value: unknown, path = ''): string[] {
	if (Array.isArray(value))
		return [...new Set(value.slice(0, MAX_ENTRIES).flatMap((entry) => pathsIn(entry, path)))];
	if (!isRecord(value)) return path === '' ? [] : [path];
	return Object.entries(value).flatMap(([name, member]) =>
		pathsIn(member, path === '' ? name : `${path}.${name}`),
	);
}

/** Reads an answer. Where the status field leads through lists, the worst of their entries counts. */
export function readStatus(response: unknown, rules: StatusSettings, messageId: string): Reading {
	const names = namesOf(rules.field);
	const all = valuesAt(response, names);
	if (names.length === 0) {
		const said = saidBeside(all, response, rules);
		return { status: 'unknown', said, present: pathsIn(response), isOther: false };
	}
	const own = all.filter((value) => !isOfOther(value, messageId));
	const statuses = own.map((value) => statusIn(value, rules));
	const status = WORST_FIRST.find((each) => statuses.includes(each)) ?? 'unknown';
	const counting = own.filter((_value, index) => statuses[index] === status);
	const missing = counting.map(({ found }) => (found.ok ? undefined : found.present));
	return {
		status,
		said: saidBeside(counting, response, rules),
		present: missing.find((each) => each !== undefined),
		isOther: all.length > 0 && own.length === 0,
	};
}
