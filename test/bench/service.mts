// The service of the bench, in a process of its own: pages of a catalog that were made beforehand, or one purchase order
// for every ID and thanks for every publish.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Product, ProductCatalog } from '../../api/resources/productCatalog';
import { PurchaseOrder } from '../../api/resources/purchaseOrder';
import { hostLocation, projectFolder } from '../host/location.cjs';
import { startServer, waitUntil } from '../host/servers/server.mjs';
import { seededProduct } from '../sandbox/data/products';
import { seededClient, seededPurchaseOrder } from '../sandbox/data/records';
import { withNulls, writeJson } from '../sandbox/responses/jsonWriter';
import { writeXml } from '../sandbox/responses/xmlWriter';
import { newState, sampleIds } from '../sandbox/state';

/** All data are made from it, so that every run has the same. */
export const seed = 1;
export type Format = 'json' | 'xml';

interface Options {
	readonly catalog?: { readonly products: number; readonly size: number; readonly format: Format };
	/** How many clients there are to be published. */
	readonly clients?: number;
}

export interface Service {
	readonly url: string;
	stop(): Promise<void>;
}

const file = fileURLToPath(import.meta.url);
const longestStartSeconds = 300;
const FILLED_CUSTOM_FIELDS = 25;

/** Starts the service; it listens when its pages are made. */
export async function startService(options: Options): Promise<Service> {
	const tsx = path.join(projectFolder, 'node_modules', 'tsx', 'dist', 'cli.mjs');
	const server = startServer({
		title: 'The simulated service',
		node: hostLocation().node,
		args: ['--max-old-space-size=4096', tsx, file, JSON.stringify(options)],
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

/** A product with every documented field; the custom fields after the 25th are null. */
function productAt(index: number): Record<string, unknown> {
	const product = withNulls(Product, seededProduct(seed, index)) as Record<string, unknown>;
	for (const name of Object.keys(product)) {
		const number = /^CustomField(\d+)$/.exec(name)?.[1];
		if (Number(number) > FILLED_CUSTOM_FIELDS) product[name] = null;
	}
	return product;
}

function makePages({ products, size, format }: NonNullable<Options['catalog']>): Buffer[] {
	const head = newState(seed, 0).catalogs.get(sampleIds.catalog)?.head;
	return Array.from({ length: Math.ceil(products / size) }, (_, page) => {
		const rows = Math.min(size, products - page * size);
		const Products = Array.from({ length: rows }, (__, row) => productAt(page * size + row));
		const value = { ...head, TotalProductsCount: products, Products, DeletedProductIds: [] };
		const isJson = format === 'json';
		const text = isJson
			? writeJson(ProductCatalog, value)
			: writeXml(ProductCatalog, value, 'xmlSerializer');
		return Buffer.from(text);
	});
}

async function main({ catalog, clients = 0 }: Options): Promise<void> {
	const pages = catalog ? makePages(catalog) : undefined;
	const order = writeJson(PurchaseOrder, seededPurchaseOrder(seed, 0));
	const receipt = { MessageId: '7a0c5f4e-5b0e-4b43-9d5c-3f1b7c0f2a11' };
	const thanks = JSON.stringify({ ...receipt, Message: 'The request was received.' });
	const all = Array.from({ length: clients }, (_, index) => seededClient(seed, index));
	const list = JSON.stringify({ clients: all });
	const bodyOf = ({ method, url = '/' }: IncomingMessage): Buffer | string | undefined => {
		const { searchParams } = new URL(url, 'http://bench.invalid');
		if (pages) return pages[Number(searchParams.get('pageNumber')) - 1];
		if (method === 'POST') return thanks;
		return url === '/clients' ? list : order;
	};
	const server = createServer((request, response) => {
		request.resume().once('end', () => {
			const body = bodyOf(request);
			const type = `application/${catalog?.format ?? 'json'}; charset=utf-8`;
			response.writeHead(body === undefined ? 404 : 200, { 'content-type': type });
			response.end(body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

if (process.argv[1] === file) await main(JSON.parse(process.argv[2] ?? '{}') as Options);
