// The processes of a measurement: the service, and plain scripts for comparison.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { hostLocation, projectFolder } from '../host/location.cjs';
import { startServer, waitUntil, type Server } from '../host/server.mjs';
import type { SandboxOptions } from '../sandbox/server.mjs';
import type { BareOptions } from './service.mjs';

const run = promisify(execFile);
const folder = path.join(projectFolder, 'test', 'bench');
const tsx = path.join(projectFolder, 'node_modules', 'tsx', 'dist', 'cli.mjs');

export interface Service {
	readonly url: string;
	stop(): Promise<void>;
}

/** Starts the service in a process of its own. */
export async function startService(
	options: Partial<SandboxOptions> | BareOptions,
): Promise<Service> {
	const server: Server = startServer({
		title: 'The simulated service',
		node: hostLocation().node,
		args: [
			'--max-old-space-size=4096',
			tsx,
			path.join(folder, 'service.mts'),
			JSON.stringify(options),
		],
		env: { PATH: process.env.PATH, HOME: process.env.HOME },
		cwd: projectFolder,
		minutes: 120,
	});
	const url = await waitUntil('The simulated service', 60, async () => {
		const ended = server.ended();
		if (ended !== undefined) throw new Error(`The service ${ended}: ${server.log()}`);
		return await Promise.resolve(/listening (\S+)/.exec(server.log())?.[1]);
	});
	return { url, stop: () => server.stop() };
}

export interface Measurement {
	readonly milliseconds: number;
	/** Megabytes at the peak, over what the process held before. */
	readonly megabytes: number;
	/** What came out, to see whether it is right. */
	readonly outcome: Outcome;
}

/** The last record that came out, and the number of records where it is known. */
export interface Outcome {
	readonly last: Readonly<Record<string, unknown>>;
	readonly count?: number;
}

/** The pages of a catalog: what is asked for but the number and the size of a page. */
export interface CatalogRequest {
	readonly url: string;
	readonly pages: number;
	readonly size: number;
	readonly format: 'json' | 'xml';
}

/** Runs a script with the Node of n8n, in a process of its own, where modules are found as n8n lets packages find them. */
async function runScript(file: string, ...args: string[]): Promise<Measurement> {
	const { node, directory } = hostLocation();
	const { stdout } = await run(node, [path.join(folder, file), ...args], {
		cwd: projectFolder,
		env: { PATH: process.env.PATH, NODE_PATH: path.join(directory, 'node_modules') },
	});
	return JSON.parse(stdout) as Measurement;
}

/** A plain script that reads a catalog. */
export async function runPlain(
	kind: 'jsonParse' | 'xmlLibrary' | 'reader',
	request: CatalogRequest,
	packageFolder: string,
): Promise<Measurement> {
	return await runScript('plain.mjs', kind, JSON.stringify(request), packageFolder);
}

/** What the package costs by itself. */
export async function runAlone(
	kind: 'load' | 'loadRest' | 'check',
	packageFolder: string,
	file = '',
): Promise<Measurement> {
	return await runScript('alone.mjs', kind, packageFolder, file);
}
