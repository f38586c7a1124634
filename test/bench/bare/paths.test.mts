// The scripts without n8n load parts of the built package by their paths; a file that moved is found here.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from '../../host/location.cjs';

const folder = path.join(projectFolder, 'test', 'bench', 'bare');

/** The sources of the package's modules that a script names. */
function namedSources(text: string): string[] {
	return [...text.matchAll(/\/dist\/([\w./-]+)\.js/g)].map(([, name]) => `${name}.ts`);
}

const named = readdirSync(folder)
	.filter((file) => file.endsWith('.mjs'))
	.flatMap((file) => namedSources(readFileSync(path.join(folder, file), 'utf8')));

test.each([...new Set(named)])('%s is a source of the package', (source) => {
	expect(existsSync(path.join(projectFolder, source))).toBe(true);
});

test('paths are found in a script', () => {
	expect(namedSources('require(`${folder}/dist/wire/gone.js`)')).toEqual(['wire/gone.ts']);
});
