// Lists that a service answers oddly, read by the change feed and by the trigger: nothing is deleted by mistake,
// and what is known does not become new again.
import type { INodeParameters } from 'n8n-workflow';

import { guidFor } from '../sandbox/data/random';
import { newPollHost, type PollHost } from './ProjectServicesTrigger/pollHost.mjs';
import { FeedWorkflow } from './ProjectServices/run/changes/feedWorkflow.mjs';
import { type BareService, reply, startBareService } from './service.mjs';

type Json = Record<string, unknown>;

/** The page of a list that a service gives; a number is a status. */
type Respond = (page: number, size: number) => Json | number;

let respond: Respond;
let service: BareService;
beforeAll(async () => {
	service = await startBareService((response, request, number) => {
		const { searchParams } = new URL(request.url, 'http://127.0.0.1');
		const [page, size] = ['pageNumber', 'pageSize'].map((name) => Number(searchParams.get(name)));
		const given = respond(page ?? 1, size ?? 1);
		const status = typeof given === 'number' ? given : 200;
		reply(status, JSON.stringify(given))(response, request, number);
	});
});
afterAll(async () => await service.stop());

interface ListNames {
	readonly rows: string;
	readonly total: string;
	readonly feed: Json;
}

const catalog: ListNames = {
	rows: 'Products',
	total: 'TotalProductsCount',
	feed: { resource: 'productCatalog', id: 'CAT-1' },
};
const projects: ListNames = {
	rows: 'COProjects',
	total: 'TotalCount',
	feed: { resource: 'changeOrderProject', filters: {} },
};

function rowsUpTo(count: number): Json[] {
	return Array.from({ length: count }, (_, index) => ({
		Id: guidFor(1, 'product', index),
		Name: `N-${index}`,
		UpdatedOn: `2025-10-01T08:00:00.${String(index).padStart(7, '0')}+00:00`,
		PublishedOn: '2025-10-01T08:00:00Z',
	}));
}

function listOf({ rows, total }: ListNames, all: readonly Json[], others: Json = {}): Respond {
	return (page, size) => ({
		[total]: all.length,
		[rows]: all.slice((page - 1) * size, page * size),
		...others,
	});
}

/** How a service answers oddly: a list of this many rows, and what comes instead of its pages. */
type Odd = readonly [
	string,
	number,
	(names: ListNames, all: readonly Json[], page: number) => Json | number,
];
const odd: readonly Odd[] = [
	['no rows, but their number', 5, ({ rows, total }) => ({ [total]: 5, [rows]: [] })],
	['null, but their number', 5, ({ rows, total }) => ({ [total]: 5, [rows]: null })],
	['an empty object', 5, () => ({})],
	['a head alone', 5, () => ({ Id: 'CAT-1', Name: 'C' })],
	['neither rows nor their number', 5, ({ rows }) => ({ Name: 'C', [rows]: [] })],
	['null as their number', 5, ({ rows, total }) => ({ [total]: null, [rows]: [] })],
	['most rows without their number', 5, ({ rows }, all) => ({ [rows]: all.slice(1) })],
	[
		'half of them, and a number that is right on page 2 only',
		100,
		({ rows, total }, all, page) =>
			page === 1 ? { [total]: 50, [rows]: all.slice(0, 50) } : { [total]: 100, [rows]: [] },
	],
	[
		'half of them, and a number on page 1 only',
		100,
		({ rows, total }, all, page) =>
			page === 1 ? { [total]: 50, [rows]: all.slice(0, 50) } : { [rows]: [] },
	],
	[
		'a row twice instead of another one',
		5,
		({ rows, total }, all) => ({ [total]: 5, [rows]: [...all.slice(1), all[1]] }),
	],
	[
		'half of them, and an empty page 2',
		100,
		(names, all, page) => listOf(names, all)(page === 1 ? 1 : 9, 50),
	],
	[
		'404 after half of them',
		100,
		(names, all, page) => (page === 1 ? listOf(names, all)(page, 50) : 404),
	],
];

const options = { pageSize: 50, maxRetries: 0 };

describe.each([
	['products', catalog],
	['change order projects', projects],
])('Get Changes of %s', (_noun, names) => {
	it.each(odd)('deletes nothing where the service gives %s', async (_what, count, oddly) => {
		const all = rowsUpTo(count);
		const workflow = new FeedWorkflow(service.url, { ...names.feed, options });
		respond = listOf(names, all);
		expect(await workflow.get()).toHaveLength(count);
		await workflow.commit();
		respond = (page) => oddly(names, all, page);
		for (let round = 0; round < 3; round++) {
			expect(await workflow.get().catch(() => [])).toEqual([]);
		}
		respond = listOf(names, all);
		expect(await workflow.get()).toEqual([]);
	});
});

function hostOf(parameters: INodeParameters): PollHost {
	return newPollHost(
		{ catalogId: 'CAT-1', filters: {}, ...parameters },
		{ baseUrl: service.url, authentication: 'none' },
	);
}

