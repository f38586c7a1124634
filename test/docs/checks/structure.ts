// The rules of the house that imports can break: which room may know which.

export interface SourceFile {
	/** The path from the project's root, with slashes. */
	readonly path: string;
	readonly text: string;
}

const IMPORT =
	/(?:^|\n)\s*(?:import|export)\b(\s+type\b)?[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*)?from\s+'([^']+)'/g;
const LATER = /\bimport\('([^']+)'\)/g;

// What each room may name besides its own files.
const mayName: Readonly<Record<string, readonly RegExp[]>> = {
	api: [/^zod\/v4-mini$/],
	wire: [/^api\//],
	credentials: [/^api\b/, /^n8n-workflow$/],
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

const libraryDoor = 'wire/xml/library.ts';

function resolved(from: string, name: string): string {
	if (!name.startsWith('.')) return name;
	const parts = from.split('/').slice(0, -1);
	for (const step of name.split('/')) {
		if (step === '..') parts.pop();
		else if (step !== '.') parts.push(step);
	}
	return parts.join('/');
}

/** What a file names, resolved; `isLoaded` where it is in memory with the file: no type, and not imported later. */
function importsOf({ path, text }: SourceFile): Array<{ name: string; isLoaded: boolean }> {
	const atOnce = [...text.matchAll(IMPORT)].map(([, type, name = '']) => ({
		name: resolved(path, name),
		isLoaded: type === undefined,
	}));
	const later = [...text.matchAll(LATER)].map(([, name = '']) => ({
		name: resolved(path, name),
		isLoaded: false,
	}));
	return [...atOnce, ...later];
}

/** What breaks the direction of imports, as sentences. */
export function roomProblems(file: SourceFile): string[] {
	const { path } = file;
	const [room = ''] = path.split('/');
	const allowed = mayName[room] ?? [];
	return importsOf(file)
		.map(({ name }) => name)
		.filter((name) => name !== room && !name.startsWith(`${room}/`))
		.filter((name) => !allowed.some((pattern) => pattern.test(name)))
		.filter((name) => !(path === libraryDoor && name === 'fast-xml-parser'))
		.map((name) => `${path} may not import ${name}`);
}

/** The files that are in memory as soon as one of them is loaded. */
export function loadedWith(entry: string, sources: readonly SourceFile[]): string[] {
	const byName = new Map(sources.map((file) => [file.path.replace(/(?:\/index)?\.ts$/, ''), file]));
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

const mostLines = 320;

/** Files in which there is probably more than one thing. */
export function sizeProblems({ path, text }: SourceFile): string[] {
	const lines = text.split('\n').length;
	return lines > mostLines ? [`${path} has ${lines} lines`] : [];
}

/** Files that do not say in their first line what belongs there. */
export function headProblems({ path, text }: SourceFile): string[] {
	return text.startsWith('// ') ? [] : [`${path} does not open with what belongs there`];
}
