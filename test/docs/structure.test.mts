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
