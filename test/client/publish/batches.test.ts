// Which records are sent in which request, and what Only Changed Records leaves out, in one run and through its tries.
import { client } from '../../../api/resources/client';
import { productCatalog } from '../../../api/resources/productCatalog';
import { type Batch, publishBatches } from '../../../client/publish/batches';
import { groupShares, listOfBody, type Share } from '../../../client/publish/recordLists';
import {
	type Memory,
	packAccepted,
	remembering,
	unpackAccepted,
} from '../../../client/publish/acceptedRecords';

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
	return publishBatches(endpoint, groupShares(endpoint, given), most).batches;
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

type Of = (batch: Batch) => unknown;
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
	const lists = [listOfBody(catalog, { ...head, ...given }, 3)];
	const [{ body, items }] = publishBatches(catalog, lists, Infinity).batches;
	expect([body, items]).toEqual([{ ...head, ...expected }, [3]]);
});

const guid = 'a0000000-0000-0000-0000-00000000000b';

interface Body {
	readonly head?: object;
	/** Records as `id=content`. */
	readonly rows?: readonly string[];
	readonly deleted?: readonly string[];
}

interface Run {
	readonly service?: string;
	/** Whether the requests fail. */
	readonly fails?: boolean;
	/** The request that an earlier try of the run has sent. */
	readonly earlier?: number;
	/** What an earlier try of the run left out. */
	readonly decided?: string;
}

function emptyMemory(): Memory {
	return { records: new Map(), underWay: new Map() };
}

/** Writes bodies in one run; gives the requests, and what was left out, packed. */
async function write(memory: Memory, bodies: readonly Body[], given: Run = {}) {
	const { service = 'S', fails = false, decided, earlier } = given;
	const lists = bodies.map(({ head = {}, rows = [], deleted }, index) => {
		const Products = rows.map((row) => ({ Model: row, Id: row.split('=')[0] }));
		const others = deleted && { DeletedProductIds: deleted };
		return listOfBody(catalog, { Id: 'C', ...head, Products, ...others }, index);
	});
	const leftOut = unpackAccepted(decided ?? '');
	const isFirstTry = decided === undefined;
	const { records: accepted } = memory;
	const comparison = {
		...{ accepted, leftOut, isFirstTry, service },
		...{ sent: new Set<string>(), remembers: true },
	};
	const { batches } = publishBatches(catalog, lists, Infinity, comparison);
	for (const [index, { remembered }] of batches.entries()) {
		const published = { receipt: {}, fromEarlierTry: index === earlier };
		const send = async () =>
			await (fails ? Promise.reject(new Error('failed')) : Promise.resolve(published));
		if (remembered) await remembering(memory, remembered, send, true).catch(() => 'failed');
	}
	expect(memory.underWay.size).toBe(0);
	const sent = batches.map(({ body }) =>
		(body.Products as Array<{ Model: string }>).map(({ Model }) => Model).join(),
	);
	return { batches, sent, decided: packAccepted(leftOut) };
}

const rows = ['1=a', '2=b'];

async function written(body: Body = { rows }): Promise<Memory> {
	const memory = emptyMemory();
	await write(memory, [body]);
	return memory;
}

/** What is sent of bodies after `1=a` and `2=b` had been accepted, each body a request. */
test.each<[string, Body[], string[], Run?]>([
	['records as they were', [{ rows }], []],
	['changed and new records', [{ rows: ['1=A', '2=b', '3=c'] }], ['1=A,3=c']],
	['a record changed and back in one run', [{ rows: ['1=A', '1=a'] }], ['1=A,1=a']],
	['a new record twice in one run', [{ rows: ['3=c', '3=c'] }], ['3=c,3=c']],
	['records without a key', [{ rows: ['=x', '=x'] }], ['=x,=x']],
	['another list', [{ rows: ['1=a'], head: { Id: 'D' } }], ['1=a']],
	['another credential', [{ rows: ['1=a'] }], ['1=a'], { service: 'T' }],
	['a list with another name', [{ rows, head: { Name: 'N' } }], ['1=a,2=b']],
	['a list with another total', [{ rows: ['1=a'], head: { TotalProductsCount: 7 } }], []],
	[
		'a list renamed and back in one run',
		[{ rows, head: { Name: 'N' } }, { rows }],
		['1=a,2=b', '1=a,2=b'],
	],
	['deleted IDs beside what is unchanged', [{ rows, deleted: ['3'] }], ['']],
	['a record after it was deleted in the run', [{ deleted: ['1'] }, { rows }], ['', '1=a']],
	['a record that its own request deletes', [{ rows, deleted: ['1'] }], ['1=a']],
])('sends of %s', async (_, bodies, sent, run = {}) => {
	expect((await write(await written(), bodies, run)).sent).toEqual(sent);
});

