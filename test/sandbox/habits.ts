// Habits of a service: what its documentation leaves open, and what of it this one does in another way.
import { recordFields, type Schema } from '../../api/schema/types';
import type { Values } from './data/filling';
import { Refused } from './responses/messages';

/** How a list is paged. */
export interface ListHabits {
	/** How many rows come before each null. */
	readonly nullAfter?: number;
	/** What the total counts; `zero` is one that was never set, `short` one that is too low. */
	readonly total?: 'list' | 'page' | 'absent' | 'zero' | 'short' | 'long';
	/** The most rows of a page. */
	readonly cap?: number;
	/** Set where the page number is not looked at, or neither it nor the size. */
	readonly ignores?: 'number' | 'both';
	/** The number of the first page. */
	readonly firstPage?: 0 | 1;
	/** What page 0 gives where the first one is 1. */
	readonly pageZero?: 'refused' | 'first' | 'empty' | 'whole' | 'fails';
	readonly beyondEnd?: 'empty' | 'repeats' | 'refused' | 'notFound' | 'fails';
}

/** What is left out is as the documentation lets expect. */
export interface Habits {
	/** A header that every request needs. */
	readonly credential?: { readonly header: string; readonly value: string };
	/** `json` and `xml` give this format whatever is asked for; `jsonOnly` and `xmlOnly` refuse the other one. */
	readonly formats?: 'json' | 'xml' | 'jsonOnly' | 'xmlOnly';
	/** How documented names are written, in JSON and in XML. */
	readonly names?: keyof typeof SPELLINGS;
	readonly offsets?: 'Z' | 'none' | 'mixed';
	/** The status of the list of change order projects. */
	readonly projectList?: 403 | 404;
	readonly projects?: ListHabits;
	readonly catalog?: ListHabits;
}

export const SPELLINGS = {
	// Of a run of capitals the last one begins the next word: COName is coName, CF1 is cF1.
	camelCase: (name: string) =>
		name.replace(/^[A-Z]+(?=[A-Z][a-z\d])|^[A-Z]+/, (start) => start.toLowerCase()),
	snake_case: (name: string) => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase(),
	lower: (name: string) => name.toLowerCase(),
} as const;

/** A value with its dates as the service writes them; the names are spelled later. */
export function withDates(schema: Schema, value: unknown, habits: Habits): unknown {
	if (schema.kind === 'list' && Array.isArray(value))
		return value.map((each) => withDates(schema.item, each, habits));
	if (schema.kind !== 'record' || typeof value !== 'object' || value === null) return value;
	const result: Values = { ...value };
	for (const { name, schema: own } of recordFields(schema)) {
		const held = result[name] ?? undefined;
		if (held === undefined) continue;
		const isDate = own.kind === 'date';
		result[name] = isDate ? dated(String(held), name, habits) : withDates(own, held, habits);
	}
	return result;
}

function dated(text: string, name: string, { offsets }: Habits): string {
	const isBare =
		offsets === 'none' || (offsets === 'mixed' && /^(?:Created|Published|End)/.test(name));
	if (isBare) return text.slice(0, -'+00:00'.length);
	return offsets === 'Z' ? text.replace('+00:00', 'Z') : text;
}

/** A page of a list, and the number that is announced with it. */
export function pageOf(
	all: readonly Values[],
	{ pageNumber, pageSize }: Values,
	habits: ListHabits,
): { rows: ReadonlyArray<Values | null>; total: number | undefined } {
	const { firstPage = 1, pageZero = 'refused', beyondEnd = 'empty', total = 'list' } = habits;
	const { ignores, cap = Infinity, nullAfter } = habits;
	const isBeforeNull = (index: number) => nullAfter !== undefined && (index + 1) % nullAfter === 0;
	const entries = nullAfter
		? all.flatMap((row, index) => (isBeforeNull(index) ? [row, null] : [row]))
		: all;
	const size = ignores === 'both' ? entries.length : Math.min(Number(pageSize), cap);
	const start = ignores ? 0 : (Number(pageNumber) - firstPage) * size;
	let rows = entries.slice(Math.max(0, start), Math.max(0, start) + size);
	if (start < 0) {
		if (pageZero === 'refused') throw new Refused(400);
		if (pageZero === 'fails') throw new Refused(500);
		rows = { first: entries.slice(0, size), empty: [], whole: [...entries] }[pageZero];
	} else if (start >= entries.length && start > 0) {
		if (beyondEnd === 'refused') throw new Refused(400);
		if (beyondEnd === 'notFound') throw new Refused(404);
		if (beyondEnd === 'fails') throw new Refused(500);
		const last = Math.floor(Math.max(0, entries.length - 1) / size) * size;
		rows = beyondEnd === 'repeats' ? entries.slice(last, last + size) : [];
	}
	const totals = {
		...{ list: entries.length, page: rows.length, absent: undefined, zero: 0 },
		...{ short: Math.max(0, entries.length - 7), long: entries.length + 13 },
	};
	return { rows, total: totals[total] };
}
