// The documents against the project: links lead somewhere, commands and files exist, messages are the node's own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withOperations } from '../../scripts/referencePages';
import { statedMessages } from './checks/statedMessages.mjs';
import { anchorsOf, localLinks, namedFiles, npmScripts, quotedMessages } from './checks/words';

const project = path.resolve(__dirname, '../..');

function read(file: string): string {
	return readFileSync(path.join(project, file), 'utf8');
}

function filesIn(folder: string, ending: string): string[] {
	const place = path.join(project, folder);
	if (!existsSync(place)) return [];
	return readdirSync(place, { recursive: true })
		.map((entry) => path.join(folder, String(entry)))
		.filter((file) => file.endsWith(ending));
}

const documents = [
	...readdirSync(project).filter((file) => file.endsWith('.md')),
	...filesIn('docs', '.md'),
	...filesIn('examples', '.md'),
];

function brokenLinks(file: string, markdown: string): string[] {
	return localLinks(markdown).filter((link) => {
		const [target, anchor] = link.split('#');
		const linked = target === '' ? file : path.join(path.dirname(file), target);
		if (!existsSync(path.join(project, linked))) return true;
		return anchor !== undefined && !anchorsOf(read(linked)).includes(anchor);
	});
}

test.each(documents)('the links of %s lead somewhere', (file) => {
	expect(brokenLinks(file, read(file))).toEqual([]);
});

test('a link that leads nowhere is found', () => {
	const wrong =
		'[a](nowhere.md) [b](LICENSE) [c](README.md#nowhere) [d](#here) `[e](f.md)`\n## Here!';
	expect(brokenLinks('README.md', wrong)).toEqual(['nowhere.md', 'README.md#nowhere', '#here']);
});

test('every picture is in a document', () => {
	const shown = documents.flatMap((file) =>
		localLinks(read(file)).map((link) => path.join(path.dirname(file), link)),
	);
	const pictures = filesIn('docs', '.png');
	expect(pictures.length).toBeGreaterThan(2);
	expect(pictures.filter((picture) => !shown.includes(picture))).toEqual([]);
});

const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);

test.each(documents)('the commands of %s exist', (file) => {
	expect(npmScripts(read(file)).filter((name) => !scripts.includes(name))).toEqual([]);
});

test('a command is found in a text', () => {
	expect(npmScripts('`npm run demo -- --once`, npm run --silent test:e2e; npm test')).toEqual([
		'demo',
		'test:e2e',
		'test',
	]);
});

test('README.md names the two commands that do everything', () => {
	expect(npmScripts(read('README.md'))).toEqual(expect.arrayContaining(['demo', 'test']));
});

test.each(documents.filter((file) => !file.includes('reference')))(
	'the files that %s names exist',
	(file) => {
		const missing = namedFiles(read(file)).filter((name) => !existsSync(path.join(project, name)));
		expect(missing).toEqual([]);
	},
);

test('a file is found in a text', () => {
	expect(namedFiles('`api/kinds.ts`, `<resource>/<operation>`, `test/golden/`, `/SI`')).toEqual([
		'api/kinds.ts',
		'test/golden/',
	]);
});

test('the table of operations in README.md is current', () => {
	const readme = read('README.md');
	expect(withOperations(readme)).toBe(readme);
	expect(withOperations(readme.replace('| Task | [Get]', '| Chore | [Get]'))).toBe(readme);
	expect(() => withOperations('no markers')).toThrow('markers');
});

// Messages are found in the sources without their quotes and line ends, as a person would search for them.
const sources = ['nodes', 'client', 'credentials', 'wire', 'api']
	.flatMap((folder) => filesIn(folder, '.ts'))
	.map((file) => read(file))
	.join('\n');

function isMessage(parts: readonly string[]): boolean {
	return parts.every((part) => sources.includes(part));
}

test('every message in the troubleshooting page is one of the node', () => {
	const messages = quotedMessages(read('docs/troubleshooting.md'));
	expect(messages.length).toBeGreaterThan(20);
	expect(messages.filter((parts) => parts.length === 0 || !isMessage(parts))).toEqual([]);
});

test('the troubleshooting page explains every message', () => {
	const page = read('docs/troubleshooting.md');
	const stated = ['client', 'credentials', 'nodes', 'wire']
		.flatMap((folder) => filesIn(folder, '.ts'))
		.flatMap((file) => statedMessages(read(file)));
	expect(stated.length).toBeGreaterThan(50);
	expect(stated.filter((words) => !page.includes(words))).toEqual([]);
});

test('the messages of a source are found', () => {
	const source =
		'parameterError(node, `It is ${value}, not a number. Enter one number.`);' +
		"const a = { message: isOld ? `There is no ${name} here` : 'Too old', advice: '' }; const b = { message: 'Not for people', problem: 'It is not a date: \"' };" +
		"function f() { return ['It was redirected', 'Check it.']; }";
	expect(statedMessages(source)).toEqual([
		'not a number',
		'There is no',
		'Too old',
		'It is not a date',
		'It was redirected',
	]);
});

test('a message that the node does not have is found', () => {
	const page =
		'| `There is no host named ...` | a |\n| `The moon is ... full` | b |\n- Sky: `is required`, `is blue`';
	expect(quotedMessages(page).map(isMessage)).toEqual([true, false, true, false]);
});
