// The processes of a measurement: the service, and scripts for comparison.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { hostLocation, projectFolder } from '../host/location.cjs';
import { startServer, waitUntil, type Server } from '../host/servers/server.mjs';
import type { ServiceOptions } from './service/main.mjs';
import type { Format } from './service/products';
import { median } from './statistics.mjs';

const run = promisify(execFile);
const folder = path.join(projectFolder, 'test', 'bench');
const tsx = path.join(projectFolder, 'node_modules', 'tsx', 'dist', 'cli.mjs');
/** A million products take a minute or two to make. */
const longestStartSeconds = 600;

export interface Service {
	readonly url: string;
	stop(): Promise<void>;
}

/** Starts the service in a process of its own; it listens when its pages are made. */
export async function startService(options: ServiceOptions): Promise<Service> {
	const server: Server = startServer({
		title: 'The simulated service',
		node: hostLocation().node,
		args: [
			'--max-old-space-size=4096',
			tsx,
			path.join(folder, 'service', 'main.mts'),
			JSON.stringify(options),
		],
		env: { PATH: process.env.PATH, HOME: process.env.HOME },
		cwd: projectFolder,
		minutes: 120,
	});
	const url = await waitUntil('The simulated service', longestStartSeconds, async () => {
		const ended = server.ended();
		if (ended !== undefined) throw new Error(`The service ${ended}: ${server.log()}`);
		return await Promise.resolve(/listening (\S+)/.exec(server.log())?.[1]);
	});
	return { url, stop: () => server.stop() };
}

export interface Measurement {
	readonly milliseconds: number;
	/** When the same was done again in the same process, where that was measured. */
	readonly laterMilliseconds?: number | undefined;
	/** Megabytes at the peak, over what the process held before. */
	readonly megabytes: number;
	/** The last item. */
	readonly last: Readonly<Record<string, unknown>>;
}

/** The pages of a catalog: the URL without the number and the size of a page. */
export interface CatalogRequest {
	readonly url: string;
	readonly pages: number;
	readonly size: number;
	readonly format: Format;
}

/** The ways of `bare/catalog.mjs`. */
export type BareWay =
	| 'jsonParse'
	| 'xmlLibrary'
	| 'packageReader'
	| 'packageReaderDropped'
	| 'knownRecord'
	| 'received';

/** Runs a script with n8n's Node; modules are found as n8n lets packages find them. */
async function runScript(file: string, ...args: string[]): Promise<Measurement> {
	const { node, directory } = hostLocation();
	const { stdout } = await run(node, [path.join(folder, 'bare', file), ...args], {
		cwd: projectFolder,
		env: { PATH: process.env.PATH, NODE_PATH: path.join(directory, 'node_modules') },
	});
	return JSON.parse(stdout) as Measurement;
}

/** Reads a catalog without n8n, and so many times again in the same process. */
export async function runCatalog(
	way: BareWay,
	request: CatalogRequest,
	packageFolder: string,
	again: number,
): Promise<Measurement> {
	const { later, ...first } = (await runScript(
		'catalog.mjs',
		way,
		JSON.stringify({ ...request, again }),
		packageFolder,
	)) as Measurement & { readonly later: readonly number[] };
	return { ...first, laterMilliseconds: again > 0 ? median(later) : undefined };
}

/** Sends requests for one record each without n8n, so many at once. */
export async function runOrders(
	url: string,
	count: number,
	concurrency: number,
): Promise<Measurement> {
	return await runScript('orders.mjs', url, String(count), String(concurrency));
}

/** Measures a part of the package without n8n. */
export async function runPackage(
	part: 'load' | 'loadRest' | 'check',
	packageFolder: string,
	file = '',
): Promise<Measurement> {
	return await runScript('package.mjs', part, packageFolder, file);
}
