// Only Changed Records: what the service has decides what is sent, what a Dry Run plans, and whether a run stops.
import type { INodeParameters } from 'n8n-workflow';

import { sampleClientIds, sampleIds } from '../../../../sandbox/state';
import type { Sandbox } from '../../../../sandbox/server.mjs';
import { held, pairs, withSandbox } from '../support.mjs';
import { automatic } from './writing.mjs';

let sandbox: Sandbox;
const run = withSandbox((started) => {
	sandbox = started;
});

const [hotel = '', museum = ''] = sampleClientIds(1, 2);
const nobody = '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01';

const targets: Readonly<Record<string, object>> = {
	'client/publish': { listId: 'L', listName: 'List', record: automatic },
	'productCatalog/publish': {
		catalogId: sampleIds.catalog,
		catalogName: 'Main',
		record: automatic,
	},
	'timeSheet/update': { record: automatic },
	'task/update': { taskId: '={{ $json.id }}', contact: { Name: '={{ $json.name }}' } },
	'serviceOrder/update': {
		serviceOrderId: '={{ $json.id }}',
		siteAddress: { City: '={{ $json.city }}' },
	},
};

async function publish(
	address: string,
	items: readonly object[],
	{ options = {}, ...parameters }: INodeParameters = {},
	{ service, ...rest }: NonNullable<Parameters<typeof run>[2]> = {},
) {
	const all = { onlyChanged: true, ...(options as object) };
	const settings = { items, service: { maxRetries: 0, ...service }, ...rest };
	return await run(
		address,
		{ ...targets[address], ...parameters, options: all } as never,
		settings,
	);
}

/** What would become of each record; nothing is sent. */
async function compare(...[address, items, parameters = {}, rest]: Parameters<typeof publish>) {
	const options = { dryRun: true, ...(parameters.options as object) };
	return await publish(address, items, { ...parameters, options }, rest);
}

function clientOf(id: string, values: object = {}) {
	const { CreatedOn, UpdatedOn, ...record } = held(sandbox, 'client', id) as {
		[key: string]: unknown;
	};
	return { ...record, ...values };
}

test('clients: created, updated, unchanged and unknown, each with its input item', async () => {
	const address = { Name: 'Main', City: 'Ulm' };
	const items = [
		clientOf(hotel, { Phone: '1', ClientAddresses: [address] }),
		clientOf(museum),
		{ Id: nobody, Name: 'New' },
		{ IntegrationId: 'ERP-7', Name: 'Nameless' },
	];
	const before = held(sandbox, 'client', hotel) as Record<string, unknown>;
	const { error, hints, json, outputs } = await compare('client/publish', items);
	expect(error?.message).toBeUndefined();
	const changes = expect.arrayContaining([
		{ field: 'Phone', before: before.Phone ?? null, after: '1' },
		{ field: 'ClientAddresses', before: before.ClientAddresses, after: [address] },
	]) as unknown;
	const planned = { dryRun: true, messages: [] };
	const { UpdatedOn: asOf } = held(sandbox, 'client', museum) as { UpdatedOn: string };
	expect(json).toEqual([
		{ ...planned, action: 'update', key: hotel, changes, asOf: before.UpdatedOn },
		{ ...planned, action: 'unchanged', key: museum, changes: [], asOf },
		{ ...planned, action: 'create', key: nobody },
		expect.objectContaining({ action: 'unknown', key: 'ERP-7' }),
	]);
	expect(pairs(outputs[0])).toEqual([0, 1, 2, 3].map((item) => [{ item }]));
	expect(hints.map(({ message }) => message)).toContain(
		"'Dry Run': nothing was sent. Compared with the service: 1 would be created, 1 updated, 1 unchanged, 1 unknown.",
	);
	expect(sandbox.requests.map((request) => request.address)).toEqual(['client/getAll']);
});

test.each([{ kind: 'status', status: 404 } as const, { kind: 'empty' } as const])(
	'clients that the service answers with %j are created, and sent',
	async (fault) => {
		sandbox.setFault({ address: 'client/getAll', times: 2, fault });
		const items = [{ Id: nobody, Name: 'New' }];
		expect((await compare('client/publish', items)).json).toMatchObject([{ action: 'create' }]);
		expect((await publish('client/publish', items)).json).toMatchObject([{ recordCount: 1 }]);
	},
);

