// What the documents say of the project, taken out of them: links, commands, quoted messages.

/** The headings' anchors as Markdown viewers make them, and the anchors that are written out. */
export function anchorsOf(markdown: string): string[] {
	const headings = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map((match) =>
		match[1]
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
	const written = [...markdown.matchAll(/<a id="([^"]+)">/g)].map((match) => match[1]);
	return [...headings, ...written];
}

function withoutCode(markdown: string): string {
	return markdown.replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, '');
}

/** The targets of all links and pictures to files of the project. */
export function localLinks(markdown: string): string[] {
	return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
		.map((match) => match[1])
		.filter((target) => !/^https?:/.test(target));
}

/** The names of all npm scripts that a document tells people to run. */
export function npmScripts(markdown: string): string[] {
	const named = [...markdown.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(
		(match) => match[1],
	);
	return [...new Set(/\bnpm test\b/.test(markdown) ? [...named, 'test'] : named)];
}

/** The files and folders that a document names in code, of those the project could have. */
export function namedFiles(markdown: string): string[] {
	const roots = /^(?:api|wire|nodes|credentials|icons|scripts|docs|examples|test|\.ci)\//;
	return [...markdown.matchAll(/`([\w./-]+)`/g)]
		.map((match) => match[1])
		.filter((name) => roots.test(name));
}

/** The fixed parts of the messages in the first column of a page's tables, at the start of its paragraphs, and in its lists. */
export function quotedMessages(markdown: string): string[][] {
	const lines = [...markdown.matchAll(/^(?:- .*|`[^`]*`|\| `[^|]*)/gm)];
	const quoted = lines.flatMap(([line]) => [...line.matchAll(/`([^`]+)`/g)]);
	return quoted.map((match) =>
		match[1]
			.split('...')
			.map((part) => part.trim())
			.filter((part) => part.length > 1),
	);
}

/** What is printed in bold within a sentence, as buttons and parameters are; at its start, it is a heading or an emphasis. */
export function boldTexts(markdown: string): string[] {
	return [...markdown.matchAll(/^.*$/gm)]
		.map(([line]) => line.replace(/^(?:- |\d+\. )?\*\*[^*]+\*\*/, ''))
		.flatMap((line) => [...line.matchAll(/\*\*([^*]+)\*\*/g)])
		.flatMap(([, text = '']) => text.split(' → '));
}
