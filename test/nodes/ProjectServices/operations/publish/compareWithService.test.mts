// Compare With Service: what a publish would change, beside what the service has; nothing is sent.
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

async function compare(
	address: string,
	items: readonly object[],
	{ options = {}, ...parameters }: INodeParameters = {},
	rest: Parameters<typeof run>[2] = {},
) {
	const all = { dryRun: true, compareWithService: true, maxRetries: 0, ...(options as object) };
	return await run(
		address,
		{ ...targets[address], ...parameters, options: all } as INodeParameters,
		{
			items,
			...rest,
		},
	);
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
	expect(hints.map(({ message }) => message)).toEqual([
		"'Dry Run': nothing was sent. Compared with the service: 1 would be created, 1 updated, 1 unchanged, 1 unknown.",
	]);
	expect(sandbox.requests.map(({ address }) => address)).toEqual(['client/getAll']);
});
