// The build: sources to dist, the one bundled library, and what n8n needs beside the code.
const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const run = promisify(execFile);

const clean = () => rm('dist', { recursive: true, force: true });

// One file of dist for each source file, so that whoever reviews the package reads what was written.
const compile = () => run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']).catch(showOutput);

// n8n offers no fast-xml-parser: it becomes part of the file that is its only way in.
const bundleLibrary = () =>
	require('esbuild').build({
		entryPoints: ['wire/library.ts'],
		outfile: 'dist/wire/library.js',
		allowOverwrite: true,
		bundle: true,
		minify: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		legalComments: 'inline',
	});

const copyAssets = () =>
	src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json', 'icons/*.svg'], { base: '.', encoding: false }).pipe(dest('dist'));

const generators = ['schemas', 'reference', 'operations', 'readers', 'bench'];

function showOutput(error) {
	throw new Error(`${error.stdout ?? ''}${error.stderr ?? ''}` || error.message);
}

/** Writes the files that follow from api/; `gulp build` only copies them, and tests check that they are current. */
async function generate() {
	const { existsSync } = require('node:fs');
	for (const name of generators) {
		const script = `scripts/${name}.mts`;
		if (existsSync(script)) await run(process.execPath, ['node_modules/tsx/dist/cli.mjs', script]).catch(showOutput);
	}
}

exports.generate = generate;
exports.build = series(clean, parallel(compile, copyAssets), bundleLibrary);
exports.default = exports.build;
