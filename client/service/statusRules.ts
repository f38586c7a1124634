// What may be wrong with the rules by which the service tells what became of a transaction.
import { LONE_SURROGATE } from '../../wire/encode';
import type { StatusSettings } from '../serviceSettings';
import { statusPathProblem } from './statusPath';
import { namesOf } from './valueAt';

/** What is wrong with a parameter; nothing was sent for it. */
export interface InputProblem {
	readonly ok: false;
	/** The name of the parameter, as it is saved. */
	readonly parameter: string;
	/** The sentence whose beginning is the label of the parameter. */
	readonly problem: string;
}

function inputProblem(parameter: string, problem: string): InputProblem {
	return { ok: false, parameter, problem };
}

function comparable(value: string): string {
	return value.trim().toLowerCase();
}

/** Whether a value is one of those that were entered; an empty one never is. */
export function includesValue(values: readonly string[], value: string): boolean {
	const text = comparable(value);
	return text !== '' && values.some((each) => comparable(each) === text);
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

/** What is wrong with a MessageId, if anything. */
export function messageIdProblem(messageId: string): InputProblem | undefined {
	if (messageId.trim() === '') return inputProblem('messageId', 'is empty.');
	const isBroken = LONE_SURROGATE.test(messageId);
	return isBroken ? inputProblem('messageId', 'contains a broken character.') : undefined;
}
