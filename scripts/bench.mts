// Draws docs/bench.svg and writes the tables of measurements into docs/speed.md, from the results that `npm run bench` left;
// with --check, only says whether they are up to date.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Results } from '../test/bench/results.mjs';
import { chart, conditions } from './benchChart';
import { markdownTables } from './benchTables';
import { keep } from './folder.mjs';

const project = path.resolve(import.meta.dirname, '..');
const file = path.join(project, 'test', 'bench', 'results.json');
const page = path.join('docs', 'speed.md');
const BLOCK = /(<!-- bench: [^>]*-->\n)[^]*?(<!-- \/bench -->)/;

function withTables(text: string, results: Results): string {
	if (!BLOCK.test(text))
		throw new Error(`${page} has no place for the measurements (<!-- bench: ... -->).`);
	const commands = results.commands.map((command) => `\`${command}\``).join(', then ');
	const tables = `\n${markdownTables(results)}\n\nMeasured ${conditions(results)}, with ${commands}. Memory is the peak over what the process held before.\n\n`;
	return text.replace(BLOCK, (_, start: string, end: string) => `${start}${tables}${end}`);
}

if (existsSync(file)) {
	const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
	const text = readFileSync(path.join(project, page), 'utf8');
	keep('docs', new Map([['bench.svg', chart(results)]]), false);
	keep('.', new Map([[page, withTables(text, results)]]), false);
}
