// What polls emit, in n8n's own poll context against the sandbox.
import type { INodeParameters } from 'n8n-workflow';

import { serve } from '../ProjectServices/bareOrders.mjs';
import { reply } from '../service.mjs';
import { sampleIds } from '../../sandbox/server.mjs';
import { failureOf, idsOf, newPollHost, usePolls } from './pollHost.mjs';

const products = { event: 'productChanged', catalogId: sampleIds.catalog };
const projects = { event: 'changeOrderProjectChanged', filters: {} };
const everyType = { ...products, changeTypes: ['created', 'updated', 'deleted'] };

const polls = usePolls({ products: 60 });
const { idAt, hostOf } = polls;

describe('the first poll', () => {
	it.each([products, projects])(
		'emits nothing, nor does a quiet one: $event',
		async (parameters) => {
			const host = hostOf(parameters);
			expect(await host.poll()).toBeNull();
			expect(host.saved().state).toBeDefined();
			expect(await host.poll()).toBeNull();
		},
	);

	it.each<[INodeParameters, number, object]>([
		[products, 60, { change: 'created' }],
		[projects, 120, { change: 'created', reasons: ['new'] }],
	])(
		'emits all as created with Emit Existing, and only once: %#',
		async (parameters, count, added) => {
			const host = hostOf({ ...parameters, options: { emitExisting: true } });
			const items = (await host.poll()) ?? [];
			expect(items.length).toBeGreaterThanOrEqual(count);
			for (const item of items) expect(item).toMatchObject(added);
			expect(await host.poll()).toBeNull();
		},
	);
});

it.each<[string, INodeParameters, number[]]>([
	['created', { changeTypes: ['updated'], options: { emitExisting: true } }, []],
	['updated', {}, [0]],
	['deleted', { changeTypes: ['deleted'], options: { deletionLimit: 100 } }, [0, 0]],
])('at most 10,000 items that are %s are emitted; the rest in the next polls', async (...row) => {
	const [what, parameters, quiet] = row;
	let Products = Array.from({ length: 10_001 }, (_, index) => ({ Id: `P${index}`, Model: 'A' }));
	const { url: baseUrl } = await serve((...answer) => {
		const body = { Name: 'C', Products, TotalProductsCount: Products.length };
		reply(200, JSON.stringify(body))(...answer);
	});
	const credential = { baseUrl, authentication: 'none' };
	const host = newPollHost({ ...products, ...parameters }, credential);
	const ids = new Set<unknown>();
	for (const [poll, count] of [...quiet, 10_000, 1, 0].entries()) {
		const items = (await host.poll()) ?? [];
		expect([poll, items.length]).toEqual([poll, count]);
		for (const id of idsOf(items)) ids.add(id);
		host.restart();
		if (what === 'updated') Products = Products.map((row) => ({ ...row, Model: 'B' }));
		if (what === 'deleted') Products = [];
	}
	expect(ids.size).toBe(10_001);
});

describe('a product', () => {
	it('comes as the item of Get Changes, in JSON and in XML alike, and once', async () => {
		const host = hostOf(products);
		await host.poll();
		host.describeService({ responseFormat: 'xml' });
		expect(await host.poll()).toBeNull();
		const changed = polls.sandbox.change('product', idAt(3), { Description: 'Sub & sat' });
		expect(await host.poll()).toEqual([{ ...changed, change: 'updated' }]);
		expect(await host.poll()).toBeNull();
	});

	it('has the names of the credential for its custom fields', async () => {
		const customFieldNames = 'Product.CustomField1 = Room';
		const credential = { baseUrl: polls.sandbox.url, authentication: 'none', customFieldNames };
		const host = newPollHost(products, credential);
		await host.poll();
		polls.sandbox.change('product', idAt(0), { CustomField1: 'Bridge' });
		const [item] = (await host.poll()) ?? [];
		expect(item).toMatchObject({ Room: 'Bridge', change: 'updated' });
		expect(item).not.toHaveProperty('CustomField1');
		const other = newPollHost(products, {
			...credential,
			customFieldNames: 'CustomField1 = change',
		});
		expect((await failureOf(other.poll())).message).toContain('the name of another field');
	});

	it('that is gone is emitted where deletions are chosen, by name or by comparing', async () => {
		for (const named of [true, false]) {
			polls.sandbox.setOptions({ deletedProductIds: named });
			const hosts = [hostOf(everyType), hostOf(products)];
			for (const host of hosts) await host.poll();
			polls.sandbox.remove('product', idAt(named ? 5 : 6));
			const emitted: unknown[] = [];
			for (let round = 0; round < 3; round++) {
				emitted.push(...((await hosts[0]?.poll()) ?? []));
				expect(await hosts[1]?.poll()).toBeNull();
			}
			expect(emitted).toEqual([{ Id: idAt(named ? 5 : 6), change: 'deleted' }]);
		}
		polls.sandbox.setOptions({ deletedProductIds: true });
	});

	it('is not new again when a service that lost its data has it back', async () => {
		polls.sandbox.setOptions({ deletedProductIds: false });
		const [host, strict] = [hostOf(products), hostOf(everyType)];
		for (const each of [host, strict]) await each.poll();
		const records = polls.ids.map((id) => polls.sandbox.find('product', id));
		for (const id of polls.ids) polls.sandbox.remove('product', id);
		for (let round = 0; round < 3; round++) expect(await host.poll()).toBeNull();
		await strict.poll();
		expect((await failureOf(strict.poll())).message).toContain("'Deletion Limit' allows 50 %");
		for (const [at, record] of records.entries())
			polls.sandbox.change('product', idAt(at), { ...record });
		for (const each of [host, strict]) expect(await each.poll()).toBeNull();
		polls.sandbox.setOptions({ deletedProductIds: true });
	});
});

