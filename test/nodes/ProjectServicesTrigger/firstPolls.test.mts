// The first polls, manual runs and bad surroundings, in n8n's own poll context against the sandbox.
import { sampleIds } from '../../sandbox/server.mjs';
import { failureOf, idsOf, usePolls } from './pollHost.mjs';

const products = { event: 'productChanged', catalogId: sampleIds.catalog };
const removed = { event: 'productRemoved', catalogId: sampleIds.catalog };
const published = { event: 'changeOrderProjectPublished', filters: {} };
const tasks = { event: 'recordChanged', recordType: 'task', recordIds: 'T-1001, T-1002' };

const polls = usePolls({ products: 60 });
const { idAt, hostOf } = polls;

describe('the first poll', () => {
	it.each([
		['products', products],
		['removed products', removed],
		['change order projects', published],
		['records', tasks],
	])(
		'emits nothing for %s, and neither does a poll after which nothing changed',
		async (_name, parameters) => {
			const host = hostOf(parameters);
			expect(await host.poll()).toBeNull();
			expect(host.saved().state).toBeDefined();
			expect(await host.poll()).toBeNull();
		},
	);

	it.each([
		['products', products, 'UpdatedOn', 60],
		['projects that are not imported', published, 'PublishedOn', 120],
	])(
		'emits all %s when it is asked to, in order of change, and only once',
		async (_what, parameters, changedOn, count) => {
			const host = hostOf({ ...parameters, options: { emitExisting: true, pageSize: 25 } });
			const items = (await host.poll()) ?? [];
			expect(items).toHaveLength(count);
			const moments = items.map((item) => String(item[changedOn]));
			expect(moments).toEqual([...moments].sort());
			expect(await host.poll()).toBeNull();
		},
	);

	it('emits existing records without changes, and the deleted products that the service names', async () => {
		const items = await hostOf({ ...tasks, options: { emitExisting: true } }).poll();
		expect(items).toHaveLength(2);
		expect(items?.[0]).toMatchObject({ changes: [] });
		const deleted = await hostOf({ ...removed, options: { emitExisting: true } }).poll();
		expect(deleted).toHaveLength(3);
		expect(deleted?.[0]).toEqual({
			Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			CatalogId: sampleIds.catalog,
			DetectedBy: 'deletedProductIds',
		});
	});
});

describe('a change', () => {
	const publishedOn = '2025-01-01T00:00:00.0000000+00:00';
	const unchanged = { PublishedOn: publishedOn, Approved: false, Progress: 'Draft' };

	it.each<[string, number, object]>([
		['was published again', 1, {}],
		['made progress', 1, { PublishedOn: publishedOn, Progress: 'Signed' }],
		['was approved', 1, { PublishedOn: publishedOn, Approved: true }],
		['was archived', 1, { PublishedOn: publishedOn, Archived: true }],
		['was deleted', 1, { PublishedOn: publishedOn, Deleted: true }],
		['has another price', 0, { PublishedOn: publishedOn, Price: 12.5 }],
	])('of a change order project that %s is emitted: %d', async (_what, count, values) => {
		polls.sandbox.change('changeOrderProject', 'CO-1001', unchanged);
		const host = hostOf(published);
		await host.poll();
		polls.sandbox.change('changeOrderProject', 'CO-1001', { ...values });
		expect(idsOf(await host.poll())).toEqual(Array(count).fill('CO-1001'));
		expect(await host.poll()).toBeNull();
	});

	it('of a change order project that was imported and came back is none', async () => {
		polls.sandbox.change('changeOrderProject', 'CO-1001', unchanged);
		const host = hostOf(published);
		await host.poll();
		for (const ImportedOn of ['2025-12-01T00:00:00Z', null]) {
			polls.sandbox.change('changeOrderProject', 'CO-1001', { ...unchanged, ImportedOn });
			for (let poll = 0; poll < 3; poll++) expect(await host.poll()).toBeNull();
		}
	});

	it('of a product that came back after it was removed is one', async () => {
		const host = hostOf(products);
		await host.poll();
		const record = polls.sandbox.find('product', idAt(5));
		polls.sandbox.remove('product', idAt(5));
		for (let poll = 0; poll < 2; poll++) expect(await host.poll()).toBeNull();
		polls.sandbox.change('product', idAt(5), { ...record });
		expect(idsOf(await host.poll())).toEqual([idAt(5)]);
	});

	it('of products that came back after the list was empty is none', async () => {
		const host = hostOf(products);
		await host.poll();
		const records = Array.from({ length: 60 }, (_, at) => polls.sandbox.find('product', idAt(at)));
		for (const at of records.keys()) polls.sandbox.remove('product', idAt(at));
		for (let poll = 0; poll < 3; poll++) expect(await host.poll()).toBeNull();
		for (const [at, record] of records.entries())
			polls.sandbox.change('product', idAt(at), { ...record });
		expect(await host.poll()).toBeNull();
	});

	it('of a watched record is emitted with what it was and what it is', async () => {
		const before = polls.sandbox.change('task', 'T-1002', { Progress: 'Open' });
		const host = hostOf(tasks);
		await host.poll();
		const after = polls.sandbox.change('task', 'T-1002', { Progress: 'Done' });
		const changes = [
			{ field: 'Progress', from: 'Open', to: 'Done' },
			{ field: 'UpdatedOn', from: before.UpdatedOn, to: after.UpdatedOn },
		];
		expect(await host.poll()).toEqual([{ ...after, changes }]);
		expect(await host.poll()).toBeNull();
	});

	it('of a product is the whole record, in JSON and in XML alike, and emitted once', async () => {
		const host = hostOf(products);
		await host.poll();
		host.describeService({ responseFormat: 'xml' });
		expect(await host.poll()).toBeNull();
		const changed = polls.sandbox.change('product', idAt(3), { Description: 'Sub & sat' });
		expect(await host.poll()).toEqual([changed]);
		expect(await host.poll()).toBeNull();
	});
});

