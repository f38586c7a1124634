// The options of the command line that give the simulated service habits of its own, and what they mean.
import { parseArgs } from 'node:util';

import type { Habits, ListHabits } from './personality.mjs';
import { STATUS_PATHS } from './queue';
import type { SandboxOptions } from './service.mjs';

const KEY_HEADER = 'x-api-key';

type Values = Readonly<Record<string, string | boolean | undefined>>;

export const habitsUsage = `Habits, which go together as you like:
  --names <spelling>    names of fields in camelCase, snake_case or lower
  --first-page <n>      the number of the first page: 1 (default) or 0
  --cap <n>             the most rows of a page, whatever is requested
  --total <kind>        what a total counts: list (default), page, absent, zero, short, long
  --beyond-end <kind>   a page after the last one: empty (default), repeats, refused (400), notFound (404)
  --offsets <kind>      dates with offset (default), Z, none or mixed
  --formats <kind>      both (default); json or xml whatever is asked for; jsonOnly or xmlOnly refuse the other
  --key <text>          every request needs this text in the header ${KEY_HEADER}
  --statuses <place>    transactions are pending at first; their status is found by its
                        path   ${STATUS_PATHS.path}
                        query  ${STATUS_PATHS.query}
  --asks <n>            how often a transaction is pending before it is applied or refused, 1 by default
  --refuse <text>       transactions with this text are refused
  --applies-rest        a refused transaction applies its other records`;

const text = { type: 'string' } as const;

/** As parseArgs takes them. */
export const habitOptions = {
	names: text,
	'first-page': text,
	cap: text,
	total: text,
	'beyond-end': text,
	offsets: text,
	formats: text,
	key: text,
	statuses: text,
	asks: text,
	refuse: text,
	'applies-rest': { type: 'boolean' },
} as const;

/** @throws Error where the option is not a whole number */
export function numberOf(values: Values, name: string): number | undefined {
	const entered = values[name];
	if (entered === undefined) return undefined;
	const value = Number(entered);
	if (Number.isSafeInteger(value) && value >= 0 && entered !== '') return value;
	throw new Error(`--${name} takes a whole number, not '${String(entered)}'.`);
}

/** @throws Error where the option is none of these values */
export function oneOf<T extends string>(
	values: Values,
	name: string,
	allowed: readonly T[],
): T | undefined {
	const entered = values[name];
	const value = allowed.find((each) => each === entered);
	if (value !== undefined || entered === undefined) return value;
	throw new Error(`--${name} takes ${allowed.join(', ')}, not '${String(entered)}'.`);
}

/** A record without the members that nobody entered. */
function entered<T extends object>(members: T): T {
	return Object.fromEntries(
		Object.entries(members).filter(([, value]) => value !== undefined),
	) as T;
}

/**
 * What the options say of a sandbox.
 *
 * @throws Error that names the option
 */
export function habitsOf(values: Values): Partial<SandboxOptions> {
	const firstPage = oneOf(values, 'first-page', ['0', '1']);
	const lists: ListHabits = entered({
		total: oneOf(values, 'total', ['list', 'page', 'absent', 'zero', 'short', 'long']),
		cap: numberOf(values, 'cap'),
		firstPage: firstPage && (Number(firstPage) as 0 | 1),
		beyondEnd: oneOf(values, 'beyond-end', ['empty', 'repeats', 'refused', 'notFound']),
	});
	const others: Habits = entered({
		names: oneOf(values, 'names', ['camelCase', 'snake_case', 'lower']),
		offsets: oneOf(values, 'offsets', ['offset', 'Z', 'none', 'mixed']),
		formats: oneOf(values, 'formats', ['both', 'json', 'xml', 'jsonOnly', 'xmlOnly']),
		...(typeof values.key === 'string' && {
			credential: { header: KEY_HEADER, value: values.key },
		}),
	});
	const habits: Habits = { ...others, projects: lists, catalog: lists };
	const statuses = oneOf(values, 'statuses', ['path', 'query']);
	const queue = {
		asks: numberOf(values, 'asks') ?? 1,
		...(typeof values.refuse === 'string' && { refuses: values.refuse }),
		appliesRest: values['applies-rest'] === true,
	};
	const hasHabits = Object.keys({ ...lists, ...others }).length > 0;
	return {
		...(hasHabits && { personality: { name: 'by options', habits } }),
		...(statuses && { statuses, queue }),
	};
}

/** All habits that go together: of a service that has JSON alone, and of one that has XML alone. */
export const allHabits = [
	'--names=camelCase --first-page=0 --cap=20 --total=page --beyond-end=notFound --statuses=query --offsets=none --formats=jsonOnly --key=k',
	'--names=snake_case --first-page=0 --cap=20 --total=absent --statuses=query --offsets=mixed --formats=xmlOnly --key=k',
] as const;

/** As `habitsOf`, of a line of options. */
export function habitsOfLine(line: string): Partial<SandboxOptions> {
	return habitsOf(parseArgs({ args: line.split(' '), options: habitOptions }).values);
}
