// One word for one thing: what docs/glossary.md has under "Not", and phrases that it names, are in no document; and "hold"
// is in no text of the node.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const docs = path.resolve(__dirname, '../../docs');
const glossary = readFileSync(path.join(docs, 'glossary.md'), 'utf8');
const rows = [...glossary.matchAll(/^\| ([a-z ]+) \| (.+) \| ([a-z ,]+) \|$/gm)];

/** "holds", and what only fills a sentence. */
const PHRASES = [/\bholds?\b/, /\bequal to\b/, /\bsays? so\b/, /,? too(?=[.;:)]|$)/m];

/** The words that should be others, apart from messages and code. */
function wrongWords(markdown: string): string[] {
	const prose = markdown.replace(/```[^]*?```|`[^`\n]*`/g, '');
	const others = rows.flatMap(([, , , not = '']) => not.split(', '));
	const patterns = others.map((word) => new RegExp(`\\b${word}s?\\b`, 'i'));
	return [...patterns, ...PHRASES].flatMap((pattern) => pattern.exec(prose)?.[0] ?? []);
}

test('the glossary has twelve words in their order, each with a word that it replaces', () => {
	const words = rows.map(([, word = '']) => word);
	expect(words).toHaveLength(12);
	expect(words).toEqual([...words].sort());
});

const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
	.map((file) => file.split(path.sep).join('/'))
	.filter((file) => /^(?:tasks\/)?\w[\w-]*\.md$/.test(file) && file !== 'glossary.md');

test.each(pages)('%s uses the words of the glossary', (file) => {
	expect(wrongWords(readFileSync(path.join(docs, file), 'utf8'))).toEqual([]);
});

/** The texts in a source file with a word that should be another. */
function wrongTexts(source: string): string[] {
	const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
	const texts = code.match(/'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"|`[^`\n]* [^`\n]*`/g) ?? [];
	return texts.filter((text) => /\bhold(?:s|ing)?\b/.test(text));
}

const project = path.dirname(docs);
const sources = ['api', 'client', 'credentials', 'nodes', 'wire'].flatMap((folder) =>
	readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.join(project, folder, file)),
);

test('no text of the editor, an error or a hint says "hold"', () => {
	expect(sources.length).toBeGreaterThan(100);
	expect(sources.flatMap((file) => wrongTexts(readFileSync(file, 'utf8')))).toEqual([]);
	expect(wrongTexts("// It 'may hold it'.\nconst a = 'It holds it.' + \"it's held\";")).toEqual([
		"'It holds it.'",
	]);
});

test.each([
	['It holds a bookmark.', ['bookmark', 'holds']],
	['A table equal to a list, and that too.', ['equal to', ' too']],
	['The error says so: `it holds an entity`.', ['says so']],
	['Too many records, too long for it.', []],
])('%s', (text, words) => {
	expect(wrongWords(text)).toEqual(words);
});