/** The action and the changed fields of each item. */
function said(json: readonly unknown[]): string[] {
	return (json as Array<{ action: string; changes?: Array<{ field: string }> }>).map(
		({ action, changes = [] }) => [action, ...changes.map(({ field }) => field)].join(' '),
	);
}

const products = () => [
	...(sandbox.state.catalogs.get(sampleIds.catalog)?.products.values() ?? []),
];
const product = (index: number) => products()[index] ?? {};
const deleting = (...ids: unknown[]) => ({
	catalogFields: { DeletedProductIds: `={{ ${JSON.stringify(ids)} }}` },
});

test('a catalog: one pass with the fields that are compared, deleted IDs among them', async () => {
	const [changed, same, gone] = [0, 1, 2].map(product);
	const items = [
		{ Id: changed.Id, Model: 'New' },
		{ Id: String(same.Id).toUpperCase(), Model: same.Model },
		{ Id: nobody, Model: 'Other' },
		{ Model: 'Nameless' },
		{ IntegrationProductId: same.IntegrationProductId, Model: same.Model },
		{ IntegrationProductId: nobody, Model: 'Other' },
	];
	const parameters = deleting(gone.Id, nobody.replace('01', '02'));
	const form = { service: { requestFormat: 'form' } };
	const { json, outputs } = await compare('productCatalog/publish', items, parameters, form);
	const deletions = ['delete', 'unchanged'];
	const byId = ['update Model', 'unchanged', 'create', 'unknown'];
	expect(said(json)).toEqual([...deletions, ...byId, 'unchanged', 'create']);
	expect(pairs(outputs[0])).toEqual([0, 0, 0, 1, 2, 3, 4, 5].map((item) => [{ item }]));
	expect(new Set(sandbox.requests.map(({ address }) => address))).toEqual(
		new Set(['productCatalog/get']),
	);
});

const always = { address: 'productCatalog/get', times: 'always' } as const;

test.each<[what: string, prepare: () => void, actions: string[], message: string]>([
	[
		'was not read whole',
		() => sandbox.setFault({ ...always, fault: { kind: 'total', value: 251 } }),
		['update Model', 'unknown', 'unchanged'],
		'not read whole',
	],
	[
		'holds entries that are null',
		() => sandbox.setOptions({ listHabits: { nullAfter: 9 } }),
		['update Model', 'unknown', 'unchanged'],
		'not read whole',
	],
	[
		'comes in its older form',
		() => sandbox.setOptions({ catalogForm: 'older' }),
		['update Model', 'unknown', 'unknown'],
		'does not tell whether this changes: URL',
	],
	[
		'cannot be read',
		() => sandbox.setFault({ ...always, fault: { kind: 'status', status: 500 } }),
		['unknown', 'unknown', 'unknown'],
		'It could not be read. The service failed (status 500)',
	],
])('a catalog that %s', async (_what, prepare, actions, message) => {
	const { Id, URL } = product(1);
	prepare();
	const items = [
		{ Id: product(0).Id, Model: 'New' },
		{ Id: nobody, Model: 'A' },
		{ Id, URL },
	];
	const { json } = await compare('productCatalog/publish', items);
	expect(said(json)).toEqual(actions);
	expect(JSON.stringify(json)).toContain(message);
});

test.each([
	['CAT-9', 'create', 'The service did not find the product catalog with the ID "CAT-9".'],
	['', 'unknown', "Without 'Catalog ID', the product catalog cannot be read."],
])('products of the catalog "%s" are planned as %s', async (catalogId, action, message) => {
	const items = [{ Id: nobody, Model: 'A' }];
	const { json } = await compare('productCatalog/publish', items, { catalogId });
	expect(json).toMatchObject([{ action, messages: [message] }]);
});

/** What was sent: the records of each request. */
const sent = () =>
	sandbox.requests
		.filter(({ address }) => /publish|update/.test(String(address)))
		.map(({ body }) => Object.values(body as object).find((value) => Array.isArray(value)));

