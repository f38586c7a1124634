// What can be wrong with a value that was given, and how a message says it.
import { isPlainObject, isRecord } from '../../api/schema/types';
import { isDateObject, textOfDate } from '../../client/dates';
import { ExactNumber } from '../../wire/exactNumber';

/** Something wrong with a value: where, and the rest of a sentence that begins with the field's name. */
export interface Problem {
	readonly path: ReadonlyArray<string | number>;
	readonly text: string;
	/** Set for a field that the record does not have. */
	readonly unknownField?: true;
}

/** Turns a value into what its field holds; what it cannot use goes into `problems`. */
export type Conversion = (value: unknown, problems: Problem[]) => unknown;

const LONGEST_SHOWN = 80;

function cut(text: string): string {
	return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** A value as a person may see it in an error. */
export function shown(value: unknown): string {
	if (isDateObject(value)) return textOfDate(value) ?? 'an invalid date';
	if (Array.isArray(value)) return 'a list';
	if (value instanceof ExactNumber) return cut(value.token);
	if (isPlainObject(value)) return 'an object';
	if (isRecord(value)) return `an instance of ${value.constructor.name}`;
	if (typeof value === 'function') return 'a function';
	return typeof value === 'string' ? JSON.stringify(cut(value)) : cut(String(value));
}

/** The rest of a sentence about a value that is not what its field holds, with advice where it is an empty string. */
export function unexpected(value: unknown, expectation: string): string {
	const advice =
		typeof value === 'string' && value.trim() === ''
			? '. Clear or unmap the field, or map null'
			: '';
	return `is ${shown(value)}, ${expectation}${advice}`;
}

/** A text for a log: what the service or a person wrote cannot begin a line of its own in it. */
export function withoutControls(text: string): string {
	return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

/** The name of a parameter or an option in a message. */
export function quoted(label: string): string {
	return `'${label}'`;
}

/** A sentence that goes on in another one. */
export function withoutFullStop(sentence: string): string {
	return sentence.replace(/\.$/, '');
}

/** Converts a member of a value, and puts its name before the path of every problem found in it. */
export function at(
	step: string | number,
	convert: Conversion,
	value: unknown,
	problems: Problem[],
): unknown {
	const known = problems.length;
	const result = convert(value, problems);
	for (let index = known; index < problems.length; index++) {
		const problem = problems[index];
		problems[index] = { ...problem, path: [step, ...problem.path] };
	}
	return result;
}
