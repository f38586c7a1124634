// One word for one thing, and plain sentences: what CONTRIBUTING.md has under "Words" is in no document, note, panel or
// message.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ProjectServicesApi } from '../../credentials/ProjectServicesApi.credentials';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { longSentences, proseOf, wrongWords } from './checks/prose';

const project = path.resolve(__dirname, '../..');

function read(file: string): string {
	return readFileSync(path.join(project, file), 'utf8');
}

function filesIn(folder: string, ending: string): string[] {
	return readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' })
		.map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
		.filter((file) => file.endsWith(ending));
}

const rows = [...read('CONTRIBUTING.md').matchAll(/^\| ([a-z ]+) \| (.+) \| ([a-z ,]+) \|$/gm)];
const replaced = rows.flatMap(([, , , not = '']) => not.split(', '));

test('the words are in their order, each with one that it replaces', () => {
	const words = rows.map(([, word = '']) => word);
	expect(words.length).toBeGreaterThanOrEqual(12);
	expect(words).toEqual([...words].sort());
});

const pages = [
	...['README.md', 'CHANGELOG.md', 'examples/README.md'],
	...filesIn('docs', '.md').filter((file) => !file.startsWith('docs/reference/')),
];

test.each(pages)('%s uses plain words and short sentences', (file) => {
	const markdown = read(file);
	expect({
		words: wrongWords(proseOf(markdown), replaced),
		long: longSentences(markdown),
	}).toEqual({ words: [], long: [] });
});

interface Noted {
	readonly nodes: ReadonlyArray<{ readonly parameters: { readonly content?: string } }>;
}

test.each(filesIn('examples', '.json'))('the notes of %s use plain words', (file) => {
	const { nodes } = JSON.parse(read(file)) as Noted;
	const notes = nodes.flatMap(({ parameters: { content } }) => content ?? []).join('\n\n');
	expect({ words: wrongWords(proseOf(notes), replaced), long: longSentences(notes) }).toEqual({
		words: [],
		long: [],
	});
});

/** The texts that the editor shows of a description. */
function shownTexts(description: unknown): string[] {
	if (typeof description !== 'object' || description === null) return [];
	return Object.entries(description).flatMap(([key, value]) =>
		typeof value === 'string' && ['description', 'displayName', 'hint', 'placeholder'].includes(key)
			? [value]
			: shownTexts(value),
	);
}

test('the panels use plain words', () => {
	const texts = [new ProjectServices().description, new ProjectServicesTrigger().description]
		.flatMap(shownTexts)
		.concat(shownTexts(new ProjectServicesApi().properties));
	expect(texts.length).toBeGreaterThan(300);
	expect(texts.filter((text) => wrongWords(text, replaced).length > 0)).toEqual([]);
});

/** The texts in a source file with a word that should be another. */
function wrongTexts(source: string): string[] {
	const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
	const texts = code.match(/'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"|`[^`\n]* [^`\n]*`/g) ?? [];
	return texts.filter((text) => wrongWords(text.slice(1, -1), replaced).length > 0);
}

const sources = ['client', 'credentials', 'nodes', 'wire'].flatMap((folder) =>
	filesIn(folder, '.ts'),
);

test('the messages use plain words', () => {
	expect(sources.length).toBeGreaterThan(100);
	expect(sources.flatMap((file) => wrongTexts(read(file)))).toEqual([]);
	expect(wrongTexts("// It 'may hold it'.\nconst a = 'It holds it.' + \"it's held\";")).toEqual([
		"'It holds it.'",
	]);
});

test.each([
	['It holds a bookmark.', ['bookmark', 'holds']],
	['A table equal to a list, and that too.', ['equal to', 'too']],
	['The error says so: `it holds an entity`.', ['says so']],
	['Too many records, too long for it.', []],
	[
		'Whether null clears a field, the API documentation does not say.',
		['Whether null clears a field, the API documentation does not say'],
	],
])('%s', (text, words) => {
	expect(wrongWords(proseOf(text), replaced)).toEqual(words);
});

test('a long sentence is found', () => {
	const long = `It ${'very '.repeat(34)}long.`;
	expect(longSentences(`Short one. ${long}\n\n- ${'a '.repeat(33)}\n- b`)).toEqual([long]);
});
