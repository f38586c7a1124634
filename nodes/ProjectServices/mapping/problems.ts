// The problems of a value that a person gave, in sentences.
import { formatValue } from '../../shared/errors';

/** Something wrong with a value: where, and the rest of a sentence that begins with the field's name. */
export interface Problem {
	readonly path: ReadonlyArray<string | number>;
	readonly text: string;
	readonly unknownField?: true;
}

/** The rest of a sentence about a value that is not what its field holds, with advice where it is an empty string. */
export function unexpected(value: unknown, expectation: string): string {
	const advice =
		typeof value === 'string' && value.trim() === ''
			? '. Clear or unmap the field, or map null'
			: '';
	return `is ${formatValue(value)}, ${expectation}${advice}`;
}

/** A problem as a sentence without its full stop; `whole` names the value itself. */
export function sentenceOf({ path, text }: Problem, whole = 'The record'): string {
	// As people write it: ClientAddresses[1].TypeId.
	const place = path.reduce<string>((before, step) => {
		if (typeof step === 'number') return `${before}[${step}]`;
		return before === '' ? step : `${before}.${step}`;
	}, '');
	return `${place || whole} ${text}`;
}
