// The memory of accepted records: what counts as unchanged, in the lists of one run and through its tries.
import { productCatalog } from '../../../api/resources/productCatalog';
import {
	type Memory,
	packAccepted,
	remembering,
	unpackAccepted,
} from '../../../client/publish/acceptedRecords';
import { listOfBody, publishBatches } from '../../../client/publish/batches';

const endpoint = productCatalog.operations.publish;

interface Write {
	readonly head?: object;
	readonly deleted?: readonly string[];
	readonly service?: string;
	/** What became of the request; `accepted` by default. */
	readonly outcome?: 'accepted' | 'failed';
	/** What an earlier try of the run left out. */
	readonly decided?: string;
}

function emptyMemory(): Memory {
	return { records: new Map(), underWay: new Map() };
}

/** Writes `id=content` rows as one body; gives those that were sent, and what was left out, packed. */
async function write(memory: Memory, rows: readonly string[], given: Write = {}) {
	const { head = {}, deleted, service = 'S', outcome = 'accepted', decided } = given;
	const Products = rows.map((row) => ({ Model: row, Id: row.split('=')[0] }));
	const body = { Id: 'C', ...head, Products, ...(deleted && { DeletedProductIds: deleted }) };
	const leftOut = unpackAccepted(decided ?? '');
	const isFirstTry = decided === undefined;
	const { records: accepted } = memory;
	const comparison = { accepted, leftOut, isFirstTry, service, sent: new Set<string>() };
	const { batches, unchanged } = publishBatches(
		endpoint,
		[listOfBody(endpoint, body, 0)],
		Infinity,
		comparison,
	);
	expect(batches).toHaveLength(unchanged.length === 0 ? 1 : 0);
	const [batch] = batches;
	const send = async () =>
		await (outcome === 'accepted' ? Promise.resolve() : Promise.reject(new Error('failed')));
	if (batch?.remembered) await remembering(memory, batch.remembered, send).catch(() => outcome);
	expect(memory.underWay.size).toBe(0);
	const products = (batch?.body.Products ?? []) as Array<{ Model: string }>;
	return {
		sent: products.map(({ Model }) => Model),
		decided: packAccepted(leftOut),
		batches,
		unchanged,
	};
}

async function written(...rows: string[]): Promise<Memory> {
	const memory = emptyMemory();
	await write(memory, rows);
	return memory;
}

const guid = '6f9619ff-8b86-d011-b42d-00c04fc964ff';

test.each<[string, string[], Write, string[]]>([
	['as it was', ['1=a', '2=b'], {}, []],
	['changed, and new', ['1=A', '2=b', '3=c'], {}, ['1=A', '3=c']],
	['changed and back in one run', ['1=A', '1=a'], {}, ['1=A', '1=a']],
	['twice in one run', ['3=c', '3=c'], {}, ['3=c', '3=c']],
	['without a key', ['=x', '=x'], {}, ['=x', '=x']],
	['in another list', ['1=a'], { head: { Id: 'D' } }, ['1=a']],
	['for another credential', ['1=a'], { service: 'T' }, ['1=a']],
	['of a list with another name', ['1=a', '2=b'], { head: { Name: 'N' } }, ['1=a', '2=b']],
	['of a list with another total', ['1=a'], { head: { TotalProductsCount: 7 } }, []],
])('a record %s', async (_, rows, given, sent) => {
	expect((await write(await written('1=a', '2=b'), rows, given)).sent).toEqual(sent);
});

test('neither the case of a GUID nor the order of fields matters', async () => {
	const memory = await written(`${guid}=a`);
	const body = { Id: 'C', Products: [{ Id: guid.toUpperCase(), Model: `${guid}=a` }] };
	const { records: accepted } = memory;
	const comparison = { accepted, leftOut: new Map(), isFirstTry: true, service: 'S' };
	const publish = (products: object) =>
		publishBatches(endpoint, [listOfBody(endpoint, { ...body, ...products }, 0)], 9, {
			...comparison,
			sent: new Set(),
		}).batches;
	expect(publish({})).toHaveLength(1);
	expect(publish({ Products: [{ Id: guid, Model: `${guid}=a` }] })).toEqual([]);
	expect(publish({ Products: [{ Model: `${guid}=a`, Id: guid }] })).toEqual([]);
});

test('what was deleted is sent again, and so is what a failed request carried', async () => {
	const memory = await written('1=a', '2=b');
	await write(memory, [], { deleted: ['1'] });
	expect((await write(memory, ['1=a', '2=b'])).sent).toEqual(['1=a']);
	await write(memory, ['2=B'], { outcome: 'failed' });
	expect((await write(memory, ['2=b'])).sent).toEqual(['2=b']);
});

test('deleted IDs are sent although every record is unchanged, for the items of those records', async () => {
	const { batches } = await write(await written('1=a'), ['1=a'], { deleted: ['2'] });
	expect(batches).toMatchObject([
		{
			body: { Products: [], DeletedProductIds: ['2'] },
			recordCount: 0,
			items: [0],
			unchanged: { items: [], records: 1 },
		},
	]);
});

test('a list that was renamed is sent whole, even where a request for it fails', async () => {
	const memory = await written('1=a', '2=b');
	const head = { Name: 'N' };
	await write(memory, ['1=a', '2=b'], { head, outcome: 'failed' });
	expect((await write(memory, ['1=a', '2=b'], { head })).sent).toEqual(['1=a', '2=b']);
});

test('a later try decides as the first one did, whatever was accepted meanwhile', async () => {
	const memory = await written('1=a', '2=b');
	const { sent, decided } = await write(memory, ['1=A', '2=b', '3=c']);
	await write(memory, ['2=B', '3=c']);
	expect((await write(memory, ['1=A', '2=b', '3=c'], { decided })).sent).toEqual(sent);
	// Other data than in the first try is sent.
	expect((await write(memory, ['2=x', '4=d'], { decided })).sent).toEqual(['2=x', '4=d']);
});

test('of two requests at the same time that write the same record, neither is remembered', async () => {
	const memory = emptyMemory();
	const remembered = (content: string) => ({ written: new Map([['key', content]]), forgotten: [] });
	await remembering(memory, remembered('a'), async () => {
		await remembering(memory, remembered('A'), async () => await Promise.resolve());
	});
	expect(memory).toEqual(emptyMemory());
});

test('100,000 records take 22 characters each, and come back as they were', async () => {
	const { records } = await written(...Array.from({ length: 100_000 }, (_, id) => `id-${id}=c`));
	const packed = packAccepted(records);
	expect(packed.length / 100_000).toBeLessThan(22);
	expect(unpackAccepted(packed)).toEqual(records);
	expect(unpackAccepted('').size).toBe(0);
});
