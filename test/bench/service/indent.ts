// Pretty printing of JSON and XML that leaves every value as it is written.

const JSON_PART = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const XML_PART = /<[^>]*>|[^<]+/g;

function lineAt(depth: number): string {
	return `\n${'  '.repeat(depth)}`;
}

/** Writes each member of compact JSON on a line of its own, from this depth on. */
export function indentJson(text: string, depth: number): string {
	let level = depth;
	const parts = text.match(JSON_PART) ?? [];
	const written = parts.map((part, index) => {
		const isEmpty = parts[index + 1] === '}' || parts[index + 1] === ']';
		switch (part) {
			case '{':
			case '[':
				level++;
				return isEmpty ? part : part + lineAt(level);
			case '}':
			case ']': {
				level--;
				const before = parts[index - 1];
				return before === '{' || before === '[' ? part : lineAt(level) + part;
			}
			case ',':
				return part + lineAt(level);
			case ':':
				return ': ';
			default:
				return part;
		}
	});
	return lineAt(depth) + written.join('');
}

/** Writes each element of compact XML on a line of its own, from this depth on. */
export function indentXml(text: string, depth: number): string {
	let level = depth;
	const parts = text.match(XML_PART) ?? [];
	const written = parts.map((part, index) => {
		if (!part.startsWith('<')) return part;
		if (!part.startsWith('</')) {
			const line = lineAt(level) + part;
			if (!part.endsWith('/>')) level++;
			return line;
		}
		level--;
		const isAfterElement = parts[index - 1]?.startsWith('</') || parts[index - 1]?.endsWith('/>');
		return isAfterElement ? lineAt(level) + part : part;
	});
	return written.join('');
}
