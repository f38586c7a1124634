// Get Changes and Commit Changes in n8n's engine, with static data as n8n saves it.
import { sampleIds, startSandbox } from '../../../../sandbox/server.mjs';
import { catalog, changesIn, type Json, projects, textsOf, useFeeds } from './feedWorkflow.mjs';

const feeds = useFeeds();

describe('Get Changes', () => {
	it('gives everything as created the first time, and nothing after the commit', async () => {
		const workflow = feeds.workflow();
		const items = await workflow.get();
		expect(items).toHaveLength(30);
		expect(new Set(items.map(({ change }) => change))).toEqual(new Set(['created']));
		expect(await workflow.commit()).toEqual({ committed: true, changes: 30 });
		expect(await workflow.get()).toEqual([]);
	});

	it('gives whole records, as they are read, with their change', async () => {
		const workflow = await feeds.committed();
		const record = feeds.sandbox.change('product', feeds.idAt(3), { Description: 'Rack shelf' });
		expect(await workflow.get()).toEqual([{ ...record, change: 'updated' }]);
	});

	it('deletes nothing where a short page hides a row, and says why', async () => {
		const workflow = await feeds.committed();
		feeds.sandbox.setFault({ times: 'always', fault: { kind: 'shortPage', missing: 1 } });
		workflow.begin();
		const result = await workflow.run('getChanges');
		expect(result.json).toEqual([]);
		expect(textsOf(result)).toContain('announced 30 records and returned 29');
	});

	it("deletes only what the service names where 'Find Deletions' says so", async () => {
		const workflow = await feeds.committed();
		const named = { options: { findDeletions: 'named' } };
		feeds.sandbox.remove('product', feeds.idAt(1));
		for (let round = 0; round < 3; round++) expect(await workflow.get(named)).toEqual([]);
		feeds.sandbox.setOptions({ deletedProductIds: true });
		expect(changesIn(await workflow.get(named))).toEqual([`deleted ${feeds.idAt(1)}`]);
		feeds.sandbox.setOptions({ deletedProductIds: false });
	});

	it('leaves the cursor as it is when reading fails', async () => {
		const workflow = await feeds.committed();
		const before = workflow.staticData;
		feeds.sandbox.setFault({ times: 'always', fault: { kind: 'html' } });
		await expect(workflow.get()).rejects.toMatchObject({ message: expect.any(String) });
		expect(workflow.staticData).toEqual(before);
		feeds.sandbox.clearFaults();
		expect(await workflow.get()).toEqual([]);
	});

	it('keeps the choice of fields and format out of what counts as a change', async () => {
		const workflow = await feeds.committed();
		const { Id, Model } = feeds.sandbox.change('product', feeds.idAt(1), { Model: 'A' });
		expect(await workflow.get({ changeTypes: ['created', 'deleted'] })).toEqual([]);
		const options = { onlyFilled: true };
		const service = { responseFormat: 'xml' };
		const selected = { output: 'selected', fields: ['Model'], options };
		expect(await workflow.get(selected, { service })).toEqual([{ Id, Model, change: 'updated' }]);
		await workflow.commit();
		expect(await workflow.get({ options }, { service })).toEqual([]);
	});

	it('follows change order projects by all their fields, imported ones included', async () => {
		const workflow = await feeds.committed(projects);
		feeds.sandbox.change('changeOrderProject', 'CO-1002', { COName: 'Other' });
		const imported = { ImportedOn: '2025-12-01T00:00:00Z' };
		feeds.sandbox.change('changeOrderProject', 'CO-1003', imported);
		const changes = changesIn(await workflow.get());
		expect(changes.sort()).toEqual(['updated CO-1002', 'updated CO-1003']);
		await workflow.commit();
		for (let round = 0; round < 2; round++) expect(await workflow.get()).toEqual([]);
	});

	it('takes an imported change order project for deleted where the filter leaves imported ones out', async () => {
		const filters = { includeImported: false };
		const workflow = await feeds.committed({ ...projects, filters });
		feeds.sandbox.change('changeOrderProject', 'CO-1002', { COName: 'Other' });
		feeds.sandbox.change('changeOrderProject', 'CO-1003', { ImportedOn: '2025-12-01T00:00:00Z' });
		expect(changesIn(await workflow.get())).toEqual(['updated CO-1002']);
		await workflow.commit();
		const CONumber = expect.any(Number) as number;
		expect(await workflow.get()).toEqual([{ Id: 'CO-1003', CONumber, change: 'deleted' }]);
	});

	it('reads a list once for several input items that mean it, and each of several lists', async () => {
		const workflow = feeds.workflow({ ...catalog, id: '={{ $json.id }}' });
		const items = [sampleIds.catalog, sampleIds.emptyCatalog, sampleIds.catalog];
		const input = { items: items.map((id) => ({ id })) };
		feeds.sandbox.forgetRequests();
		expect(await workflow.get({}, input)).toHaveLength(30);
		const first = feeds.sandbox.requests.filter(({ query }) => query.pageNumber === '1');
		expect(first.map(({ query }) => query.id)).toEqual(['CAT-1001', 'CAT-1002']);
		expect(await workflow.commit({}, input)).toEqual({ committed: true, changes: 30 });
	});

	it.each([
		['Change Types', { changeTypes: '={{ $json.own }}' }, ['created', 'deleted']],
		['Output', { output: '={{ $json.own }}' }, ['raw', 'simplified']],
		['Only Filled Fields', { options: { onlyFilled: '={{ $json.own }}' } }, [true, false]],
	])('%s may differ between lists, not between input items of one', async (label, own, values) => {
		const workflow = feeds.workflow({ ...catalog, id: '={{ $json.id }}' });
		const input = (...ids: string[]) => ({
			items: ids.map((id, index) => ({ id, own: values[Math.min(index, 1)] })),
		});
		const { catalog: full, emptyCatalog: empty } = sampleIds;
		expect(await workflow.get(own, input(full, empty))).not.toEqual([]);
		feeds.sandbox.forgetRequests();
		await expect(workflow.get(own, input(empty, full, empty))).rejects.toMatchObject({
			message: expect.stringContaining(`'${label}' differs between input items`),
		});
		expect(feeds.sandbox.requests).toEqual([]);
	});

	it.each([
		['CAT-9', { id: 'CAT-9' }],
		['is empty', { id: '={{ "" }}' }],
		["'Cursor Name' is empty", { cursorName: ' ' }],
		["'Change Types' is empty", { changeTypes: [] }],
		['contains "moved"', { changeTypes: ['moved'] }],
	])('says what is wrong: %s', async (text, parameters) => {
		const message = expect.stringContaining(text);
		await expect(feeds.workflow().get(parameters)).rejects.toMatchObject({ message });
	});
});

