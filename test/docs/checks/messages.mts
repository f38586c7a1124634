// The messages and hints of the node, found in the sources: what is given to parameterError and to hint.
import ts from 'typescript';

/** A function that shows a text to a person, and which of its arguments that is. */
const SHOWS: Readonly<Record<string, number>> = { hint: 0, parameterError: 1 };

const PLACE = '\u2026';

function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => PLACE + literal.text).join('');
}

/** The texts of an expression: of both sides of a choice, and of the constants of the file that it names. */
function textsIn(node: ts.Node, constants: ReadonlyMap<string, ts.Node>): string[] {
	const text = textOf(node);
	if (text !== undefined) return [text];
	if (ts.isConditionalExpression(node))
		return [node.whenTrue, node.whenFalse].flatMap((side) => textsIn(side, constants));
	const value = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
	return value && value !== node ? textsIn(value, constants) : [];
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
	visit(node);
	ts.forEachChild(node, (child) => walk(child, visit));
}

function shownTexts(source: string): string[] {
	const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
	const constants = new Map<string, ts.Node>();
	walk(file, (node) => {
		if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
			constants.set(node.name.text, node.initializer);
	});
	const found: string[] = [];
	walk(file, (node) => {
		if (!ts.isCallExpression(node)) return;
		const called = ts.isPropertyAccessExpression(node.expression)
			? node.expression.name
			: node.expression;
		const position = ts.isIdentifier(called) ? SHOWS[called.text] : undefined;
		const shown = position === undefined ? undefined : node.arguments[position];
		if (shown) found.push(...textsIn(shown, constants));
	});
	return found;
}

/** Whether a person could look a text up: a piece of it, without what differs, is long enough. */
function hasWords(text: string): boolean {
	return text.split(PLACE).some((part) => part.trim().split(/\s+/).length > 2);
}

/** The messages and hints in a source that a page does not quote; `quotes` are the fixed parts of what it does. */
export function unlistedMessages(source: string, quotes: readonly string[][]): string[] {
	return [...new Set(shownTexts(source))]
		.filter(hasWords)
		.filter(
			(text) =>
				!quotes.some((parts) => parts.length > 0 && parts.every((part) => text.includes(part))),
		);
}
