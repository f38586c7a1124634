// References such as `&amp;` and `&#x41;` in texts and attributes.

/** The characters that every XML document may write by a name. */
export const NAMED: Readonly<Record<string, string>> = {
	lt: '<',
	gt: '>',
	amp: '&',
	quot: '"',
	apos: "'",
};

// Matches an ampersand without a reference, too.
const REFERENCE = /&(?:(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([\dA-Fa-f]+));)?/g;

// Control characters are accepted, though XML 1.0 forbids references to them: .NET writes them.
function characterOf(name?: string, decimal?: string, hexadecimal = ''): string | undefined {
	if (name !== undefined) return NAMED[name];
	const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
	const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
	return isCharacter ? String.fromCodePoint(code) : undefined;
}

/** A text with its references decoded; what is not a reference to a character stays as it is. */
export function decodeReferences(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(
		REFERENCE,
		(reference, name?: string, decimal?: string, hexadecimal?: string) =>
			characterOf(name, decimal, hexadecimal) ?? reference,
	);
}

/** The offset of the first ampersand that does not begin a reference to a character; -1 if there is none. */
export function findInvalidReference(text: string): number {
	if (!text.includes('&')) return -1;
	for (const { index, 1: name, 2: decimal, 3: hexadecimal } of text.matchAll(REFERENCE)) {
		if (characterOf(name, decimal, hexadecimal) === undefined) return index;
	}
	return -1;
}
