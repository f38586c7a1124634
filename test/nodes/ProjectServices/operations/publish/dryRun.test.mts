// Dry Run: nothing is sent, and what is shown is what the real run sends, byte for byte.
import { automatic as record, clientPublish, publish, service, write } from './writing.mjs';

const listName = 'Müller & "Söhne" <Nord>';
const clientList = { ...clientPublish(), listName };
const contact = { Name: '={{ $json.Name }}' };
const update = { operation: 'update' };
const writes: ReadonlyArray<[parameters: object, hasForm?: true]> = [
	[{ resource: 'productCatalog', operation: 'publish', catalogName: 'N', record }, true],
	[clientList],
	[{ ...clientList, resource: 'vendor' }],
	[{ ...update, resource: 'timeSheet', record }],
	[{ ...update, resource: 'task', taskId: 'T1', contact }],
	[{ ...update, resource: 'serviceOrder', serviceOrderId: 'S', contact }],
	[{ ...update, resource: 'vendor', integrationId: 'V', siteAddress: { City: 'Ulm' } }],
	[{ ...update, resource: 'project', dataMode: 'json', body: '{"ProjectId":"P","Archive":true}' }],
];
const fields: Readonly<Record<string, string>> = { productCatalog: 'Model', timeSheet: 'Resource' };

test.each(
	writes.flatMap(([parameters, hasForm]) =>
		['json', 'xml', ...(hasForm ? ['form'] : [])].map((requestFormat) => ({
			resource: '',
			...parameters,
			requestFormat,
		})),
	),
)(
	'shows what the real run sends: $resource $operation as $requestFormat',
	async ({ requestFormat, ...parameters }) => {
		const items = ['Lüfter > 2', 'B', 'C'].map((text) => ({
			[fields[parameters.resource] ?? 'Name']: text,
		}));
		const options = { dryRun: true };
		const settings = { requestFormat, recordsPerRequest: 2 };
		const dry = await write({ ...parameters, options }, { items, service: settings });
		expect(dry.error?.message).toBeUndefined();
		expect(service.received).toEqual([]);
		const real = await write(parameters, { items, service: settings });
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
		expect(dry.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			real.outputs[0]?.map(({ pairedItem }) => pairedItem),
		);
		expect(dry.hints.map(({ message }) => message)).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^'Dry Run': nothing was sent\. Without it, the node would send \d record/),
			]),
		);
	},
);

test('a body over 100 kB is binary data, too', async () => {
	const items = [{ Name: 'ä'.repeat(60_000) }];
	const [item] = (await publish({ items, options: { dryRun: true } })).outputs[0] ?? [];
	expect(item?.binary?.data).toMatchObject({
		fileName: 'request-1.json',
		mimeType: 'application/json',
	});
	const bytes = Buffer.from(item?.binary?.data?.data ?? '', 'base64');
	expect(bytes.toString()).toBe(item?.json.body);
	expect(item?.json.bytes).toBe(bytes.length);
});
