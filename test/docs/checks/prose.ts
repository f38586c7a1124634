// The sentences of a document, and what is wrong with them.

const MAX_WORDS = 35;

/** Words that have another one in its place, and phrases that sound translated. */
const PHRASES: readonly RegExp[] = [
	/\bholds?\b/,
	/\bequal to\b/,
	/\bsays? so\b/,
	/,? too(?=[.;:)]|$)/m,
	/\b[Ww]hether\b[^.|]*, the API documentation does not say/,
	/\b(?:mend itself|open TLS|the words of the service)\b/,
];

/** Prose without code; a link is its text. */
export function proseOf(markdown: string): string {
	return markdown
		.replace(/```[^]*?```/g, '')
		.replace(/`[^`\n]*`(?:, `[^`\n]*`)*/g, 'code')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** The sentences of a document: a list entry and a cell of a table begin new ones. */
export function sentencesOf(markdown: string): string[] {
	return proseOf(markdown)
		.split(/\n\s*\n|\n(?=\s*(?:[-#>]|\d+\.))|\||(?<=[.!?])\s+(?=[A-Z*_"(]|n8n|code)|(?<=^#.*)\n/m)
		.map((sentence) => sentence.replace(/\s+/g, ' ').trim())
		.filter((sentence) => sentence !== '');
}

/** Sentences with more words than a reader keeps in mind. */
export function longSentences(markdown: string): string[] {
	return sentencesOf(markdown).filter((sentence) => sentence.split(' ').length > MAX_WORDS);
}

/** What a text has and should not: `replaced` are words that have another one in their place. */
export function wrongWords(text: string, replaced: readonly string[]): string[] {
	const patterns = replaced.map((word) => new RegExp(`\\b${word}s?\\b`, 'i'));
	return [...patterns, ...PHRASES].flatMap((pattern) => pattern.exec(text)?.[0].trim() ?? []);
}