describe('a change order project', () => {
	const PublishedOn = '2025-01-01T00:00:00.0000000+00:00';
	const before = { PublishedOn, Approved: false, Progress: 'Draft', Price: 1 };
	const change = (values: object, id = 'CO-1001') =>
		polls.sandbox.change('changeOrderProject', id, { PublishedOn, ...values });
	const watching = async (parameters: INodeParameters = {}) => {
		change(before);
		const host = hostOf({ ...projects, ...parameters });
		await host.poll();
		return host;
	};

	it.each<[object, string[]]>([
		[{ PublishedOn: '2025-02-01T00:00:00Z' }, ['publishedAgain']],
		[{ Approved: true, Progress: 'Signed', Price: 2 }, ['progress', 'approval']],
	])('that changed by %j has the reasons %j', async (values, reasons) => {
		const host = await watching();
		change(values);
		expect(await host.poll()).toMatchObject([{ Id: 'CO-1001', change: 'updated', reasons }]);
		expect(await host.poll()).toBeNull();
	});

	it('that is imported, or leaves the list, is emitted where that is chosen', async () => {
		const all = await watching({ reasons: ['other', 'removed'] });
		const usual = await watching();
		change({ ImportedOn: '2025-12-01T00:00:00Z' });
		expect(await all.poll()).toMatchObject([{ Id: 'CO-1001', reasons: ['other'] }]);
		polls.sandbox.remove('changeOrderProject', 'CO-1001');
		const emitted: unknown[] = [];
		for (let round = 0; round < 3; round++) {
			emitted.push(...((await all.poll()) ?? []));
			expect(await usual.poll()).toBeNull();
		}
		expect(emitted).toMatchObject([{ Id: 'CO-1001', change: 'deleted', reasons: ['removed'] }]);
	});

	it('that is seen for the first time is new; what is not chosen counts as seen', async () => {
		const host = await watching({ reasons: ['approval'] });
		change({ Progress: 'Signed' });
		change({ Progress: 'Draft' }, 'CO-NEW');
		expect(await host.poll()).toBeNull();
		host.setParameters({ ...projects, reasons: ['new', 'progress'] });
		expect(await host.poll()).toBeNull();
		change({ Progress: 'Draft' }, 'CO-NEWER');
		expect(await host.poll()).toMatchObject([{ Id: 'CO-NEWER', reasons: ['new'] }]);
	});

	it("keeps its own field named reasons, and may be chosen by an expression's text", async () => {
		const host = await watching({ reasons: 'new\napproval' });
		change({ reasons: 'Budget', Approved: true });
		expect(await host.poll()).toMatchObject([{ reasons: ['approval'], reasons_1: 'Budget' }]);
	});
});

describe('a test event', () => {
	it.each<[INodeParameters, object]>([
		[products, { UpdatedOn: expect.any(String) as unknown, change: 'created' }],
		[projects, { PublishedOn: expect.any(String) as unknown, reasons: ['new'] }],
	])('shows one item and leaves the state alone: %#', async (parameters, expected) => {
		const host = hostOf(parameters);
		await host.poll();
		const before = host.saved();
		expect(await host.poll('manual')).toMatchObject([expected]);
		expect(host.saved()).toEqual(before);
	});

	it('says what to do when there is nothing to show', async () => {
		const empty = { ...products, catalogId: sampleIds.emptyCatalog };
		const error = await failureOf(hostOf(empty).poll('manual'));
		expect(error.message).toBe('There is no product to show as a sample');
		const none = { ...projects, filters: { searchText: 'no such words' } };
		expect((await failureOf(hostOf(none).poll('manual'))).description).toContain('filters');
	});
});

