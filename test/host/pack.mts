// Builds the package and packs it as it would be published; and says what the tarball may hold.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { withLock } from './folderLock.mjs';
import { checkoutLock, projectFolder } from './location.cjs';
import { temporaryFolder } from './temporary.mjs';

const run = promisify(execFile);
const buildMinutes = 5;
const largestTarball = 300_000;
/** What n8n needs at run time, and what npm always adds. */
const allowedFiles = [
	/^package\.json$/,
	/^README\.md$/,
	/^LICENSE$/,
	/^dist\/.+\.js$/,
	/^dist\/.+\.d\.ts$/,
	/^dist\/(nodes|credentials|icons)\/.+\.(svg|png)$/,
	/^dist\/nodes\/.+\.node\.json$/,
	/^dist\/nodes\/.+\/__schema__\/.+\.json$/,
];

export interface PackedFile {
	path: string;
	size: number;
}

export interface PackedPackage {
	name: string;
	version: string;
	/** The tarball's full path. */
	tarball: string;
	files: PackedFile[];
	/** The tarball's size in bytes. */
	size: number;
	/** Removes the temporary folder with the tarball. */
	dispose(): void;
}

/** A failed command's own words are what a person needs to see. */
async function runTool(
	title: string,
	program: string,
	args: string[],
	cwd: string,
): Promise<string> {
	try {
		const { stdout } = await run(program, args, {
			cwd,
			timeout: buildMinutes * 60_000,
			maxBuffer: 64e6,
		});
		return stdout;
	} catch (error) {
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
		throw new Error(`${title} failed: ${String(error)}\n${stdout}${stderr}`);
	}
}

export async function build(folder = projectFolder): Promise<void> {
	const gulp = path.join(projectFolder, 'node_modules', '.bin', 'gulp');
	await runTool('Building the package', gulp, ['build'], folder);
}

export async function pack(folder = projectFolder): Promise<PackedPackage> {
	const target = temporaryFolder('package');
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target.path];
	const answer = await runTool('Packing the package', 'npm', args, folder);
	const [packed] = JSON.parse(answer) as Array<{
		filename: string;
		size: number;
		files: PackedFile[];
	}>;
	if (packed === undefined) throw new Error('npm packed nothing.');
	const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
	};
	return {
		name,
		version,
		tarball: path.join(target.path, packed.filename),
		files: packed.files,
		size: packed.size,
		dispose: target.remove,
	};
}

/** One at a time in a checkout: a build clears the folder that another would just be packing. */
export async function buildAndPack(): Promise<PackedPackage> {
	return await withLock(checkoutLock('build'), async () => {
		await build();
		return await pack();
	});
}

/** What is wrong with a packed package's content: too large, or a file that n8n does not need. */
export function tarballProblems({ files, size }: Pick<PackedPackage, 'files' | 'size'>): string[] {
	const strangers = files.filter(
		(file) => !allowedFiles.some((allowed) => allowed.test(file.path)),
	);
	const tooLarge = size >= largestTarball;
	return [
		...(tooLarge ? [`The tarball has ${size} bytes; at most ${largestTarball} are allowed.`] : []),
		...strangers.map((file) => `The tarball holds ${file.path}, which n8n does not need.`),
	];
}
