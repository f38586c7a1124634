// All texts that people read are plain technical English: comments, messages, labels, documents, notes of examples.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

import { ProjectServicesApi } from '../../credentials/ProjectServicesApi.credentials';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { calquesIn } from './checks/language';

const project = path.resolve(__dirname, '..', '..');

function filesIn(folder: string, ending: RegExp): string[] {
	return readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => ending.test(name) && !name.includes('node_modules'))
		.map((name) => path.posix.join(folder, name.split(path.sep).join('/')));
}

function read(file: string): string {
	return readFileSync(path.join(project, file), 'utf8');
}

/** The comments and strings of a TypeScript source. */
function textsOf(source: string): string[] {
	const texts: string[] = [];
	const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
	const visit = (node: ts.Node): void => {
		if (
			ts.isStringLiteralLike(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddleOrTemplateTail(node)
		) {
			texts.push(node.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	// A comment that goes on in the next line is one text.
	const comments = source.match(/(?:^[ \t]*\/\/[^\n]*\n?)+|\/\*[^]*?\*\/|\/\/[^\n]*/gm) ?? [];
	return [
		...texts,
		...comments.map((comment) => comment.replace(/\s*\n[ \t]*(?:\/\/|\*(?!\/))?[ \t]*/g, ' ')),
	];
}

/** All strings in a description or a workflow. */
function stringsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(stringsIn);
}

function problemsIn(texts: readonly string[]): string[] {
	return texts.flatMap((text) =>
		calquesIn(text).map(
			({ found, instead }) => `"${found}" in "${text.slice(0, 200)}": ${instead}`,
		),
	);
}

const sources = ['api', 'wire', 'client', 'nodes', 'credentials', 'scripts'].flatMap((folder) =>
	filesIn(folder, /\.m?ts$/),
);
// What the document of the service says is quoted there.
const documents = [
	'README.md',
	'ARCHITECTURE.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	...filesIn('docs', /\.md$/),
	...filesIn('examples', /\.md$/),
];

test('there are texts to look at', () => {
	expect(sources.length).toBeGreaterThan(60);
	expect(documents.length).toBeGreaterThan(10);
});

test.each(sources)('%s is written in plain English', (file) => {
	expect(problemsIn(textsOf(read(file)))).toEqual([]);
});

test.each(documents)('%s is written in plain English', (file) => {
	const paragraphs = read(file)
		.split(/\n{2,}/)
		.map((part) => part.replace(/\n/g, ' '));
	expect(problemsIn(paragraphs)).toEqual([]);
});

test.each(filesIn('examples', /\.json$/))('%s is written in plain English', (file) => {
	expect(problemsIn(stringsIn(JSON.parse(read(file))))).toEqual([]);
});

test.each([
	['the action node', new ProjectServices().description],
	['the trigger', new ProjectServicesTrigger().description],
	['the credential', new ProjectServicesApi().properties],
])('the panel of %s is written in plain English', (_, description) => {
	expect(problemsIn(stringsIn(description))).toEqual([]);
});

describe('a bad text is found', () => {
	test.each([
		['in a comment', '// Reads the list anew,\n// and is no valid text.\nexport {};', 2],
		['in a message', "throw new Error('IDs are parted by commas');", 1],
		['in a template', 'const a = `${b} is no date: ${c} is another than before`;', 2],
		['in a longer comment', '/**\n * Gives an item a\n * product.\n */\nexport {};', 1],
	])('%s', (_, source, count) => {
		expect(problemsIn(textsOf(source))).toHaveLength(count);
	});

	test.each(['There is no host named x', 'It is no longer there', 'Troubleshooting'])(
		'%s is right',
		(text) => {
			expect(calquesIn(text)).toEqual([]);
		},
	);
});
