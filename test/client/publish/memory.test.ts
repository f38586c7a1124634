// What Only Changed Records remembers and leaves out, in one run and through its tries.
import { productCatalog } from '../../../api/resources/productCatalog';
import { planPublish } from '../../../client/publish/plan';
import { recordListIn, type RecordList } from '../../../client/publish/recordLists';
import { isRecordKey, Memory, MemoryWrite, type WriteEnd } from '../../../client/publish/memory';
import { savedForm, savedTable } from '../../../client/changes/packedTables';

const catalog = productCatalog.operations.publish;

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
	readonly decided?: unknown;
}

function identityAt(service: string) {
	return (path: string, id = '') => `${service} ${path} ${id}`;
}

function plan(
	lists: readonly RecordList[],
	memory: Memory,
	service = 'S',
	leftOutBefore?: ReadonlyMap<string, string>,
) {
	const listIdentity = identityAt(service);
	const known = { memory, leftOutBefore, listIdentity, remembers: true };
	const format = { format: 'json', accept: 'json' } as const;
	return planPublish(lists, { endpoint: catalog, ...format, maxRecords: Infinity, known });
}

/** Writes bodies in one run; gives the requests, and what was left out, packed. */
async function write(memory: Memory, bodies: readonly Body[], given: Run = {}) {
	const { service = 'S', fails = false, decided, earlier } = given;
	const lists = bodies.map(({ head = {}, rows = [], deleted }, index) => {
		const Products = rows.map((row) => ({ Model: row, Id: row.split('=')[0] }));
		const others = deleted && { DeletedProductIds: deleted };
		return recordListIn(catalog, { Id: 'C', ...head, Products, ...others }, index);
	});
	const before = decided === undefined ? undefined : savedTable.parse(decided);
	const planned = plan(lists, memory, service, before);
	for (const [index, { effects }] of planned.requests.entries()) {
		// A receipt of an earlier try says nothing of what the service has now.
		if (effects && index !== earlier)
			new MemoryWrite(memory, effects, true).end({ kind: fails ? 'unknown' : 'applied' });
	}
	expect(memory.inFlight.size).toBe(0);
	const sent = planned.requests.map(({ body }) =>
		(body.Products as Array<{ Model: string }>).map(({ Model }) => Model).join(),
	);
	return { ...planned, sent, decided: savedForm(planned.leftOut) };
}

const rows = ['1=a', '2=b'];

async function written(body: Body = { rows }): Promise<Memory> {
	const memory = new Memory();
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
	const Products = [{ Model: '1=a', Id: '1' }];
	const lists = [recordListIn(catalog, { Id: 'C', Products }, 0)];
	expect(plan(lists, memory).requests).toEqual([]);
});