/** What is sent of `1=a` and `2=b` after other writes. */
test.each<[string, Body, Run, string[]]>([
	['a deletion', { deleted: ['1'] }, {}, ['1=a']],
	['a record that the same request deleted', { rows, deleted: ['1'] }, {}, ['1=a']],
	['a request that failed', { rows: ['2=B'] }, { fails: true }, ['2=b']],
	['a new name that failed', { rows, head: { Name: 'N' } }, { fails: true }, ['1=a,2=b']],
])('sends again after %s', async (_, body, run, sent) => {
	const memory = await written();
	await write(memory, [body], run);
	expect((await write(memory, [{ rows }])).sent).toEqual(sent);
});

test('GUIDs of records and of lists are equal in any case; lists without an ID have a name', async () => {
	const memory = await written({ head: { Id: guid }, rows: [`${guid}=a`] });
	const upper = guid.toUpperCase();
	const head = { Id: upper };
	await write(memory, [{ head: { Id: guid, Name: 'Z' }, rows: [] }]);
	await write(memory, [{ head, rows: [`${guid}=a`] }]);
	expect((await write(memory, [{ head, rows: [`${guid}=a`] }])).sent).toEqual([]);
	await write(memory, [{ head, deleted: [upper] }]);
	expect((await write(memory, [{ head, rows: [`${guid}=a`] }])).sent).toEqual([`${guid}=a`]);
	for (const Name of ['X', 'Y']) await write(memory, [{ head: { Id: null, Name }, rows }]);
	for (const Name of ['X', 'Y'])
		expect((await write(memory, [{ head: { Id: null, Name }, rows }])).sent).toEqual([]);
});

test('the order of fields does not matter', async () => {
	const memory = await written();
	const { records: accepted } = memory;
	const Products = [{ Model: '1=a', Id: '1' }];
	const lists = [listOfBody(catalog, { Id: 'C', Products }, 0)];
	const settings = { leftOut: new Map(), isFirstTry: true, service: 'S', remembers: true };
	const comparison = { accepted, ...settings };
	const publish = (sent: Set<string>) => publishBatches(catalog, lists, 9, { ...comparison, sent });
	expect(publish(new Set()).batches).toEqual([]);
});

test('a request with deleted IDs alone carries the items whose records are unchanged', async () => {
	const { batches } = await write(await written(), [{ rows: ['1=a'], deleted: ['2'] }]);
	const unchanged = { items: [], records: 1 };
	expect(batches).toMatchObject([{ recordCount: 0, items: [0], unchanged }]);
});

test('a later try decides as the first one did, whatever was accepted meanwhile', async () => {
	const memory = await written();
	const items = [{ rows: ['1=A', '2=b', '3=c'] }];
	const { sent, decided } = await write(memory, items);
	await write(memory, [{ rows: ['2=B', '3=c'] }]);
	expect((await write(memory, items, { decided })).sent).toEqual(sent);
	// Other data than in the first try is sent.
	expect((await write(memory, [{ rows: ['2=x', '4=d'] }], { decided })).sent).toEqual(['2=x,4=d']);
});

test('of two requests at the same time that write the same record, neither is remembered', async () => {
	const memory = emptyMemory();
	const remembered = (content: string) => ({ written: new Map([['key', content]]), forgotten: [] });
	const published = { receipt: {}, fromEarlierTry: false };
	const other = async () =>
		await remembering(memory, remembered('A'), async () => await Promise.resolve(published), true);
	await remembering(memory, remembered('a'), other, true);
	expect(memory).toEqual(emptyMemory());
});

test('a receipt of an earlier try says nothing of what the service has now', async () => {
	const memory = await written({ rows: ['1=new'] });
	await write(memory, [{ rows: ['1=old'] }], { earlier: 0 });
	expect((await write(memory, [{ rows: ['1=old'] }])).sent).toEqual(['1=old']);
});

test('a run that remembers nothing forgets what it replaces', async () => {
	const memory = emptyMemory();
	const published = { receipt: {}, fromEarlierTry: false };
	const send = async () => await Promise.resolve(published);
	const remembered = (...written: Array<[string, string]>) => ({
		written: new Map(written),
		forgotten: [],
	});
	await remembering(memory, remembered(['a', '1'], ['b', '1']), send, true);
	await remembering(memory, remembered(['a', '2'], ['b', '1'], ['c', '1']), send, false);
	expect([...memory.records]).toEqual([['b', '1']]);
});

test('20,000 records take 22 characters each, and come back as they were', async () => {
	const many = Array.from({ length: 20_000 }, (_, id) => `id-${id}=c`);
	const { records } = await written({ rows: many });
	const packed = packAccepted(records);
	expect(packed.length / 20_000).toBeLessThan(22);
	expect(unpackAccepted(packed)).toEqual(records);
	expect(unpackAccepted('').size).toBe(0);
});
