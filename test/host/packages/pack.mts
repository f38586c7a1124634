// Packs the package with npm, and says what the tarball may hold.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { withLock } from '../folderLock.mjs';
import { checkoutLock, projectFolder } from '../location.cjs';
import { temporaryFolder } from '../servers/temporary.mjs';

const run = promisify(execFile);
const buildMinutes = 5;
const largestTarball = 400_000;
/** What n8n needs at run time, what people read and import, and what npm always adds. */
const allowedFiles = [
	/^package\.json$/,
	/^(README|ARCHITECTURE|CHANGELOG|CONTRIBUTING|SECURITY)\.md$/,
	/^LICENSE$/,
	/^docs\/.+\.md$/,
	/^docs\/[\w-]+\.svg$/,
	/^examples\/(README\.md|[\w-]+\.json)$/,
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

/** Runs npm in a folder; a failure says what npm printed. */
async function npm(args: string[], cwd: string): Promise<string> {
	try {
		const limits = { timeout: buildMinutes * 60_000, maxBuffer: 64e6 };
		const { stdout } = await run('npm', args, { cwd, ...limits });
		return stdout;
	} catch (error) {
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
		throw new Error(`npm ${args.join(' ')} failed: ${String(error)}\n${stdout}${stderr}`);
	}
}

async function packInto(folder: string, ...flags: string[]): Promise<PackedPackage> {
	const target = temporaryFolder('package');
	const args = ['pack', '--json', ...flags, '--pack-destination', target.path];
	const [packed] = JSON.parse(await npm(args, folder)) as Array<{
		name: string;
		version: string;
		filename: string;
		size: number;
		files: PackedFile[];
	}>;
	if (packed === undefined) throw new Error('npm packed nothing.');
	const { name, version, filename, size, files } = packed;
	const tarball = path.join(target.path, filename);
	return { name, version, tarball, files, size, dispose: target.remove };
}

/** Packs a folder as it is. */
export async function pack(folder: string): Promise<PackedPackage> {
	return await packInto(folder, '--ignore-scripts');
}

/**
 * Packs this project as `npm publish` does, which builds it first. One at a time in a checkout: a build
 * clears the folder that another process may be packing.
 */
export async function buildAndPack(): Promise<PackedPackage> {
	const lock = checkoutLock('build');
	return await withLock(lock, async () => await packInto(projectFolder));
}

/** What is wrong with a packed package's content: too large, or a file that n8n does not need. */
export function tarballProblems({ files, size }: Pick<PackedPackage, 'files' | 'size'>): string[] {
	const unexpected = files.filter(
		(file) => !allowedFiles.some((allowed) => allowed.test(file.path)),
	);
	const tooLarge = size >= largestTarball;
	return [
		...(tooLarge ? [`The tarball has ${size} bytes; at most ${largestTarball} are allowed.`] : []),
		...unexpected.map((file) => `The tarball holds ${file.path}, which n8n does not need.`),
	];
}