describe('the saved state', () => {
	it.each<[string, INodeParameters, INodeParameters, boolean]>([
		['another filter', projects, { ...projects, filters: { includeImported: false } }, true],
		['another event', projects, products, true],
		[
			'other reasons and options',
			projects,
			{ ...projects, reasons: ['new'], options: { emitExisting: true } },
			false,
		],
		['other types', products, everyType, false],
	])('%s: starts over, and says so', async (_what, first, then, startsOver) => {
		const host = hostOf(first);
		await host.poll();
		host.setParameters(then);
		expect(await host.poll()).toBeNull();
		const text = expect.stringContaining('starts over, because it now follows another list');
		expect(host.log.map(({ message }) => message)).toEqual(startsOver ? [text] : []);
	});

	it('that is damaged starts over, and says so', async () => {
		const host = hostOf(products);
		await host.poll();
		host.setSaved({ state: { ...(host.saved().state as object), known: 'gone' } });
		expect(await host.poll()).toBeNull();
		expect(host.log.at(-1)?.message).toContain('starts over, because its saved state is damaged');
		polls.sandbox.change('product', idAt(1), {});
		expect(await host.poll()).toHaveLength(1);
	});
});

describe('a poll that fails', () => {
	it('leaves the state as it is, so that nothing is lost', async () => {
		const host = hostOf(products);
		polls.sandbox.setFault({ fault: { kind: 'html' } });
		await failureOf(host.poll());
		expect(host.saved()).toEqual({});
		await host.poll();
		polls.sandbox.change('product', idAt(2), {});
		const before = host.saved();
		polls.sandbox.setFault({ fault: { kind: 'cut' } });
		await failureOf(host.poll());
		expect(host.saved()).toEqual(before);
		expect(idsOf(await host.poll())).toEqual([idAt(2)]);
	});

	it.each<[INodeParameters, string]>([
		[{ ...products, catalogId: 'CAT-9' }, 'the product catalog with the ID "CAT-9"'],
		[{ ...products, catalogId: ' ' }, "'Catalog ID' is empty"],
		[{ ...products, catalogId: '={{ ({}) }}' }, "'Catalog ID' is an object, expected text or"],
		[{ ...products, changeTypes: [] }, "'Change Types' is empty"],
		[{ ...projects, reasons: ['approved'] }, '\'Emit When\' contains "approved"'],
		[{ event: 'other' }, "'Event' is"],
	])('for its parameters names them: %#', async (parameters, message) => {
		expect((await failureOf(hostOf(parameters).poll())).message).toContain(message);
	});

	it('tells the host its cause, and how long the service asks to wait', async () => {
		const host = hostOf(products);
		await host.poll();
		const headers = { 'retry-after': '120' };
		polls.sandbox.setFault({ times: 'always', fault: { kind: 'status', status: 429, headers } });
		const error = await failureOf(host.poll());
		expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 120_000 });
	});

	it("since it does not fit into n8n's time names Get Changes on a schedule", async () => {
		const { url: baseUrl } = await serve((response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.write('{"Name":"C"');
			const timer = setInterval(() => response.write(' '), 200);
			response.on('close', () => clearInterval(timer));
		});
		const host = newPollHost(products, { baseUrl, authentication: 'none' });
		host.budget = 1000;
		const error = await failureOf(host.poll());
		expect(error.message).toContain('did not end within the 2 seconds');
		expect(error.description).toContain('Get Changes of the Project Services node on a schedule');
		expect(host.saved()).toEqual({});
	});
});

it('a poll on top of another one steps back: a change is emitted once', async () => {
	const host = hostOf(products);
	await host.poll();
	polls.sandbox.change('product', idAt(4), {});
	polls.sandbox.setFault({ times: 1, fault: { kind: 'slow', milliseconds: 100 } });
	const [first, second] = await Promise.all([host.poll(), host.poll()]);
	expect(idsOf(first)).toEqual([idAt(4)]);
	expect(second).toBeNull();
	expect(host.log.at(-1)?.message).toContain('still running');
	expect(await host.poll()).toBeNull();
});

it('filters are logged that are ignored, since their expression found nothing', async () => {
	const filters = { searchText: '={{ $workflow.none }}' };
	const host = hostOf({ ...projects, filters });
	await host.poll();
	expect(host.log.map(({ message }) => message)).toEqual([
		expect.stringContaining(
			"Filters are ignored, since their expression found nothing: 'Search Text'",
		),
	]);
});

it('how the service differs from its document is logged, once, without secrets', async () => {
	const rows = [{ Id: 'P-1', 'a\nb abc-secret-1': 1 }];
	const page = { Id: 'C', Name: 'N', TotalProductsCount: 1, Products: rows };
	const { url: baseUrl } = await serve(reply(200, JSON.stringify(page)));
	const credential = { baseUrl, authentication: 'bearer', token: 'abc-secret-1' };
	const host = newPollHost(products, credential);
	for (let round = 0; round < 2; round++) await host.poll();
	expect(host.log).toHaveLength(1);
	expect(host.log[0]?.message).toContain('Products[].a b ***');
});