describe('Commit Changes', () => {
	it('gives one item for any number of input items', async () => {
		const workflow = feeds.workflow();
		await workflow.get();
		const items = Array.from({ length: 500 }, () => ({}));
		expect(await workflow.commit({}, { items })).toEqual({ committed: true, changes: 30 });
		expect(await workflow.commit()).toEqual({ committed: true, changes: 0 });
	});

	it('commits only what its own execution got', async () => {
		const workflow = feeds.workflow();
		await workflow.get();
		workflow.begin();
		expect(await workflow.commit()).toEqual({ committed: true, changes: 0 });
		expect(await workflow.get()).toHaveLength(30);
	});

	it('says what is wrong where there is no such cursor', async () => {
		const workflow = feeds.workflow();
		workflow.begin();
		await expect(workflow.commit()).rejects.toMatchObject({
			message: expect.stringContaining('no cursor "default" for this list'),
		});
	});
});

describe('a cursor', () => {
	it('of another name, list, credential or service is another one, and says what to do', async () => {
		const other = await startSandbox({ products: 3, seed: 2 });
		try {
			const workflow = await feeds.committed();
			const at = (baseUrl: string) => ({ credential: { baseUrl, authentication: 'none' } });
			const hintOf = async (...run: Parameters<typeof workflow.get>) => {
				workflow.begin();
				const result = await workflow.run('getChanges', ...run);
				return [result.json.length, /for (another .*)\. To go on/.exec(textsOf(result))?.[1]];
			};
			expect(await hintOf({}, at(other.url))).toEqual([3, 'another base URL']);
			expect(await hintOf({}, { credentialId: '2' })).toEqual([30, 'another credential']);
			expect(await hintOf({ cursorName: 'other' })).toEqual([30, undefined]);
			expect(await hintOf({ id: sampleIds.emptyCatalog })).toEqual([0, undefined]);
			expect(await hintOf({}, at(`${feeds.sandbox.url}/`))).toEqual([0, undefined]);
		} finally {
			await other.stop();
		}
	});

	it('named "default" belongs to the key, with a warning; one of another name does not', async () => {
		const workflow = feeds.workflow();
		const by = (token: string) => ({
			credential: { baseUrl: feeds.sandbox.url, authentication: 'bearer', token },
		});
		for (const cursorName of ['default', 'tenant']) {
			await workflow.get({ cursorName }, by('token-1'));
			await workflow.commit({ cursorName }, by('token-1'));
		}
		expect(await workflow.get({ cursorName: 'tenant' }, by('token-2'))).toEqual([]);
		workflow.begin();
		const result = await workflow.run('getChanges', {}, by('token-2'));
		expect(result.json).toHaveLength(30);
		expect(textsOf(result)).toMatch(/"default" starts over.*another key.*'Cursor Name'/);
	});

	it('that starts over does so whatever was committed, and says so', async () => {
		const workflow = await feeds.committed();
		workflow.begin();
		const result = await workflow.run('getChanges', { options: { startOver: true } });
		expect(result.json).toHaveLength(30);
		expect(textsOf(result)).toContain("'Start Over' is on");
		expect(await workflow.commit()).toEqual({ committed: true, changes: 30 });
		expect(await workflow.get()).toEqual([]);
	});

	it.each([{ known: 7 }, { known: '/AAA', reader: '1' }])(
		'that is damaged starts over, and says so: %j',
		async (damaged) => {
			const workflow = await feeds.committed();
			// In another workflow, of which this process knows nothing.
			const other = feeds.workflow();
			const text = JSON.stringify(workflow.staticData).replace(workflow.id, other.id);
			const saved = JSON.parse(text) as {
				global: { projectServices: { cursors: Record<string, { value: unknown }> } };
			};
			for (const entry of Object.values(saved.global.projectServices.cursors))
				entry.value = damaged;
			other.staticData = saved;
			other.begin();
			const result = await other.run('getChanges');
			expect(result.json).toHaveLength(30);
			expect(textsOf(result)).toMatch(/some changes come again.*compare it once/);
		},
	);

	it('goes on from what the process has where n8n gives an older state', async () => {
		const workflow = await feeds.committed();
		const older = workflow.staticData;
		feeds.sandbox.change('product', feeds.idAt(1), { Model: 'A' });
		await workflow.get();
		await workflow.commit();
		workflow.staticData = older;
		expect(await workflow.get()).toEqual([]);
	});

	it('that may lose too many rows stays as it is, and the error has both numbers', async () => {
		const workflow = await feeds.committed();
		const removed = Array.from({ length: 16 }, (_, index) => feeds.idAt(index));
		for (const id of removed) feeds.sandbox.remove('product', id);
		await workflow.get();
		for (let round = 0; round < 2; round++)
			await expect(workflow.get()).rejects.toMatchObject({
				message: expect.stringMatching(/16 of 30 .*'Deletion Limit' allows 50 %/) as unknown,
			});
		expect(await workflow.get({ options: { deletionLimit: 100 } })).toHaveLength(16);
	});

	it.each(['manual', 'evaluation', 'retry'] as const)(
		'is not moved by an execution in the mode %s, which shows the changes',
		async (mode) => {
			const workflow = await feeds.committed();
			feeds.sandbox.change('product', feeds.idAt(1), { Model: 'A' });
			const before = workflow.staticData;
			const result = await workflow.run('getChanges', {}, { mode });
			expect(changesIn(result.json as Json[])).toEqual([`updated ${feeds.idAt(1)}`]);
			expect(textsOf(result)).toContain('does not move the cursor');
			expect(await workflow.commit({}, { mode })).toEqual({ committed: false, changes: 0 });
			expect(workflow.staticData).toEqual(before);
			expect(await workflow.get()).toHaveLength(1);
		},
	);
});

it('two executions at once get the same changes; the later one commits, and what the other wrote comes again', async () => {
	const workflow = await feeds.committed();
	feeds.sandbox.change('product', feeds.idAt(1), { Model: 'A' });
	const [first, second] = [{ executionId: 'one' }, { executionId: 'two' }];
	for (const execution of [first, second])
		expect((await workflow.run('getChanges', {}, execution)).json).toHaveLength(1);
	expect(await workflow.commit({}, second)).toEqual({ committed: true, changes: 1 });
	expect(await workflow.commit({}, first)).toEqual({ committed: false, changes: 0 });
	expect(await workflow.get()).toHaveLength(1);
});
