// Numbers and places in words, as a person counts.

/** A whole number with commas: 12,345. The first use of the engine's own formatter takes ten milliseconds and more. */
export function countText(count: number): string {
	let text = String(Math.abs(count));
	for (let at = text.length - 3; at > 0; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
	return count < 0 ? `-${text}` : text;
}

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
	return `${what} is cut off after ${countText(text.length)} ${unit}`;
}
