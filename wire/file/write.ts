// Rows to the bytes of a file: NDJSON, CSV (RFC 4180) or a JSON array.
import { lineOf } from '../projection';

export type FileFormat = 'ndjson' | 'csv' | 'json';

type Row = Readonly<Record<string, unknown>>;

/** Encodes rows as they come. The file is `begin()`, the pieces of any number of `rows(...)`, then `end()`. */
export interface FileEncoder {
	begin(): Uint8Array;
	rows(rows: readonly Row[]): readonly Uint8Array[];
	end(): Uint8Array;
}

export const mimeTypes: Readonly<Record<FileFormat, string>> = {
	ndjson: 'application/x-ndjson',
	csv: 'text/csv',
	json: 'application/json',
};

const NOTHING = Buffer.alloc(0);
const FIRST = Buffer.from('[');
const NEXT = Buffer.from(',\n');

/**
 * Makes the encoder of a file.
 *
 * @param columns The columns of a CSV file in their order. Other fields of a row are left out: find them with
 *   `newColumns` first. The other formats write every field.
 */
export function createFileEncoder(format: FileFormat, columns: readonly string[]): FileEncoder {
	return encoders[format](columns);
}

const encoders: Readonly<Record<FileFormat, (columns: readonly string[]) => FileEncoder>> = {
	ndjson: () => ({
		begin: () => NOTHING,
		rows: (rows) => joined(rows.map(lineOf)),
		end: () => NOTHING,
	}),
	csv: (columns) => ({
		begin: () => Buffer.from(csvLine(columns.map(csvText))),
		rows: (rows) => [Buffer.from(rows.map((row) => csvRow(row, columns)).join(''))],
		end: () => NOTHING,
	}),
	json: jsonArray,
};

/** Lines as few pieces: those that follow each other in memory are one, without being copied. */
function joined(lines: readonly Uint8Array[]): readonly Uint8Array[] {
	const pieces: Uint8Array[] = [];
	let first = 0;
	let length = 0;
	lines.forEach((line, index) => {
		length += line.length;
		const { buffer, byteOffset } = lines[first];
		const next = lines[index + 1];
		if (next?.buffer === buffer && next.byteOffset === byteOffset + length) return;
		pieces.push(Buffer.from(buffer, byteOffset, length));
		first = index + 1;
		length = 0;
	});
	// Lines that were made one by one are pieces of their own: copied, they are written faster.
	return pieces.length > 1 + lines.length / 10 ? [Buffer.concat(pieces)] : pieces;
}

function jsonArray(): FileEncoder {
	let separator = FIRST;
	const separated = (row: Row): Uint8Array[] => {
		const before = separator;
		separator = NEXT;
		return [before, lineOf(row).subarray(0, -1)];
	};
	return {
		begin: () => NOTHING,
		rows: (rows) => [Buffer.concat(rows.flatMap(separated))],
		end: () => Buffer.from(separator === FIRST ? '[]' : ']'),
	};
}

/** The fields of some rows that are not known columns, in the order in which they first occur. */
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
