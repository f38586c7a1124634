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
			expect(host.saved().state).toMatchObject({ version: 1 });
			expect(await host.poll()).toBeNull();
		},
	);

	it('emits all that exists when it is asked to, in order of change, and only once', async () => {
		const host = hostOf({ ...products, options: { emitExisting: true, pageSize: 25 } });
		const items = (await host.poll()) ?? [];
		expect(items).toHaveLength(60);
		const moments = items.map(({ UpdatedOn }) => String(UpdatedOn));
		expect(moments).toEqual([...moments].sort());
		expect(await host.poll()).toBeNull();
	});

	it('emits the projects that are not imported when it is asked for existing ones', async () => {
		const host = hostOf({ ...published, options: { emitExisting: true } });
		expect(await host.poll()).toHaveLength(120);
		expect(await host.poll()).toBeNull();
	});

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
	it('of a product is emitted once, as the record stands', async () => {
		const host = hostOf(products);
		await host.poll();
		const changed = polls.sandbox.change('product', idAt(7), { Description: 'Rack shelf' });
		expect(await host.poll()).toEqual([changed]);
		expect(await host.poll()).toBeNull();
	});

	it.each([
		['was published anew', {}],
		['made progress', { PublishedOn: '2025-01-01T00:00:00.0000000+00:00', Progress: 'Signed' }],
		['was approved', { Approved: true, PublishedOn: '2025-01-01T00:00:00.0000000+00:00' }],
		['was archived', { Archived: true, PublishedOn: '2025-01-01T00:00:00.0000000+00:00' }],
		['was deleted', { Deleted: true, PublishedOn: '2025-01-01T00:00:00.0000000+00:00' }],
	])('of a change order project that %s is emitted', async (_what, values) => {
		polls.sandbox.change('changeOrderProject', 'CO-1001', {
			PublishedOn: '2025-01-01T00:00:00.0000000+00:00',
			Approved: false,
			Progress: 'Draft',
		});
		const host = hostOf(published);
		await host.poll();
		polls.sandbox.change('changeOrderProject', 'CO-1001', values);
		expect(idsOf(await host.poll())).toEqual(['CO-1001']);
		expect(await host.poll()).toBeNull();
	});

	it('of a change order project in another field only is none', async () => {
		const { PublishedOn } = polls.sandbox.change('changeOrderProject', 'CO-1001', {});
		const host = hostOf(published);
		await host.poll();
		polls.sandbox.change('changeOrderProject', 'CO-1001', { PublishedOn, Price: 12.5 });
		expect(await host.poll()).toBeNull();
	});

	it('of a watched record is emitted with what it was and what it is', async () => {
		const before = polls.sandbox.change('task', 'T-1002', {
			Progress: 'Open',
			Contact: { Name: 'Ada', Email: 'ada@example.com' },
			Resources: [],
		});
		const host = hostOf(tasks);
		await host.poll();
		const after = polls.sandbox.change('task', 'T-1002', {
			Progress: 'Done',
			Contact: { Name: 'Ada', Email: 'lovelace@example.com' },
			Resources: [{ Name: 'Charles' }],
		});
		const changes = [
			{ field: 'Progress', from: 'Open', to: 'Done' },
			{ field: 'UpdatedOn', from: before.UpdatedOn, to: after.UpdatedOn },
			{ field: 'Contact.Email', from: 'ada@example.com', to: 'lovelace@example.com' },
			{ field: 'Resources', fromUnknown: true, to: [{ Name: 'Charles' }] },
		];
		expect(await host.poll()).toEqual([{ ...after, changes }]);
		expect(await host.poll()).toBeNull();
	});

	it('of a record without UpdatedOn is told by its content', async () => {
		polls.sandbox.change('task', 'T-1001', { UpdatedOn: undefined });
		const host = hostOf(tasks);
		await host.poll();
		expect(await host.poll()).toBeNull();
		polls.sandbox.change('task', 'T-1001', { UpdatedOn: undefined, Progress: 'Elsewhere' });
		const items = await host.poll();
		expect(items).toMatchObject([
			{ Id: 'T-1001', changes: [{ field: 'Progress', to: 'Elsewhere' }] },
		]);
	});

	it('is the same whether the service answers in JSON or in XML', async () => {
		const host = hostOf(products);
		await host.poll();
		host.setParameters({ ...products, options: { responseFormat: 'xml' } });
		expect(await host.poll()).toBeNull();
		const changed = polls.sandbox.change('product', idAt(3), { Description: 'Sub & sat' });
		expect(await host.poll()).toEqual([changed]);
	});
});

