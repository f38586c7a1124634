// The build (sources to dist, the bundled library, the assets), the files that follow from api/, and a release.
const { execFile } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const run = promisify(execFile);

const clean = () => rm('dist', { recursive: true, force: true });

function showOutput(error) {
	throw new Error(`${error.stdout ?? ''}${error.stderr ?? ''}` || error.message);
}

// One file of dist for each source file, so that reviewers of the package read what was written.
const compile = () =>
	run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']).catch(
		showOutput,
	);

// n8n offers no fast-xml-parser: it becomes part of the only file that imports it.
const bundleLibrary = () =>
	require('esbuild').build({
		entryPoints: ['wire/xml/library.ts'],
		outfile: 'dist/wire/xml/library.js',
		allowOverwrite: true,
		bundle: true,
		minify: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		legalComments: 'inline',
	});

const copyAssets = () =>
	src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json', 'icons/*.svg'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));

/** Writes the files that follow from api/; `gulp build` only copies them, and tests check that they are current. */
async function generate() {
	const command = ['node_modules/tsx/dist/cli.mjs', 'scripts/generate.mts'];
	await run(process.execPath, command).catch(showOutput);
}

/** Pushes the tag of this version, which the publishing workflow publishes. `n8n-node release` would overwrite CHANGELOG.md. */
async function release() {
	const { version } = require('./package.json');
	const changelog = readFileSync('CHANGELOG.md', 'utf8');
	const unreleased = changelog.match(/^## Unreleased\n([^]*?)^## /m)?.[1] ?? '';
	if (!changelog.includes(`\n## ${version}\n`) || unreleased.trim() !== '')
		throw new Error(
			`CHANGELOG.md has to describe ${version} under a heading of its own, and nothing under "Unreleased".`,
		);
	const { stdout: changed } = await run('git', ['status', '--porcelain']);
	if (changed !== '') throw new Error(`Commit these first:\n${changed}`);
	await run('git', ['tag', `v${version}`]);
	await run('git', ['push', 'origin', 'HEAD', `v${version}`]);
}

exports.generate = generate;
exports.release = release;
exports.build = series(clean, parallel(compile, copyAssets), bundleLibrary);
exports.default = exports.build;
