// Filters that the service does not know: what a person enters becomes the test of a row.
import type { RowFilters } from '../../api/endpoint';
import type { RowFilter } from '../../wire/projection';

/** The wanted values of each filter, by the filter's name; `search` is one text. */
export interface FilterValues {
	readonly search: string;
	readonly equals: Readonly<Record<string, readonly string[]>>;
}

function folded(value: unknown): string {
	return value === undefined || value === null ? '' : String(value).trim().toLowerCase();
}

/**
 * The test of a row: each given filter must match, without regard to case and surrounding spaces.
 *
 * @returns undefined when no filter is given
 */
export function rowFilter(
	{ search, equals }: RowFilters,
	values: FilterValues,
): RowFilter | undefined {
	const text = folded(values.search);
	const lists = Object.entries(equals)
		.map(([name, field]) => ({ field, wanted: new Set(values.equals[name]?.map(folded)) }))
		.filter(({ wanted }) => wanted.size > 0);
	if (text === '' && lists.length === 0) return undefined;
	const searched = text === '' ? [] : search;
	return {
		fields: [...new Set([...searched, ...lists.map(({ field }) => field)])],
		matches: (row) =>
			lists.every(({ field, wanted }) => wanted.has(folded(row[field]))) &&
			(text === '' || searched.some((field) => folded(row[field]).includes(text))),
	};
}
