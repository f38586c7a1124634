// The three rooms: imports run one way only, files stay small and say what belongs in them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { headProblems, loadedWith, roomProblems, sizeProblems, type SourceFile } from './checks/structure';

const root = path.resolve(__dirname, '..', '..');

function sourcesOf(room: string): SourceFile[] {
	return readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => `${room}/${name.split(path.sep).join('/')}`)
		.map((name) => ({ path: name, text: readFileSync(path.join(root, name), 'utf8') }));
}

const sources = ['api', 'wire', 'client', 'nodes', 'credentials'].flatMap(sourcesOf);

test('there are sources to look at', () => {
	expect(sources.length).toBeGreaterThan(60);
});

test('imports run one way only', () => {
	expect(sources.flatMap(roomProblems)).toEqual([]);
});

test('files are small', () => {
	expect(sources.flatMap(sizeProblems)).toEqual([]);
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
			'credentials/connection.ts',
			"import { send } from '../nodes/ProjectServices/transport';",
			'nodes/ProjectServices/transport',
		],
	])('%s: %s', (name, text, imported) => {
		expect(roomProblems({ path: name, text })).toEqual([`${name} may not import ${imported}`]);
	});

	test('what is imported later', () => {
		const text = "await import('../nodes/ProjectServices/read');";
		expect(roomProblems({ path: 'wire/json.ts', text })).toHaveLength(1);
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

	test('a long file and one without a head', () => {
		expect(sizeProblems({ path: 'api/x.ts', text: '\n'.repeat(400) })).toHaveLength(1);
		expect(headProblems({ path: 'api/x.ts', text: 'export {};' })).toHaveLength(1);
	});
});
