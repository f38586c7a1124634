// Draws docs/bench.svg and writes the table of measurements into README.md, from the results that `npm run bench`
// left; with --check, only says whether they are up to date.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Results } from '../test/bench/results.mjs';
import { chart, circumstances, markdownTable } from './benchChart';
import { keep } from './folder.mjs';

const project = path.resolve(import.meta.dirname, '..');
const file = path.join(project, 'test', 'bench', 'results.json');
const BLOCK = /(<!-- bench: [^>]*-->\n)[^]*?(<!-- \/bench -->)/;

function withTable(readme: string, results: Results): string {
	if (!BLOCK.test(readme))
		throw new Error('README.md has no place for the measurements (<!-- bench: ... -->).');
	const text = `\n${markdownTable(results)}\n\nMeasured ${circumstances(results)}, with ${results.commands.map((command) => `\`${command}\``).join(', then ')}. Memory is the peak over what the process held before.\n\n`;
	return readme.replace(BLOCK, (_, start: string, end: string) => `${start}${text}${end}`);
}

if (existsSync(file)) {
	const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
	const readme = readFileSync(path.join(project, 'README.md'), 'utf8');
	keep('docs', new Map([['bench.svg', chart(results)]]), false);
	keep('.', new Map([['README.md', withTable(readme, results)]]), false);
}
