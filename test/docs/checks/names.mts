// The names and comments of a source file, and which of them say something in words that the field has others for.
import ts from 'typescript';

import type { SourceFile } from './structure.mjs';

/** Verb forms that stand alone for a thing. */
const WORDS = new Set(['came', 'given', 'held', 'lacking', 'wanted', 'settle', 'settled']);

const COMMENT_PHRASES: readonly RegExp[] = [/,? too(?=[.;:)]|$)/m, /\b[Tt]he document\b/];

/** The words of a name: "isGiven" has "is" and "given". */
function wordsOf(name: string): string[] {
	return name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[ _]/);
}

function isType(
	node: ts.Node,
): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration {
	return (
		ts.isInterfaceDeclaration(node) ||
		ts.isTypeAliasDeclaration(node) ||
		ts.isClassDeclaration(node)
	);
}

/** Everything that a file names itself; the keys of objects are data, such as saved values. */
function namesIn({ path, text }: SourceFile) {
	const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
	const names: Array<{ readonly name: string; readonly isExportedType: boolean }> = [];
	const isData = (node: ts.Node) =>
		ts.isPropertyAssignment(node) || ts.isImportSpecifier(node) || ts.isExportSpecifier(node);
	const visit = (node: ts.Node): void => {
		const { name } = node as ts.Node & { readonly name?: ts.Node };
		if (name && ts.isIdentifier(name) && !isData(node) && !ts.isPropertyAccessExpression(node)) {
			const isExported =
				isType(node) &&
				node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
			names.push({ name: name.text, isExportedType: isExported });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return names;
}

/** The comments of a file, those of several lines as one text each. */
function commentsIn(text: string): string[] {
	return text.match(/(?:^[ \t]*\/\/.*\n?)+|\/\*[^]*?\*\//gm) ?? [];
}

/** The names of a file whose words say something only to whoever wrote them. */
export function nameProblems(file: SourceFile): string[] {
	const wrong = namesIn(file).filter(
		({ name }) => wordsOf(name).some((word) => WORDS.has(word)) || /^[A-Z].*Seen$/.test(name),
	);
	return [...new Set(wrong.map(({ name }) => `${file.path}: ${name}`))];
}

/** The comments of a file that end a sentence with "too", or speak of a document. */
export function commentProblems({ path, text }: SourceFile): string[] {
	return commentsIn(text).flatMap((comment) =>
		COMMENT_PHRASES.flatMap((phrase) => {
			const found = phrase.exec(comment.replace(/\n\s*(?:\/\/|\*(?!\/)) ?/g, ' '));
			return found ? [`${path}: ${found[0].trim()}`] : [];
		}),
	);
}

/** The names under which two files export types. */
export function sharedTypeNames(files: readonly SourceFile[]): string[] {
	const places = new Map<string, string[]>();
	for (const file of files)
		for (const { name, isExportedType } of namesIn(file))
			if (isExportedType) places.set(name, [...(places.get(name) ?? []), file.path]);
	return [...places].flatMap(([name, paths]) =>
		paths.length > 1 ? [`${name}: ${paths.join(', ')}`] : [],
	);
}
