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
	const all = {
		onlyChanged: true,
		...(options as object),
	};
	return await run(
		address,
		{ ...targets[address], ...parameters, options: all } as INodeParameters,
		{
			items,
			service: { maxRetries: 0, ...service },
			...rest,
		},
	);
}

/** What would become of each record; nothing is sent. */
async function compare(...[address, items, parameters = {}, rest]: Parameters<typeof publish>) {
	const options = { dryRun: true, ...(parameters.options as object) };
	return await publish(address, items, { ...parameters, options }, rest);
}

function clientOf(id: string, values: object = {}) {
	const { CreatedOn, UpdatedOn, ...record } = held(sandbox, 'client', id) as Record<
		string,
		unknown
	>;
	return { ...record, ...values };
}

test('clients: created, updated, unchanged and unknown, each with its input item', async () => {
	const items = [
		clientOf(hotel, { Phone: '1', ClientAddresses: [{ Name: 'Main', City: 'Ulm' }] }),
		clientOf(museum),
		{ Id: nobody, Name: 'New' },
		{ IntegrationId: 'ERP-7', Name: 'Nameless' },
	];
	const before = held(sandbox, 'client', hotel) as Record<string, unknown>;
	const { error, hints, json, outputs } = await compare('client/publish', items);
	expect(error?.message).toBeUndefined();
	expect(json).toEqual([
		{
			dryRun: true,
			action: 'update',
			key: hotel,
			changes: expect.arrayContaining([
				{ field: 'Phone', before: before.Phone ?? null, after: '1' },
				{
					field: 'ClientAddresses',
					before: before.ClientAddresses,
					after: [{ Name: 'Main', City: 'Ulm' }],
				},
			]) as unknown,
			asOf: before.UpdatedOn,
			messages: [],
		},
		expect.objectContaining({ action: 'unchanged', key: museum, changes: [], messages: [] }),
		{ dryRun: true, action: 'create', key: nobody, messages: [] },
		expect.objectContaining({ action: 'unknown', key: 'ERP-7' }),
	]);
	expect(pairs(outputs[0])).toEqual([0, 1, 2, 3].map((item) => [{ item }]));
	expect(hints.map(({ message }) => message)).toContain(
		"'Dry Run': nothing was sent. Compared with the service: 1 would be created, 1 updated, 1 unchanged, 1 unknown.",
	);
	expect(sandbox.requests.map(({ address }) => address)).toEqual(['client/getAll']);
});

test.each([
	['with status 404', { kind: 'status', status: 404 } as const],
	['with nothing', { kind: 'empty' } as const],
])('clients that the service answers %s are created, and sent', async (_how, fault) => {
	sandbox.setFault({ address: 'client/getAll', times: 2, fault });
	const items = [{ Id: nobody, Name: 'New' }];
	expect((await compare('client/publish', items)).json).toMatchObject([{ action: 'create' }]);
	expect((await publish('client/publish', items)).json).toMatchObject([{ recordCount: 1 }]);
});

/** The action and the changed fields of each item. */
function said(json: readonly unknown[]): string[] {
	return (json as Array<{ action: string; changes?: Array<{ field: string }> }>).map(
		({ action, changes = [] }) => [action, ...changes.map(({ field }) => field)].join(' '),
	);
}

const product = (index: number) =>
	[...(sandbox.state.catalogs.get(sampleIds.catalog)?.products.values() ?? [])][index] ?? {};

test('a catalog: one pass with the fields that are compared, deleted IDs among them', async () => {
	const [changed, same, gone] = [0, 1, 2].map(product);
	const items = [
		{ Id: changed?.Id, Model: 'New' },
		{ Id: String(same?.Id).toUpperCase(), Model: same?.Model },
		{ Id: nobody, Model: 'Other' },
		{ Model: 'Nameless' },
	];
	const parameters = {
		catalogFields: {
			DeletedProductIds: `={{ ["${String(gone?.Id)}", "${nobody.replace('01', '02')}"] }}`,
		},
	};
	const service = { requestFormat: 'form' };
	const { error, json, outputs } = await compare('productCatalog/publish', items, parameters, {
		service,
	});
	expect(error?.message).toBeUndefined();
	expect(said(json)).toEqual([
		'delete',
		'unchanged',
		'update Model',
		'unchanged',
		'create',
		'unknown',
	]);
	expect(pairs(outputs[0])).toEqual([0, 0, 0, 1, 2, 3].map((item) => [{ item }]));
	expect(new Set(sandbox.requests.map(({ address }) => address))).toEqual(
		new Set(['productCatalog/get']),
	);
});

