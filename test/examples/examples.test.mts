// The examples do what they say in n8n's own engine; those that need more than it are run end to end.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { hostLocation, projectFolder } from '../host/location.cjs';
import { exampleFiles } from './judge.mjs';
import { examples } from './table.mjs';

const run = promisify(execFile);
const minutes = 4;
const files = exampleFiles();
const judged = files.filter((file) => examples[file]?.needs === undefined);
let output = '';

// In a process of its own: what n8n loads cannot be loaded inside jest.
beforeAll(async () => {
	const { node } = hostLocation();
	const script = 'test/examples/main.mts';
	const options = { cwd: projectFolder, timeout: minutes * 60_000, maxBuffer: 50_000_000 };
	const args = ['--import', 'tsx', script, '--no-database'];
	// It ends with 1 where an example failed; its output says which, and why.
	output = await run(node, args, options).then(
		({ stdout }) => stdout,
		(error: { stdout?: string; message: string }) => `${error.message}\n${error.stdout ?? ''}`,
	);
}, minutes * 60_000);

test('every example has an entry that says what it must do', () => {
	expect(files.filter((file) => !(file in examples))).toEqual([]);
	expect(Object.keys(examples).filter((file) => !files.includes(file))).toEqual([]);
});

function lineOf(title: string): string | undefined {
	return output.split('\n').find((line) => line.startsWith(`ok      ${title} `));
}

test.each(judged)('%s', (file) => {
	expect(lineOf(file) === undefined ? output : '').toBe('');
});

test('copies are equal over 20 rounds of changes and kills', () => {
	expect(lineOf('20 rounds of changes and kills') === undefined ? output : '').toBe('');
});

test('examples that are broken on purpose are caught', () => {
	const lines = output.split('\n');
	expect(lines.filter((line) => line.startsWith('FAILED  caught: '))).toEqual([]);
	expect(lines.filter((line) => line.startsWith('ok      caught: ')).length).toBe(8);
});
