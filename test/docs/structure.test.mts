// The layers: imports run one way only, files and folders stay small, and files say what belongs in them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import {
	folderProblems,
	headProblems,
	importProblems,
	loadedWith,
	sizeProblems,
	type SourceFile,
} from './checks/structure';

const root = path.resolve(__dirname, '..', '..');

function filesIn(folder: string): string[] {
	return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.m?ts$/.test(name) && !name.includes('node_modules'))
		.map((name) => `${folder}/${name.split(path.sep).join('/')}`);
}

const layers = ['api', 'wire', 'client', 'nodes', 'credentials'];

function sourcesOf(layer: string): SourceFile[] {
	return filesIn(layer).map((name) => ({
		path: name,
		text: readFileSync(path.join(root, name), 'utf8'),
	}));
}

const sources = layers.flatMap(sourcesOf);

test('there are sources to look at', () => {
	expect(sources.length).toBeGreaterThan(60);
});

test('imports run one way only', () => {
	expect(sources.flatMap(importProblems)).toEqual([]);
});

test('files are small', () => {
	expect(sources.flatMap(sizeProblems)).toEqual([]);
});

test('folders are small', () => {
	expect(folderProblems([...layers, 'scripts', 'test'].flatMap(filesIn))).toEqual([]);
});

test('files open with what belongs there', () => {
	expect(sources.flatMap(headProblems)).toEqual([]);
});

// n8n keeps every installed node in memory, used or not: what only an execution needs waits for the first one.
const entries = [
	'credentials/ProjectServicesApi.credentials',
	'nodes/ProjectServices/ProjectServices.node',
	'nodes/ProjectServicesTrigger/ProjectServicesTrigger.node',
];

test.each(entries)('%s loads nothing of what reads and writes', (entry) => {
	const loaded = loadedWith(entry, sources);
	expect(loaded).toContain('api/index.ts');
	expect(
		loaded.filter((name) => name.startsWith('wire/') && name !== 'wire/exactNumber.ts'),
	).toEqual([]);
});

const run = 'nodes/ProjectServices/run';

// The first execution waits for what it loads: a read does not need what writes need.
test.each([
	['execute', ['reads', 'writes', 'changes']],
	['reads/read', ['writes', 'changes']],
	['writes/write', ['reads', 'changes']],
])('%s loads nothing of %j', (entry, others) => {
	const loaded = loadedWith(`${run}/${entry}`, sources);
	expect(loaded).toContain(`${run}/run.ts`);
	const isOther = (name: string) => others.some((kind) => name.startsWith(`${run}/${kind}/`));
	expect(loaded.filter(isOther)).toEqual([]);
});

describe('the rules see what breaks them', () => {
	test.each([
		['api/task.ts', "import { decode } from '../wire';", 'wire'],
		['api/task.ts', "import type { INode } from 'n8n-workflow';", 'n8n-workflow'],
		['wire/json.ts', "import {\n\tNodeApiError,\n} from 'n8n-workflow';", 'n8n-workflow'],
		[
			'wire/json.ts',
			"export { send } from '../nodes/ProjectServices/transport';",
			'nodes/ProjectServices/transport',
		],
		['wire/xmlRead.ts', "import { XMLParser } from 'fast-xml-parser';", 'fast-xml-parser'],
		['client/retry.ts', "import { sleep } from 'n8n-workflow';", 'n8n-workflow'],
		[
			'client/retry.ts',
			"import { parameterError } from '../nodes/shared/errors';",
			'nodes/shared/errors',
		],
		[
			'nodes/ProjectServices/read.ts',
			"import { readFile } from 'node:fs/promises';",
			'node:fs/promises',
		],
		[
			'nodes/ProjectServicesTrigger/poll.ts',
			"import { shapeRows } from '../ProjectServices/run/items';",
			'nodes/ProjectServices/run/items',
		],
		[
			'nodes/shared/options.ts',
			"import type { WatchRequest } from '../ProjectServicesTrigger/request';",
			'nodes/ProjectServicesTrigger/request',
		],
		[
			'credentials/connection.ts',
			"import { send } from '../nodes/ProjectServices/transport';",
			'nodes/ProjectServices/transport',
		],
	])('%s: %s', (name, text, imported) => {
		expect(importProblems({ path: name, text })).toEqual([`${name} may not import ${imported}`]);
	});

	test('what is imported later', () => {
		const text = "await import('../nodes/ProjectServices/read');";
		expect(importProblems({ path: 'wire/json.ts', text })).toHaveLength(1);
	});

	test('what a file loads by another one', () => {
		const files = [
			{ path: 'nodes/a.ts', text: "import { b } from './b';\nimport type { T } from './types';" },
			{ path: 'nodes/b.ts', text: "export { c } from '../wire';\nawait import('./later');" },
			{ path: 'wire/index.ts', text: "import {\n\ta,\n} from '../nodes/a';" },
			{ path: 'nodes/types.ts', text: '' },
			{ path: 'nodes/later.ts', text: '' },
		];
		expect(loadedWith('nodes/a', files)).toEqual(['nodes/a.ts', 'nodes/b.ts', 'wire/index.ts']);
	});

	test('a folder with many files', () => {
		const files = Array.from({ length: 13 }, (_, index) => `wire/xml/file${index}.ts`);
		expect(folderProblems(files)).toEqual(['wire/xml holds 13 files']);
		expect(folderProblems([...files.slice(1), 'wire/index.ts'])).toEqual([]);
	});

	test('a long file and one without a head', () => {
		expect(sizeProblems({ path: 'api/x.ts', text: '\n'.repeat(400) })).toHaveLength(1);
		expect(headProblems({ path: 'api/x.ts', text: 'export {};' })).toHaveLength(1);
	});
});
