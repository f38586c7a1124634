// Values of records that the document does not show: passed on as they are, as far as JSON can say them.
import { ExactNumber } from '../../wire/exact';
import { isDateObject, textOfDate } from './dates';
import { at, type Problem, shown } from './problems';

const MOST_LEVELS = 100;

function simpleValue(value: unknown, problems: Problem[]): unknown {
	const text = isDateObject(value)
		? textOfDate(value)
		: typeof value === 'bigint'
			? String(value)
			: undefined;
	const cannot = ['number', 'function', 'symbol'].includes(typeof value) || isDateObject(value);
	if (text === undefined && cannot && !Number.isFinite(value)) {
		problems.push({ path: [], text: `is ${shown(value)}, which cannot be sent` });
	}
	return text ?? value;
}

function plainObject(value: object, problems: Problem[], holders: readonly object[]): object {
	const copy = {};
	for (const [name, member] of Object.entries(value)) {
		if (member === undefined) continue;
		const run = (inner: unknown) => plainValue(inner, problems, holders);
		// A definition, because a field may be named __proto__.
		Object.defineProperty(copy, name, {
			value: at(name, run, member, problems),
			writable: true,
			enumerable: true,
			configurable: true,
		});
	}
	return copy;
}

/**
 * A copy of a value that JSON can say; dates become ISO text.
 *
 * What it cannot say (a function, NaN, a record that holds itself) goes into `problems`.
 */
export function plainValue(
	value: unknown,
	problems: Problem[],
	holders: readonly object[] = [],
): unknown {
	if (value instanceof ExactNumber) return value;
	if (typeof value !== 'object' || value === null || isDateObject(value)) {
		return simpleValue(value, problems);
	}
	if (holders.includes(value) || holders.length >= MOST_LEVELS) {
		const text = holders.includes(value) ? 'holds itself' : 'is nested too deeply';
		problems.push({ path: [], text: `${text}, which cannot be sent` });
		return null;
	}
	const within = [...holders, value];
	if (!Array.isArray(value)) return plainObject(value, problems, within);
	return value.map((member: unknown, index) =>
		at(index, (inner) => plainValue(inner, problems, within), member, problems),
	);
}
