// The reads in n8n's engine against the simulated service: what comes out, paired with what went in.

import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../../sandbox/server.mjs';
import type { RunResult } from '../../../engine.mjs';
import { held, pairs, withSandbox } from '../support.mjs';

jest.setTimeout(60_000);

let sandbox: Sandbox;
const read = withSandbox((started) => {
	sandbox = started;
});

function messages({ hints }: RunResult): string[] {
	return hints.map(({ message }) => message);
}

const byId = [
	['servicePlan/get', 'servicePlan', 'SP-1001'],
	['serviceOrder/get', 'serviceOrder', 'SO-1001'],
	['task/get', 'task', 'T-1001'],
	['purchaseOrder/get', 'purchaseOrder', 'PO-1001'],
	['timeSheet/get', 'timeSheet', 'TS-1001'],
] as const;

describe('by id', () => {
	test.each(byId)(
		'%s gives the record as the service holds it, in both formats',
		async (address, type, id) => {
			for (const responseFormat of ['json', 'xml']) {
				const result = await read(address, { id }, { service: { responseFormat } });
				expect(result.error).toBeUndefined();
				expect(result.json).toEqual([held(sandbox, type, id)]);
			}
			expect(sandbox.requests.map(({ headers }) => headers.accept)).toEqual([
				'application/json',
				'application/xml',
			]);
		},
	);

	test.each([
		['task/get', { id: '= {{ $json.id }} ' }, { id: 'T-1001' }],
		['task/getByProject', { projectId: ' P-1001\n' }, { projectId: 'P-1001' }],
		['productCatalog/get', { id: ' CAT-1001 ' }, { id: 'CAT-1001' }],
		['changeOrderProject/getAll', { filters: { projectId: ' P-1001 ' } }, { projectId: 'P-1001' }],
	])('%s asks without the blanks around the ID', async (address, parameters, asked) => {
		const result = await read(address, parameters as INodeParameters, {
			items: [{ id: 'T-1001\r\n' }],
		});
		expect(result.error).toBeUndefined();
		expect(sandbox.requests[0]?.query).toMatchObject(asked);
	});

	test.each(['T-1, T-2', 'T-1\nT-2', '["T-1"]'])(
		'an ID that is not found and looks like several, %j, says so',
		async (id) => {
			const { error } = await read('task/get', { id });
			expect(error?.description).toContain('give one ID per input item');
		},
	);

	test('an array of IDs is refused with the same advice', async () => {
		const { error } = await read('task/get', { id: '={{ ["T-1", "T-2"] }}' });
		expect(error?.description).toBe('Give one ID per input item.');
		expect(sandbox.requests).toEqual([]);
	});

	test.each([
		[{ limit: '={{ $json.value }}' }, 5, 'x'],
		[{ filters: { includeImported: '={{ $json.value }}' } }, true, 'perhaps'],
		[{ filters: { searchText: '={{ $json.value }}' } }, 'text', {}],
	])('the error for %j says which item it is about', async (parameters, good, bad) => {
		const items = [good, good, bad].map((value) => ({ value }));
		const { error } = await read('changeOrderProject/getAll', parameters, { items });
		expect(error).toMatchObject({ context: { itemIndex: 2 } });
	});

	test('every input item is read, at most four at once, in order and paired', async () => {
		sandbox.setOptions({ latencyMs: 20 });
		const items = Array.from({ length: 20 }, (_, index) => ({ order: `PO-${1001 + index}` }));
		const result = await read('purchaseOrder/get', { id: '={{ $json.order }}' }, { items });
		expect(result.json.map((json) => (json as { Id: string }).Id)).toEqual(
			items.map(({ order }) => order),
		);
		expect(pairs(result.outputs[0])).toEqual(items.map((_, item) => ({ item })));
		expect(sandbox.peakConcurrency).toBe(4);
	});

	test('the first failure stops the node and names its item', async () => {
		const items = ['PO-1001', 'PO-nowhere', 'PO-1002'].map((order) => ({ order }));
		const result = await read('purchaseOrder/get', { id: '={{ $json.order }}' }, { items });
		expect(result.error?.message).toContain('PO-nowhere');
		expect(result.error?.context?.itemIndex).toBe(1);
		expect(result.json).toEqual([]);
	});
});

