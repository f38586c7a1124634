// Lists that a service answers oddly, read by the change feed and by the trigger: nothing is deleted by mistake,
// and what is known does not become new again.
import type { INodeParameters } from 'n8n-workflow';

import { guidFor } from '../sandbox/data/random';
import { newPollHost, type PollHost } from './ProjectServicesTrigger/pollHost.mjs';
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

function hostOf(parameters: INodeParameters): PollHost {
	const credential = { baseUrl: service.url, authentication: 'none' };
	const host = newPollHost({ catalogId: 'CAT-1', filters: {}, ...parameters }, credential);
	host.describeService({ serviceSettings: true, maxRetries: 0, productsPerPage: 30_000 });
	return host;
}

const everyProduct = { event: 'productChanged', changeTypes: ['created', 'updated', 'deleted'] };
const everyProject = {
	event: 'changeOrderProjectChanged',
	reasons: ['new', 'publishedAgain', 'other', 'removed'],
};

const said = async (names: ListNames, rows: readonly Json[], others: Json) => {
	const workflow = new FeedWorkflow(service.url, names.feed);
	respond = listOf(names, rowsUpTo(5));
	await workflow.get();
	await workflow.commit();
	respond = listOf(names, rows, others);
	workflow.begin();
	return textsOf(await workflow.run('getChanges'));
};

it.each<[string, readonly Json[], Json, RegExp]>([
	[
		'unknown',
		rowsUpTo(5),
		{ [catalog.total]: null },
		/removals are found only where it names them/,
	],
	['short', rowsUpTo(4), { [catalog.total]: 5 }, /5 records and returned 4/],
	[
		'changed throughout',
		rowsUpTo(5).map((row) => ({ ...row, Model: 'X' })),
		{},
		/Every known record came as updated/,
	],
])('a list that is %s says so', async (_what, rows, others, text) => {
	expect(await said(catalog, rows, others)).toMatch(text);
});

it('what an export of changes names is deleted, and nothing else', async () => {
	const all = rowsUpTo(25);
	const named = { options: { findDeletions: 'named' } };
	const workflow = new FeedWorkflow(service.url, catalog.feed);
	respond = listOf(catalog, all);
	await workflow.get(named);
	await workflow.commit();
	const strange = [null, {}, '', ' ', 0, 'unknown'];
	const DeletedProductIds = [...strange, String(all[7]?.Id).toUpperCase()];
	respond = listOf(catalog, [{ ...all[3], Model: 'X' }], { DeletedProductIds });
	expect(changesIn(await workflow.get(named))).toEqual([
		`updated ${String(all[3]?.Id)}`,
		`deleted ${String(all[7]?.Id)}`,
	]);
	await workflow.commit();
	for (let round = 0; round < 3; round++) expect(await workflow.get(named)).toEqual([]);
	// What was not in these exports is not missing for a reading that compares.
	expect(await workflow.get()).toEqual([]);
});

it.each([
	[{}, 'true'],
	[{ includeImported: false }, 'false'],
	[{ includeImported: '' }, 'true'],
])('with the filters %j, imported projects are asked for: %s', async (filters, expected) => {
	const asked = () => {
		const { searchParams } = new URL(service.arrived.at(-1)?.url ?? '', service.url);
		return searchParams.get('includeImported');
	};
	respond = listOf(projects, []);
	await new FeedWorkflow(service.url, { ...projects.feed, filters }).get();
	expect(asked()).toBe(expected);
	await hostOf({ ...everyProject, filters }).poll();
	expect(asked()).toBe(expected);
});

const most = 10_000;

it.each<[string, Json, number[]]>([
	['changed', { emitExisting: true }, [most, most, 4_000, 0]],
	['deleted', { deletionLimit: 100 }, [0, most, most, 4_000, 0]],
])(
	'an execution has at most 10,000 items that were %s; the rest comes later, and the state stays small',
	async (what, options, sizes) => {
		const all = rowsUpTo(24_000);
		const host = hostOf({ ...everyProduct, options: options as INodeParameters });
		respond = listOf(catalog, all);
		if (what === 'deleted') await host.poll();
		if (what === 'deleted') respond = listOf(catalog, []);
		const found = new Set<unknown>();
		for (const [poll, size] of sizes.entries()) {
			const items = (await host.poll()) ?? [];
			expect([poll, items.length]).toEqual([poll, size]);
			for (const { Id } of items) found.add(Id);
			host.restart();
			expect(JSON.stringify(host.saved()).length / all.length).toBeLessThan(36);
		}
		expect(found.size).toBe(all.length);
	},
	60_000,
);
