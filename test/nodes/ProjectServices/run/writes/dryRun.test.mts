// Dry Run: nothing is sent, and what is shown is what the real run sends, byte for byte.
import type { INodeParameters, OnError } from 'n8n-workflow';

import { runNode } from '../../../engine.mjs';
import { listenerForTests } from '../server.mjs';

const service = listenerForTests();

async function write(
	parameters: object,
	items: readonly object[],
	options: object,
	onError?: OnError,
) {
	return await runNode({
		parameters: { ...parameters, options } as INodeParameters,
		items,
		credential: { baseUrl: `${service.url}/exchange`, authentication: 'none' },
		onError,
	});
}

const record = { mappingMode: 'autoMapInputData', value: null, schema: [] };
const clientList = {
	resource: 'client',
	operation: 'publish',
	listId: 'L1',
	listName: 'Müller & "Söhne" <Nord>',
	record,
};
const writes: ReadonlyArray<[object, object[], string[]]> = [
	[
		{ resource: 'productCatalog', operation: 'publish', catalogName: 'N', record },
		[{ Id: 'P1', Model: 'Lüfter > 2' }, { Id: 'P2' }, { Id: 'P3' }],
		['json', 'xml', 'form'],
	],
	[clientList, [{ Name: 'Ä' }, { Name: 'B' }, { Name: 'C' }], ['json', 'xml']],
	[{ ...clientList, resource: 'vendor' }, [{ Name: 'A' }], ['json', 'xml']],
	[
		{ resource: 'timeSheet', operation: 'update', record },
		[{ Id: 'T1', Resource: 'Ann' }],
		['json', 'xml'],
	],
	[
		{ resource: 'task', operation: 'update', taskId: 'T1', contact: { Name: '={{ $json.name }}' } },
		[{ name: 'Ann' }, { name: 'Bob' }],
		['json', 'xml'],
	],
	[
		{ resource: 'serviceOrder', operation: 'update', serviceOrderId: 'S', contact: { Name: 'A' } },
		[{}],
		['json', 'xml'],
	],
	[
		{ resource: 'vendor', operation: 'update', integrationId: 'V', siteAddress: { City: 'Ulm' } },
		[{}],
		['json', 'xml'],
	],
	[
		{
			resource: 'project',
			operation: 'update',
			dataMode: 'json',
			body: '{"ProjectId":"P","Archive":true}',
		},
		[{}],
		['json', 'xml'],
	],
];

describe.each(
	writes.flatMap(([parameters, items, formats]) =>
		formats.map((requestFormat) => ({ parameters, items, requestFormat })),
	),
)('$parameters.resource/$parameters.operation as $requestFormat', (given) => {
	const { parameters, items, requestFormat } = given;
	const options = { requestFormat, ...('record' in parameters && { recordsPerRequest: 2 }) };

	test('shows what the real run sends', async () => {
		const dry = await write(parameters, items, { ...options, dryRun: true });
		expect(dry.error?.message).toBeUndefined();
		expect(service.received).toEqual([]);
		const real = await write(parameters, items, options);
		expect(real.error).toBeUndefined();
		expect(dry.json).toEqual(
			service.received.map(({ text, path, contentType }, index) => ({
				dryRun: true,
				method: 'POST',
				url: `${service.url}${path}`,
				contentType,
				recordCount: (real.json[index] as { recordCount: number }).recordCount,
				bytes: Buffer.byteLength(text),
				body: text,
			})),
		);
		expect(dry.outputs[0].map(({ pairedItem }) => pairedItem)).toEqual(
			real.outputs[0].map(({ pairedItem }) => pairedItem),
		);
		expect(dry.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^'Dry Run': nothing was sent\. The real run would send \d record/),
		]);
	});
});

test('a body over 100 kB is binary data, too', async () => {
	const items = [{ Name: 'ä'.repeat(60_000) }];
	const [item] = (await write(clientList, items, { dryRun: true })).outputs[0];
	expect(item?.binary?.data).toMatchObject({
		fileName: 'request-1.json',
		mimeType: 'application/json',
	});
	const bytes = Buffer.from(item?.binary?.data?.data ?? '', 'base64');
	expect(bytes.toString()).toBe(item?.json.body);
	expect(item?.json.bytes).toBe(bytes.length);
});

test('wrong items are shown with their reasons as usual', async () => {
	const items = [{ Name: 'Good' }, { Name: 'Bad', ClientType: 'lead' }];
	const stopped = await write(clientList, items, { dryRun: true });
	expect(stopped.error?.message).toContain('expected one of Lead, Prospect, Client');
	const { outputs } = await write(clientList, items, { dryRun: true }, 'continueErrorOutput');
	expect(outputs[0]).toHaveLength(1);
	expect(outputs[1]).toMatchObject([{ pairedItem: { item: 1 } }]);
	expect(service.received).toEqual([]);
});

test.each([
	['={{ "true" }}', 0, undefined],
	['={{ true }}', 0, undefined],
	['={{ false }}', 1, undefined],
	['={{ $json.missing }}', 1, undefined],
	['={{ "yes" }}', 0, `'Dry Run' is "yes", expected true or false`],
	['={{ 1 }}', 0, `'Dry Run' is 1, expected true or false`],
])('given by the expression %s it sends %i requests', async (dryRun, requests, message) => {
	const { error } = await write(clientList, [{ Name: 'A' }], { dryRun });
	expect(service.received).toHaveLength(requests);
	expect(error?.message).toBe(message);
});

test('what a dry run shows is not taken for sent', async () => {
	const { data } = await write(clientList, [{ Name: 'A' }], { dryRun: true });
	expect(data.executionData?.contextData['node:Project Services']).toEqual({ ledger: { '0': {} } });
});
