// Writes the files that follow from api/ and the panel. Tests check that they are current.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { schemaFiles, SCHEMA_FOLDER } from './outputSchemas';
import { recordMap } from './recordMap';
import { REFERENCE_FOLDER, referencePages, withResources } from './referencePages';

process.chdir(path.resolve(import.meta.dirname, '..'));

function change(file: string, words: (before: string) => string): void {
	writeFileSync(file, words(readFileSync(file, 'utf8')));
}

/** Writes a folder that holds these files and nothing else. */
function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
	rmSync(folder, { recursive: true, force: true });
	for (const [name, text] of files) {
		const file = path.join(folder, name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, text);
	}
}

writeFolder(SCHEMA_FOLDER, schemaFiles());
writeFolder(REFERENCE_FOLDER, referencePages());
change('README.md', withResources);
writeFileSync('docs/records.svg', recordMap());