describe('a removed product', () => {
	afterEach(() => polls.sandbox.setOptions({ deletedProductIds: true }));

	it.each([
		['when the service names it', true, false, 'deletedProductIds', 1],
		['where comparing would find it too', true, true, 'deletedProductIds', 1],
		['by comparing: when two readings in a row miss it', false, true, 'comparing', 2],
	])('is told once %s', async (_when, deletedProductIds, comparing, DetectedBy, readings) => {
		polls.sandbox.setOptions({ deletedProductIds });
		const host = hostOf({ ...removed, options: { detectRemovedByComparing: comparing } });
		await host.poll();
		polls.sandbox.remove('product', idAt(5));
		for (let reading = 1; reading < readings; reading++) expect(await host.poll()).toBeNull();
		const expected = { Id: idAt(5), CatalogId: sampleIds.catalog, DetectedBy };
		expect(await host.poll()).toEqual([expected]);
		for (let poll = 0; poll < 2; poll++) expect(await host.poll()).toBeNull();
	});

	it('is looked for on a second page only once, where the list ends with the first', async () => {
		const host = hostOf(removed);
		await host.poll();
		host.restart();
		polls.sandbox.forgetRequests();
		await host.poll();
		expect(polls.sandbox.requests).toHaveLength(1);
	});

	it('is none where a page was short', async () => {
		polls.sandbox.setOptions({ deletedProductIds: false });
		const host = hostOf({ ...removed, options: { detectRemovedByComparing: true } });
		await host.poll();
		polls.sandbox.setFault({ times: 2, fault: { kind: 'shortPage', missing: 2 } });
		for (let poll = 0; poll < 4; poll++) expect(await host.poll()).toBeNull();
		const lines = host.log.map(({ message }) => message).join();
		expect(lines).toContain('announced 60 records and returned 58');
	});
});

describe('a manual run', () => {
	it.each([
		['a product', products, { UpdatedOn: expect.any(String) }],
		['a change order project', published, { PublishedOn: expect.any(String) }],
		['a removed product', removed, { DetectedBy: 'deletedProductIds' }],
		['a record', tasks, { Id: 'T-1001', changes: [{ field: 'UpdatedOn', from: null }] }],
	])('shows %s and leaves the state alone', async (_what, parameters, expected) => {
		const host = hostOf(parameters);
		await host.poll();
		const before = host.saved();
		const items = await host.poll('manual');
		expect(items).toHaveLength(1);
		expect(items?.[0]).toMatchObject(expected);
		expect(host.saved()).toEqual(before);
	});

	it('says what to do when there is nothing to show', async () => {
		const empty = { ...products, catalogId: sampleIds.emptyCatalog };
		const error = await failureOf(hostOf(empty).poll('manual'));
		expect(error.message).toBe('There is no product to show as a sample');
		expect(error.description).toContain('has no products');
		const none = { ...published, filters: { searchText: 'no such words' } };
		expect((await failureOf(hostOf(none).poll('manual'))).description).toContain('filters');
	});
});

describe('the saved state', () => {
	it('belongs to what is watched: another catalog or filter starts over, and says so', async () => {
		const host = hostOf(published);
		await host.poll();
		host.setParameters({ ...published, filters: { includeImported: true } });
		expect(await host.poll()).toBeNull();
		expect(host.log.at(-1)).toEqual({
			level: 'warn',
			message:
				'Project Services Trigger: starts over, because it now watches another list or other records, or uses another credential: only what changes from now on is emitted.',
		});
		expect(await host.poll()).toBeNull();
		expect(host.log).toHaveLength(1);
	});

	it.each<[string, (saved: object) => unknown]>([
		['that is damaged', (saved) => ({ ...saved, configuration: 7 })],
		['that is no state', () => 'text'],
		['with damaged content', (saved) => ({ ...saved, content: { known: 'gone' } })],
	])('%s starts over, and says so', async (_what, damage) => {
		const host = hostOf(products);
		await host.poll();
		host.setSaved({ state: damage(host.saved().state as object) as string });
		expect(await host.poll()).toBeNull();
		expect(host.log.at(-1)?.message).toContain('starts over, because its saved state is damaged');
		polls.sandbox.change('product', idAt(1), {});
		expect(await host.poll()).toHaveLength(1);
	});

	it('belongs to GUIDs in whatever case, and keeps other records when the list of ids changes', async () => {
		const id = 'a2a57a1c-3f3c-4c3e-8b55-0d2b1c1f8d11';
		for (const written of [id, id.toUpperCase()]) polls.sandbox.change('task', written, {});
		const host = hostOf({ ...tasks, recordIds: [id, id.toUpperCase()] });
		polls.sandbox.forgetRequests();
		await host.poll();
		expect(polls.sandbox.requests).toHaveLength(1);
		host.setParameters({ ...tasks, recordIds: `T-1003\n${id.toUpperCase()}` });
		polls.sandbox.change('task', id.toUpperCase(), { Progress: 'Done' });
		expect(await host.poll()).toHaveLength(1);
		polls.sandbox.change('task', 'T-1003', { Progress: 'Done' });
		expect(idsOf(await host.poll())).toEqual(['T-1003']);
	});
});
