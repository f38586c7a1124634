// What the documents say of the project, taken out of them: links, commands, quoted messages; and what sources state.
import ts from 'typescript';

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

/** The fixed parts of the messages in the first column of a page's tables. */
export function quotedMessages(markdown: string): string[][] {
	return [...markdown.matchAll(/^\| `([^`]+)` +\|/gm)].map((match) =>
		match[1]
			.split('...')
			.map((part) => part.trim())
			.filter((part) => part.length > 1),
	);
}

/** Of a message with values in it, the longest fixed part of its first sentence. */
function fixedPart(message: ts.Expression): string {
	const parts = ts.isTemplateExpression(message)
		? [message.head.text, ...message.templateSpans.map(({ literal }) => literal.text)]
		: ts.isStringLiteralLike(message)
			? [message.text]
			: [];
	const [sentence = ''] = parts.join('\0').split(/[.;] /);
	return sentence
		.split('\0')
		.map((part) => part.replace(/^[\s",.]+|[\s":,.(]+$/g, ''))
		.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** Whether a property is a message for people: a `problem`, or a `message` with an `advice` beside it. */
function isMessage({ name, parent }: ts.PropertyAssignment): boolean {
	if (name.getText() === 'problem') return true;
	const others = parent.properties.map((each) => each.name?.getText());
	return name.getText() === 'message' && others.includes('advice');
}

/** The messages of a source: what it gives `parameterError`, and the properties that are messages. */
export function statedMessages(source: string): string[] {
	const found: ts.Expression[] = [];
	const take = (message: ts.Expression | undefined): void => {
		if (message === undefined) return;
		if (!ts.isConditionalExpression(message)) found.push(message);
		else for (const each of [message.whenTrue, message.whenFalse]) take(each);
	};
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && node.expression.getText() === 'parameterError')
			take(node.arguments[1]);
		if (ts.isPropertyAssignment(node) && isMessage(node)) take(node.initializer);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true));
	return found.map(fixedPart).filter((words) => words.length > 5);
}
