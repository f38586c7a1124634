// `npm run mutate [-- part ...] [-- --changed]`: Stryker changes the sources one place at a time, and counts the changes
// that no test notices. A part is a folder of client/, whose tests, those of the same name, have to notice. The results
// of what has not changed are kept, so the next run is short. With --changed, only files that changed within a day.
import { execFileSync } from 'node:child_process';
import { globSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { Stryker } from '@stryker-mutator/core';

const folder = 'coverage/mutation';

/** Runs one part, and gives how many of its mutants were noticed. */
async function run(name, sources) {
	const stryker = new Stryker({
		mutate: sources,
		testRunner: 'jest',
		jest: {
			configFile: 'jest.config.cjs',
			config: {
				testMatch: [`<rootDir>/test/client/${name}/**/*.test.{ts,mts}`],
				testSequencer: '<rootDir>/test/mutation/sequencer.cjs',
				// A run ends with the first test that fails.
				bail: 1,
			},
		},
		coverageAnalysis: 'perTest',
		// A change of a constant would run every test.
		ignoreStatic: true,
		concurrency: 2,
		// Otherwise a loop that a change makes endless takes most of the time.
		timeoutMS: 3_000,
		incremental: true,
		incrementalFile: `${folder}/${name}.json`,
		reporters: ['clear-text', 'progress-append-only', 'html'],
		clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
		htmlReporter: { fileName: `${folder}/${name}.html` },
		// Outside of the project: other commands would read what an interrupted run leaves.
		tempDirName: path.join(tmpdir(), 'n8n-mutation'),
		cleanTempDir: 'always',
		ignorePatterns: ['coverage', 'dist', 'docs', 'test/bench', 'test/e2e'],
	});
	const results = await stryker.runMutationTest();
	const count = (...wanted) => results.filter(({ status }) => wanted.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	return { name, noticed, all: noticed + count('Survived', 'NoCoverage') };
}

function row({ name, noticed, all }) {
	const score = all === 0 ? 'n/a' : `${((100 * noticed) / all).toFixed(1)} %`;
	return `${name.padEnd(10)} ${score.padStart(7)}   ${noticed} of ${all} changes noticed`;
}

function filesOfToday() {
	const args = ['log', '--since=1.day', '--name-only', '--pretty=', '--diff-filter=AM'];
	return new Set(execFileSync('git', args, { encoding: 'utf8' }).split('\n'));
}

const parts = readdirSync('client', { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);
const { positionals: chosen, values } = parseArgs({
	allowPositionals: true,
	options: { changed: { type: 'boolean' } },
});
const unknown = chosen.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
	console.error(`No such part: ${unknown.join(', ')}. There are: ${parts.join(', ')}`);
	process.exit(1);
}
const changed = values.changed ? filesOfToday() : undefined;
const results = [];
for (const name of chosen.length > 0 ? chosen : parts) {
	const sources = globSync(`client/${name}/**/*.ts`).filter((file) => changed?.has(file) ?? true);
	if (sources.length > 0) results.push(await run(name, sources));
}
console.log(`\nMutation score\n${results.map(row).join('\n')}`);
