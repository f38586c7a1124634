// What becomes of a record that would be sent, beside what was read: no reads here.
import { findEndpoint, readOf } from '../../../api';
import type { ReadEndpoint, WriteEndpoint } from '../../../api/endpoint';
import { type Candidate, type ReadOutcome, Comparison } from '../../../client/compare/comparison';

type Sent = Readonly<Record<string, unknown>>;

function comparisonOf(
	address: string,
	candidates: readonly Candidate[],
	timeZone = 'UTC',
): Comparison {
	const [resource = '', operation = ''] = address.split('/');
	const write = findEndpoint(resource, operation) as WriteEndpoint;
	const read = readOf(write) as ReadEndpoint;
	const own = new Map([['Client.CustomField1', 'Room']]);
	return new Comparison(candidates, {
		write,
		read,
		timeZone,
		nameOf: (record, field) => own.get(`${'name' in record ? record.name : ''}.${field}`) ?? field,
	});
}

const GUID = 'a2a57a1c-3f3c-4c3e-8b55-0d2b1c1f8d11';

/** What becomes of one record beside one that was read. */
function predict(address: string, record: Sent, read: Sent | ReadOutcome, timeZone?: string) {
	const write = findEndpoint(...(address.split('/') as [string, string])) as WriteEndpoint;
	const id = String(record[write.readBy?.id ?? '']);
	const comparison = comparisonOf(address, [{ id, record }], timeZone);
	comparison.resolve(id, 'kind' in read ? (read as ReadOutcome) : { kind: 'record', row: read });
	return comparison.predictions()[0];
}

const client = 'client/publish';
const product = 'productCatalog/publish';
const task = 'task/update';
const sheet = 'timeSheet/update';

type Row = [address: string, sent: Sent, read: Sent, changes: readonly string[]];