test('a request with deleted IDs alone carries one of the items whose records are unchanged', async () => {
	const { lists, requests } = await write(await written(), [{ rows: ['1=a'], deleted: ['2'] }]);
	expect(requests).toMatchObject([{ recordCount: 0, items: [0] }]);
	expect(lists).toMatchObject([{ sent: [], leftOut: [{ itemIndex: 0 }] }]);
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

/** A memory of accepted contents. */
function memoryOf(...accepted: Array<[key: string, content: string]>): Memory {
	const memory = new Memory();
	for (const [key, content] of accepted) memory.records.set(key, { content });
	return memory;
}

/** What was applied, and in which transaction what is pending is. */
function contentsOf({ records }: Memory): string[][] {
	return [...records].map(([key, { content, pendingIn: [id] = [content] }]) => [key, id]);
}

function effects(...written: Array<[key: string, content: string]>) {
	return { written: new Map(written), deleted: [] };
}

test.each([
	['different contents, neither is remembered', 'a', 'A', []],
	['the same content, it is remembered', 'a', 'a', [['key', 'a']]],
])('of two requests at the same time that write %s', (_, one, another, remembered) => {
	const memory = new Memory();
	const first = new MemoryWrite(memory, effects(['key', one]), true);
	const second = new MemoryWrite(memory, effects(['key', another]), true);
	second.end({ kind: 'applied' });
	first.end({ kind: 'applied' });
	expect(contentsOf(memory)).toEqual(remembered);
	expect(memory.inFlight.size).toBe(0);
});

test('a receipt of an earlier try says nothing of what the service has now', async () => {
	const memory = await written({ rows: ['1=new'] });
	await write(memory, [{ rows: ['1=old'] }], { earlier: 0 });
	expect((await write(memory, [{ rows: ['1=old'] }])).sent).toEqual(['1=old']);
});

test('a run that remembers nothing forgets what it replaces', () => {
	const memory = new Memory();
	new MemoryWrite(memory, effects(['a', '1'], ['b', '1']), true).end({ kind: 'applied' });
	new MemoryWrite(memory, effects(['a', '2'], ['b', '1'], ['c', '1']), false).end({
		kind: 'applied',
	});
	expect(contentsOf(memory)).toEqual([['b', '1']]);
});

test.each<[WriteEnd, string[][]]>([
	[{ kind: 'changedNothing' }, [['a', '1']]],
	[{ kind: 'unknown' }, []],
	[
		{ kind: 'applied' },
		[
			['a', '2'],
			['b', '2'],
		],
	],
	[
		{ kind: 'pending', messageId: 'M' },
		[
			['a', 'M'],
			['b', 'M'],
		],
	],
])('a request that ends as %j leaves what the service certainly has', (end, remembered) => {
	const memory = memoryOf(['a', '1']);
	new MemoryWrite(memory, effects(['a', '2'], ['b', '2']), true).end(end);
	expect(contentsOf(memory)).toEqual(remembered);
});

test('of two requests with the same list, one applied and one refused, the list is as it was applied', () => {
	for (const order of [0, 1]) {
		const memory = memoryOf(['list', 'old']);
		const writes = ['a', 'b'].map(
			(key) => new MemoryWrite(memory, effects(['list', 'new'], [key, '1']), true),
		);
		writes[order].end({ kind: 'applied' });
		writes[1 - order].end({ kind: 'changedNothing' });
		expect(memory.records.get('list')).toEqual({ content: 'new' });
	}
});

test('records of a pending transaction are left out as long as they are unchanged', async () => {
	const memory = new Memory();
	const body = [{ rows: ['1=a', '2=b'] }];
	const lists = [recordListIn(catalog, { Id: 'C', Products: [{ Id: '1', Model: '1=a' }] }, 0)];
	const [{ effects: pending }] = plan(lists, memory).requests;
	if (pending) new MemoryWrite(memory, pending, true).end({ kind: 'pending', messageId: 'M-1' });
	const known = Memory.restore(memory.saved());
	expect(plan(lists, known)).toMatchObject({ requests: [], knownRecords: 1, changing: 0 });
	expect(plan(lists, known).lists[0].leftOut).toMatchObject([{ leftOut: { pendingIn: 'M-1' } }]);
	expect((await write(known, body)).sent).toEqual(['2=b']);
	expect((await write(known, [{ rows: ['1=A'] }])).changing).toBe(1);
});

test.each<['applied' | 'refused' | 'unknown' | undefined, number, number, number]>([
	['applied', 0, 1, 0],
	['refused', 1, 0, 0],
	['unknown', 1, 0, 0],
	[undefined, 0, 0, 1],
])(
	'of a transaction that is %s now, %i requests are sent',
	(status, requests, records, pending) => {
		const lists = [recordListIn(catalog, { Id: 'C', Products: [{ Id: '1', Model: '1=a' }] }, 0)];
		const memory = new Memory();
		const [{ effects: written }] = plan(lists, memory).requests;
		if (written) new MemoryWrite(memory, written, true).end({ kind: 'pending', messageId: 'M-1' });
		memory.resolvePending(new Map(status && [['M-1', { status, said: null }]]));
		expect(plan(lists, memory).requests).toHaveLength(requests);
		const remembered = [...memory.records].filter(([key]) => isRecordKey(key));
		const isPending = ([, { pendingIn }]: (typeof remembered)[number]) => pendingIn !== undefined;
		expect(remembered).toHaveLength(records + pending);
		expect(remembered.filter(isPending)).toHaveLength(pending);
	},
);

test('of more than 1,000 pending transactions, the newest are kept', () => {
	const memory = new Memory();
	for (let index = 0; index < 1200; index++)
		memory.records.set(`key-${index}`, { content: 'content.', pendingIn: [`M-${index}`] });
	const kept = Memory.restore(memory.saved());
	expect([...kept.records]).toEqual([...memory.records].slice(200));
});

test('20,000 records take 27 characters each, and come back as they were', async () => {
	const many = Array.from({ length: 20_000 }, (_, id) => `id-${id}=c`);
	const memory = await written({ rows: many });
	const saved = memory.saved();
	expect(JSON.stringify(saved).length / 20_000).toBeLessThan(27);
	expect(Memory.restore(saved).records).toEqual(memory.records);
});

test.each([undefined, null, '', {}, { accepted: 'AAAA', pending: [] }])(
	'a memory that is damaged (%j) is empty',
	(saved) => {
		expect(Memory.restore(saved).records.size).toBe(0);
	},
);
