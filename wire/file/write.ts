// Rows to the bytes of a file: NDJSON, CSV (RFC 4180) or a JSON array.
import { lineOf } from '../projection';

export type FileFormat = 'ndjson' | 'csv' | 'json';

type Row = Readonly<Record<string, unknown>>;

/** Encodes rows as they come. The file is `begin()`, any number of `rows(...)`, then `end()`. */
export interface FileEncoder {
	begin?(): Uint8Array;
	rows(rows: readonly Row[]): readonly Uint8Array[];
	end?(): Uint8Array;
}

interface FileFormatEntry {
	readonly mimeType: string;
	/** The columns are those of a CSV file, in their order. Other fields are left out of it: see `newColumns`. */
	createEncoder(columns: readonly string[]): FileEncoder;
}

export const fileFormats: Readonly<Record<FileFormat, FileFormatEntry>> = {
	ndjson: {
		mimeType: 'application/x-ndjson',
		createEncoder: () => ({ rows: linesOf }),
	},
	csv: {
		mimeType: 'text/csv',
		createEncoder: (columns) => ({
			begin: () => Buffer.from(csvLine(columns.map(csvText))),
			rows: (rows) => [Buffer.from(rows.map(lineWith(columns)).join(''))],
		}),
	},
	json: { mimeType: 'application/json', createEncoder: createArrayEncoder },
};

/** The lines of rows. Those that follow each other in memory, as the reader keeps them, are one piece and not copied. */
function linesOf(rows: readonly Row[]): readonly Uint8Array[] {
	const pieces: Uint8Array[] = [];
	for (const line of rows.map(lineOf)) {
		const last = pieces.at(-1) ?? line;
		const { buffer, byteOffset, length } = last;
		const isNext = buffer === line.buffer && byteOffset + length === line.byteOffset;
		if (isNext) pieces.pop();
		pieces.push(isNext ? new Uint8Array(buffer, byteOffset, length + line.length) : line);
	}
	return pieces.length > rows.length / 2 ? [Buffer.concat(pieces)] : pieces;
}

function createArrayEncoder(): FileEncoder {
	let before = '[';
	const separated = (row: Row): Uint8Array[] => {
		const parts = [Buffer.from(before), lineOf(row).subarray(0, -1)];
		before = ',\n';
		return parts;
	};
	return {
		rows: (rows) => [Buffer.concat(rows.flatMap(separated))],
		end: () => Buffer.from(before === '[' ? '[]' : ']'),
	};
}

/** The fields of some rows that are not known columns, in the order in which they first occur. */
export function newColumns(rows: readonly Row[], known: ReadonlySet<string>): string[] {
	const found = new Set<string>();
	for (const row of rows) for (const name in row) if (!known.has(name)) found.add(name);
	return [...found];
}

function lineWith(columns: readonly string[]): (row: Row) => string {
	return (row) => csvLine(columns.map((name) => csvValue(row, name)));
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
