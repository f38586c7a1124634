// The verification scan that n8n runs on a published package, run on this folder before anything is
// published: once on the sources, once on the unpacked tarball, with the same file patterns. Stricter than
// the original in one way: a warning fails too.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import {
	analyzePackage,
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

import { projectFolder } from './host/location.cjs';
import { build, pack, tarballProblems } from './host/pack.mjs';

const tarballPatterns = ['**/*.js', 'package.json'];

/** The scan itself only reports when there are errors, so warnings are looked for with its own rules. */
async function warnings(folder: string, patterns: string[]): Promise<string[]> {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
		errorOnUnmatchedPattern: false,
	});
	const results = (await eslint.lintFiles(patterns)).filter((result) => result.warningCount > 0);
	if (results.length === 0) return [];
	return [await (await eslint.loadFormatter('stylish')).format(results)];
}

/** Everything that the scan finds in one folder. */
async function findings(title: string, folder: string, patterns: string[]): Promise<string[]> {
	const result = await analyzePackage(folder, patterns);
	if (!result.passed) return [`${title}: ${result.message}\n${result.details ?? ''}`];
	if (result.message !== undefined) return [`${title}: ${result.message}`];
	return (await warnings(folder, patterns)).map((text) => `${title}: warnings\n${text}`);
}

/** Scans a package folder that is built already. */
export async function scan(folder: string): Promise<string[]> {
	const packed = await pack(folder);
	const unpacked = mkdtempSync(path.join(tmpdir(), 'n8n-scan-'));
	try {
		execFileSync('tar', ['-xzf', packed.tarball, '-C', unpacked, '--strip-components=1']);
		return [
			...(await findings('Sources', folder, SOURCE_FILE_PATTERNS)),
			...(await findings('Tarball', unpacked, tarballPatterns)),
			...tarballProblems(packed),
		];
	} finally {
		packed.dispose();
		rmSync(unpacked, { recursive: true, force: true });
	}
}

/**
 * A package with something wrong in its sources, in its tarball and in its list of files. A scan that
 * finds nothing in it looks at nothing, and its silence about the real package would mean nothing.
 */
async function proveOnBadPackage(): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-bad-package-'));
	const write = (file: string, content: string) => {
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		writeFileSync(path.join(folder, file), content);
	};
	const manifest = { name: 'n8n-nodes-bad', version: '1.0.0', files: ['dist'] };
	write('package.json', JSON.stringify({ ...manifest, dependencies: { zod: '*' } }));
	write('nodes/Bad/Bad.node.js', 'setTimeout(() => undefined, 1);\n');
	write('dist/nodes/Bad/Bad.node.js', 'globalThis.bad = process.env;\n');
	write('dist/notes.txt', 'n8n does not need this.\n');
	try {
		const found = (await scan(folder)).join('\n');
		for (const expected of ['Sources: ESLint', 'Tarball: ESLint', 'dist/notes.txt']) {
			if (!found.includes(expected)) {
				throw new Error(`The scan is blind: in a bad package it did not find "${expected}".`);
			}
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function main(): Promise<void> {
	const { positionals } = parseArgs({ allowPositionals: true });
	const folder = path.resolve(positionals[0] ?? projectFolder);
	if (!existsSync(path.join(folder, 'package.json')))
		throw new Error(`${folder} holds no package.`);
	await proveOnBadPackage();
	if (folder === projectFolder) await build();
	const found = await scan(folder);
	for (const finding of found) process.stdout.write(`${finding}\n`);
	process.stdout.write(found.length === 0 ? 'The scan found nothing.\n' : 'The scan failed.\n');
	process.exitCode = found.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
