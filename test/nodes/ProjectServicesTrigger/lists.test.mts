// Catalogs that change a lot between two polls: every change is found, at any number, and the state stays small.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { sampleIds } from '../../sandbox/server.mjs';
import { idsOf, type PollHost, usePolls } from './pollHost.mjs';

const count = 600;
jest.setTimeout(30_000);
const polls = usePolls({ products: count, deletedProductIds: false });

function hostOf(event: string, options: IDataObject = {}): PollHost {
	return polls.hostOf({ event, catalogId: sampleIds.catalog, options } as INodeParameters);
}

it('any number of removed products is found by comparing, in the second poll', async () => {
	const host = hostOf('productRemoved', { detectRemovedByComparing: true, deletionLimit: 70 });
	await host.poll();
	const removed = polls.ids.filter((_, index) => index % 3 !== 0);
	for (const id of removed) polls.sandbox.remove('product', id);
	expect(await host.poll()).toBeNull();
	host.restart();
	expect(idsOf(await host.poll()).sort()).toEqual([...removed].sort());
	expect(await host.poll()).toBeNull();
});

it('a new product with an old date is found', async () => {
	const host = hostOf('productChanged');
	await host.poll();
	const old = { UpdatedOn: '2001-01-01T00:00:00Z', UpdatedOnTicks: undefined };
	polls.sandbox.change('product', 'new-1', old);
	expect(idsOf(await host.poll())).toEqual(['new-1']);
	expect(await host.poll()).toBeNull();
});

it('a product that was removed and came back is new', async () => {
	const host = hostOf('productChanged');
	await host.poll();
	const id = polls.idAt(5);
	const record = polls.sandbox.find('product', id);
	polls.sandbox.remove('product', id);
	await host.poll();
	await host.poll();
	polls.sandbox.change('product', id, { ...record });
	expect(idsOf(await host.poll())).toEqual([id]);
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
