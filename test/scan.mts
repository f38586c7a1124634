// The verification scan that n8n runs on published packages, run before publishing: on the sources and on the
// unpacked tarball, with n8n's file patterns. Stricter than n8n's in one way: a warning fails, too.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import {
	analyzePackage,
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

import { projectFolder } from './host/location.cjs';
import { buildAndPack, pack, tarballProblems, type PackedPackage } from './host/packages/pack.mjs';
import { temporaryFolder } from './host/servers/temporary.mjs';

const tarballPatterns = ['**/*.js', 'package.json'];

/** n8n's scan reports nothing unless there are errors, so its rules run once more for the warnings. */
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

/** Scans the sources in a folder and the package that was made of them. */
async function scan(folder: string, packed: PackedPackage): Promise<string[]> {
	const unpacked = temporaryFolder('scan');
	try {
		execFileSync('tar', ['-xzf', packed.tarball, '-C', unpacked.path, '--strip-components=1']);
		return [
			...(await findings('Sources', folder, SOURCE_FILE_PATTERNS)),
			...(await findings('Tarball', unpacked.path, tarballPatterns)),
			...tarballProblems(packed),
		];
	} finally {
		packed.dispose();
		unpacked.remove();
	}
}

/**
 * A package with something wrong in its sources, in its tarball and in its list of files. A scan that
 * finds nothing in it does not work, and would find nothing in the real package either.
 */
async function proveOnBadPackage(): Promise<void> {
	const folder = temporaryFolder('bad-package');
	const write = (name: string, content: string) => {
		const file = path.join(folder.path, name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, content);
	};
	const manifest = { name: 'n8n-nodes-bad', version: '1.0.0', files: ['dist'] };
	write('package.json', JSON.stringify({ ...manifest, dependencies: { zod: '*' } }));
	write('nodes/Bad/Bad.node.js', 'setTimeout(() => undefined, 1);\n');
	write('dist/nodes/Bad/Bad.node.js', 'globalThis.bad = process.env;\n');
	write('dist/notes.txt', 'n8n does not need this.\n');
	try {
		const found = (await scan(folder.path, await pack(folder.path))).join('\n');
		for (const expected of ['Sources: ESLint', 'Tarball: ESLint', 'dist/notes.txt']) {
			if (found.includes(expected)) continue;
			throw new Error(`The scan does not work: in a bad package it did not find "${expected}".`);
		}
	} finally {
		folder.remove();
	}
}

await proveOnBadPackage();
const found = await scan(projectFolder, await buildAndPack());
for (const finding of found) process.stdout.write(`${finding}\n`);
process.stdout.write(found.length === 0 ? 'The scan found nothing.\n' : 'The scan failed.\n');
process.exitCode = found.length === 0 ? 0 : 1;