test.each(['json', 'xml'])(
	'in %s, what the service has as it is leaves in one item; what differs is sent',
	async (format) => {
		const settings = { service: { requestFormat: format, responseFormat: format } };
		const items = [clientOf(hotel), clientOf(museum, { Phone: '1' }), { Id: nobody, Name: 'New' }];
		const first = await publish('client/publish', items, {}, settings);
		expect(first.outputs[0]).toMatchObject([
			{ json: { recordCount: 0, unchangedCount: 1 }, pairedItem: [{ item: 0 }] },
			{ json: { recordCount: 2 }, pairedItem: [{ item: 1 }, { item: 2 }] },
		]);
		sandbox.forgetRequests();
		const second = await publish('client/publish', items, {}, settings);
		expect(second.json).toEqual([{ recordCount: 0, unchangedCount: 3 }]);
		expect(sent()).toEqual([]);
		sandbox.change('client', museum, { Phone: '2' });
		await publish('client/publish', items, {}, settings);
		expect(sent()).toMatchObject([[{ Id: museum, Phone: '1' }]]);
	},
);

test('of several records with one key all are sent, if one differs', async () => {
	const same = { Id: hotel, Name: clientOf(hotel).Name };
	await publish('client/publish', [same, { ...same, Phone: '1' }, { ...same, Phone: '2' }]);
	expect(sent()).toMatchObject([[same, { Phone: '1' }, { Phone: '2' }]]);
	sandbox.forgetRequests();
	const last = { ...same, Phone: '2' };
	expect((await publish('client/publish', [last, last])).json).toMatchObject([
		{ unchangedCount: 2 },
	]);
});

test('a record whose read fails is not sent, and fails with that reason; one that is not found is sent', async () => {
	const items = [
		{ id: sampleIds.task, name: 'A' },
		{ id: 'T-9', name: 'A' },
	];
	const fault = { kind: 'status', status: 500 } as const;
	for (const onError of [undefined, 'continueErrorOutput'] as const) {
		sandbox.forgetRequests();
		sandbox.setFault({ address: 'task/get', fault });
		const settings = { onError, service: { concurrency: 1 } };
		const { error, outputs } = await publish('task/update', items, {}, settings);
		const text = onError ? outputs[1][0].json.error : error?.message;
		expect(text).toContain('status 500');
		if (onError) expect(pairs(outputs[1])).toContainEqual({ item: 0 });
		const writes = sandbox.requests.filter(({ method }) => method === 'POST');
		expect(writes.map(({ path }) => path)).toEqual(onError ? ['/SI/Publish/UpdateTask'] : []);
		expect(sandbox.find('task', sampleIds.task)).not.toMatchObject({ Contact: { Name: 'A' } });
	}
});

test('a catalog: unchanged products stay, deleted IDs go out; where its own fields differ, all is sent', async () => {
	const { Id, Model } = product(0);
	const items = [{ Id, Model }];
	const own = { catalogName: String(sandbox.state.catalogs.get(sampleIds.catalog)?.head.Name) };
	const unchanged = await publish('productCatalog/publish', items, own);
	expect([unchanged.json, sent()]).toMatchObject([[{ unchangedCount: 1 }], []]);
	const parameters = { ...own, ...deleting(product(2).Id) };
	const { json: both } = await publish('productCatalog/publish', items, parameters);
	expect(sent()).toEqual([[]]);
	expect(both).toMatchObject([{ unchangedCount: 1 }, { recordCount: 0 }]);
	sandbox.forgetRequests();
	const renamed = { catalogName: 'Renamed' };
	const { json } = await compare('productCatalog/publish', items, renamed);
	expect(json).toMatchObject([
		{ action: 'unchanged', messages: ['It is sent with its list, of which this changes: Name.'] },
	]);
	await publish('productCatalog/publish', items, renamed);
	expect(sent()).toMatchObject([[{ Id }]]);
});

test.each([
	[50, 6, true],
	[100, 6, false],
	[0, 5, false],
])('with Change Limit %i, %i changes of 8 stop the node: %s', async (changeLimit, count, stops) => {
	const all = products().slice(0, 8);
	const deleted = all.filter((_, index) => index < count && index % 2 > 0);
	const items = all.flatMap(({ Id, Model }, index) =>
		deleted.includes(all[index]) ? [] : [{ Id, Model: index < count ? 'New' : Model }],
	);
	const parameters = { ...deleting(...deleted.map(({ Id }) => Id)), options: { changeLimit } };
	const { error } = await publish('productCatalog/publish', items, parameters);
	const message = `${count} of 8 records that the service has would be changed or deleted, but 'Change Limit' allows ${changeLimit} %`;
	expect(error?.message).toBe(stops ? message : undefined);
	expect(sent()).toHaveLength(stops ? 0 : 1);
	const { hints } = await compare('productCatalog/publish', items, parameters);
	expect(JSON.stringify(hints).includes('would send nothing')).toBe(stops);
});