const comparing = {
	event: 'productRemoved',
	options: { detectRemovedByComparing: true, pageSize: 50 },
};

describe.each([
	['Product Removed by comparing', comparing, catalog],
	['Product Created or Updated', { event: 'productChanged', options: { pageSize: 50 } }, catalog],
	[
		'Change Order Project Published',
		{ event: 'changeOrderProjectPublished', options: { pageSize: 50 } },
		projects,
	],
])('%s', (_event, parameters, names) => {
	it.each(odd)('emits nothing where the service gives %s', async (_what, count, oddly) => {
		const all = rowsUpTo(count);
		const host = hostOf(parameters);
		respond = listOf(names, all);
		await host.poll();
		respond = (page) => oddly(names, all, page);
		for (let round = 0; round < 3; round++) expect(await host.poll().catch(() => null)).toBeNull();
		respond = listOf(names, all);
		expect(await host.poll()).toBeNull();
	});
});

function upperCase(rows: readonly Json[]): Json[] {
	return rows.map((row) => ({ ...row, Id: String(row.Id).toUpperCase() }));
}

describe('GUIDs that change case', () => {
	const all = rowsUpTo(5);

	it('are one row where pages spell them differently, and one list where its ID is a GUID', async () => {
		const id = guidFor(2, 'catalog', 1);
		const feed = { ...catalog.feed, id, options: { ...options, pageSize: 5 } };
		const workflow = new FeedWorkflow(service.url, feed);
		respond = listOf(catalog, [...all, ...upperCase(all).slice(4)]);
		expect(await workflow.get()).toHaveLength(5);
		await workflow.commit();
		expect(await workflow.get({ id: id.toUpperCase() })).toEqual([]);
	});

	it.each([
		['productChanged', []],
		['productRemoved', [String(all[4]?.Id)]],
	])('are the same products to %s', async (event, removed) => {
		const host = hostOf({ ...comparing, event });
		respond = listOf(catalog, all);
		await host.poll();
		respond = listOf(catalog, upperCase(all));
		for (let round = 0; round < 3; round++) expect(await host.poll()).toBeNull();
		respond = listOf(catalog, upperCase(all).slice(0, 4));
		await host.poll();
		expect(((await host.poll()) ?? []).map(({ Id }) => Id)).toEqual(removed);
		// The service names it later, in another spelling.
		respond = listOf(catalog, all.slice(0, 4), {
			DeletedProductIds: upperCase(all.slice(4)).map(({ Id }) => Id),
		});
		expect(await host.poll()).toBeNull();
	});
});

describe('DeletedProductIds', () => {
	it('count also in an empty catalog, odd ones and repetitions aside', async () => {
		const host = hostOf({ event: 'productRemoved', options: {} });
		respond = listOf(catalog, []);
		await host.poll();
		const [first] = rowsUpTo(1).map(({ Id }) => String(Id));
		const DeletedProductIds = [
			null,
			{},
			'',
			' ',
			[],
			true,
			'P-1',
			7,
			'P-1',
			first,
			first?.toUpperCase(),
		];
		respond = listOf(catalog, [], { DeletedProductIds });
		expect(((await host.poll()) ?? []).map(({ Id }) => Id)).toEqual(['P-1', '7', first]);
		expect(await host.poll()).toBeNull();
	});

	it('of known products are emitted where no reading is certain', async () => {
		const all = rowsUpTo(3);
		const host = hostOf(comparing);
		respond = listOf(catalog, all);
		await host.poll();
		const named = { DeletedProductIds: [all[2]?.Id], TotalProductsCount: undefined };
		respond = listOf(catalog, all.slice(0, 2), named);
		expect(await host.poll()).toMatchObject([{ Id: all[2]?.Id, DetectedBy: 'deletedProductIds' }]);
		respond = listOf(catalog, all.slice(0, 2));
		for (let round = 0; round < 3; round++) expect(await host.poll()).toBeNull();
	});
});

it('a removed product without an ID is emitted by its other key, and rows without any do not hide it', async () => {
	const nameless = [{ Model: 'A' }, { Model: 'B' }];
	const other = { IntegrationProductId: 'ERP-1' };
	const host = hostOf(comparing);
	respond = listOf(catalog, [...nameless, other]);
	await host.poll();
	respond = listOf(catalog, nameless);
	await host.poll();
	expect(await host.poll()).toEqual([{ ...other, CatalogId: 'CAT-1', DetectedBy: 'comparing' }]);
	expect(JSON.stringify(host.saved())).not.toContain('ERP-1');
});

