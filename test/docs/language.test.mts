// All texts that people read are plain technical English, and messages name parameters as n8n asks: by their label, in
// single quotation marks.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

import { ProjectServicesApi } from '../../credentials/ProjectServicesApi.credentials';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { allProperties } from './checks/description';

const project = path.resolve(__dirname, '..', '..');

function filesIn(folder: string, ending: RegExp): string[] {
	return readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => ending.test(name) && !name.includes('node_modules'))
		.map((name) => path.posix.join(folder, name.split(path.sep).join('/')));
}

function read(file: string): string {
	return readFileSync(path.join(project, file), 'utf8');
}

/** The strings of a TypeScript source. */
function stringsOf(source: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		const isPart = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
		if (isPart || ts.isStringLiteralLike(node)) texts.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true));
	return texts;
}

/** Its comments; one that goes on in the next line is one text. */
function commentsOf(source: string): string[] {
	const comments = source.match(/(?:^[ \t]*\/\/[^\n]*\n?)+|\/\*[^]*?\*\/|\/\/[^\n]*/gm) ?? [];
	return comments.map((text) => text.replace(/\s*\n[ \t]*(?:\/\/|\*(?!\/))?[ \t]*/g, ' '));
}

/** All strings in a description or a workflow. */
function stringsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(stringsIn);
}

/** Calques and private terms, each with the standard one. */
const calques: ReadonlyArray<readonly [RegExp, string]> = [
	[/(?<!\bthere )\bis no (?!longer\b)/i, 'is not'],
	[/\banew\b/i, 'again, from the start'],
	[/\bparted\b/i, 'separated'],
	[/\banother than\b/i, 'different from'],
	[/\bbesides\b/i, 'also, as well as'],
	[/\bso many\b/i, 'at most'],
	[
		/\b(?:an?|one) (item|request|record|row|page|product|field|file) an? \w+\b/i,
		'one item per product',
	],
	[/\bblot(?:s|ted|ting)?\b[^.]{0,20}\bout\b/i, 'redact'],
	[
		/\b(?:troubles?|circumstances|verdicts?|sightings?)\b/i,
		'failure, request info, result, snapshot',
	],
	[/\b(?:is|are|was|were) asked for\b/i, 'is requested'],
	[/\bstands? (?:in(?! front)|at|there|once|twice|beside|behind|before|under)\b/i, 'is'],
];

function calquesIn(texts: readonly string[]): string[] {
	return texts.flatMap((text) =>
		calques.flatMap(([pattern, instead]) => {
			const found = pattern.exec(text)?.[0];
			return found === undefined ? [] : [`"${found}" in "${text.slice(0, 200)}": ${instead}`];
		}),
	);
}

const nodes = [new ProjectServices(), new ProjectServicesTrigger()];

// A label of one word, such as Limit, is also a word of the language.
const labels = nodes
	.flatMap(({ description }) => allProperties(description.properties))
	.filter(({ property }) => property.type !== 'notice' && property.displayName.includes(' '))
	.map(({ property }) => property.displayName);

/** The labels that the strings of a source name without quotation marks; a label alone is the label itself. */
function unquotedLabels(source: string): string[] {
	return stringsOf(source).flatMap((text) =>
		[...new Set(labels)]
			.filter((label) => text !== label && text.replaceAll(`'${label}'`, '').includes(label))
			.map((label) => `${label}: ${text}`),
	);
}

const sources = ['api', 'wire', 'client', 'nodes', 'credentials', 'scripts'].flatMap((folder) =>
	filesIn(folder, /\.m?ts$/),
);
const documents = [
	...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
	...filesIn('docs', /\.md$/),
	...filesIn('examples', /\.md$/),
];
const texts: ReadonlyArray<readonly [string, () => string[]]> = [
	...sources.map((file) => {
		const textsOf = () => [...stringsOf(read(file)), ...commentsOf(read(file))];
		return [file, textsOf] as const;
	}),
	...documents.map((file) => {
		const paragraphs = () =>
			read(file)
				.split(/\n{2,}/)
				.map((part) => part.replace(/\n/g, ' '));
		return [file, paragraphs] as const;
	}),
	...filesIn('examples', /\.json$/).map(
		(file) => [file, () => stringsIn(JSON.parse(read(file)))] as const,
	),
	...[...nodes.map(({ description }) => description), new ProjectServicesApi()].map(
		(panel) => [panel.displayName, () => stringsIn(panel)] as const,
	),
];

test.each(texts)('%s is written in plain English', (_, textsOf) => {
	expect(textsOf().length).toBeGreaterThan(0);
	expect(calquesIn(textsOf())).toEqual([]);
});

test.each(sources.filter((file) => /^(?:client|nodes|wire)\//.test(file)))(
	'%s names parameters in quotation marks',
	(file) => {
		expect(unquotedLabels(read(file))).toEqual([]);
	},
);

test.each([
	['// Reads the list anew,\n// and is no valid text.\nexport {};', 2],
	["throw new Error('IDs are parted by commas');", 1],
	['const a = `${b} is no date: ${c} is another than before`;', 2],
	['/**\n * Gives an item a\n * product.\n */\nexport {};', 1],
	['// There is no host named x; it is no longer there. Troubleshooting', 0],
])('%s holds %d bad texts', (source, count) => {
	expect(calquesIn([...stringsOf(source), ...commentsOf(source)])).toHaveLength(count);
});

test('a parameter without quotation marks is found', () => {
	expect(labels.length).toBeGreaterThan(50);
	expect(unquotedLabels("const a = 'Choose Request Format'; const b = `Set 'Page Size'`;")).toEqual(
		['Request Format: Choose Request Format'],
	);
});
