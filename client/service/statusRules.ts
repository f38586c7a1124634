// Where the status of a transaction is found, and what may be wrong with the rules that a person entered.
import type { StatusSettings } from '../serviceSettings';
import { ambiguityIn } from '../transport/ambiguousPaths';
import { encodedPath, type InputProblem, inputProblem, pathProblem } from './path';
import { namesOf } from './valueAt';

const PLACEHOLDER = '{MessageId}';

function comparable(value: string): string {
	return value.trim().toLowerCase();
}

/** Whether a value is one of those that were entered; an empty one never is. */
export function includesValue(values: readonly string[], value: string): boolean {
	const text = comparable(value);
	return text !== '' && values.some((each) => comparable(each) === text);
}

function statusPathProblem(entered: string): string | undefined {
	const [path = '', ...queries] = entered.trim().split('?');
	const query = queries.join('?');
	// Any ID stands for the placeholder.
	const problem = pathProblem(path.replaceAll(PLACEHOLDER, 'x'));
	if (problem !== undefined) return problem;
	if (/[#\p{Cc}\p{Surrogate}]|%(?![\da-f]{2})/iu.test(query))
		return 'contains a character in its query that cannot be sent. Encode it, such as %23 for #';
	const names = query.split('&').map((pair) => pair.split('=')[0]);
	if (names.some((name) => name?.includes(PLACEHOLDER)))
		return `has ${PLACEHOLDER} in the name of a parameter. It belongs in the path or after a =`;
	if (!entered.includes(PLACEHOLDER)) return `needs ${PLACEHOLDER} where the MessageId belongs`;
	return undefined;
}

/** What is wrong with the rules, if anything. */
export function rulesProblem(rules: StatusSettings): InputProblem | undefined {
	const { path, field, appliedValues, refusedValues, messageField } = rules;
	const problem = statusPathProblem(path);
	if (problem !== undefined) return inputProblem('statusPath', `${problem}.`);
	for (const [parameter, names] of Object.entries({ statusField: field, messageField }))
		if (namesOf(names).includes(''))
			return inputProblem(parameter, 'has a dot without a name beside it.');
	const applied = appliedValues.map(comparable).filter((value) => value !== '');
	if (applied.length === 0 && field.trim() !== '')
		return inputProblem('appliedValues', 'is empty. Enter the values that mean applied.');
	const both = applied.filter((value) => includesValue(refusedValues, value));
	if (both.length === 0) return undefined;
	const text = `and 'Applied Values' both contain "${both.join('", "')}". A value can mean only one of the two.`;
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
