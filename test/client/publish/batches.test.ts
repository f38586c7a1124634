// How a batch is cut: which records are sent in which request.
import { client } from '../../../api/resources/client';
import { productCatalog } from '../../../api/resources/productCatalog';
import { type Batch, publishBatches } from '../../../client/publish/batches';
import { groupShares, recordListIn, type Share } from '../../../client/publish/recordLists';

const clients = client.operations.publish;
const catalog = productCatalog.operations.publish;
const list = { Id: 'L1', Name: 'List' };
const head = { Id: 'C1', Name: 'Catalog' };
const removed = ['6f9619ff-8b86-d011-b42d-00c04fc964ff', '7f9619ff-8b86-d011-b42d-00c04fc964ff'];

function share(itemIndex: number, shareHead: Share['head'] = list): Share {
	return { itemIndex, head: shareHead, record: { Name: `${itemIndex}` } };
}

function shares(length: number, shareHead?: Share['head']): Share[] {
	return Array.from({ length }, (_, index) => share(index, shareHead));
}

function batches(endpoint: typeof clients, given: readonly Share[], most: number) {
	const cut = publishBatches(endpoint, groupShares(endpoint, given), most).batches;
	// What a batch was made of is looked at in divide.test.ts.
	return cut.map((batch): Omit<Batch, 'parts'> => {
		const { parts, ...others } = batch;
		expect(parts.rows).toHaveLength(batch.recordCount);
		return others;
	});
}

test('records of one list go out in input order, at most as many at once as allowed', () => {
	const Clients = (...names: string[]) => ({ ...list, Clients: names.map((Name) => ({ Name })) });
	expect(batches(clients, shares(5), 2)).toEqual([
		{ body: Clients('0', '1'), recordCount: 2, items: [0, 1] },
		{ body: Clients('2', '3'), recordCount: 2, items: [2, 3] },
		{ body: Clients('4'), recordCount: 1, items: [4] },
	]);
	expect(batches(clients, [], 500)).toEqual([]);
});

type Of = (batch: Omit<Batch, 'parts'>) => unknown;
const wholeList = { ...head, TotalProductsCount: 0, Products: [], DeletedProductIds: removed };

test.each<[string, Share[], number, Of, unknown[]]>([
	[
		'5,000 records take 10 requests of 500',
		shares(5000),
		500,
		({ recordCount }) => recordCount,
		Array.from({ length: 10 }, () => 500),
	],
	[
		'lists are grouped, in the order in which they appear',
		[share(0), share(1, head), share(2), share(3, head)],
		500,
		({ body, items }) => [body.Id, items],
		[
			['L1', [0, 2]],
			['C1', [1, 3]],
		],
	],
	[
		'a list is the same only if its name and its description are, too',
		[share(0), share(1, { ...list, Description: 'Of the north' })],
		500,
		({ items }) => items,
		[[0], [1]],
	],
	[
		'each request says how many records the whole publish has',
		shares(3, head),
		2,
		({ body }) => body.TotalProductsCount,
		[3, 3],
	],
	[
		'a number of products that was given is kept',
		[share(0, { ...head, TotalProductsCount: 7 })],
		2,
		({ body }) => body.TotalProductsCount,
		[7],
	],
	[
		'deleted IDs are sent once, with the first request, whichever item gave them',
		[
			share(0, head),
			share(1, { ...head, DeletedProductIds: [removed[0]] }),
			share(2, { ...head, DeletedProductIds: removed }),
		],
		1,
		({ body, items }) => [body.DeletedProductIds, items],
		[
			[removed, [0]],
			[undefined, [1]],
			[undefined, [2]],
		],
	],
	[
		'a publish can consist of deletions alone',
		[{ itemIndex: 0, head: { ...head, DeletedProductIds: removed } }],
		500,
		(batch) => batch,
		[{ body: wholeList, recordCount: 0, items: [0] }],
	],
])('%s', (_, given, most, of, expected) => {
	expect(batches(catalog, given, most).map(of)).toEqual(expected);
});

const nothing = { Products: null, DeletedProductIds: null };
const empty = { Products: [], DeletedProductIds: [] };

test.each<[string, object, object]>([
	['its records counted', { Products: [{}, {}] }, { TotalProductsCount: 2, Products: [{}, {}] }],
	['a number that was given', { TotalProductsCount: 7 }, { TotalProductsCount: 7 }],
	['no records', {}, {}],
	['null for its collections', nothing, nothing],
	['empty collections', empty, { TotalProductsCount: 0, ...empty }],
])('a whole body goes out as it is, with %s', (_, given, expected) => {
	const lists = [recordListIn(catalog, { ...head, ...given }, 3)];
	const [{ body, items }] = publishBatches(catalog, lists, Infinity).batches;
	expect([body, items]).toEqual([{ ...head, ...expected }, [3]]);
});
