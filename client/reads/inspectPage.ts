// What a page is to a scan: which of its rows are new, and whether it only repeats earlier ones.
import { shortHash } from '../values/hashes';
import type { Page } from './readPage';
import { fullPageSize, type ListPosition } from './position';
import type { RecordValue } from '../../wire/result';

export interface PageSettings {
	/** Identifies a row; left out, its content does. */
	readonly key?: (row: RecordValue) => string | undefined;
	/** Whether rows have only some of their fields: then equal ones without a key may be different rows. */
	readonly isPartial?: boolean;
	/**
	 * Whether an earlier page had this same row: a list that grows while it is read moves rows to the next page. Left
	 * out, rows that come twice are given twice.
	 */
	readonly isKnown?: (key: string, row: RecordValue) => boolean;
}

/** Rows of a page that no earlier page had with the same content, and their keys in the same order. */
export interface KeyedRows {
	readonly rows: readonly RecordValue[];
	readonly keys: ReadonlyArray<string | undefined>;
}

export interface InspectedPage {
	readonly page: Page;
	readonly newRows: KeyedRows;
	/** The rows that an earlier page had. */
	readonly duplicates: readonly RecordValue[];
	/** How many entries it has, nulls included. */
	readonly count: number;
	/** A hash of which rows it has; undefined where equal rows say nothing. */
	readonly hash: string | undefined;
	/** The number of all rows; 0 where it is not known. */
	readonly announced: number;
	readonly isEmpty: boolean;
	readonly isRepeated: boolean;
}

export function inspectPage(
	page: Page,
	position: ListPosition,
	{ key, isKnown, isPartial }: PageSettings,
): InspectedPage {
	const { rows, nulls = 0 } = page;
	const keys = rows.map((row) => key?.(row));
	const isNew = keys.map((name, index) => name === undefined || !isKnown?.(name, rows[index]));
	const duplicates = rows.filter((_row, index) => !isNew[index]);
	const newRows =
		duplicates.length > 0
			? {
					rows: rows.filter((_row, index) => isNew[index]),
					keys: keys.filter((_key, index) => isNew[index]),
				}
			: { rows, keys };
	const count = rows.length + nulls;
	const hasKeys = !keys.includes(undefined);
	const hasHash = count > 0 && (hasKeys || !isPartial);
	const texts = keys.map((name, index) => name ?? JSON.stringify(rows[index]));
	// Equal pages of nulls alone are repetitions as well.
	const hash = hasHash ? shortHash([...texts, `${nulls}`].join('\n'), 11) : undefined;
	// A last page that is not full may hold only rows that moved to it while the list was read.
	const isFull = count >= fullPageSize(position);
	const hasOnlyDuplicates = duplicates.length > 0 && newRows.rows.length + nulls === 0;
	// The same keys with other content throughout: each row came in a newer version.
	const isRenewed = isKnown !== undefined && rows.length > 0 && duplicates.length === 0 && hasKeys;
	return {
		page,
		newRows,
		duplicates,
		count,
		hash,
		announced: page.total ?? position.total ?? 0,
		isEmpty: count === 0,
		isRepeated:
			(hasOnlyDuplicates && isFull) ||
			(hash !== undefined && hash === position.previousPageHash && !isRenewed),
	};
}
