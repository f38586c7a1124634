// The rules of the house that imports can break: which room may know which.

export interface SourceFile {
	/** The path from the project's root, with slashes. */
	readonly path: string;
	readonly text: string;
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*)?from\s+'([^']+)'/g;

// What each room may name besides its own files.
const mayName: Readonly<Record<string, readonly RegExp[]>> = {
	api: [/^zod\/v4-mini$/],
	wire: [/^api\//],
	credentials: [/^api\b/, /^n8n-workflow$/],
	nodes: [/^api\b/, /^wire\b/, /^credentials\//, /^n8n-workflow$/, /^zod\/v4$/, /^crypto$/],
};

const libraryDoor = 'wire/library.ts';

function resolved(from: string, name: string): string {
	if (!name.startsWith('.')) return name;
	const parts = from.split('/').slice(0, -1);
	for (const step of name.split('/')) {
		if (step === '..') parts.pop();
		else if (step !== '.') parts.push(step);
	}
	return parts.join('/');
}

/** What breaks the direction of imports, as sentences. */
export function roomProblems({ path, text }: SourceFile): string[] {
	const [room = ''] = path.split('/');
	const allowed = mayName[room] ?? [];
	return [...text.matchAll(IMPORT)]
		.map(([, name = '']) => resolved(path, name))
		.filter((name) => name !== room && !name.startsWith(`${room}/`))
		.filter((name) => !allowed.some((pattern) => pattern.test(name)))
		.filter((name) => !(path === libraryDoor && name === 'fast-xml-parser'))
		.map((name) => `${path} may not import ${name}`);
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