test.each<[what: string, prepare: () => void, actions: string[], message: string]>([
	[
		'was not read whole',
		() =>
			sandbox.setFault({
				address: 'productCatalog/get',
				times: 'always',
				fault: { kind: 'total', value: 251 },
			}),
		['update Model', 'unknown', 'unknown'],
		'not read whole',
	],
	[
		'holds entries that are null',
		() => sandbox.setOptions({ listHabits: { nullAfter: 9 } }),
		['update Model', 'unknown', 'unknown'],
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
		() =>
			sandbox.setFault({ address: 'productCatalog/get', fault: { kind: 'status', status: 500 } }),
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
	const isOlder = message.includes('URL');
	expect(said(json)).toEqual(
		isOlder || actions[0] === 'unknown' ? actions : [...actions.slice(0, 2), 'unchanged'],
	);
	expect(JSON.stringify(json)).toContain(message);
});

test('a catalog that is not found is created, and one without an ID is not known', async () => {
	const items = [{ Id: nobody, Model: 'A' }];
	const other = await compare('productCatalog/publish', items, { catalogId: 'CAT-9' });
	expect(other.json).toMatchObject([
		{
			action: 'create',
			messages: ['The service did not find the product catalog with the ID "CAT-9".'],
		},
	]);
	sandbox.setFault({ address: 'productCatalog/get', fault: { kind: 'empty' } });
	const { json } = await compare('productCatalog/publish', items);
	expect(json).toMatchObject([{ action: 'create' }]);
	const unnamed = await compare('productCatalog/publish', items, { catalogId: '' });
	expect(unnamed.json).toMatchObject([
		{ action: 'unknown', messages: ["Without 'Catalog ID', the product catalog cannot be read."] },
	]);
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

test('a record whose read fails is not sent, and fails with that reason', async () => {
	const items = [
		{ id: sampleIds.task, name: 'A' },
		{ id: 'T-9', name: 'A' },
	];
	const refuse = () =>
		sandbox.setFault({ carrying: sampleIds.task, fault: { kind: 'status', status: 500 } });
	refuse();
	const stopped = await publish('task/update', items);
	expect(stopped.error?.message).toContain('status 500');
	refuse();
	const { outputs } = await publish('task/update', items, {}, { onError: 'continueErrorOutput' });
	expect(pairs(outputs[1])).toContainEqual({ item: 0 });
	expect(outputs[1][0].json).toMatchObject({
		error: expect.stringContaining('status 500') as string,
		details: { kind: 'status', httpStatus: 500 },
	});
	expect(
		sandbox.requests.filter(
			({ method, body }) =>
				method === 'POST' && String(JSON.stringify(body)).includes(sampleIds.task),
		),
	).toEqual([]);
});

test('a catalog: unchanged products stay, deleted IDs go out; where its own fields differ, all is sent', async () => {
	const { Id, Model } = product(0);
	const items = [{ Id, Model }];
	const name = String(sandbox.state.catalogs.get(sampleIds.catalog)?.head.Name);
	const own = { catalogName: name };
	expect((await publish('productCatalog/publish', items, own)).json).toMatchObject([
		{ unchangedCount: 1 },
	]);
	expect(sent()).toEqual([]);
	const catalogFields = { DeletedProductIds: `={{ ["${String(product(2).Id)}"] }}` };
	const deleting = await publish('productCatalog/publish', items, { ...own, catalogFields });
	expect(sent()).toEqual([[]]);
	expect(deleting.json).toMatchObject([{ unchangedCount: 1 }, { recordCount: 0 }]);
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
])(
	'with Change Limit %i, %i changes of 8 records stop the node: %s',
	async (changeLimit, changing, stops) => {
		const ids = [...(sandbox.state.catalogs.get(sampleIds.catalog)?.products.values() ?? [])].slice(
			0,
			8,
		);
		const items = ids.map(({ Id, Model }, index) => ({
			Id,
			Model: index < changing ? 'New' : Model,
		}));
		const options = { changeLimit };
		const message = `${changing} of 8 records that the service has would be changed or deleted, but 'Change Limit' allows ${changeLimit} %`;
		const { error } = await publish('productCatalog/publish', items, { options });
		expect(error?.message).toBe(stops ? message : undefined);
		expect(sent()).toHaveLength(stops ? 0 : 1);
		const dry = await compare('productCatalog/publish', items, { options });
		expect(
			dry.hints
				.map((hint) => hint.message)
				.join()
				.includes('would send nothing'),
		).toBe(stops);
	},
);