describe('tasks of a project', () => {
	test.each([
		['P-1001', 3],
		['P-1002', 1],
		['P-1003', 0],
	])('%s has %i', async (projectId, count) => {
		for (const responseFormat of ['json', 'xml']) {
			const service = { responseFormat };
			const result = await read('task/getByProject', { projectId }, { service });
			expect(result.error).toBeUndefined();
			expect(result.json).toHaveLength(count);
			expect(pairs(result.outputs[0])).toEqual(Array.from({ length: count }, () => ({ item: 0 })));
		}
	});
});

describe('change order projects', () => {
	test('come up to a limit of 50 by default, or all in pages', async () => {
		expect((await read('changeOrderProject/getAll')).json).toHaveLength(50);
		const result = await read('changeOrderProject/getAll', { returnAll: true });
		expect(new Set(result.json.map((json) => (json as { Id: string }).Id)).size).toBe(120);
	});

	test('filters reach the service as the document names them', async () => {
		await read('changeOrderProject/getAll', {
			filters: {
				projectId: 'P-1001',
				clients: 'Harbour Hotel, Museum\nArts & Co',
				progresses: '={{ ["Approved", "a,b"] }}',
				includeImported: true,
				searchText: 'ü & more',
			},
		});
		expect(sandbox.requests[0]?.query).toEqual({
			projectId: 'P-1001',
			'clients[0]': 'Harbour Hotel',
			'clients[1]': 'Museum',
			'clients[2]': 'Arts & Co',
			'progresses[0]': 'Approved',
			'progresses[1]': 'a,b',
			includeImported: 'true',
			searchText: 'ü & more',
			pageNumber: '1',
			pageSize: '50',
		});
	});
});

describe('a catalog', () => {
	const all = { id: 'CAT-1001', returnAll: true };

	test('gives an item a product, in both formats alike, digits kept', async () => {
		const json = await read('productCatalog/get', { ...all });
		const service = { responseFormat: 'xml' };
		const xml = await read('productCatalog/get', { ...all }, { service });
		expect(json.json).toHaveLength(250);
		expect(xml.json).toEqual(json.json);
		expect(
			json.json.every((product) =>
				/^\d{18}$/.test((product as { UpdatedOnTicks: string }).UpdatedOnTicks),
			),
		).toBe(true);
		expect(messages(json)).toEqual([
			"The service named 3 deleted products. To see their IDs, set 'Return As' to Catalog.",
		]);
	});

	test('as a catalog is one item with all products and each deleted id once', async () => {
		const result = await read('productCatalog/get', {
			...all,
			returnAs: 'catalog',
			options: { pageSize: 100 },
		});
		const [{ Products, DeletedProductIds, ...catalog }] = result.json as [Record<string, unknown>];
		expect(catalog).toMatchObject({ Id: 'CAT-1001', TotalProductsCount: 250 });
		expect([Products, DeletedProductIds]).toMatchObject([{ length: 250 }, { length: 3 }]);
	});

	test('in its older variant is read too, and so is each form in place of the other', async () => {
		sandbox.setOptions({ catalogForm: 'older' });
		expect((await read('productCatalog/get', all)).json).toHaveLength(250);
		for (const catalogForm of ['byPaging', 'full'] as const) {
			sandbox.setOptions({ catalogForm });
			for (const responseFormat of ['json', 'xml']) {
				const older = ['productCatalog/getOlderVariant', { id: 'CAT-1001' }] as const;
				const result = await read(...older, { service: { responseFormat } });
				expect(result.error).toBeUndefined();
				expect(result.json).toHaveLength(250);
			}
		}
	});

	test('without products gives no items, and a hint says so', async () => {
		const result = await read('productCatalog/get', { ...all, id: 'CAT-1002' });
		expect(result.json).toEqual([]);
		expect(messages(result)).toEqual([
			'No products were found. If you expected some, check the ID and the filters.',
		]);
	});
});
