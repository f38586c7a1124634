// Keeps a folder of generated files equal to what was generated: writes it, or says how it differs.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const project = path.resolve(import.meta.dirname, '..');

/** The files below a folder, with forward slashes. */
function filesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.map((file) => file.split(path.sep).join('/'));
}

function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
}

/**
 * With --check on the command line, names every file that is not as generated and exits with 1.
 * Without, writes the files that differ. With `whole`, files that were not generated are removed.
 */
export function keep(folder: string, files: ReadonlyMap<string, string>, whole: boolean): void {
	const place = path.join(project, folder);
	const stale =
		whole && existsSync(place) ? filesBelow(place).filter((file) => !files.has(file)) : [];
	const changed = [...files].filter(([file, text]) => readIfThere(path.join(place, file)) !== text);
	if (process.argv.includes('--check')) {
		const wrong = [...stale, ...changed.map(([file]) => file)];
		for (const file of wrong) console.error(`${folder}/${file} is not as generated.`);
		if (wrong.length > 0) {
			console.error('Run: npm run generate');
			process.exitCode = 1;
		}
		return;
	}
	for (const file of stale) rmSync(path.join(place, file));
	for (const [file, text] of changed) {
		mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
		writeFileSync(path.join(place, file), text);
	}
	console.log(`${folder}: ${files.size} files, ${changed.length} written, ${stale.length} removed`);
}
