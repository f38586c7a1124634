// What can be wrong with a value that was given, and how it is said.
import { ExactNumber } from '../../wire/exact';
import { isDateObject, textOfDate } from './dates';

/** Something wrong with a value: where, and the rest of a sentence that begins with the field's name. */
export interface Problem {
	readonly path: ReadonlyArray<string | number>;
	readonly text: string;
}

/** Turns a value into what its schema wants; what it could not make sense of goes into `problems`. */
export type Coercion = (value: unknown, problems: Problem[]) => unknown;

const LONGEST_SHOWN = 80;

/** A value as a person may see it in an error. */
export function shown(value: unknown): string {
	if (isDateObject(value)) return textOfDate(value) ?? 'an invalid date';
	if (Array.isArray(value)) return 'a list';
	if (value instanceof ExactNumber) return value.token;
	if (typeof value === 'object' && value !== null) return 'an object';
	if (typeof value !== 'string') return String(value);
	const cut = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value;
	return JSON.stringify(cut);
}

/** The rest of a sentence about a value that is not what its field holds, with advice where it is an empty text. */
export function unexpected(value: unknown, expectation: string): string {
	const advice =
		typeof value === 'string' && value.trim() === ''
			? '. Clear or unmap the field, or map null'
			: '';
	return `is ${shown(value)}, ${expectation}${advice}`;
}

/** A sentence that goes on in another one. */
export function withoutFullStop(sentence: string): string {
	return sentence.replace(/\.$/, '');
}

/** Runs a coercion and sets the step to it before the path of whatever it finds. */
export function at(
	step: string | number,
	run: Coercion,
	value: unknown,
	problems: Problem[],
): unknown {
	const known = problems.length;
	const result = run(value, problems);
	for (let index = known; index < problems.length; index++) {
		const { path, text } = problems[index];
		problems[index] = { path: [step, ...path], text };
	}
	return result;
}
