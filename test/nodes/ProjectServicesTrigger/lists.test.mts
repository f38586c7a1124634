// Catalogs that change a lot between two polls: every change is found, at any number, and the state stays small.
import type { IDataObject } from 'n8n-workflow';

import { sampleIds, startSandbox, type Sandbox } from '../../sandbox/server.mjs';
import { type BareService, reply, startBareService } from '../service.mjs';
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
	const options = { detectRemovedByComparing: true, deletionLimit: 100 };
	const host = hostOf('productRemoved', options);
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

describe('a service that is bare', () => {
	let service: BareService;
	let products: Array<{ Id: string }> = [];
	let total: number | undefined;
	let deletedIds: unknown = [];
	beforeAll(async () => {
		service = await startBareService((response, request, number) => {
			const page = Number(new URL(request.url, 'http://127.0.0.1').searchParams.get('pageNumber'));
			const Products = page > 1 ? [] : products;
			const body = {
				Name: 'C',
				TotalProductsCount: total,
				Products,
				DeletedProductIds: deletedIds,
			};
			reply(200, JSON.stringify(body))(response, request, number);
		});
	});
	afterAll(async () => await service.stop());
	const watch = (event: string, options: IDataObject = {}) =>
		newPollHost({ event, catalogId: 'C', options } as never, {
			baseUrl: service.url,
			authentication: 'none',
		});
	const give = (count: number, announced: number | null = count) => {
		products = Array.from({ length: count }, (_, index) => ({ Id: `P-${index}` }));
		total = announced ?? undefined;
	};

	it.each([5, null])(
		'an empty response (total %p) removes nothing and makes nothing new',
		async (announced) => {
			give(5);
			const removed = watch('productRemoved', { detectRemovedByComparing: true });
			const changed = watch('productChanged');
			for (const host of [removed, changed]) expect(await host.poll()).toBeNull();
			for (let round = 0; round < 3; round++) {
				give(0, announced);
				for (const host of [removed, changed]) expect(await host.poll()).toBeNull();
			}
			give(5);
			for (const host of [removed, changed]) expect(await host.poll()).toBeNull();
		},
	);

	it('a mass removal is refused until the limit allows it', async () => {
		give(100);
		const host = watch('productRemoved', { detectRemovedByComparing: true });
		await host.poll();
		give(10);
		expect(await host.poll()).toBeNull();
		await expect(host.poll()).rejects.toThrow('90 of 100 known rows would be reported as deleted');
		give(100);
		expect(await host.poll()).toBeNull();
	});

	it('odd entries of DeletedProductIds are ignored, and IDs in an empty catalog are not', async () => {
		give(0);
		deletedIds = [null, {}, '', ['x'], 'P-7', 8];
		const host = watch('productRemoved', { emitExisting: 'true' });
		expect(idsOf(await host.poll())).toEqual(['8', 'P-7']);
	});

	it('30,000 removed products come in executions of 10,000', async () => {
		give(0);
		deletedIds = Array.from({ length: 30_000 }, (_, index) => `P-${index}`);
		const host = watch('productRemoved', { emitExisting: true });
		const found: string[] = [];
		for (let round = 0; round < 3; round++) {
			const items = await host.poll();
			expect(items).toHaveLength(10_000);
			found.push(...idsOf(items));
			host.restart();
		}
		expect(new Set(found).size).toBe(30_000);
		expect(await host.poll()).toBeNull();
	});

	it.each(['emitExisting', 'detectRemovedByComparing'])(
		'%s that is no boolean is an error',
		async (name) => {
			await expect(watch('productRemoved', { [name]: 'yes' }).poll()).rejects.toThrow(
				'is "yes", expected true or false',
			);
		},
	);
});

it('records behind five that always fail are read by the next poll', async () => {
	const failing = ['X-1', 'X-2', 'X-3', 'X-4', 'X-5', 'X-6', 'X-7', 'X-8'];
	const service = await startBareService((response, request, number) => {
		const id = new URL(request.url, 'http://127.0.0.1').searchParams.get('id') ?? '';
		const isFailing = broken && failing.includes(id);
		const task = {
			Id: id,
			Client: 'C',
			Project: 'P',
			Name: `N ${version}`,
			Number: '1',
			Progress: 'P',
		};
		reply(isFailing ? 403 : 200, JSON.stringify(task))(response, request, number);
	});
	let [broken, version] = [false, 1];
	try {
		const recordIds = [...failing, 'T-1'].join();
		const host = newPollHost({ event: 'recordChanged', recordType: 'task', recordIds } as never, {
			baseUrl: service.url,
			authentication: 'none',
		});
		await host.poll();
		[broken, version] = [true, 2];
		await expect(host.poll()).rejects.toThrow('403');
		expect(idsOf(await host.poll())).toEqual(['T-1']);
	} finally {
		await service.stop();
	}
});
