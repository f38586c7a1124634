// What the service document and api/ are both brought to before they are compared: chapters of plain lines.

/** A chapter ("record Client", "endpoint 6") and its facts, one a line, in the document's order. */
export type Facts = Readonly<Record<string, readonly string[]>>;

function differencesIn(chapter: string, expected: readonly string[], actual: readonly string[]) {
	const missing = expected.filter((line) => !actual.includes(line));
	const added = actual.filter((line) => !expected.includes(line));
	const found = [
		...missing.map((line) => `${chapter}: api/ does not say "${line}"`),
		...added.map((line) => `${chapter}: only api/ says "${line}"`),
	];
	if (found.length > 0) return found;
	const place = expected.findIndex((line, index) => line !== actual[index]);
	if (place >= 0) return [`${chapter}: "${expected[place]}" stands elsewhere in api/`];
	return actual.length === expected.length ? [] : [`${chapter}: api/ says something twice`];
}

/** Every disagreement between the document and api/, in words; empty when they agree. */
export function differences(document: Facts, api: Facts): string[] {
	const chapters = new Set([...Object.keys(document), ...Object.keys(api)]);
	return [...chapters].flatMap((chapter) => {
		const expected = document[chapter];
		const actual = api[chapter];
		if (!expected) return [`${chapter}: only in api/`];
		if (!actual) return [`${chapter}: not in api/`];
		return differencesIn(chapter, expected, actual);
	});
}
