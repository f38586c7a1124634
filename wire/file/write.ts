// Rows to the bytes of a file: NDJSON, CSV (RFC 4180) or a JSON array.
import { textOf } from '../projection';

export type FileFormat = 'ndjson' | 'csv' | 'json';

type Row = Readonly<Record<string, unknown>>;

/** Encodes rows as they come. The file is `begin()`, any number of `rows(...)`, then `end()`. */
export interface FileEncoder {
	begin(): Uint8Array;
	rows(rows: readonly Row[]): Uint8Array;
	end(): Uint8Array;
}

export const mimeTypes: Readonly<Record<FileFormat, string>> = {
	ndjson: 'application/x-ndjson',
	csv: 'text/csv',
	json: 'application/json',
};

const NOTHING = Buffer.alloc(0);
const LINE_END = Buffer.from('\n');
const FIRST = Buffer.from('[');
const NEXT = Buffer.from(',\n');

/**
 * Makes the encoder of a file.
 *
 * @param columns The columns of a CSV file in their order. Other fields of a row are left out: find them with
 *   `newColumns` first. The other formats write every field.
 */
export function createFileEncoder(format: FileFormat, columns: readonly string[]): FileEncoder {
	switch (format) {
		case 'ndjson':
			return {
				begin: () => NOTHING,
				rows: (rows) => Buffer.concat(rows.flatMap((row) => [textOf(row), LINE_END])),
				end: () => NOTHING,
			};
		case 'csv':
			return {
				begin: () => Buffer.from(csvLine(columns.map(csvText))),
				rows: (rows) => Buffer.from(rows.map((row) => csvRow(row, columns)).join('')),
				end: () => NOTHING,
			};
		case 'json':
			return jsonArray();
		default:
			return format satisfies never;
	}
}

function jsonArray(): FileEncoder {
	let separator = FIRST;
	const separated = (row: Row): Uint8Array[] => {
		const before = separator;
		separator = NEXT;
		return [before, textOf(row)];
	};
	return {
		begin: () => NOTHING,
		rows: (rows) => Buffer.concat(rows.flatMap(separated)),
		end: () => Buffer.from(separator === FIRST ? '[]' : ']'),
	};
}

/** The fields of some rows that are not among the known columns, in the order in which they first occur. */
export function newColumns(rows: readonly Row[], known: ReadonlySet<string>): string[] {
	const found = new Set<string>();
	for (const row of rows) for (const name in row) if (!known.has(name)) found.add(name);
	return [...found];
}

function csvRow(row: Row, columns: readonly string[]): string {
	return csvLine(columns.map((name) => csvValue(row, name)));
}

function csvLine(cells: readonly string[]): string {
	return `${cells.join(',')}\r\n`;
}

/** Null and absent fields are empty cells; an empty string is `""`, as PostgreSQL's COPY tells them apart. */
function csvValue(row: Row, name: string): string {
	const value = Object.hasOwn(row, name) ? row[name] : undefined;
	if (value === undefined || value === null) return '';
	return csvText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function csvText(text: string): string {
	return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
