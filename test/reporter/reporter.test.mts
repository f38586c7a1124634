// The reporter in a jest of its own: files that compute and that wait, and what is said of them meanwhile.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const jestProgram = path.resolve(__dirname, '../../node_modules/jest/bin/jest.js');
const reporter = path.join(__dirname, 'reporter.mjs');

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'n8n-reporter-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
	writeFileSync(path.join(folder, name), text);
}

/** Runs jest over the files in the folder; what it prints is also in the file `output` while it runs. */
async function runJest(args: string[], seconds: number) {
	const reporters = ['default', [reporter, { seconds }]];
	write('jest.config.json', JSON.stringify({ rootDir: folder, reporters }));
	const output = path.join(folder, 'output');
	const file = openSync(output, 'w');
	const child = spawn(process.execPath, [jestProgram, ...args], {
		cwd: folder,
		env: { PATH: process.env.PATH, OUTPUT: output },
		stdio: ['ignore', file, file],
	});
	try {
		const status = await new Promise((resolve) => child.once('close', resolve));
		return { status, output: readFileSync(output, 'utf8') };
	} finally {
		child.kill('SIGKILL');
		closeSync(file);
	}
}

const quick = "test('is quick', () => undefined);";

// Each ends when it reads in the output what it waits for, or fails after 20 seconds.
const isSaid = `
	const { readFileSync } = require('node:fs');
	const pattern = /1 of 2 test files done after \\d+ s; running: b\\.test\\.js \\(for \\d+ s\\)\\n/;
	const isSaid = () => pattern.test(readFileSync(process.env.OUTPUT, 'utf8'));
	const end = Date.now() + 20_000;
	const isOver = () => Date.now() > end;`;
const computing = `${isSaid}
	test('computes', () => {
		while (!isSaid() && !isOver());
		expect(isSaid()).toBe(true);
	});`;
const waiting = `${isSaid}
	test('waits', async () => {
		while (!isSaid() && !isOver()) await new Promise((resolve) => setTimeout(resolve, 20));
		expect(isSaid()).toBe(true);
	}, 30_000);`;

test.each([
	['computes', computing, ['--runInBand']],
	['waits', waiting, ['--runInBand']],
	['computes in a process of its own', computing, ['--maxWorkers=2']],
])('a file that %s is named with what is done', async (_, slow, args) => {
	// jest begins with the largest file.
	write('a.test.js', `${quick}\n// ${'-'.repeat(10_000)}`);
	write('b.test.js', slow);
	const { status, output } = await runJest(args, 0.2);
	expect(output).toContain('Tests:       2 passed, 2 total');
	expect(status).toBe(0);
});

test('nothing is said while jest itself prints', async () => {
	write('a.test.js', quick);
	const { status, output } = await runJest([], 60);
	expect(status).toBe(0);
	expect(output).not.toContain('test files done');
});
