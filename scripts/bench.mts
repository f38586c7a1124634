// Draws docs/bench.svg and writes the tables of measurements into docs/speed.md, from the results that `npm run bench` left;
// with --check, only says whether they are up to date.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Results } from '../test/bench/results.mjs';
import { chart, conditions } from './benchChart';
import { detailTables, resultTable } from './benchTables';
import { keep } from './folder.mjs';

const project = path.resolve(import.meta.dirname, '..');
const file = path.join(project, 'test', 'bench', 'results.json');
const page = path.join('docs', 'speed.md');

/** The page with the words between the two markers of a block. */
function withBlock(text: string, name: string, words: string): string {
	const block = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[^]*?(<!-- /${name} -->)`);
	if (!block.test(text))
		throw new Error(`${page} has no place for measurements (<!-- ${name}: ... -->).`);
	return text.replace(block, (_, start: string, end: string) => `${start}\n${words}\n\n${end}`);
}

function withTables(text: string, results: Results): string {
	const measured = `Measured ${conditions(results)}.`;
	const withResults = withBlock(text, 'bench', `${resultTable(results)}\n\n${measured}`);
	return withBlock(withResults, 'bench-details', detailTables(results));
}

if (existsSync(file)) {
	const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
	const text = readFileSync(path.join(project, page), 'utf8');
	keep('docs', new Map([['bench.svg', chart(results)]]), false);
	keep('.', new Map([[page, withTables(text, results)]]), false);
}
