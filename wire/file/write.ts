// Rows to the bytes of a file: NDJSON or CSV (RFC 4180).
import type { RecordValue } from '../result';

export type FileFormat = 'ndjson' | 'csv';

/** Encodes rows as they come. The file is `begin()`, then any number of `rows(...)`. */
interface FileEncoder {
	begin?(): Uint8Array;
	rows(rows: readonly RecordValue[]): Uint8Array;
}

interface FileFormatEntry {
	readonly mimeType: string;
	/** The columns are those of a CSV file, in their order. Other fields are left out of it: see `newColumns`. */
	createEncoder(columns: readonly string[]): FileEncoder;
}

export const FILE_FORMATS: Readonly<Record<FileFormat, FileFormatEntry>> = {
	ndjson: {
		mimeType: 'application/x-ndjson',
		createEncoder: () => ({ rows: (rows) => Buffer.from(rows.map(jsonLine).join('')) }),
	},
	csv: {
		mimeType: 'text/csv',
		createEncoder: (columns) => ({
			begin: () => Buffer.from(csvLine(columns.map(csvText))),
			rows: (rows) => Buffer.from(rows.map(lineWith(columns)).join('')),
		}),
	},
};

function jsonLine(row: RecordValue): string {
	return `${JSON.stringify(row)}\n`;
}

/** The fields of some rows that are not known columns, in the order in which they first occur. */
export function newColumns(rows: readonly RecordValue[], known: ReadonlySet<string>): string[] {
	const found = new Set<string>();
	for (const row of rows) for (const name in row) if (!known.has(name)) found.add(name);
	return [...found];
}

function lineWith(columns: readonly string[]): (row: RecordValue) => string {
	return (row) => csvLine(columns.map((name) => csvValue(row, name)));
}

function csvLine(cells: readonly string[]): string {
	return `${cells.join(',')}\r\n`;
}

/** Null and absent fields are empty cells; an empty string is `""`, as PostgreSQL's COPY tells them apart. */
function csvValue(row: RecordValue, name: string): string {
	const value = Object.hasOwn(row, name) ? row[name] : undefined;
	if (value === undefined || value === null) return '';
	return csvText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function csvText(text: string): string {
	return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
