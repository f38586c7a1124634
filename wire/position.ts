// Where in a text an error is, as a person counts.

/** For example "line 3, column 14", both counted from one. */
export function lineAndColumn(text: string, offset: number): string {
	const before = text.slice(0, offset);
	const line = before.split('\n').length;
	const column = offset - before.lastIndexOf('\n');
	return `line ${line}, column ${column}`;
}

/** That a text ends too early, and where: a sentence without its full stop. */
export function truncated(text: string, what = 'The response'): string {
	const unit = text.length === 1 ? 'character' : 'characters';
	return `${what} is cut off after ${text.length.toLocaleString('en-US')} ${unit}`;
}
