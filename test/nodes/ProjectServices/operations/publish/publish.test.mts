// Publishes in n8n's engine: items to records, records to requests, answers to items.
import type { RunSettings } from '../../../engine.mjs';
import { automatic, byHand, messageId, service, write } from './writing.mjs';

const publish = async (
	resource: string,
	parameters: object,
	items: readonly object[],
	settings?: RunSettings['service'],
) =>
	await write(
		{ resource, operation: resource === 'timeSheet' ? 'update' : 'publish', ...parameters },
		{ items, ...(settings && { service: settings }) },
	);
const texts = () => service.received.map(({ text }) => text);

const list = { listId: 'L1', listName: 'List', record: automatic };
const id = '6f9619ff-8b86-d011-b42d-00c04fc964ff';
const other = '7f9619ff-8b86-d011-b42d-00c04fc964ff';

test('items become records of one request, with own names, and the item is paired with all of them', async () => {
	const items = [
		{ Name: 'One', ClientType: 'Lead', Region: 'North' },
		{ Name: 'Two', CreatedOn: '2024-06-01' },
	];
	const names = { customFieldNames: 'CustomField1 = Region' };
	const result = await publish('client', { ...list, listDescription: '' }, items, names);
	const contentType = 'application/json';
	const text =
		'{"Id":"L1","Name":"List","Clients":[{"Name":"One","ClientType":"Lead","CustomField1":"North"},{"Name":"Two","CreatedOn":"2024-06-01T00:00:00+02:00"}]}';
	expect(service.received).toEqual([{ path: '/SI/Publish/Clients', contentType, text }]);
	const json = { MessageId: messageId(0), Message: 'Accepted', recordCount: 2 };
	expect(result.outputs).toEqual([[{ json, pairedItem: [{ item: 0 }, { item: 1 }] }]]);
});

test('fields are mapped by hand: unset ones are not sent, empty text and null from an item are', async () => {
	const value = {
		...{ Name: '={{ $json.name }}', Number: '={{ $json.number }}', Phone: '={{ $json.phone }}' },
		...{ Fax: '={{ $json.missing }}', Email: null, CustomField6: '={{ $json.gold }}' },
		...{ CustomField7: false, CustomField8: false, CustomField11: '={{ $json.since }}' },
		ClientAddresses: '=[{"TypeId": 7, "City": "{{ $json.city }}"}]',
	};
	// The editor saves false for a switch that was never shown.
	const schema = [{ id: 'CustomField7', removed: true }];
	const nothing = { number: '', phone: null };
	const item = { name: 'One', gold: 'true', since: '2024-01-01T10:00', city: 'Ulm', ...nothing };
	await publish('client', { ...list, record: { ...byHand(value), schema } }, [item]);
	expect(texts()).toEqual([
		'{"Id":"L1","Name":"List","Clients":[{"Name":"One","Number":"","Phone":null,"ClientAddresses":[{"TypeId":7,"City":"Ulm"}],"CustomField6":true,"CustomField8":false,"CustomField11":"2024-01-01T10:00:00+01:00"}]}',
	]);
});

test.each([
	['={{ $json.missing }}', undefined],
	['={{ $json.a?.b }}', undefined],
	['={{ $json.nothing }}', null],
	['={{ $json.empty }}', ''],
])('of a field of the list, the expression %s gives %j', async (listDescription, expected) => {
	const item = { Name: 'One', nothing: null, empty: '' };
	await publish('client', { ...list, listDescription, record: byHand({ Name: 'A' }) }, [item]);
	const [body] = service.bodies() as Array<{ Description?: unknown }>;
	expect(body).toHaveProperty('Clients');
	expect(body?.Description).toBe(expected);
});

// The document shows no form for clients.
test.each([
	{ listId: '= L1 ', record: byHand({ Id: '= {{ $json.id }}', Name: ' N ' }) },
	{ dataMode: 'json', body: `{"Id":" L1","Clients":[{"Id":"${id} ","Name":" N "}]}` },
])('the IDs go out without the blanks around them, never in a form: %j', async (parameters) => {
	const form = { requestFormat: 'form' };
	await publish('client', { ...list, ...parameters }, [{ id: `${id}\n` }], form);
	expect(service.bodies()).toMatchObject([{ Id: 'L1', Clients: [{ Id: id, Name: ' N ' }] }]);
});

test('time sheets go out with the name of the request, or without one', async () => {
	const sheet = { Id: 'T1', DateTicks: '638712345678901234', Billable: 'TRUE' };
	const sent = '[{"Id":"T1","DateTicks":638712345678901234,"Billable":true}]';
	for (const requestName of ['Week 9', ''])
		await publish('timeSheet', { requestName, record: automatic }, [sheet]);
	expect(texts()).toEqual([
		`{"Name":"Week 9","UpdateTimeSheets":${sent}}`,
		`{"UpdateTimeSheets":${sent}}`,
	]);
});

