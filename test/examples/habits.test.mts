// Every example does what it says against services with habits of their own, with the settings that Check gives.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { hostLocation, projectFolder } from '../host/location.cjs';
import { exampleFiles } from './judge.mjs';
import { endToEndExamples, NEEDS_CHECK, plan } from './plan.mjs';
import { examples } from './table.mjs';

const run = promisify(execFile);
const MINUTES = 10;
let output = '';

// In a process of its own: what n8n loads cannot be loaded inside jest, and waits are short in it.
beforeAll(async () => {
	const options = { cwd: projectFolder, timeout: MINUTES * 60_000, maxBuffer: 50_000_000 };
	const args = ['--import', 'tsx', 'test/examples/main.mts'];
	output = await run(hostLocation().node, args, options).then(
		({ stdout }) => stdout,
		(error: { stdout?: string; message: string }) => `${error.message}\n${error.stdout ?? ''}`,
	);
}, MINUTES * 60_000);

/** What was printed of one, unless all is well. */
function problemOf(title: string): string {
	const lines = output.split('\n');
	if (lines.includes(`ok      ${title}`)) return '';
	const start = lines.indexOf(`FAILED  ${title}`);
	return start < 0 ? output : lines.slice(start, start + 40).join('\n');
}

test('every example has an entry that says what it must do', () => {
	expect(Object.keys(examples).sort()).toEqual(exampleFiles().sort());
});

describe.each(plan())('%s', (habits, files) => {
	test.each(files)('%s', (file) => expect(problemOf(`${file} ${habits}`)).toBe(''));
});

test('every example is among them, or needs what only the end-to-end run has', () => {
	const judged = plan().flatMap(([, files]) => files);
	expect(exampleFiles().filter((file) => !judged.includes(file))).toEqual(endToEndExamples());
});

test('without the settings that Check gives, it is noticed', () => {
	expect(problemOf(NEEDS_CHECK)).toBe('');
});
