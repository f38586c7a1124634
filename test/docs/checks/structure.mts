// The rules that a file can break: which layer may import which, where state and parameters may be.
import { posix } from 'node:path';

export interface SourceFile {
	/** The path from the project's root, with slashes. */
	readonly path: string;
	readonly text: string;
}

const IMPORT =
	/(?:^|\n)\s*(?:import|export)\b(\s+type\b)?[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*)?from\s+'([^']+)'|\bimport\('([^']+)'\)/g;

// What the files of each layer may import, apart from files of the same layer.
const mayImport: Readonly<Record<string, readonly RegExp[]>> = {
	api: [],
	wire: [/^api\//],
	credentials: [/^api\b/, /^client\/serviceSettings$/, /^n8n-workflow$/],
	client: [/^api\b/, /^wire\b/, /^zod\/v4$/, /^crypto$/],
	nodes: [
		/^api\b/,
		/^wire\b/,
		/^client\//,
		/^credentials\//,
		/^n8n-workflow$/,
		/^zod\/v4$/,
		/^crypto$/,
	],
};

// Inside the action node: what the editor shows, what makes requests and what carries them out import one way only.
const OPERATION = String.raw`^nodes/ProjectServices/operations/\w+/`;
const CARRIES_OUT = String.raw`^nodes/ProjectServices/(?:executeNode|runKey)$`;
const REQUEST = '\\w+Request';
const MAY_NOT_IMPORT: ReadonlyArray<readonly [from: RegExp, imported: RegExp]> = [
	[
		new RegExp(`^nodes/ProjectServices/(?:description/|properties\\.ts)|${OPERATION}panel\\.ts$`),
		new RegExp(`${OPERATION}(?!panel$)|${CARRIES_OUT}`),
	],
	[
		new RegExp(`${OPERATION}${REQUEST}\\.ts$`),
		new RegExp(
			`^nodes/ProjectServices/description/|${OPERATION}(?:panel|(?:check|get|read|publish|update)(?!Request)\\w+)$|${CARRIES_OUT}`,
		),
	],
	[
		/^nodes\/ProjectServices\/(?:items|mapping)\//,
		new RegExp(`^nodes/ProjectServices/(?:description|operations)/|${CARRIES_OUT}`),
	],
	[
		new RegExp(`${OPERATION}(?!panel\\.ts$)|${CARRIES_OUT.replace('$', '')}`),
		new RegExp(`^nodes/ProjectServices/description/|${OPERATION}panel$`),
	],
];

// The only file that may import the bundled library.
const libraryFile = 'wire/xml/library.ts';

const node = /^nodes\/(ProjectServices\w*)\//;

function resolved(from: string, name: string): string {
	return name.startsWith('.') ? posix.join(posix.dirname(from), name) : name;
}

/** The imports of a file, resolved; `isLoaded` is false for types and for modules that are imported later. */
function importsOf({ path, text }: SourceFile): Array<{ name: string; isLoaded: boolean }> {
	return [...text.matchAll(IMPORT)].map(([, type, name, later]) => ({
		name: resolved(path, name ?? later ?? ''),
		isLoaded: type === undefined && later === undefined,
	}));
}

/** Imports against the direction of the layers, from one node to the other, and between folders of the action node. */
export function importProblems(file: SourceFile): string[] {
	const { path } = file;
	const [layer = ''] = path.split('/');
	const ownNode = node.exec(path)?.[1];
	const isAllowed = (name: string): boolean => {
		const otherNode = node.exec(name)?.[1];
		if (otherNode !== undefined && otherNode !== ownNode) return false;
		if (MAY_NOT_IMPORT.some(([from, imported]) => from.test(path) && imported.test(name)))
			return false;
		if (name === layer || name.startsWith(`${layer}/`)) return true;
		if (path === libraryFile && name === 'fast-xml-parser') return true;
		return (mayImport[layer] ?? []).some((pattern) => pattern.test(name));
	};
	return importsOf(file)
		.filter(({ name }) => !isAllowed(name))
		.map(({ name }) => `${path} may not import ${name}`);
}

function byModule(sources: readonly SourceFile[]): ReadonlyMap<string, SourceFile> {
	return new Map(sources.map((file) => [file.path.replace(/(?:\/index)?\.ts$/, ''), file]));
}

/** Files that import each other in a circle, type imports included. */
export function cycleProblems(sources: readonly SourceFile[]): string[] {
	const files = byModule(sources);
	const found: string[] = [];
	const done = new Set<SourceFile>();
	const walk = (file: SourceFile, above: readonly SourceFile[]): void => {
		const start = above.indexOf(file);
		if (start >= 0) found.push([...above.slice(start), file].map(({ path }) => path).join(' -> '));
		if (start >= 0 || done.has(file)) return;
		for (const { name } of importsOf(file)) {
			const imported = files.get(name);
			if (imported) walk(imported, [...above, file]);
		}
		done.add(file);
	};
	for (const file of sources) walk(file, []);
	return found;
}

/** The files that are in memory as soon as one of them is loaded. */
export function loadedWith(entry: string, sources: readonly SourceFile[]): string[] {
	const byName = byModule(sources);
	const loaded = new Set<SourceFile>();
	const load = (name: string) => {
		const file = byName.get(name);
		if (!file || loaded.has(file)) return;
		loaded.add(file);
		for (const imported of importsOf(file)) if (imported.isLoaded) load(imported.name);
	};
	load(entry);
	return [...loaded].map(({ path }) => path);
}

const STATE =
	/^(?:let |(?:export )?const [A-Za-z]\w*(?:: [^=\n]+)? = new (?:(?:Weak)?(?:Map|Set)(?:<.+>)?\(\)|Array<))/m;

/** Files that keep something between executions, and are not in the list of those that may. */
export function stateProblems({ path, text }: SourceFile, listed: string): string[] {
	return STATE.test(text) === listed.includes(`\n| \`${path}\` |`)
		? []
		: [`${path}: state of the process`];
}

/** Files that do not say in their first line what belongs there. */
export function headProblems({ path, text }: SourceFile): string[] {
	return text.startsWith('// ') ? [] : [`${path} does not open with what belongs there`];
}
