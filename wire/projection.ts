// What is kept of a response: which rows, which of their fields, and whether empty ones.
import { isRecord } from '../api/schema/types';
import type { MutableRecord, RecordValue } from './result';

/** What to keep of the rows of a response (of the record, where a response is one record). */
export interface Projection {
	/**
	 * The names of the fields to keep, documented or not; all fields if left out. A dot leads into a nested record or
	 * into the records of a list: `Contact.Email`.
	 */
	readonly fields?: readonly string[];
	/** Leaves out empty fields, in nested records as well. */
	readonly onlyFilled?: boolean;
	/** Of rows that do not match, only the fields of the filter are kept. */
	readonly where?: RowFilter;
}

/** Which rows are kept with all the selected fields. */
export interface RowFilter {
	/** The fields that have to be read to know. */
	readonly fields: readonly string[];
	/** Gets a row with these fields. */
	readonly matches: (row: RecordValue) => boolean;
}

/** Names of fields to what is kept of each; undefined stands for the whole value. */
export type Selection = ReadonlyMap<string, Selection | undefined>;

/** Whether a value counts as empty: null, an empty string or list, a record without fields. */
export function isEmpty(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return value === null || value === '';
	if (Array.isArray(value)) return value.length === 0;
	return Object.keys(value).length === 0;
}

/** Builds a selection from field paths. */
export function selectionOf(fields: readonly string[]): Selection {
	const selection = new Map<string, Selection | undefined>();
	const nested = new Map<string, string[]>();
	for (const field of fields) {
		// The name of an undocumented field may contain a dot.
		selection.set(field, undefined);
		for (let dot = field.indexOf('.'); dot !== -1; dot = field.indexOf('.', dot + 1)) {
			const [outer, inner] = [field.slice(0, dot), field.slice(dot + 1)];
			nested.set(outer, [...(nested.get(outer) ?? []), inner]);
		}
	}
	for (const [name, inner] of nested) {
		if (!selection.has(name)) selection.set(name, selectionOf(inner));
	}
	return selection;
}

export function selected(value: unknown, selection: Selection | undefined): unknown {
	if (selection === undefined) return value;
	if (Array.isArray(value)) return value.map((member) => selected(member, selection));
	if (!isRecord(value)) return value;
	const kept: MutableRecord = {};
	for (const name of Object.keys(value)) {
		if (selection.has(name)) kept[name] = selected(value[name], selection.get(name));
	}
	return kept;
}

/** A value without the empty fields of its records; the object for its own fields may have room for them. */
export function filled(value: unknown, kept: MutableRecord = {}): unknown {
	if (Array.isArray(value)) return value.map((member) => filled(member));
	if (!isRecord(value)) return value;
	for (const name of Object.keys(value)) {
		const inner = filled(value[name]);
		if (!isEmpty(inner)) kept[name] = inner;
	}
	return kept;
}

/** Gives the fields of a row that are kept; those left out never come back as null or undefined. */
export function projector({ fields, onlyFilled }: Projection = {}): (row: unknown) => unknown {
	const selection = fields && selectionOf(fields);
	return (row) => (onlyFilled ? filled(selected(row, selection)) : selected(row, selection));
}
