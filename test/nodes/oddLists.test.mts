// Lists that a service answers oddly, read by the change feed and by the trigger: nothing is deleted by mistake,
// and what is known does not become new again.
import type { INodeParameters } from 'n8n-workflow';

import { guidFor } from '../sandbox/data/random';
import { idsOf, newPollHost, type PollHost } from './ProjectServicesTrigger/pollHost.mjs';
import {
	changesIn,
	FeedWorkflow,
	textsOf,
} from './ProjectServices/operations/changes/feedWorkflow.mjs';
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

const catalog = {
	rows: 'Products',
	total: 'TotalProductsCount',
	feed: { resource: 'productCatalog', id: 'CAT-1' } as Json,
};
type ListNames = typeof catalog;
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

/** What comes instead of the page of a list. */
type Oddly = (names: ListNames, all: readonly Json[], page: number) => Json | number;

const half: Oddly = ({ rows, total }, all) => ({ [total]: 50, [rows]: all.slice(0, 50) });

/** How a service answers oddly, and the rows of the list. */
const odd: ReadonlyArray<readonly [string, number, Oddly]> = [
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
		(names, all, page) =>
			page === 1 ? half(names, all, 1) : { [names.total]: 100, [names.rows]: [] },
	],
	[
		'half of them, and a number on page 1 only',
		100,
		(names, all, page) => (page === 1 ? half(names, all, 1) : { [names.rows]: [] }),
	],
	[
		'a null instead of a row',
		5,
		({ rows, total }, all) => ({ [total]: 5, [rows]: [...all.slice(1), null] }),
	],
	[
		'a row too few, and a total that counts the page',
		55,
		({ rows, total }, all, page) => {
			const held = all.slice((page - 1) * 50, page * 50).slice(page === 2 ? 1 : 0);
			return { [total]: held.length, [rows]: held };
		},
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

const options = { pageSize: 50, requests: { maxRetries: 0 } };

/** Reads a list as one of the nodes does; gives the items. */
type Read = () => Promise<readonly Json[]>;

/** A change feed, of which the first reading is committed. */
function feedOf({ feed }: ListNames): Read {
	const workflow = new FeedWorkflow(service.url, feed);
	return async () => {
		const isFirst = Object.keys(workflow.staticData).length === 0;
		const items = await workflow.get({ options });
		if (isFirst) await workflow.commit();
		return items;
	};
}

function hostOf({ options: others, ...parameters }: INodeParameters): PollHost {
	const all = { options: { ...options, ...(others as object) } };
	return newPollHost(
		{ catalogId: 'CAT-1', filters: {}, ...parameters, ...all },
		{ baseUrl: service.url, authentication: 'none' },
	);
}

const comparing = { event: 'productRemoved', options: { detectRemovedByComparing: true } };

/** What a poll emits of a catalog. */
async function polled(host: PollHost, rows: readonly Json[], others?: Json): Promise<Json[]> {
	respond = listOf(catalog, rows, others);
	return (await host.poll()) ?? [];
}

function triggerOf(event: string): Read {
	const host = hostOf({ ...comparing, event });
	return async () => (await host.poll()) ?? [];
}

const removals = () => triggerOf('productRemoved');

describe.each<[string, ListNames, (names: ListNames) => Read]>([
	['Get Changes of products', catalog, feedOf],
	['Get Changes of change order projects', projects, feedOf],
	['Product Removed by comparing', catalog, removals],
	['Product Created or Updated', catalog, () => triggerOf('productChanged')],
	['the deprecated event', projects, () => triggerOf('changeOrderProjectChanged')],
])('%s', (_, names, newReader) => {
	it.each(odd)('gives nothing where the service gives %s', async (_what, count, oddly) => {
		const all = rowsUpTo(count);
		const read = newReader(names);
		respond = listOf(names, all);
		await read();
		respond = (page) => oddly(names, all, page);
		for (let round = 0; round < 3; round++) expect(await read().catch(() => [])).toEqual([]);
		respond = listOf(names, all);
		expect(await read()).toEqual([]);
	});

	it('doubts a short list once', async () => {
		const read = newReader(names);
		respond = listOf(names, rowsUpTo(5));
		const counts: number[] = [];
		for (let round = 0; round < 3; round++) {
			service.arrived.length = 0;
			await read();
			counts.push(service.arrived.length);
		}
		expect(counts).toEqual([2, 1, 1]);
	});

	it('loses nothing of a capped list that grows, and whose totals count pages', async () => {
		const read = newReader(names);
		const all = rowsUpTo(45);
		const capped =
			(count: number): Respond =>
			(page) => {
				const rows = all.slice(0, count).slice((page - 1) * 20, page * 20);
				return { [names.rows]: rows, [names.total]: rows.length };
			};
		respond = capped(20);
		await read();
		respond = capped(45);
		const expected = newReader === removals ? 0 : 25;
		expect(await read()).toHaveLength(expected);
	});
});

function upperCase(rows: readonly Json[]): Json[] {
	return rows.map((row) => ({ ...row, Id: String(row.Id).toUpperCase() }));
}

describe('GUIDs that change case', () => {
	const all = rowsUpTo(5);

	it('in the ID of a catalog mean the same cursor', async () => {
		const id = guidFor(2, 'catalog', 1);
		const workflow = new FeedWorkflow(service.url, { ...catalog.feed, id });
		respond = listOf(catalog, all);
		await workflow.get();
		await workflow.commit();
		expect(await workflow.get({ id: id.toUpperCase() })).toEqual([]);
	});

	it.each([
		['productChanged', []],
		['productRemoved', [String(all[4]?.Id)]],
	])('are the same products to %s', async (event, removed) => {
		const host = hostOf({ ...comparing, event });
		await polled(host, all);
		for (let round = 0; round < 3; round++) expect(await polled(host, upperCase(all))).toEqual([]);
		await polled(host, upperCase(all).slice(0, 4));
		expect(idsOf(await host.poll())).toEqual(removed);
		// The service names it later, in another spelling.
		const DeletedProductIds = idsOf(upperCase(all.slice(4)));
		expect(await polled(host, all.slice(0, 4), { DeletedProductIds })).toEqual([]);
	});
});

it('the first poll alone says that a service takes no page number', async () => {
	const host = hostOf({ event: 'productChanged' });
	respond = () => ({ Products: rowsUpTo(50) });
	const said = () => host.log.filter(({ message }) => message.includes('page 1 again as page 2'));
	await host.poll();
	expect(said()).toMatchObject([{ level: 'info' }]);
	await host.poll();
	expect(said()).toHaveLength(1);
});

describe('DeletedProductIds', () => {
	it('count also in an empty catalog, odd ones and repetitions aside', async () => {
		const host = hostOf({ event: 'productRemoved' });
		await polled(host, []);
		const [first] = rowsUpTo(1).map(({ Id }) => String(Id));
		const strange = [null, {}, '', ' ', [], true];
		const DeletedProductIds = [...strange, 'P-1', 7, 'P-1', first, first?.toUpperCase()];
		expect(idsOf(await polled(host, [], { DeletedProductIds }))).toEqual(['P-1', '7', first]);
		expect(await host.poll()).toBeNull();
	});

	it('of known products are emitted where no reading is certain', async () => {
		const all = rowsUpTo(3);
		const Id = all[2]?.Id;
		const host = hostOf(comparing);
		await polled(host, all);
		const named = { DeletedProductIds: [Id], TotalProductsCount: undefined };
		const found = await polled(host, all.slice(0, 2), named);
		expect(found).toMatchObject([{ Id, DetectedBy: 'deletedProductIds' }]);
		for (let round = 0; round < 3; round++) expect(await polled(host, all.slice(0, 2))).toEqual([]);
	});
});

it('a removed product without an ID is emitted by its other key, and rows without any do not hide it', async () => {
	const nameless = [{ Model: 'A' }, { Model: 'B' }];
	const other = { IntegrationProductId: 'ERP-1' };
	const host = hostOf(comparing);
	await polled(host, [...nameless, other]);
	await polled(host, nameless);
	expect(await host.poll()).toEqual([{ ...other, CatalogId: 'CAT-1', DetectedBy: 'comparing' }]);
	expect(JSON.stringify(host.saved())).not.toContain('ERP-1');
});

describe('Deletion Limit', () => {
	const all = rowsUpTo(42);

	it.each([
		['allows 5 deletions of any number', 5, 0, undefined, 5],
		['stops 6 deletions of fewer than 12', 6, 0, undefined, '6 of 6'],
		['stops what an export of changes alone lacks', 25, 6, undefined, '19 of 25'],
		['allows half of the rows', 42, 21, undefined, 21],
		['stops more than half of the rows', 42, 20, undefined, '22 of 42'],
		['stops what is more than it says', 42, 21, 49, '21 of 42'],
		['lets all through at 100', 42, 0, '100', 42],
	])('%s', async (_what, count, left, deletionLimit, expected) => {
		const workflow = new FeedWorkflow(service.url, catalog.feed);
		const host = hostOf({ ...comparing, options: { ...comparing.options, deletionLimit } });
		const readers = [
			async () => await workflow.get({ options: { ...options, deletionLimit } }),
			async () => (await host.poll()) ?? [],
		];
		const saved = () => structuredClone([workflow.staticData, host.saved()]);
		respond = listOf(catalog, all.slice(0, count));
		await workflow.get();
		await workflow.commit();
		await host.poll();
		respond = listOf(catalog, all.slice(0, left));
		for (const read of readers) expect(await read()).toEqual([]);
		const before = saved();
		const message = expect.stringMatching(`^${expected} known records .*'Deletion Limit'`);
		const ways = ["'Find Deletions'", "'Detect Removed by Comparing'"];
		for (const [index, read] of readers.entries()) {
			const way = `If the list is really shorter, .*'Deletion Limit'.* changed since its last export, .*${ways[index]}`;
			const description = expect.stringMatching(way);
			if (typeof expected === 'number') expect(await read()).toHaveLength(expected);
			else
				for (const again of [read, read])
					await expect(again()).rejects.toMatchObject({ message, description });
		}
		if (typeof expected === 'number') return;
		expect(saved()).toEqual(before);
		respond = listOf(catalog, all.slice(0, count));
		for (const read of readers) expect(await read()).toEqual([]);
	});

	it('does not count where deletions are not wanted', async () => {
		const workflow = new FeedWorkflow(service.url, { ...catalog.feed, changeTypes: ['updated'] });
		respond = listOf(catalog, all);
		await workflow.get();
		respond = listOf(catalog, []);
		for (let round = 0; round < 3; round++) expect(await workflow.get()).toEqual([]);
	});
});

describe('Find Deletions: named', () => {
	const named = { ...options, findDeletions: 'named' };
	const all = rowsUpTo(25);
	const changed = { ...all[3], UpdatedOn: '2026-01-01T00:00:00Z' };

	it('deletes what an export of changes names, and nothing else', async () => {
		const workflow = new FeedWorkflow(service.url, catalog.feed);
		respond = listOf(catalog, all);
		await workflow.get({ options: named });
		await workflow.commit();
		const DeletedProductIds = [String(all[7]?.Id).toUpperCase(), 'unknown'];
		respond = listOf(catalog, [changed], { DeletedProductIds });
		expect(changesIn(await workflow.get({ options: named }))).toEqual([
			`updated ${String(all[3]?.Id)}`,
			`deleted ${String(all[7]?.Id)}`,
		]);
		await workflow.commit();
		for (let round = 0; round < 3; round++)
			expect(await workflow.get({ options: named })).toEqual([]);
		// What was not in these exports is not missing for a reading that compares.
		expect(await workflow.get({ options })).toEqual([]);
	});

	it('deletes nothing from a reading with a null, and what the total counts does not matter', async () => {
		const workflow = new FeedWorkflow(service.url, catalog.feed);
		respond = listOf(catalog, all);
		await workflow.get({ options: named });
		await workflow.commit();
		const DeletedProductIds = [all[7]?.Id];
		respond = () => ({ TotalProductsCount: 2, Products: [all[0], null], DeletedProductIds });
		expect(await workflow.get({ options: named })).toEqual([]);
		const export1 = { TotalProductsCount: 25, Products: [all[0]], DeletedProductIds };
		respond = (page) => (page === 1 ? export1 : { ...export1, Products: [] });
		expect(changesIn(await workflow.get({ options: named }))).toEqual([
			`deleted ${String(all[7]?.Id)}`,
		]);
	});
});

describe('an ID twice in a list', () => {
	const [first, second, third] = rowsUpTo(3);
	const versionAt = (day: string): Json => ({
		...second,
		Name: day,
		UpdatedOn: `2026-01-${day}T00:00:00Z`,
		PublishedOn: `2026-01-${day}T00:00:00Z`,
	});

	it.each([
		['later', ['01', '05']],
		['first', ['05', '01']],
	])('means its newest row, which comes %s; deletions go on', async (_what, days) => {
		for (const [names, newReader] of [
			[catalog, feedOf],
			[projects, feedOf],
			[catalog, () => triggerOf('productChanged')],
			[projects, () => triggerOf('changeOrderProjectChanged')],
		] as const) {
			const twice = days.map(versionAt);
			for (const pageSize of [50, 1]) {
				const read = newReader(names);
				const inPages =
					(rows: readonly Json[]): Respond =>
					(page) =>
						listOf(names, rows)(page, pageSize);
				respond = inPages([first, ...twice, third] as Json[]);
				await read();
				expect(await read()).toEqual([]);
				const newer = { ...versionAt('09'), Name: 'newer' };
				const [older, latest] = days[1] === '05' ? [twice[0], newer] : [newer, twice[1]];
				respond = inPages([first, older, latest, third] as Json[]);
				expect(await read()).toMatchObject([newer]);
			}
		}
		const workflow = new FeedWorkflow(service.url, catalog.feed);
		respond = listOf(catalog, [first, ...days.map(versionAt), third] as Json[]);
		await workflow.get();
		await workflow.commit();
		respond = listOf(catalog, [first, ...days.map(versionAt)] as Json[]);
		expect(await workflow.get()).toEqual([]);
		const result = await workflow.run('getChanges');
		expect(result.json).toEqual([{ Id: third?.Id, change: 'deleted' }]);
		expect(textsOf(result)).toContain('IDs repeat: 1 record has');
	});

	it('means its last row where none has a date', async () => {
		const workflow = new FeedWorkflow(service.url, catalog.feed);
		respond = listOf(catalog, [
			{ Id: 'A', Model: '1' },
			{ Id: 'A', Model: '2' },
		]);
		expect(await workflow.get()).toEqual([{ Id: 'A', Model: '2', change: 'created' }]);
		await workflow.commit();
		expect(await workflow.get()).toEqual([]);
	});
});

describe('a product that gets an Id', () => {
	const before = { IntegrationProductId: 'INT-1', UpdatedOn: '2026-01-01T00:00:00Z' };
	const after = { Id: 'G-1', ...before };
	const others = rowsUpTo(2);

	it('comes once as updated from the feed, again until that is committed, and is deleted by its Id', async () => {
		const workflow = new FeedWorkflow(service.url, catalog.feed);
		respond = listOf(catalog, [...others, before]);
		await workflow.get();
		await workflow.commit();
		respond = listOf(catalog, [...others, after]);
		for (let round = 0; round < 3; round++)
			expect(await workflow.get()).toEqual([{ ...after, change: 'updated' }]);
		expect(await workflow.commit()).toEqual({ committed: true, changes: 1 });
		for (let round = 0; round < 3; round++) expect(await workflow.get()).toEqual([]);
		respond = listOf(catalog, others);
		await workflow.get();
		expect(await workflow.get()).toEqual([{ Id: 'G-1', change: 'deleted' }]);
	});

	it('is not removed, and once updated, for the trigger', async () => {
		const removed = hostOf(comparing);
		const updated = hostOf({ event: 'productChanged' });
		for (const host of [removed, updated]) await polled(host, [...others, before]);
		expect(await polled(updated, [...others, after])).toEqual([after]);
		for (let round = 0; round < 3; round++)
			for (const host of [removed, updated])
				expect(await polled(host, [...others, after])).toEqual([]);
		await polled(removed, others);
		expect(await polled(removed, others)).toMatchObject([{ Id: 'G-1' }]);
	});
});

describe('IDs in deletions', () => {
	it('are spelled as the item before', async () => {
		const id = guidFor(1, 'product', 1);
		const rows = rowsUpTo(3).filter(({ Id }) => Id !== id);
		const workflow = new FeedWorkflow(service.url, catalog.feed);
		respond = listOf(catalog, [...rows, { Id: id, Model: 'A' }]);
		await workflow.get();
		await workflow.commit();
		const Id = id.toUpperCase();
		respond = listOf(catalog, [...rows, { Id, Model: 'B' }]);
		expect(await workflow.get()).toEqual([{ Id, Model: 'B', change: 'updated' }]);
		await workflow.commit();
		expect(await workflow.get()).toEqual([]);
		respond = listOf(catalog, rows);
		await workflow.get();
		expect(await workflow.get()).toEqual([{ Id, change: 'deleted' }]);
		expect(await workflow.commit()).toEqual({ committed: true, changes: 1 });
		expect(await workflow.get()).toEqual([]);
	});

	it('may hold half of a surrogate pair', async () => {
		const workflow = new FeedWorkflow(service.url, catalog.feed);
		const Id = 'P-\ud800';
		respond = listOf(catalog, [{ Id }]);
		await workflow.get();
		await workflow.commit();
		for (let round = 0; round < 3; round++) expect(await workflow.get()).toEqual([]);
		respond = listOf(catalog, []);
		await workflow.get();
		expect(await workflow.get()).toEqual([{ Id, change: 'deleted' }]);
	});
});

it.each([
	['its content', { Model: 'B' }, 1],
	['the way in which its date is written', { UpdatedOn: '0001-01-01T00:00:00Z' }, 0],
	['the date that it lost', { UpdatedOn: null }, 0],
	['ticks of 0', { UpdatedOnTicks: 0 }, 0],
	['an empty text', { Tags: '' }, 0],
	['an empty list', { ItemLaborTypes: [] }, 0],
	['a value that was null', { Taxable: false }, 1],
])(
	'a product with a date of the year 1 changes with %s or not',
	async (_what, change, expected) => {
		const row = { Id: 'P-1', Model: 'A', UpdatedOn: '0001-01-01T00:00:00', Taxable: null };
		const workflow = new FeedWorkflow(service.url, catalog.feed);
		const host = hostOf({ event: 'productChanged' });
		respond = listOf(catalog, [row]);
		await workflow.get();
		await workflow.commit();
		await host.poll();
		respond = listOf(catalog, [{ ...row, ...change }]);
		expect(await workflow.get()).toHaveLength(expected);
		expect(await host.poll()).toEqual(expected === 0 ? null : [{ ...row, ...change }]);
	},
);

it.each([
	['its dates written otherwise', { PublishedOn: '2025-10-01T10:00:00.0000000+02:00' }, 0],
	['another date written otherwise', { ImportedOn: '2025-10-01T08:00:00.0000000+00:00' }, 0],
	['null for what was absent', { COName: null, Client: '' }, 0],
	['another date', { ImportedOn: '2025-10-01T08:00:00.0000001+00:00' }, 1],
	['a 0 for what was absent', { Price: 0 }, 1],
	['false for what was absent', { Deleted: false }, 1],
])('a change order project with %s gives %#', async (_what, change, expected) => {
	const row = {
		Id: 'CO-1',
		PublishedOn: '2025-10-01T08:00:00Z',
		ImportedOn: '2025-10-01T08:00:00Z',
	};
	const workflow = new FeedWorkflow(service.url, projects.feed);
	respond = listOf(projects, [row]);
	await workflow.get();
	await workflow.commit();
	respond = listOf(projects, [{ ...row, ...change }]);
	expect(await workflow.get()).toHaveLength(expected);
});

it.each([
	[{}, 'true'],
	[{ includeImported: false }, 'false'],
	[{ includeImported: true }, 'true'],
])(
	'the feed of change order projects with the filters %j asks for imported ones: %s',
	async (filters, expected) => {
		respond = listOf(projects, []);
		await new FeedWorkflow(service.url, { ...projects.feed, filters }).get();
		const { searchParams } = new URL(service.arrived.at(-1)?.url ?? '', service.url);
		expect(searchParams.get('includeImported')).toBe(expected);
	},
);

const emitExisting = true;
const large = { pageSize: 30_000 };
const most = 10_000;

it.each<[string, INodeParameters, number[]]>([
	['named', { event: 'productRemoved', options: { emitExisting } }, [most, most, 4_000, 0]],
	[
		'changed',
		{ event: 'productChanged', options: { emitExisting, ...large } },
		[most, most, 4_000, 0],
	],
	[
		'changed, on several pages',
		{ event: 'productChanged', options: { emitExisting, pageSize: 7_000 } },
		[most, most, 4_000, 0, 0],
	],
	[
		'missed',
		{ ...comparing, options: { ...comparing.options, ...large, deletionLimit: 100 } },
		[0, most, most, 4_000, 0],
	],
])(
	'an execution has at most 10,000 items that were %s; the rest comes later, and the state stays small',
	async (what, parameters, sizes) => {
		const all = rowsUpTo(24_000);
		const host = hostOf(parameters);
		/** For each row, as the trigger saves it. */
		const characters = () => JSON.stringify(host.saved()).length / all.length;
		if (what === 'missed') await polled(host, all);
		const DeletedProductIds = what === 'named' ? idsOf(all) : [];
		respond = listOf(catalog, what.startsWith('changed') ? all : [], { DeletedProductIds });
		const found = new Set<unknown>();
		for (const [poll, size] of sizes.entries()) {
			const items = (await host.poll()) ?? [];
			expect([poll, items.length]).toEqual([poll, size]);
			for (const { Id } of items) found.add(Id);
			host.restart();
			expect(characters()).toBeLessThan(68);
		}
		expect(found.size).toBe(all.length);
		if (what.startsWith('changed')) expect(characters()).toBeLessThan(34);
	},
	60_000,
);

it.each([
	['true', 'true'],
	['false', 'false'],
	[undefined, null],
	['', null],
	['yes', expect.stringContaining("'Include Imported' is ")],
])('the filter Include Imported given as %j is %s', async (includeImported, expected) => {
	respond = listOf(projects, []);
	const host = hostOf({ event: 'changeOrderProjectChanged', filters: { includeImported } });
	const problem = await host.poll().catch(({ message }: Error) => message);
	const { searchParams } = new URL(service.arrived.at(-1)?.url ?? '', service.url);
	expect(problem ?? searchParams.get('includeImported')).toEqual(expected);
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
