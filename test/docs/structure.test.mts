// The layers: imports run one way only, state is listed, and files say what belongs in them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import {
	cycleProblems,
	headProblems,
	importProblems,
	loadedWith,
	stateProblems,
	type SourceFile,
} from './checks/structure.mjs';

const root = path.resolve(__dirname, '..', '..');

function filesIn(folder: string): string[] {
	return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.m?ts$/.test(name) && !name.includes('node_modules'))
		.map((name) => `${folder}/${name.split(path.sep).join('/')}`);
}

const layers = ['api', 'wire', 'client', 'nodes', 'credentials'];
const sources = layers
	.flatMap(filesIn)
	.map((name) => ({ path: name, text: readFileSync(path.join(root, name), 'utf8') }));

const architecture = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');

const each = (rule: (file: SourceFile) => string[]) => sources.flatMap(rule);

test.each([
	['imports run one way only', each(importProblems)],
	['no file imports itself through others, types included', cycleProblems(sources)],
	['state is listed in ARCHITECTURE.md', each((file) => stateProblems(file, architecture))],
	['files open with what belongs there', each(headProblems)],
])('%s', (_, problems) => {
	expect(sources.length).toBeGreaterThan(60);
	expect(problems).toEqual([]);
});

const action = 'nodes/ProjectServices';
const operations = `${action}/operations`;

// n8n keeps every installed node in memory, used or not: what only an execution needs waits for the first one.
test.each<[string, string, RegExp]>([
	['credentials/ProjectServicesApi.credentials', 'api/index.ts', /^wire\/(?!exactNumber)/],
	['nodes/ProjectServices/ProjectServices.node', 'api/index.ts', /^wire\/(?!exactNumber)/],
	[
		'nodes/ProjectServicesTrigger/ProjectServicesTrigger.node',
		'api/index.ts',
		/^wire\/(?!exactNumber)/,
	],
])('%s loads %s and nothing of %s', (entry, needed, others) => {
	const loaded = loadedWith(entry, sources);
	expect(loaded).toContain(needed);
	expect(loaded.filter((name) => others.test(name))).toEqual([]);
});

describe('the rules see what breaks them', () => {
	test.each<[string, string, string]>([
		['api/task.ts', "import { decode } from '../wire';", 'wire'],
		['api/task.ts', "import type { INode } from 'n8n-workflow';", 'n8n-workflow'],
		['wire/json.ts', "import {\n\tNodeApiError,\n} from 'n8n-workflow';", 'n8n-workflow'],
		['wire/json.ts', "export { send } from '../nodes/a/b';", 'nodes/a/b'],
		['wire/json.ts', "await import('../nodes/a/b');", 'nodes/a/b'],
		['wire/xmlRead.ts', "import { XMLParser } from 'fast-xml-parser';", 'fast-xml-parser'],
		['client/retry.ts', "import { a } from '../nodes/shared/a';", 'nodes/shared/a'],
		['nodes/a/b.ts', "import { readFile } from 'node:fs/promises';", 'node:fs/promises'],
		[
			'nodes/ProjectServicesTrigger/poll.ts',
			"import { a } from '../ProjectServices/nodeRun';",
			'nodes/ProjectServices/nodeRun',
		],
		[
			'nodes/shared/options.ts',
			"import type { A } from '../ProjectServicesTrigger/a';",
			'nodes/ProjectServicesTrigger/a',
		],
		['credentials/a.ts', "import { send } from '../nodes/a/b';", 'nodes/a/b'],
		[`${action}/description/a.ts`, "import { a } from '../nodeRun';", `${action}/nodeRun`],
		[`${action}/properties.ts`, "import { a } from './nodeRun';", `${action}/nodeRun`],
		[
			`${action}/description/a.ts`,
			"import { a } from '../operations/list/readLists';",
			`${operations}/list/readLists`,
		],
		[
			`${operations}/list/panel.ts`,
			"import { a } from '../record/recordRequest';",
			`${operations}/record/recordRequest`,
		],
		[
			`${operations}/list/listRequest.ts`,
			"import type { A } from './readLists';",
			`${operations}/list/readLists`,
		],
		[
			`${operations}/changes/cursors.ts`,
			"import { A } from '../list/panel';",
			`${operations}/list/panel`,
		],
		[`${action}/mapping/a.ts`, "import type { A } from '../nodeRun';", `${action}/nodeRun`],
		[
			`${action}/items/a.ts`,
			"import { A } from '../operations/list/listRequest';",
			`${operations}/list/listRequest`,
		],
	])('%s: %s', (name, text, imported) => {
		expect(importProblems({ path: name, text })).toEqual([`${name} may not import ${imported}`]);
	});

	const files = [
		{ path: 'nodes/a.ts', text: "import { b } from './b';\nimport type { T } from './types';" },
		{ path: 'nodes/b.ts', text: "export { c } from '../wire';\nawait import('./later');" },
		{ path: 'wire/index.ts', text: "import {\n\ta,\n} from '../nodes/a';" },
		{ path: 'nodes/types.ts', text: "import type { T } from './types';" },
		{ path: 'nodes/later.ts', text: '' },
	];

	test('cycles', () => {
		expect(cycleProblems(files)).toEqual([
			'nodes/a.ts -> nodes/b.ts -> wire/index.ts -> nodes/a.ts',
			'nodes/types.ts -> nodes/types.ts',
		]);
	});

	test('what a file loads by another one', () => {
		expect(loadedWith('nodes/a', files)).toEqual(['nodes/a.ts', 'nodes/b.ts', 'wire/index.ts']);
	});

	test.each([
		['const known = new Map<string, Map<string, number>>();', 1],
		['const running = new WeakSet<object>();', 1],
		['const LABELS = new Map<string, string>();', 1],
		['let last = 0;', 1],
		["const words = new Set(['a']);\nfunction f() {\n\tconst known = new Map();\n}", 0],
	])('state: %s', (text, count) => {
		expect(stateProblems({ path: 'wire/x.ts', text }, '')).toHaveLength(count);
		expect(stateProblems({ path: 'wire/x.ts', text }, '\n| `wire/x.ts` | a |')).toHaveLength(
			1 - count,
		);
	});

	test('heads', () => {
		expect(headProblems({ path: 'api/x.ts', text: 'export {};' })).toHaveLength(1);
	});
});
