// Which records go out in which request.
import { client } from '../../../api/resources/client';
import { productCatalog } from '../../../api/resources/productCatalog';
import { batchesOf as allBatches, type Share } from '../../../client/publish/batches';

const clients = client.operations.publish;
const catalog = productCatalog.operations.publish;
const list = { Id: 'L1', Name: 'List' };

function batchesOf(...args: Parameters<typeof allBatches>) {
	return allBatches(...args).batches;
}

function share(itemIndex: number, head: Share['head'] = list): Share {
	return { itemIndex, head, record: { Name: `Client ${itemIndex}` } };
}

test('records of one list go out in input order, so many at a time', () => {
	const batches = batchesOf(
		clients,
		[0, 1, 2, 3, 4].map((index) => share(index)),
		2,
	);
	expect(batches).toEqual([
		{
			body: { Id: 'L1', Name: 'List', Clients: [{ Name: 'Client 0' }, { Name: 'Client 1' }] },
			recordCount: 2,
			items: [0, 1],
		},
		{
			body: { Id: 'L1', Name: 'List', Clients: [{ Name: 'Client 2' }, { Name: 'Client 3' }] },
			recordCount: 2,
			items: [2, 3],
		},
		{
			body: { Id: 'L1', Name: 'List', Clients: [{ Name: 'Client 4' }] },
			recordCount: 1,
			items: [4],
		},
	]);
});

test('5,000 clients take 10 requests of 500', () => {
	const shares = Array.from({ length: 5000 }, (_, index) => share(index));
	expect(batchesOf(clients, shares, 500).map(({ recordCount }) => recordCount)).toEqual(
		Array.from({ length: 10 }, () => 500),
	);
});

test('items of different lists are grouped, in the order in which the lists appear', () => {
	const other = { Id: 'L2', Name: 'List' };
	const batches = batchesOf(clients, [share(0), share(1, other), share(2), share(3, other)], 500);
	expect(batches.map(({ body, items }) => [body.Id, items])).toEqual([
		['L1', [0, 2]],
		['L2', [1, 3]],
	]);
});

test('a list is the same only if its name and its description are, too', () => {
	const described = { ...list, Description: 'Of the north' };
	expect(batchesOf(clients, [share(0), share(1, described)], 500)).toHaveLength(2);
});

describe('a catalog', () => {
	const head = { Id: 'C1', Name: 'Catalog' };
	const removed = ['6f9619ff-8b86-d011-b42d-00c04fc964ff', '7f9619ff-8b86-d011-b42d-00c04fc964ff'];

	test('says in each request how many products the whole publish has', () => {
		const batches = batchesOf(
			catalog,
			[0, 1, 2].map((index) => share(index, head)),
			2,
		);
		expect(batches.map(({ body }) => body.TotalProductsCount)).toEqual([3, 3]);
	});

	test('keeps a number of products that was given', () => {
		const given = { ...head, TotalProductsCount: 7 };
		expect(batchesOf(catalog, [share(0, given)], 2)[0].body.TotalProductsCount).toBe(7);
	});

	test('sends the ids of deleted products once, with the first request, whichever item gave them', () => {
		const batches = batchesOf(
			catalog,
			[
				share(0, head),
				share(1, { ...head, DeletedProductIds: [removed[0]] }),
				share(2, { ...head, DeletedProductIds: removed }),
			],
			1,
		);
		expect(batches.map(({ body }) => body.DeletedProductIds)).toEqual([
			removed,
			undefined,
			undefined,
		]);
		expect(batches.map(({ items }) => items)).toEqual([[0], [1], [2]]);
	});

	test('can consist of deletions alone', () => {
		const only = { itemIndex: 0, head: { ...head, DeletedProductIds: removed } };
		expect(batchesOf(catalog, [only], 500)).toEqual([
			{
				body: {
					Id: 'C1',
					Name: 'Catalog',
					TotalProductsCount: 0,
					Products: [],
					DeletedProductIds: removed,
				},
				recordCount: 0,
				items: [0],
			},
		]);
	});

	test('names its fields in the order of the document', () => {
		const given = { IsMetric: true, Description: 'D', Name: 'Catalog', Id: 'C1' };
		expect(Object.keys(batchesOf(catalog, [share(0, given)], 1)[0].body)).toEqual([
			'Id',
			'Name',
			'Description',
			'IsMetric',
			'TotalProductsCount',
			'Products',
		]);
	});
});

test('nothing to send gives no request', () => {
	expect(batchesOf(clients, [], 500)).toEqual([]);
});
