// The layers: imports run one way only, state is listed, and files say what belongs in them. Each rule is proved on a
// file that breaks it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface SourceFile {
	/** The path from the project's root, with slashes. */
	readonly path: string;
	readonly text: string;
}

const root = path.resolve(__dirname, '..', '..');

function filesIn(folder: string): string[] {
	return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.m?ts$/.test(name))
		.map((name) => `${folder}/${name.split(path.sep).join('/')}`);
}

const sources: readonly SourceFile[] = ['api', 'wire', 'client', 'nodes', 'credentials']
	.flatMap(filesIn)
	.map((name) => ({ path: name, text: readFileSync(path.join(root, name), 'utf8') }));

const IMPORT =
	/(?:^|\n)\s*(?:import|export)\b(\s+type\b)?[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*)?from\s+'([^']+)'|\bimport\('([^']+)'\)/g;

/** The imports of a file, resolved; `isLoaded` is false for types and for modules that are imported later. */
function importsOf({ path: file, text }: SourceFile) {
	return [...text.matchAll(IMPORT)].map(([, type, name, later]) => {
		const imported = name ?? later ?? '';
		const folder = path.posix.dirname(file);
		return {
			name: imported.startsWith('.') ? path.posix.join(folder, imported) : imported,
			isLoaded: type === undefined && later === undefined,
		};
	});
}

// What the files of each layer may import, apart from files of the same layer.
const MAY_IMPORT: Readonly<Record<string, RegExp>> = {
	api: /^api\//,
	wire: /^(?:api|wire)\//,
	credentials: /^(?:(?:api|credentials)\b|client\/serviceSettings$|n8n-workflow$)/,
	client: /^(?:(?:api|wire|client)\b|zod\/v4$|crypto$)/,
	nodes: /^(?:(?:api|wire|client|credentials|nodes)\b|n8n-workflow$|zod\/v4$|crypto$)/,
};

// Inside the action node: what the editor shows, what makes requests and what carries them out import one way only.
const OPERATION = String.raw`^nodes/ProjectServices/operations/\w+/`;
const CARRIES_OUT = String.raw`^nodes/ProjectServices/(?:executeNode|runKey)$`;
const DESCRIPTION = '^nodes/ProjectServices/description/';
const MAY_NOT_IMPORT: ReadonlyArray<readonly [from: string, imported: string]> = [
	[`${DESCRIPTION}|${OPERATION}panel\\.ts$`, `${OPERATION}(?!panel$)|${CARRIES_OUT}`],
	[
		`${OPERATION}\\w+Request\\.ts$`,
		`${DESCRIPTION}|${OPERATION}(?:panel|(?:check|get|read|publish|update)(?!Request)\\w+)$|${CARRIES_OUT}`,
	],
	[
		'^nodes/ProjectServices/(?:items|mapping)/',
		`^nodes/ProjectServices/(?:description|operations)/|${CARRIES_OUT}`,
	],
	[
		`${OPERATION}(?!panel\\.ts$)|${CARRIES_OUT.replace('$', '')}`,
		`${DESCRIPTION}|${OPERATION}panel$`,
	],
	['^nodes/ProjectServices/', '^nodes/ProjectServicesTrigger/'],
	['^nodes/ProjectServicesTrigger/', '^nodes/ProjectServices/'],
	['^nodes/shared/', '^nodes/ProjectServices'],
];

/** Imports against the direction of the layers, from one node to the other, and between folders of the action node. */
function importProblems(file: SourceFile): string[] {
	const [layer = ''] = file.path.split('/');
	const isAllowed = (name: string) =>
		// The bundled library.
		(file.path === 'wire/xml/library.ts' && name === 'fast-xml-parser') ||
		(MAY_IMPORT[layer]?.test(name) === true &&
			!MAY_NOT_IMPORT.some(
				([from, imported]) => new RegExp(from).test(file.path) && new RegExp(imported).test(name),
			));
	return importsOf(file)
		.filter(({ name }) => !isAllowed(name))
		.map(({ name }) => `${file.path} may not import ${name}`);
}

function byModule(files: readonly SourceFile[]): ReadonlyMap<string, SourceFile> {
	return new Map(files.map((file) => [file.path.replace(/(?:\/index)?\.ts$/, ''), file]));
}

/** Files that import each other in a circle, type imports included. */
function cycleProblems(files: readonly SourceFile[]): string[] {
	const byName = byModule(files);
	const found: string[] = [];
	const done = new Set<SourceFile>();
	const walk = (file: SourceFile, above: readonly SourceFile[]): void => {
		const start = above.indexOf(file);
		if (start >= 0) found.push([...above.slice(start), file].map((each) => each.path).join(' -> '));
		if (start >= 0 || done.has(file)) return;
		for (const { name } of importsOf(file)) {
			const imported = byName.get(name);
			if (imported) walk(imported, [...above, file]);
		}
		done.add(file);
	};
	for (const file of files) walk(file, []);
	return found;
}

const STATE =
	/^(?:let |(?:export )?const [A-Za-z]\w*(?:: [^=\n]+)? = new (?:(?:Weak)?(?:Map|Set)(?:<.+>)?\(\)|Array<))/m;
const architecture = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');

const RULES: Readonly<Record<string, (files: readonly SourceFile[]) => string[]>> = {
	'imports run one way only': (files) => files.flatMap(importProblems),
	'no file imports itself through others, types included': cycleProblems,
	'state is listed in ARCHITECTURE.md': (files) =>
		files
			.filter(
				({ path: file, text }) => STATE.test(text) !== architecture.includes(`\n| \`${file}\` |`),
			)
			.map(({ path: file }) => `${file}: state of the process`),
	'files open with what belongs there': (files) =>
		files
			.filter(({ text }) => !text.startsWith('// '))
			.map((file) => `${file.path}: no first line`),
};

test.each(Object.entries(RULES))('%s', (_, rule) => {
	expect(sources.length).toBeGreaterThan(60);
	expect(rule(sources)).toEqual([]);
});

test('a file that breaks them is found', () => {
	const text = "import { a } from '../api';\nimport type { b } from './b';\nlet c = 1;\n";
	const other = "// B\nimport { a } from './a';\nimport { c } from 'n8n-workflow';\n";
	const files = [
		{ path: 'wire/a.ts', text: text.replace('../api', '../client/a') },
		{ path: 'wire/b.ts', text: other },
		{
			path: 'nodes/ProjectServices/operations/list/panel.ts',
			text: "// C\nimport { d } from './getList';\nimport { e } from '../../../ProjectServicesTrigger/poll';\n",
		},
	];
	expect(Object.values(RULES).map((rule) => rule(files))).toEqual([
		[
			'wire/a.ts may not import client/a',
			'wire/b.ts may not import n8n-workflow',
			'nodes/ProjectServices/operations/list/panel.ts may not import nodes/ProjectServices/operations/list/getList',
			'nodes/ProjectServices/operations/list/panel.ts may not import nodes/ProjectServicesTrigger/poll',
		],
		['wire/a.ts -> wire/b.ts -> wire/a.ts'],
		['wire/a.ts: state of the process'],
		['wire/a.ts: no first line'],
	]);
});

/** The files that are in memory as soon as one of them is loaded. */
function loadedWith(entry: string): string[] {
	const byName = byModule(sources);
	const loaded = new Set<SourceFile>();
	const load = (name: string) => {
		const file = byName.get(name);
		if (!file || loaded.has(file)) return;
		loaded.add(file);
		for (const imported of importsOf(file)) if (imported.isLoaded) load(imported.name);
	};
	load(entry);
	return [...loaded].map((file) => file.path);
}

// n8n keeps every installed node in memory, used or not: what only an execution needs waits for the first one.
test.each([
	'credentials/ProjectServicesApi.credentials',
	'nodes/ProjectServices/ProjectServices.node',
	'nodes/ProjectServicesTrigger/ProjectServicesTrigger.node',
])('%s loads api/ and nothing of wire/', (entry) => {
	const loaded = loadedWith(entry);
	expect(loaded).toContain('api/index.ts');
	expect(loaded.filter((name) => /^wire\/(?!exactNumber)/.test(name))).toEqual([]);
});
