// The processes of a measurement: the service, and scripts without n8n.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { hostLocation, projectFolder } from '../host/location.cjs';
import { startServer, waitUntil } from '../host/servers/server.mjs';
import { productId } from '../sandbox/data/products';
import { median } from './results.mjs';
import type { ServiceOptions } from './service/main.mjs';
import type { CatalogPlan } from './service/pages';
import { type Format, fieldTypes, seed, type Variant } from './service/products';

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
	const script = path.join(folder, 'service', 'main.mts');
	const server = startServer({
		title: 'The simulated service',
		node: hostLocation().node,
		args: ['--max-old-space-size=4096', tsx, script, JSON.stringify(options)],
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
	readonly laterMilliseconds?: number;
	/** Megabytes at the peak, over what the process held before. */
	readonly megabytes: number;
	/** The last item. */
	readonly last: Readonly<Record<string, unknown>>;
}

/** A catalog that a service has. */
export interface Catalog {
	readonly url: string;
	readonly pages: number;
	/** Products of a page. */
	readonly size: number;
	readonly format: Format;
	readonly variant: Variant;
	/** What the service sends for all pages. */
	readonly bytes: number;
}

export type CatalogOptions = Omit<CatalogPlan, 'variant' | 'pageSize'> &
	Partial<Pick<CatalogPlan, 'pageSize'>>;

/** Starts a service with a catalog for each variant. */
export async function serveCatalogs(
	plan: CatalogOptions,
	variants: readonly Variant[] = ['documented'],
) {
	const { products, format } = plan;
	const pageSize = plan.pageSize ?? (products < 20_000 ? Math.ceil(products / 4) : 10_000);
	const service = await startService({
		catalogs: variants.map((variant) => ({ ...plan, pageSize, variant })),
	});
	const bytes = (await (await fetch(`${service.url}/bytes`)).json()) as number[];
	const catalogs = variants.map((variant, index): Catalog => ({
		url: `${service.url}/${index}`,
		pages: Math.ceil(products / pageSize),
		size: pageSize,
		format,
		variant,
		bytes: bytes[index] ?? NaN,
	}));
	const last = { Id: productId(seed, products - 1) };
	return { service, last, catalogs: catalogs as [Catalog, ...Catalog[]] };
}

export function count(products: number): string {
	return products.toLocaleString('en-US');
}

/** The ways of `bare/catalog.mjs`. */
export type BareWay =
	| 'jsonParse'
	| 'xmlLibrary'
	| 'packageReader'
	| 'packageReaderDropped'
	| 'plain'
	| 'received'
	| 'engine';

interface Reading {
	readonly milliseconds: number;
	/** CPU time, in which other processes do not show. */
	readonly cpu: number;
}

/** What `bare/catalog.mjs` reports. */
export interface CatalogMeasurement extends Measurement, Reading {
	readonly later: readonly Reading[];
	/** Megabytes that the items keep; measured from memory only. */
	readonly kept: number;
}

/** Reads a catalog without n8n, but with its Node and its modules, and then `again` in the same process. */
export async function runCatalog(
	way: BareWay,
	catalog: Catalog,
	packageFolder: string,
	more: {
		readonly again?: number;
		readonly parameters?: object;
		readonly isFromMemory?: boolean;
	} = {},
): Promise<CatalogMeasurement> {
	const given = JSON.stringify({ ...catalog, types: fieldTypes(), again: 2, ...more });
	const flags = [
		...(more.isFromMemory ? ['--expose-gc'] : []),
		...(way === 'engine' ? ['--import', 'tsx'] : []),
	];
	const script = path.join(folder, 'bare', 'catalog.mjs');
	const { node, directory } = hostLocation();
	const { stdout } = await run(node, [...flags, script, way, given, packageFolder], {
		cwd: projectFolder,
		env: {
			PATH: process.env.PATH,
			HOME: process.env.HOME,
			NODE_PATH: path.join(directory, 'node_modules'),
		},
		maxBuffer: 64e6,
	});
	const measured = JSON.parse(stdout) as CatalogMeasurement;
	const later = measured.later.map(({ milliseconds }) => milliseconds);
	return later.length > 0 ? { ...measured, laterMilliseconds: median(later) } : measured;
}