describe('Deletion Limit', () => {
	const all = rowsUpTo(42);

	it.each([
		['allows 20 deletions of any number', 20, 0, undefined, 20],
		['allows half of the rows', 42, 21, undefined, 21],
		['stops more than half of the rows', 42, 20, undefined, '22 of 42'],
		['stops what is more than it says', 42, 21, 49, '21 of 42'],
		['lets all through at 100', 42, 0, '100', 42],
	])('%s', async (_what, count, left, deletionLimit, expected) => {
		const workflow = new FeedWorkflow(service.url, catalog.feed);
		const host = hostOf({ ...comparing, options: { ...comparing.options, deletionLimit } });
		const given = { options: { ...options, deletionLimit } };
		respond = listOf(catalog, all.slice(0, count));
		await workflow.get();
		await workflow.commit();
		await host.poll();
		respond = listOf(catalog, all.slice(0, left));
		expect(await workflow.get(given)).toEqual([]);
		expect(await host.poll()).toBeNull();
		const before = { feed: workflow.staticData, trigger: host.saved() };
		if (typeof expected === 'number') {
			expect(await workflow.get(given)).toHaveLength(expected);
			expect(await host.poll()).toHaveLength(expected);
			return;
		}
		for (let round = 0; round < 2; round++) {
			const message = expect.stringMatching(`^${expected} known records .*'Deletion Limit'`);
			await expect(workflow.get(given)).rejects.toMatchObject({ message });
			await expect(host.poll()).rejects.toMatchObject({ message });
			expect({ feed: workflow.staticData, trigger: host.saved() }).toEqual(before);
		}
		respond = listOf(catalog, all.slice(0, count));
		expect(await workflow.get(given)).toEqual([]);
		expect(await host.poll()).toBeNull();
	});

	it('does not count where deletions are not wanted', async () => {
		const workflow = new FeedWorkflow(service.url, { ...catalog.feed, changeTypes: ['updated'] });
		respond = listOf(catalog, all);
		await workflow.get();
		respond = listOf(catalog, []);
		for (let round = 0; round < 3; round++) expect(await workflow.get()).toEqual([]);
	});
});

it('an execution has at most 10,000 items, whatever they are, and the rest comes later', async () => {
	const all = rowsUpTo(24_000);
	const ids = all.map(({ Id }) => Id);
	const counts = async (host: PollHost, polls: number) => {
		const found: unknown[] = [];
		const sizes: number[] = [];
		for (let poll = 0; poll < polls; poll++) {
			const items = (await host.poll()) ?? [];
			sizes.push(items.length);
			found.push(...items.map(({ Id }) => Id));
			host.restart();
		}
		expect(new Set(found).size).toBe(found.length);
		return sizes;
	};
	const emitExisting = true;
	respond = listOf(catalog, [], { DeletedProductIds: ids });
	const named = hostOf({ event: 'productRemoved', options: { emitExisting } });
	expect(await counts(named, 4)).toEqual([10_000, 10_000, 4_000, 0]);
	respond = listOf(catalog, all);
	const missed = hostOf({
		...comparing,
		options: { ...comparing.options, pageSize: 30_000, deletionLimit: 100 },
	});
	await missed.poll();
	const changed = hostOf({ event: 'productChanged', options: { emitExisting, pageSize: 30_000 } });
	expect(await counts(changed, 4)).toEqual([10_000, 10_000, 4_000, 0]);
	const scanned = hostOf({ event: 'productChanged', options: { emitExisting, pageSize: 7_000 } });
	expect(await counts(scanned, 5)).toEqual([10_000, 10_000, 4_000, 0, 0]);
	respond = listOf(catalog, []);
	expect(await counts(missed, 5)).toEqual([0, 10_000, 10_000, 4_000, 0]);
}, 60_000);

it.each([
	['true', true],
	['false', false],
	[undefined, undefined],
	['', undefined],
])('the filter Include Imported given as %j is %s', async (includeImported, expected) => {
	respond = listOf(projects, rowsUpTo(1));
	const filters = { includeImported };
	await hostOf({ event: 'changeOrderProjectPublished', filters }).poll();
	await new FeedWorkflow(service.url, { ...projects.feed, filters }).get();
	for (const { url } of service.arrived.slice(-2)) {
		const given = new URL(url, service.url).searchParams.get('includeImported') ?? undefined;
		expect(given).toBe(expected?.toString());
	}
	const wrong = { includeImported: 'yes' };
	const host = hostOf({ event: 'changeOrderProjectPublished', filters: wrong });
	const message = expect.stringContaining("'Include Imported' is ");
	await expect(host.poll()).rejects.toMatchObject({ message });
});

it.each([410, 422])(
	'a scan that cannot be continued, since the list shrank, begins again (%i)',
	async (status) => {
		const all = rowsUpTo(60);
		const host = hostOf({ event: 'productChanged', options: { pageSize: 20 } });
		respond = listOf(catalog, all);
		await host.poll();
		host.budget = 1;
		await host.poll();
		const [first, ...others] = all.slice(0, 20);
		const left = [{ ...first, UpdatedOn: '2025-12-01T08:00:00Z' }, ...others];
		respond = (page, size) => (page > 1 ? status : listOf(catalog, left)(page, size));
		expect(await host.poll()).toEqual(left.slice(0, 1));
		expect(host.log.at(-2)?.message).toContain('begins again');
	},
);