describe('productCatalog/publish', () => {
	const catalog = { catalogId: 'C1', catalogName: 'Main', record: automatic };

	test('what is wrong for all items is listed once, beside what is wrong with one', async () => {
		const settings = { ...catalog, catalogFields: { DeletedProductIds: 'A-1' } };
		const problem = `'Deleted Product IDs'[0] is "A-1", expected a GUID`;
		const alike = await publish('productCatalog', settings, [{ Model: 'A' }, { Model: 'B' }]);
		expect(alike.error).toMatchObject({ message: problem, description: 'Nothing was sent.' });
		const items = [{ Model: 'A' }, { Model: 'B', Msrp: 'x' }];
		const mixed = await publish('productCatalog', settings, items);
		expect(mixed.error?.description?.split('\n')).toEqual([
			...['Nothing was sent.', `All items: ${problem}.`],
			'Item 1: Msrp is "x", expected a number.',
		]);
		expect(service.received).toEqual([]);
	});

	test.each(['[]', 'null', '""', 'undefined'])(
		'a catalog is not published empty where %s names no deletions',
		async (none) => {
			const catalogFields = { DeletedProductIds: `={{ ${none} }}` };
			const record = byHand({ Model: '={{ $json.missing }}' });
			const settings = { ...catalog, record, catalogFields };
			const { error } = await publish('productCatalog', settings, [{}]);
			expect(service.received).toEqual([]);
			expect(error?.message).toMatch(/The record is empty/);
		},
	);

	test('deletions alone go out, gathered from all items', async () => {
		const catalogFields = { IsMetric: true, DeletedProductIds: '={{ $json.gone }}' };
		const settings = { ...catalog, record: byHand({}), catalogFields };
		const items = [{ gone: id }, { gone: [other, id] }];
		const { outputs } = await publish('productCatalog', settings, items);
		expect(texts()).toEqual([
			`{"Id":"C1","Name":"Main","IsMetric":true,"TotalProductsCount":0,"Products":[],"DeletedProductIds":["${id}","${other}"]}`,
		]);
		expect(outputs[0]).toMatchObject([
			{ json: { recordCount: 0 }, pairedItem: [{ item: 0 }, { item: 1 }] },
		]);
	});
});

const zeros = '00000000-0000-0000-0000-000000000000';
const named = (key: object) => ({ Name: 'N', ...key });

test.each<[resource: string, items: readonly object[], warning: RegExp | undefined]>([
	[
		'client',
		[named({ Id: zeros }), named({ Id: null }), named({ Number: ' ' })],
		/^3 records have no ID, Integration ID or Number: .* create them again in each execution/,
	],
	[
		'client',
		[named({ IntegrationId: 'I' }), named({ Number: 7 }), named({ Number: 0 })],
		/^1 record has no ID, Integration ID or Number: .* create it again/,
	],
	['vendor', [{ Id: '0', Name: 'V' }], /^1 record has no/],
	[
		'productCatalog',
		[{ Model: 'M' }, { IntegrationProductId: 'I' }],
		/^1 record has no ID or Integration Product ID/,
	],
	['timeSheet', [{ Id: 'T' }, { Billable: true }], /^1 record has no ID:/],
	['timeSheet', [{ Id: 'T' }], undefined],
])('%s: records %j without a key are counted in a warning', async (resource, items, warning) => {
	const where = { ...list, catalogName: 'C', options: { dryRun: true } };
	const { error, hints } = await publish(resource, where, items);
	expect(error).toBeUndefined();
	const warnings = hints.flatMap(({ type, message }) =>
		type === 'warning' && /has|have/.test(message) ? [message] : [],
	);
	expect(warnings).toEqual(warning ? [expect.stringMatching(warning)] : []);
});

test.each([
	['client', { Id: zeros, Name: 'P3' }],
	['productCatalog', { Id: 'P3' }],
	['timeSheet', { Id: 'P3' }],
])('what Get Changes gave as deleted is never sent as a %s', async (resource, record) => {
	const where = { ...list, catalogName: 'C', options: { ignoreUnknownFields: true } };
	for (const settings of [where, { ...where, record: byHand(record) }]) {
		const { error } = await publish(resource, settings, [{ ...record, change: 'deleted' }]);
		expect(error?.message).toMatch(/^The input item has "change": "deleted", .*Remove it before/);
		expect(error?.message).not.toContain('Ignore Unknown Fields');
	}
	expect(service.received).toEqual([]);
});

describe('a JSON body', () => {
	const json = { dataMode: 'json', listId: 'L1', listName: '' };

	test('is a request of its own for each item, text or object, filled with what it leaves out', async () => {
		const items = [
			{ body: { Id: 'A', Name: 'List', Clients: [{ Name: 'Two' }] } },
			{ body: '{"Name":"Mine","Clients":[{"Name":"One"},{"Name":"Two"}]}' },
		];
		const { outputs } = await publish('client', { ...json, body: '={{ $json.body }}' }, items);
		expect(texts()).toEqual([
			'{"Id":"A","Name":"List","Clients":[{"Name":"Two"}]}',
			'{"Id":"L1","Name":"Mine","Clients":[{"Name":"One"},{"Name":"Two"}]}',
		]);
		expect(outputs[0]).toMatchObject([
			{ json: { recordCount: 1 }, pairedItem: [{ item: 0 }] },
			{ json: { recordCount: 2 }, pairedItem: [{ item: 1 }] },
		]);
	});

	test.each([
		['', "'Body' is empty"],
		['[1]', "'Body' is a list, expected an object"],
		['"text"', `'Body' is "text", expected an object`],
		['{"Clients": [', "'Body' cannot be read"],
		['{}', "'Body' has no Clients"],
	])('%s is refused: %s', async (body, expected) => {
		const { error } = await publish('client', { ...json, body }, [{}]);
		expect(error?.message).toContain(expected);
		expect(service.received).toEqual([]);
	});
});
