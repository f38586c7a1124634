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

const ofAddresses = (...ClientAddresses: object[]) => ({ ClientAddresses });
const [ulm, bonn] = [{ City: 'Ulm' }, { City: 'Bonn' }];
const ofGermany = (address: object) => ({ ...address, Country: 'DE' });
const ofSite = (SiteAddress: object | null) => ({ SiteAddress });
const date = '2026-03-01T09:00:00';

// Which values are the same is in comparableText.test.ts.
test.each<[address: string, sent: Sent, read: Sent, changes: readonly string[]]>([
	[client, { Id: GUID.toUpperCase(), Name: 'A' }, { Id: GUID, Name: 'A', Phone: '1' }, []],
	[client, { Name: 'A' }, { Name: 'a' }, ['Name: "a" -> "A"']],
	[client, { Phone: '' }, { Phone: null }, []],
	[client, { Phone: '1' }, {}, ['Phone: null -> "1"']],
	[client, { Phone: null }, { Phone: '1' }, ['Phone: "1" -> null']],
	[client, { CustomField1: 'x' }, { CustomField1: 'y' }, ['Room: "y" -> "x"']],
	[client, { CustomField6: false }, {}, ['CustomField6: null -> false']],
	[client, { CustomField11: `${date}Z` }, { CustomField11: `${date}.0000000Z` }, []],
	[product, { UpdatedOnTicks: 0 }, {}, []],
	[product, { Msrp: '12345678901234567890.50' }, { Msrp: '12345678901234567890.5' }, []],
	[product, { Msrp: 0 }, {}, ['Msrp: null -> 0']],
	// Of a list, the fields that are given; the service fills in what was not sent.
	[client, ofAddresses({ City: 'Ulm', Fax: '' }), ofAddresses({ ...ulm, State: null, Key: 7 }), []],
	[
		...[client, ofAddresses(ulm, bonn), ofAddresses(bonn, ulm)],
		['ClientAddresses: [{"City":"Bonn"},{"City":"Ulm"}] -> [{"City":"Ulm"},{"City":"Bonn"}]'],
	] as const,
	[client, { ClientAddresses: [] }, { ClientAddresses: null }, []],
	[
		...[client, ofAddresses(ulm, { ...bonn, Fax: null })],
		...[ofAddresses(ofGermany(ulm), ofGermany(bonn)), []],
	] as const,
	[
		...[client, ofAddresses({ ...ulm, Country: '' }), ofAddresses(ofGermany(ulm))],
		['ClientAddresses: [{"City":"Ulm","Country":"DE"}] -> [{"City":"Ulm","Country":""}]'],
	] as const,
	[
		...[client, ofAddresses(ulm), ofAddresses(ulm, bonn)],
		['ClientAddresses: [{"City":"Ulm"},{"City":"Bonn"}] -> [{"City":"Ulm"}]'],
	] as const,
	// Of a nested record, each field; null empties all.
	[
		...[task, ofSite({ City: 'Ulm', State: 'BW' }), ofSite({ ...bonn, State: 'BW', Street1: 'A' })],
		['SiteAddress.City: "Bonn" -> "Ulm"'],
	] as const,
	[task, ofSite(ulm), {}, ['SiteAddress.City: null -> "Ulm"']],
	[task, ofSite({}), ofSite(bonn), []],
	[task, ofSite(null), ofSite({ ...bonn, State: '' }), ['SiteAddress.City: "Bonn" -> null']],
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
	['2026-07-01T10:00:00+02:00', '2026-07-01T10:00:00', 'unchanged'],
	['2026-07-01T10:00:00Z', '2026-07-01T10:00:00', 'update'],
])('%s sent beside %s of a service in Berlin is %s', (CustomField11, read, action) => {
	const row = { Id: GUID, CustomField11: read };
	expect(predict(client, { Id: GUID, CustomField11 }, row, 'Europe/Berlin')?.action).toBe(action);
});

test.each<[address: string, sent: Sent, read: Sent, action: string, names: string]>([
	[task, { UpdateFields: [{ TaskFieldId: 1, Value: 'x' }] }, {}, 'unknown', 'UpdateFields'],
	[task, { UpdateFields: [], Contact: { Name: 'A' } }, { Contact: { Name: 'A' } }, 'unchanged', ''],
	[task, { ResourcesToDelete: [{ Name: 'B' }] }, {}, 'unknown', 'ResourcesToDelete'],
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

const installed = { InstalledOn: '2025-01-01T00:00:00Z' };

test.each<[read: Sent, asOf: string | null]>([
	[{ UpdatedOn: `${date}Z`, CreatedOn: '2027-01-01T00:00:00Z' }, `${date}Z`],
	[
		{
			...{ UpdatedOn: '0001-01-01T00:00:00', Start: '2026-01-02T00:00:00Z' },
			...{ End: '2026-01-03T00:00:00+14:00', Items: [installed] },
		},
		'2026-01-03T00:00:00+14:00',
	],
	[{ Items: [installed, {}] }, installed.InstalledOn],
	[{}, null],
])('the date of %j is %s', (read, asOf) => {
	expect(predict(task, { TaskId: 'T', Contact: {} }, read)?.asOf).toBe(asOf);
});

test('what was not found, could not be read or has no ID', () => {
	const record = { Id: GUID, Name: 'A' };
	const absent = predict(client, record, { kind: 'absent' });
	expect(absent).toMatchObject({ action: 'create', key: GUID, messages: [] });
	const unread = predict(client, record, { kind: 'unknown', message: 'Broken' });
	const nothing = { action: 'unknown', key: GUID, changes: [], asOf: null };
	expect(unread).toMatchObject({ ...nothing, messages: ['Broken'] });
	const candidates = [
		{ id: GUID, record },
		{ id: undefined, record: { Number: 7 } },
	];
	const predictions = comparisonOf(client, candidates).predictions();
	expect(predictions.map(({ action, key }) => [action, key])).toEqual([
		['unknown', GUID],
		['unknown', '7'],
	]);
});

test('a record that is sent twice meets what was sent before', () => {
	const changesOf = (address: string, records: readonly Sent[], found: ReadOutcome) => {
		const id = address === task ? 'T' : GUID;
		const key = address === task ? 'TaskId' : 'Id';
		const candidates = records.map((record) => ({ id, record: { [key]: id, ...record } }));
		const comparison = comparisonOf(address, candidates);
		comparison.resolve(id, found);
		return comparison
			.predictions()
			.map(({ action, changes = [] }) => [
				action,
				...changes.map(({ before, after, field }) => `${field}: ${before} -> ${after}`),
			]);
	};
	const names = ['A', 'B', 'B'].map((Name) => ({ Name }));
	const again = [['update', 'Name: A -> B'], ['unchanged']];
	expect(changesOf(client, names, { kind: 'absent' })).toEqual([['create'], ...again]);
	const row = { Id: GUID, Name: 'A' };
	expect(changesOf(client, names, { kind: 'record', row })).toEqual([['unchanged'], ...again]);
	const site = { kind: 'record', row: { Id: 'T', ...ofSite({ ...bonn, State: 'X' }) } } as const;
	expect(changesOf(task, [ofSite(ulm), ofSite(bonn)], site)).toEqual([
		['update', 'SiteAddress.City: Bonn -> Ulm'],
		['update', 'SiteAddress.City: Ulm -> Bonn'],
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
