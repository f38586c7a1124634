// Plain-text tables for the demo's output.
const widestColumn = 36;

function cell(value: unknown): string {
	if (value === undefined || value === null) return '';
	const text = String(value).replace(/\s+/g, ' ');
	return text.length > widestColumn ? `${text.slice(0, widestColumn - 1)}…` : text;
}

/** A table of the chosen columns. After `most` rows it says how many more there are. */
export function table(
	rows: ReadonlyArray<Record<string, unknown>>,
	columns: readonly string[],
	most = 8,
): string {
	const shown = rows.slice(0, most).map((row) => columns.map((column) => cell(row[column])));
	const isNumeric = columns.map((column) => rows.every((row) => typeof row[column] === 'number'));
	const widths = columns.map((column, index) =>
		Math.max(column.length, ...shown.map((cells) => cells[index]?.length ?? 0)),
	);
	const line = (cells: readonly string[]) =>
		cells
			.map((text, index) =>
				isNumeric[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0),
			)
			.join('  ')
			.trimEnd();
	const rest = rows.length - shown.length;
	return [
		line(columns),
		widths.map((width) => '─'.repeat(width)).join('  '),
		...shown.map(line),
		...(rest > 0 ? [`... and ${rest.toLocaleString('en-US')} more`] : []),
	].join('\n');
}
