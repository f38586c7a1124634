// The service in a process of its own: catalog pages that were made beforehand, or one purchase order for every ID
// and thanks for every publish. Started by processes.mts with its options as JSON.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { PurchaseOrder } from '../../../api/resources/purchaseOrder';
import { writeJson } from '../../sandbox/responses/jsonWriter';
import { seededPurchaseOrder } from '../../sandbox/data/records';
import { type CatalogPlan, makePages } from './pages';
import { clientsOf, seed } from './products';

export type ServiceOptions =
	| { readonly catalogs: readonly CatalogPlan[] }
	/** How long each response waits, and how many clients there are to be published. */
	| { readonly latencyMs: number; readonly clients?: number };

const options = JSON.parse(process.argv[2] ?? '') as ServiceOptions;
const contentTypes = {
	json: 'application/json; charset=utf-8',
	xml: 'application/xml; charset=utf-8',
};

/** Responds with the pages of catalog n under `/n/SI/Subscribe/ProductCatalogs`. */
function catalogListener(plans: readonly CatalogPlan[]) {
	const catalogs = plans.map(makePages);
	const bytes = catalogs.map((pages) => pages.reduce((sum, { length }) => sum + length, 0));
	return (request: IncomingMessage, response: ServerResponse) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench.invalid');
		if (pathname === '/bytes') {
			response.end(JSON.stringify(bytes));
			return;
		}
		const catalog = Number(pathname.split('/')[1]);
		const plan = plans[catalog];
		const page = catalogs[catalog]?.[Number(searchParams.get('pageNumber')) - 1];
		if (!plan || !page || Number(searchParams.get('pageSize')) !== plan.pageSize) {
			response.writeHead(404).end(`No page was made for ${request.url}.`);
			return;
		}
		response.writeHead(200, {
			'content-type': contentTypes[plan.format],
			'content-length': page.length,
		});
		response.end(page);
	};
}

const order = writeJson(PurchaseOrder, seededPurchaseOrder(seed, 0));
const receipt = JSON.stringify({
	MessageId: '7a0c5f4e-5b0e-4b43-9d5c-3f1b7c0f2a11',
	Message: 'The request was received.',
});
const clients = JSON.stringify({
	clients: clientsOf('latencyMs' in options ? (options.clients ?? 0) : 0),
});
let atOnce = 0;
let mostAtOnce = 0;
/** The bodies of publishes, to be counted when all is measured. */
const bodies: Buffer[] = [];

function recordsIn(body: Buffer): number {
	return (JSON.parse(body.toString('utf8')) as { Clients: unknown[] }).Clients.length;
}

function receivedText(): string {
	const records = bodies.reduce((sum, body) => sum + recordsIn(body), 0);
	return JSON.stringify({ mostAtOnce, records });
}

function recordBody(request: IncomingMessage): string {
	if (request.method === 'POST') return receipt;
	if (request.url === '/clients') return clients;
	return request.url === '/received' ? receivedText() : order;
}

async function respondWithRecord(
	request: IncomingMessage,
	response: ServerResponse,
	latencyMs: number,
): Promise<void> {
	mostAtOnce = Math.max(mostAtOnce, ++atOnce);
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
	atOnce--;
	response.writeHead(200, { 'content-type': contentTypes.json });
	response.end(recordBody(request));
	if (request.method === 'POST') bodies.push(Buffer.concat(chunks));
}

const server = createServer(
	'catalogs' in options
		? catalogListener(options.catalogs)
		: (request, response) => void respondWithRecord(request, response, options.latencyMs),
);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`);
