// The build of `npm run dev`: the package in a folder of its own, built anew whenever a source is saved. It takes
// a tenth of a second, because it checks no types.
import { build } from 'esbuild';
import { cpSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

const sources = ['api', 'wire', 'client', 'nodes', 'credentials', 'icons'];
const library = 'wire/xml/library';
/** A save is several events, and an editor may save several files. */
const quietMilliseconds = 50;

function foldersIn(folder: string): string[] {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	const folders = entries.filter((entry) => entry.isDirectory());
	return [folder, ...folders.map(({ parentPath, name }) => path.join(parentPath, name))];
}

/** Everything of the package that n8n loads: as `npm run build` makes it, but without a check of types. */
export async function buildPackage(project: string, target: string): Promise<void> {
	const common = {
		absWorkingDir: project,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		// n8n clears its modules when it loads the package again, but only those that were required.
		supported: { 'dynamic-import': false },
		logLevel: 'silent',
	} as const;
	await build({
		...common,
		entryPoints: sources.map((folder) => `${folder}/**/*.ts`),
		outdir: path.join(target, 'dist'),
		outbase: '.',
	});
	await build({
		...common,
		entryPoints: [`${library}.ts`],
		outfile: path.join(target, 'dist', `${library}.js`),
		bundle: true,
	});
	for (const folder of sources) {
		cpSync(path.join(project, folder), path.join(target, 'dist', folder), {
			recursive: true,
			filter: (file) => !file.endsWith('.ts'),
		});
	}
	cpSync(path.join(project, 'package.json'), path.join(target, 'package.json'));
}

export interface Built {
	milliseconds: number;
	/** What was wrong; the package is then as it was. */
	error?: string;
}

/**
 * Builds once more after each save of a source.
 *
 * @returns what ends it
 */
export function buildOnSave(
	project: string,
	target: string,
	report: (built: Built) => void,
): () => void {
	let timer: NodeJS.Timeout | undefined;
	let last = Promise.resolve();
	let watchers: FSWatcher[] = [];
	const stopWatching = () => {
		for (const watcher of watchers) watcher.close();
	};
	// A watch for each folder, since one for all loses files that an editor replaces (Node.js on Linux).
	const watchFolders = () => {
		stopWatching();
		watchers = sources
			.flatMap((source) => foldersIn(path.join(project, source)))
			.map((folder) => watch(folder, saved));
	};
	const rebuild = async () => {
		const started = performance.now();
		// Folders come and go. What is saved from here on is an event, what was saved before is built.
		watchFolders();
		const error = await buildPackage(project, target).then(() => undefined, String);
		report({ milliseconds: Math.round(performance.now() - started), error });
	};
	const saved = () => {
		clearTimeout(timer);
		timer = setTimeout(() => (last = last.then(rebuild)), quietMilliseconds);
	};
	watchFolders();
	return () => {
		clearTimeout(timer);
		stopWatching();
	};
}
