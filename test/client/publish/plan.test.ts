// What a publish is going to send: which records in which request, and what their bodies say of the list.
import { client } from '../../../api/resources/client';
import { productCatalog } from '../../../api/resources/productCatalog';
import { task } from '../../../api/resources/task';
import type { WriteEndpoint } from '../../../api/endpoint';
import { planWrite, runListsOf } from '../../../client/publish/plan';
import type { PlannedRequest, RunList } from '../../../client/publish/plannedRequest';
import {
	groupShares,
	recordListIn,
	type RecordList,
	type Share,
} from '../../../client/publish/recordLists';

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

interface PlanOf {
	readonly maxRecords?: number;
	readonly hasWrongItems?: boolean;
	/** The places of the records that the service has as they are. */
	readonly unchanged?: readonly number[];
}

function requestsOf(
	endpoint: WriteEndpoint,
	lists: readonly RecordList[],
	{ maxRecords = 500, hasWrongItems, unchanged = [] }: PlanOf = {},
): readonly PlannedRequest[] {
	const all: RunList[] = runListsOf(lists, endpoint, 'https://projects.example');
	const settings = { endpoint, format: 'json', accept: 'json', maxRecords, hasWrongItems } as const;
	const rows = all.flatMap((each) => each.rows);
	const kept = rows.filter(({ order }) => unchanged.includes(order));
	return planWrite(all, settings, [], { unchanged: new Set(kept), unread: new Map() }).requests;
}

test('records of one list go out in input order, at most as many at once as allowed', () => {
	const Clients = (...names: string[]) => ({ ...list, Clients: names.map((Name) => ({ Name })) });
	const requests = requestsOf(clients, groupShares(clients, shares(5)), { maxRecords: 2 });
	expect(requests.map(({ body, recordCount, items }) => [body, recordCount, items])).toEqual([
		[Clients('0', '1'), 2, [0, 1]],
		[Clients('2', '3'), 2, [2, 3]],
		[Clients('4'), 1, [4]],
	]);
	expect(requestsOf(clients, groupShares(clients, []))).toEqual([]);
});

type Of = (request: PlannedRequest) => unknown;
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
		'a request with all records of its list says how many they are, and no other does',
		[...shares(3, head), share(3, { ...head, Id: 'C2' })],
		2,
		({ body }) => body.TotalProductsCount,
		[undefined, undefined, 1],
	],
	[
		'a number of products that was given is kept',
		shares(3, { ...head, TotalProductsCount: 7 }),
		2,
		({ body }) => body.TotalProductsCount,
		[7, 7],
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
		"a catalog's own fields go out with the first request, its ID and name with each",
		shares(2, { ...head, IsMetric: true }),
		1,
		({ body: { Id, IsMetric, Name } }) => [Id, Name, IsMetric],
		[
			['C1', 'Catalog', true],
			['C1', 'Catalog', undefined],
		],
	],
	[
		'a publish can consist of deletions alone',
		[{ itemIndex: 0, head: { ...head, DeletedProductIds: removed } }],
		500,
		({ body, recordCount, items }) => ({ body, recordCount, items }),
		[{ body: wholeList, recordCount: 0, items: [0] }],
	],
])('%s', (_, given, maxRecords, of, expected) => {
	const requests = requestsOf(catalog, groupShares(catalog, given), { maxRecords });
	expect(requests.map(of)).toEqual(expected);
});

test('of an update, each input item is a request of its own', () => {
	const { update } = task.operations;
	const bodies = [{ TaskId: 'T-1' }, { TaskId: 'T-2' }];
	const lists = bodies.map((body, index) => recordListIn(update, body, index * 2));
	const requests = requestsOf(update, lists);
	expect(requests.map(({ body, items, recordCount }) => [body, items, recordCount])).toEqual([
		[bodies[0], [0], 1],
		[bodies[1], [2], 1],
	]);
});

test('a record that could not be read is in no request, and fails with that reason', () => {
	const all = runListsOf(groupShares(clients, shares(3)), clients, 'https://projects.example');
	const settings = { endpoint: clients, format: 'json', accept: 'json', maxRecords: 500 } as const;
	const error = new Error('No answer');
	const known = { unchanged: new Set<never>(), unread: new Map([[all[0].rows[1], error]]) };
	const { requests, unread } = planWrite(all, settings, [], known);
	expect(requests.map(({ items }) => items)).toEqual([[0, 2]]);
	expect(unread.map((each) => [each.error, each.request.items])).toEqual([[error, [1]]]);
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
	const [{ body, items }] = requestsOf(catalog, lists);
	expect([body, items]).toEqual([{ ...head, ...expected }, [3]]);
});

test('of halves, the first has deleted IDs and own fields, each the list, and none the counted number', () => {
	const rows = ['p0', 'p1', 'p2'].map((Id, index) => ({ itemIndex: index + 1, record: { Id } }));
	const own = { ...head, IsMetric: true };
	const cut = (request: PlannedRequest): PlannedRequest[] => {
		const halves = request.halves();
		return halves.length === 0 ? [request] : halves.flatMap(cut);
	};
	const lists = [{ head: own, rows, deletedIds: ['gone'], otherItems: [0] }];
	const [whole] = requestsOf(catalog, lists);
	expect(whole.body).toMatchObject({ TotalProductsCount: 3 });
	expect(cut(whole).map(({ body, items }) => [body, items])).toEqual([
		[{ ...own, Products: [], DeletedProductIds: ['gone'] }, [0]],
		...rows.map(({ itemIndex, record }) => [{ ...head, Products: [record] }, [itemIndex]]),
	]);
});

const product = (Id: unknown, itemIndex: number) => ({ itemIndex, record: { Id } });
const products = (...ids: unknown[]): RecordList[] => [
	{ head, rows: ids.map(product), deletedIds: ['gone'], otherItems: [] },
];

test.each<[string, RecordList[], PlanOf, unknown[][]]>([
	[
		'records without a key go out apart from the others',
		products('a', null, 'b', '0', ' '),
		{},
		[
			['a', 'b'],
			[null, '0', ' '],
		],
	],
	['unchanged records are left out', products('a', 'b', 'c'), { unchanged: [1] }, [['a', 'c']]],
	['deleted IDs are sent although all is unchanged', products('a'), { unchanged: [0] }, [[]]],
	['what is wrong is missing in the number', products('a'), { hasWrongItems: true }, [['a']]],
])('%s', (_, lists, settings, ids) => {
	const requests = requestsOf(catalog, lists, settings);
	expect(requests.map(({ rows }) => rows.map(({ record }) => record.Id))).toEqual(ids);
	expect(requests.map(({ body }) => body.TotalProductsCount)).toEqual(ids.map(() => undefined));
	expect(requests[0].body.DeletedProductIds).toEqual(['gone']);
});
