// Rows to the text of a file: NDJSON, CSV (RFC 4180) or a JSON array.

export type FileFormat = 'ndjson' | 'csv' | 'json';

type Row = Readonly<Record<string, unknown>>;

/** Encodes rows as they come. The file is `begin()`, any number of `rows(...)`, then `end()`. */
export interface FileEncoder {
	begin(): string;
	rows(rows: readonly Row[]): string;
	end(): string;
}

export const mimeTypes: Readonly<Record<FileFormat, string>> = {
	ndjson: 'application/x-ndjson',
	csv: 'text/csv',
	json: 'application/json',
};

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
				begin: () => '',
				rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
				end: () => '',
			};
		case 'csv':
			return {
				begin: () => csvLine(columns.map(csvText)),
				rows: (rows) =>
					rows.map((row) => csvLine(columns.map((name) => csvValue(row, name)))).join(''),
				end: () => '',
			};
		case 'json':
			return jsonArray();
		default:
			return format satisfies never;
	}
}

function jsonArray(): FileEncoder {
	let separator = '[';
	return {
		begin: () => '',
		rows: (rows) => {
			let text = '';
			for (const row of rows) {
				text += separator + JSON.stringify(row);
				separator = ',\n';
			}
			return text;
		},
		end: () => (separator === '[' ? '[]' : ']'),
	};
}

/** The fields of some rows that are not among the known columns, in the order in which they first occur. */
export function newColumns(rows: readonly Row[], known: ReadonlySet<string>): string[] {
	const found = new Set<string>();
	for (const row of rows) for (const name in row) if (!known.has(name)) found.add(name);
	return [...found];
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
