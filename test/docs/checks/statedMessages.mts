// The strings of a source, and the messages for people among them.
import ts from 'typescript';

/** Visits each node of the syntax tree of a source. */
function visitSource(source: string, visit: (node: ts.Node) => void): void {
	const visitAll = (node: ts.Node): void => {
		visit(node);
		ts.forEachChild(node, visitAll);
	};
	visitAll(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true));
}

export function stringsOf(source: string): string[] {
	const texts: string[] = [];
	visitSource(source, (node) => {
		const isPart = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
		if (isPart || ts.isStringLiteralLike(node)) texts.push(node.text);
	});
	return texts;
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

/** The first string of an array that a function returns: a message with its advice. */
function returnedMessage({ expression }: ts.ReturnStatement): ts.Expression | undefined {
	if (expression === undefined || !ts.isArrayLiteralExpression(expression)) return undefined;
	return expression.elements.length > 1 ? expression.elements[0] : undefined;
}

/** The messages of a source: what it gives `parameterError`, properties that are messages, and pairs of message and advice. */
export function statedMessages(source: string): string[] {
	const found: ts.Expression[] = [];
	const take = (message: ts.Expression | undefined): void => {
		if (message === undefined) return;
		if (!ts.isConditionalExpression(message)) found.push(message);
		else for (const each of [message.whenTrue, message.whenFalse]) take(each);
	};
	visitSource(source, (node) => {
		if (ts.isCallExpression(node) && node.expression.getText() === 'parameterError')
			take(node.arguments[1]);
		if (ts.isPropertyAssignment(node) && isMessage(node)) take(node.initializer);
		if (ts.isReturnStatement(node)) take(returnedMessage(node));
	});
	return found.map(fixedPart).filter((words) => words.length > 5);
}