describe('a removed product', () => {
	it('is told when the service names it', async () => {
		const host = hostOf(removed);
		await host.poll();
		polls.sandbox.remove('product', idAt(5));
		expect(idsOf(await host.poll())).toEqual([idAt(5)]);
		expect(await host.poll()).toBeNull();
	});

	it('is told once by comparing: when two readings in a row miss it', async () => {
		polls.sandbox.setOptions({ deletedProductIds: false });
		const host = hostOf({ ...removed, options: { detectRemovedByComparing: true } });
		await host.poll();
		polls.sandbox.remove('product', idAt(5));
		expect(await host.poll()).toBeNull();
		const expected = {
			Id: idAt(5),
			CatalogId: sampleIds.catalog,
			DetectedBy: 'comparing',
		};
		expect(await host.poll()).toEqual([expected]);
		expect(await host.poll()).toBeNull();
		polls.sandbox.setOptions({ deletedProductIds: true });
	});

	it('is told once where the service names it and comparing would find it too', async () => {
		const host = hostOf({ ...removed, options: { detectRemovedByComparing: true } });
		await host.poll();
		polls.sandbox.remove('product', idAt(5));
		expect(await host.poll()).toHaveLength(1);
		expect(await host.poll()).toBeNull();
		expect(await host.poll()).toBeNull();
	});

	it('is none where a page was short', async () => {
		polls.sandbox.setOptions({ deletedProductIds: false });
		const host = hostOf({ ...removed, options: { detectRemovedByComparing: true } });
		await host.poll();
		polls.sandbox.setFault({ times: 2, fault: { kind: 'shortPage', missing: 2 } });
		for (let poll = 0; poll < 4; poll++) expect(await host.poll()).toBeNull();
		expect(
			host.log.some(({ message }) => message.includes('announced 60 products and gave 58')),
		).toBe(true);
		polls.sandbox.setOptions({ deletedProductIds: true });
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
		expect(error.description).toContain('holds no products');
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
				'Project Services Trigger: starts over, because its parameters now mean another list or other records: only what changes from now on is emitted.',
		});
		expect(await host.poll()).toBeNull();
		expect(host.log).toHaveLength(1);
	});

	it.each([
		['of a newer version', { version: 2, configuration: '', content: {} }, 'another version (2)'],
		['that is damaged', { version: 1, configuration: 7 }, 'damaged'],
		['that is no state', 'text', 'damaged'],
	])('%s starts over, and says so', async (_what, state, reason) => {
		const host = hostOf(products);
		await host.poll();
		host.setSaved({ state });
		expect(await host.poll()).toBeNull();
		expect(host.log.at(-1)?.message).toContain(reason);
		polls.sandbox.change('product', idAt(1), {});
		expect(await host.poll()).toHaveLength(1);
	});

	it('with damaged content starts over', async () => {
		const host = hostOf(products);
		await host.poll();
		const saved = host.saved();
		host.setSaved({ state: { ...(saved.state as object), content: { memory: 'gone' } } });
		expect(await host.poll()).toBeNull();
		expect(host.log.at(-1)?.message).toContain('damaged');
	});

	it('belongs to GUIDs in whatever case', async () => {
		const id = 'a2a57a1c-3f3c-4c3e-8b55-0d2b1c1f8d11';
		polls.sandbox.change('task', id, {});
		polls.sandbox.change('task', id.toUpperCase(), {});
		const host = hostOf({ ...tasks, recordIds: [id, id.toUpperCase()] });
		polls.sandbox.forgetRequests();
		await host.poll();
		expect(polls.sandbox.requests).toHaveLength(1);
		host.setParameters({ ...tasks, recordIds: id.toUpperCase() });
		polls.sandbox.change('task', id.toUpperCase(), { Progress: 'Done' });
		expect(await host.poll()).toHaveLength(1);
	});

	it('keeps other records when the list of ids changes', async () => {
		const host = hostOf(tasks);
		await host.poll();
		polls.sandbox.change('task', 'T-1001', { Progress: 'Done' });
		host.setParameters({ ...tasks, recordIds: 'T-1003\nT-1001' });
		expect(idsOf(await host.poll())).toEqual(['T-1001']);
		polls.sandbox.change('task', 'T-1003', { Progress: 'Done' });
		expect(idsOf(await host.poll())).toEqual(['T-1003']);
	});
});