test.each<Row>([
	[client, { Id: GUID.toUpperCase(), Name: 'A' }, { Id: GUID, Name: 'A', Phone: '1' }, []],
	[client, { Name: 'A' }, { Name: 'a' }, ['Name: "a" -> "A"']],
	[client, { Phone: '' }, { Phone: null }, []],
	[client, { Phone: null }, {}, []],
	[client, { Phone: '1' }, {}, ['Phone: null -> "1"']],
	[client, { Phone: null }, { Phone: '1' }, ['Phone: "1" -> null']],
	[client, { CustomField1: 'x' }, { CustomField1: 'y' }, ['Room: "y" -> "x"']],
	[client, { CustomField6: false }, {}, ['CustomField6: null -> false']],
	[
		client,
		{ CustomField11: '2026-03-01T10:00:00+01:00' },
		{ CustomField11: '2026-03-01T09:00:00.0000000Z' },
		[],
	],
	[client, { CustomField11: null }, { CustomField11: '0001-01-01T00:00:00' }, []],
	[
		client,
		{ CustomField11: '2026-03-01T09:00:00.0000001Z' },
		{ CustomField11: '2026-03-01T09:00:00Z' },
		['CustomField11: "2026-03-01T09:00:00Z" -> "2026-03-01T09:00:00.0000001Z"'],
	],
	[
		client,
		{ ClientAddresses: [{ City: 'Ulm', Fax: '' }] },
		{ ClientAddresses: [{ City: 'Ulm', State: null, AddressKey: 7 }] },
		[],
	],
	[
		client,
		{ ClientAddresses: [{ City: 'Ulm' }, { City: 'Bonn' }] },
		{ ClientAddresses: [{ City: 'Bonn' }, { City: 'Ulm' }] },
		['ClientAddresses: [{"City":"Bonn"},{"City":"Ulm"}] -> [{"City":"Ulm"},{"City":"Bonn"}]'],
	],
	[client, { ClientAddresses: [] }, { ClientAddresses: null }, []],
	// The service fills in what was not sent.
	[
		client,
		{ ClientAddresses: [{ City: 'Ulm' }, { City: 'Bonn', Fax: null }] },
		{
			ClientAddresses: [
				{ City: 'Ulm', Country: 'DE' },
				{ City: 'Bonn', Country: 'DE' },
			],
		},
		[],
	],
	[
		client,
		{ ClientAddresses: [{ City: 'Ulm', Country: '' }] },
		{ ClientAddresses: [{ City: 'Ulm', Country: 'DE' }] },
		['ClientAddresses: [{"City":"Ulm","Country":"DE"}] -> [{"City":"Ulm","Country":""}]'],
	],
	[
		client,
		{ ClientAddresses: [{ City: 'Ulm' }] },
		{ ClientAddresses: [{ City: 'Ulm' }, { City: 'Bonn' }] },
		['ClientAddresses: [{"City":"Ulm"},{"City":"Bonn"}] -> [{"City":"Ulm"}]'],
	],
	[product, { UpdatedOnTicks: null }, { UpdatedOnTicks: 0 }, []],
	[product, { UpdatedOnTicks: 0 }, {}, []],
	[
		product,
		{ UpdatedOnTicks: null },
		{ UpdatedOnTicks: '638712345678901234' },
		['UpdatedOnTicks: "638712345678901234" -> null'],
	],
	[product, { Id: GUID.toUpperCase(), Msrp: 10 }, { Id: GUID, Msrp: 10 }, []],
	[product, { Msrp: '12345678901234567890.50' }, { Msrp: '12345678901234567890.5' }, []],
	[
		product,
		{ Msrp: '12345678901234567890.50' },
		{ Msrp: '12345678901234567890.51' },
		['Msrp: "12345678901234567890.51" -> "12345678901234567890.50"'],
	],
	[product, { OrderUomUnits: '100000000000000000000' }, { OrderUomUnits: 1e20 }, []],
	[product, { Msrp: 0 }, {}, ['Msrp: null -> 0']],
	[
		task,
		{ SiteAddress: { City: 'Ulm', State: 'BW' } },
		{ SiteAddress: { City: 'Bonn', State: 'BW', Street1: 'A 1' } },
		['SiteAddress.City: "Bonn" -> "Ulm"'],
	],
	[task, { SiteAddress: { City: 'Ulm' } }, {}, ['SiteAddress.City: null -> "Ulm"']],
	[task, { SiteAddress: {} }, { SiteAddress: { City: 'Bonn' } }, []],
	[
		task,
		{ SiteAddress: null },
		{ SiteAddress: { City: 'Bonn', State: '' } },
		['SiteAddress.City: "Bonn" -> null'],
	],
])('%s of %j beside %j changes %j', (address, sent, read, expected) => {
	const record = { ...(address === task ? { TaskId: 'T' } : { Id: GUID }), ...sent };
	const { action, changes = [] } = predict(address, record, { Id: GUID, ...read }) ?? {};
	const shown = changes.map(
		({ field, before, after }) => `${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
	);
	expect(shown).toEqual(expected);
	expect(action).toBe(expected.length > 0 ? 'update' : 'unchanged');
});

test.each([
	['2026-03-01T10:00:00+01:00', '2026-03-01T10:00:00', 'unchanged'],
	['2026-07-01T10:00:00+02:00', '2026-07-01T10:00:00', 'unchanged'],
	['2026-07-01T10:00:00', '2026-07-01T08:00:00Z', 'unchanged'],
	['2026-07-01T10:00:00', '2026-07-01T10:00:00', 'unchanged'],
	['2026-07-01T10:00:00Z', '2026-07-01T10:00:00', 'update'],
])('%s sent beside %s of a service in Berlin is %s', (CustomField11, read, action) => {
	const sent = { Id: GUID, CustomField11 };
	const row = { Id: GUID, CustomField11: read };
	expect(predict(client, sent, row, 'Europe/Berlin')?.action).toBe(action);
});

test.each<[address: string, sent: Sent, read: Sent, action: string, names: string]>([
	[task, { UpdateFields: [{ TaskFieldId: 1, Value: 'x' }] }, {}, 'unknown', 'UpdateFields'],
	[task, { UpdateFields: [], Contact: { Name: 'A' } }, { Contact: { Name: 'A' } }, 'unchanged', ''],
	[
		task,
		{ ResourcesToDelete: [{ Name: 'B' }], Contact: { Name: 'A' } },
		{ Contact: { Name: 'A' } },
		'unknown',
		'ResourcesToDelete',
	],
	[task, { UpdateFields: [{}], Contact: { Name: 'A' } }, {}, 'update', ''],
	// The total of a time sheet is not the duration of the entry that is sent.
	[sheet, { Duration: 8 }, { Duration: 8 }, 'unknown', 'Duration'],
	[sheet, { Phase: null, CF1: 'a' }, { CF1: 'a' }, 'unknown', 'Phase'],
	[sheet, { CF1: 'a' }, { CF1: 'a' }, 'unchanged', ''],
])(
	'fields that the read form lacks: %s of %j beside %j is %s',
	(address, sent, read, action, names) => {
		const predicted = predict(
			address,
			{ [address === task ? 'TaskId' : 'Id']: 'T', ...sent },
			{ Id: 'T', ...read },
		);
		expect(predicted?.action).toBe(action);
		expect(predicted?.messages.join()).toContain(names);
		expect(predicted?.messages).toHaveLength(action === 'unknown' ? 1 : 0);
	},
);

test.each<[read: Sent, asOf: string | null]>([
	[
		{ UpdatedOn: '2026-01-01T00:00:00Z', CreatedOn: '2027-01-01T00:00:00Z' },
		'2026-01-01T00:00:00Z',
	],
	[
		{
			UpdatedOn: '0001-01-01T00:00:00',
			Start: '2026-01-02T00:00:00Z',
			End: '2026-01-03T00:00:00+14:00',
			Items: [{ InstalledOn: '2025-01-01T00:00:00Z' }],
		},
		'2026-01-03T00:00:00+14:00',
	],
	[{ Items: [{ InstalledOn: '2025-01-01T00:00:00Z' }, {}] }, '2025-01-01T00:00:00Z'],
	[{}, null],
])('the date of %j is %s', (read, asOf) => {
	expect(predict(task, { TaskId: 'T', Contact: {} }, read)?.asOf).toBe(asOf);
});

test('what was not found, or could not be read', () => {
	const record = { Id: GUID, Name: 'A' };
	expect(predict(client, record, { kind: 'absent' })).toMatchObject({
		action: 'create',
		key: GUID,
		messages: [],
	});
	expect(predict(client, record, { kind: 'unknown', message: 'Broken' })).toMatchObject({
		...{ action: 'unknown', key: GUID, changes: [], asOf: null },
		messages: ['Broken'],
	});
	const unread = comparisonOf(client, [
		{ id: GUID, record },
		{ id: undefined, record: { Number: 7 } },
	]);
	expect(unread.predictions().map(({ action, key }) => [action, key])).toEqual([
		['unknown', GUID],
		['unknown', '7'],
	]);
});

test('a record that is sent twice meets what was sent before', () => {
	const candidates = ['A', 'B', 'B'].map((Name) => ({ id: GUID, record: { Id: GUID, Name } }));
	const created = comparisonOf(client, candidates);
	created.resolve(GUID, { kind: 'absent' });
	expect(created.predictions().map(({ action }) => action)).toEqual([
		'create',
		'update',
		'unchanged',
	]);
	const updated = comparisonOf(client, candidates);
	updated.resolve(GUID, { kind: 'record', row: { Id: GUID, Name: 'A' } });
	expect(updated.predictions().map(({ changes }) => changes)).toEqual([
		[],
		[{ field: 'Name', before: 'A', after: 'B' }],
		[],
	]);
	const places = ['Ulm', 'Bonn'].map((City) => ({
		id: 'T',
		record: { TaskId: 'T', SiteAddress: { City } },
	}));
	const nested = comparisonOf(task, places);
	nested.resolve('T', {
		kind: 'record',
		row: { Id: 'T', SiteAddress: { City: 'Bonn', State: 'X' } },
	});
	expect(nested.predictions().map(({ changes }) => changes)).toEqual([
		[{ field: 'SiteAddress.City', before: 'Bonn', after: 'Ulm' }],
		[{ field: 'SiteAddress.City', before: 'Ulm', after: 'Bonn' }],
	]);
});

test('deleted IDs', () => {
	const row = { Id: GUID, UpdatedOn: '2026-01-01T00:00:00Z' };
	const comparison = comparisonOf(product, [
		{ id: GUID.toUpperCase() },
		{ id: 'gone' },
		{ id: 'x' },
	]);
	comparison.resolve(GUID, { kind: 'record', row });
	comparison.resolve('gone', { kind: 'absent' });
	expect(comparison.predictions()).toMatchObject([
		{ action: 'delete', key: GUID.toUpperCase(), asOf: row.UpdatedOn },
		{ action: 'unchanged', key: 'gone' },
		{ action: 'unknown', key: 'x' },
	]);
	const both = comparisonOf(product, [
		{ id: GUID },
		{ id: GUID, record: { Id: GUID, Model: 'A' } },
	]);
	both.resolve(GUID, { kind: 'record', row });
	expect(both.predictions().map(({ action }) => action)).toEqual(['unknown', 'unknown']);
});

test('a form with fewer fields than the document says does not count as empty', () => {
	const record = { Id: 'P', URL: 'https://a.example', Model: 'A' };
	const comparison = comparisonOf(product, [{ id: 'P', record }]);
	comparison.resolve('P', { kind: 'record', row: { Id: 'P', Model: 'A' } });
	expect(comparison.predictions()[0]?.action).toBe('update');
	comparison.excludeFields(['URL']);
	expect(comparison.predictions()[0]).toMatchObject({ action: 'unknown', changes: [] });
	expect(comparison.excludedNames()).toEqual(['URL']);
});

test('of several rows with one ID, the newest counts; of equally old ones, the one that differs', () => {
	const settled = (...rows: readonly Sent[]) => {
		const comparison = comparisonOf(client, [{ id: GUID, record: { Id: GUID, Name: 'A' } }]);
		for (const row of rows) comparison.resolve(GUID, { kind: 'record', row: { Id: GUID, ...row } });
		return comparison.predictions()[0]?.changes?.map(({ before }) => before);
	};
	const [older, newer] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01+00:00'];
	expect(settled({ Name: 'B', UpdatedOn: newer }, { Name: 'C', UpdatedOn: older })).toEqual(['B']);
	expect(settled({ Name: 'B', UpdatedOn: older }, { Name: 'C', UpdatedOn: newer })).toEqual(['C']);
	expect(settled({ Name: 'A' }, { Name: 'B' })).toEqual(['B']);
	expect(settled({ Name: 'B' }, { Name: 'A' })).toEqual(['B']);
});
