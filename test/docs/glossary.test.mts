// One word for one thing, in what people read: documents, panel, messages, notes of the examples (CONTRIBUTING.md, "Words").
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ProjectServicesApi } from '../../credentials/ProjectServicesApi.credentials';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';

const project = path.resolve(__dirname, '../..');

/** The right word, what stands for it wrongly, and such a text. */
const WORDS: ReadonlyArray<readonly [right: string, wrong: RegExp, example: string]> = [
	[
		'received',
		/\baccepted (by|before|in|the|was)\b|\b(was|were|been) accepted\b|\baccepted, but\b/i,
		'was accepted',
	],
	[
		'execution',
		/\b(a|an|each|every|one|next|last|first|second|later|same|test|real|scheduled|more|this) runs?\b(?! at)|\brun (it|the node) again\b/i,
		'the next run',
	],
	['error output', /\berror branch\b/, 'by the error branch'],
	['above the output', /\boutput pane\b/i, 'the output pane'],
	['what the service has', /\bmemory of (what|the)\b/i, 'the memory of what was sent'],
	['uncertain', /\bin doubt\b/i, 'it is in doubt'],
	['operator', /(?<!tax-)\bproviders?\b/i, 'ask the provider'],
	['receipt, commit', /\backnowledg/i, 'an acknowledgement'],
	['cursor, list, poll', /\b(bookmark|record set|polling cycle)s?\b/i, 'a bookmark'],
	['publish', /\bpush(es|ed)?\b/i, 'push the records'],
];

function wrongIn(texts: readonly string[]): string[] {
	return texts.flatMap((text) =>
		WORDS.filter(([, wrong]) => wrong.test(text)).map(
			([right, wrong]) =>
				`${right}: ${new RegExp(`.{0,40}${wrong.source}.{0,40}`, wrong.flags).exec(text)?.[0]}`,
		),
	);
}

function filesIn(folder: string, ending: string): string[] {
	return readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => readFileSync(path.join(project, folder, name), 'utf8'));
}

/** Texts of several words in a source: messages, hints, labels. */
function textsIn(source: string): string[] {
	const code = source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
	const literals = code.matchAll(/(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g);
	return [...literals].map(([, , text = '']) => text).filter((text) => text.includes(' '));
}

function notesOf(workflow: string): string[] {
	const { nodes } = JSON.parse(workflow) as { nodes: Array<{ parameters: { content?: string } }> };
	return nodes.map(({ parameters }) => parameters.content ?? '');
}

const read: Readonly<Record<string, () => string[]>> = {
	documents: () => [
		readFileSync(path.join(project, 'README.md'), 'utf8'),
		...filesIn('docs', '.md').flatMap((page) => page.split('\n')),
		...filesIn('examples', '.md'),
	],
	messages: () =>
		['nodes', 'client', 'wire', 'credentials', 'api']
			.flatMap((folder) => filesIn(folder, '.ts'))
			.flatMap(textsIn),
	panel: () =>
		[new ProjectServices(), new ProjectServicesTrigger(), new ProjectServicesApi()].map((shown) =>
			JSON.stringify(shown),
		),
	'notes of examples': () => filesIn('examples', '.json').flatMap(notesOf),
};

test.each(Object.keys(read))('%s have one word for one thing', (name) => {
	const texts = read[name]?.() ?? [];
	expect(texts.join('').length).toBeGreaterThan(2000);
	expect(wrongIn(texts)).toEqual([]);
});

test('the other word is found', () => {
	for (const [, , example] of WORDS) expect(wrongIn([example])).toHaveLength(1);
	expect(textsIn("// it's\nconst a = 'the next run';")).toEqual(['the next run']);
});
