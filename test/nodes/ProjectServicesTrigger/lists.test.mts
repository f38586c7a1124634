// Catalogs that change a lot between two polls: every change is found, at any number, and the state stays small.
import type { IDataObject } from 'n8n-workflow';

import { sampleIds, startSandbox, type Sandbox } from '../../sandbox/server.mjs';
import { newPollHost, type PollHost } from './pollHost.mjs';

const count = 600;
jest.setTimeout(30_000);
let sandbox: Sandbox;
let ids: string[];
beforeAll(async () => {
	sandbox = await startSandbox({ products: count, deletedProductIds: false });
	const address = `${sandbox.url}/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}&pageSize=${count}`;
	const response = await fetch(address, { headers: { accept: 'application/json' } });
	const { Products } = (await response.json()) as { Products: Array<{ Id: string }> };
	ids = Products.map(({ Id }) => Id);
});
afterAll(async () => await sandbox.stop());
beforeEach(() => sandbox.reset());

function hostOf(event: string, options: IDataObject = {}): PollHost {
	const parameters = { event, catalogId: sampleIds.catalog, options };
	return newPollHost(parameters as never, { baseUrl: sandbox.url, authentication: 'none' });
}

function idsOf(items: IDataObject[] | null): string[] {
	return (items ?? []).map(({ Id }) => String(Id)).sort();
}

it('any number of removed products is found by comparing, in the second poll', async () => {
	const host = hostOf('productRemoved', { detectRemovedByComparing: true, deletionLimit: 70 });
	await host.poll();
	const removed = ids.filter((_, index) => index % 3 !== 0);
	for (const id of removed) sandbox.remove('product', id);
	expect(await host.poll()).toBeNull();
	host.restart();
	expect(idsOf(await host.poll())).toEqual([...removed].sort());
	expect(await host.poll()).toBeNull();
});

it('a new product with an old date is found', async () => {
	const host = hostOf('productChanged');
	await host.poll();
	const old = { UpdatedOn: '2001-01-01T00:00:00Z', UpdatedOnTicks: undefined };
	sandbox.change('product', 'new-1', old);
	expect(idsOf(await host.poll())).toEqual(['new-1']);
	expect(await host.poll()).toBeNull();
});

it('a product that was removed and came back is new', async () => {
	const host = hostOf('productChanged');
	await host.poll();
	const record = sandbox.find('product', ids[5] ?? '');
	sandbox.remove('product', ids[5] ?? '');
	await host.poll();
	await host.poll();
	sandbox.change('product', ids[5] ?? '', { ...record });
	expect(idsOf(await host.poll())).toEqual([ids[5]]);
});

it('the state takes 34 characters for each product, and twice that in the middle of a scan', async () => {
	const host = hostOf('productChanged', { pageSize: 1000 });
	const size = () => JSON.stringify(host.saved()).length / count;
	await host.poll();
	expect(size()).toBeLessThan(34);
	host.budget = 1;
	await host.poll();
	await host.poll();
	expect(size()).toBeLessThan(68);
});
