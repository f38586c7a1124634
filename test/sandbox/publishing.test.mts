// The simulated service holds state: what a publish wrote is there for the next read.
import { send } from './exchange.mjs';
import { fieldUpdatesOf } from './publishing';
import { sampleIds, startSandbox, type Sandbox } from './server.mjs';
import { findRecord } from './state';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ products: 10 })));
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.reset());

async function publish(path: string, body: object | string): Promise<Record<string, unknown>> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const answer = await send(sandbox, `/SI/Publish/${path}`, { body: text });
	expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
	return answer.text === '' ? {} : answer.json();
}

async function products(id: string): Promise<Array<Record<string, unknown>>> {
	const target = `/SI/Subscribe/ProductCatalogs?id=${id}&pageSize=100`;
	return (await send(sandbox, target)).json().Products as Array<Record<string, unknown>>;
}

test('a catalog: products changed, added and deleted, exact numbers kept', async () => {
	const [first, second] = await products(sampleIds.catalog);
	await publish(
		'ProductCatalogs',
		`{"Id":"${sampleIds.catalog}","Name":"Renamed","Products":[
			{"Id":"${String(first?.Id).toUpperCase()}","UnitCost":0.1234567890123456789012345678},
			{"IntegrationProductId":"ERP-100002","Model":"By integration id"},
			{"IntegrationProductId":"NEW-1","UpdatedOnTicks":638712345678901234}
		],"DeletedProductIds":["${String(second?.Id)}"]}`,
	);
	const target = `/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}&pageSize=100`;
	const { text, json } = await send(sandbox, target);
	expect(json()).toMatchObject({ Name: 'Renamed', TotalProductsCount: 10, PriceType: 'MSRP' });
	expect(text).toContain('"UnitCost":0.1234567890123456789012345678,');
	expect(text).toContain('"UpdatedOnTicks":638712345678901234}');
	const after = await products(sampleIds.catalog);
	expect(after.map(({ Id }) => Id)).not.toContain(second?.Id);
	expect(after.at(0)).toMatchObject({ Model: first?.Model });
	expect(after.at(1)).toMatchObject({
		Model: 'By integration id',
		Description: expect.any(String),
	});
	expect(after.at(-1)).toMatchObject({ IntegrationProductId: 'NEW-1' });
	expect(json().DeletedProductIds).toHaveLength(4);
	await publish('ProductCatalogs', {
		Id: sampleIds.catalog,
		Name: 'Renamed',
		Products: [{ IntegrationProductId: 'NEW-1', Model: 'Again' }],
	});
	expect((await products(sampleIds.catalog)).at(-1)).toMatchObject({ Model: 'Again' });
	expect(await products(sampleIds.catalog)).toHaveLength(10);
});

test('a new catalog under an id of its own', async () => {
	await publish('ProductCatalogs', { Id: 'MINE', Name: 'Mine', Products: [{ Id: 'a' }] });
	expect(await products('MINE')).toMatchObject([{ Id: 'a', UpdatedOn: expect.any(String) }]);
});

test('clients are created under their GUID and found by integration id', async () => {
	const Id = '0f8fad5b-d9cb-469f-a165-70867728950e';
	const list = { Id: 'L', Name: 'List' };
	const one = await publish('Clients', {
		...list,
		Clients: [{ Id, Name: 'A', IntegrationId: 'X' }],
	});
	const two = await publish('Clients', { ...list, Clients: [{ Name: 'B', IntegrationId: 'X' }] });
	expect(one.MessageId).not.toBe(two.MessageId);
	const body = JSON.stringify([Id]);
	const { text } = await send(sandbox, '/SI/Subscribe/Clients/ClientList', { body });
	expect(JSON.parse(text)).toMatchObject([{ Id, Name: 'B', IntegrationId: 'X' }]);
});

test('vendors are created and updated by number or by integration id', async () => {
	await publish('Vendors', {
		Id: 'L',
		Name: 'L',
		Vendors: [{ Id: 'v1', Name: 'V', Number: '77' }],
	});
	expect(findRecord(sandbox.state, 'vendor', 'v1')).toMatchObject({ Number: '77' });
	await publish('Vendors/Update', { Number: '77', SiteAddress: { City: 'Bern' } });
	expect(findRecord(sandbox.state, 'vendor', 'v1')).toMatchObject({
		SiteAddress: { City: 'Bern' },
	});
	await publish('Vendors/Update', {
		IntegrationId: sampleIds.vendorIntegrationId,
		UpdateFields: [{ VendorFieldId: 3, Value: 'x' }],
	});
	const seeded = [...sandbox.state.records.vendor.values()][0];
	expect(fieldUpdatesOf(sandbox.state, 'vendor', String(seeded?.Id))).toEqual([
		{ VendorFieldId: 3, Value: 'x' },
	]);
});

test('time sheets get their head changed and an entry added', async () => {
	await publish('UpdateTimeSheets', {
		UpdateTimeSheets: [
			{ Id: 'TS-1001', Resource: 'Somebody', CF28: 1.5, Duration: 2, LaborType: 'Programming' },
			{ Id: 'TS-9999', Resource: 'New' },
		],
	});
	const changed = (await send(sandbox, '/SI/Subscribe/TimeSheets?id=TS-1001')).json();
	expect(changed).toMatchObject({ Resource: 'Somebody', CF28: 1.5 });
	expect(changed.Entries).toMatchObject([{ Duration: 2, LaborType: 'Programming' }]);
	expect(changed).not.toHaveProperty('LaborType');
	const created = (await send(sandbox, '/SI/Subscribe/TimeSheets?id=TS-9999')).json();
	expect(created).toMatchObject({ Resource: 'New', Entries: [] });
});

test('a task gets contact, address and resources', async () => {
	const update = (body: object) => publish('UpdateTask', { TaskId: 'T-1001', ...body });
	const read = async () => (await send(sandbox, '/SI/Subscribe/Tasks?id=T-1001')).json();
	const before = await read();
	await update({
		Contact: { Name: 'New Contact' },
		SiteAddress: null,
		Resources: [{ Name: 'R1', Email: 'r1@x.example', Cost: 1 }, { Name: 'R2' }],
	});
	await update({
		Resources: [{ Name: 'R1', EstimatedHours: 3 }],
		ResourcesToDelete: [{ Name: 'R2' }],
	});
	const after = await read();
	expect(after).toMatchObject({
		Contact: { Name: 'New Contact', Title: expect.any(String) },
		SiteAddress: null,
		Resources: [{ Name: 'R1', Email: 'r1@x.example', Cost: 1, EstimatedHours: 3 }],
	});
	expect(String(after.UpdatedOn) > String(before.UpdatedOn)).toBe(true);
});

test('a service order gets its parts, a project keeps its updates', async () => {
	await publish('UpdateServiceOrder', {
		ServiceOrderId: 'SO-1001',
		BillingAddress: { Street1: 'A' },
	});
	const order = (await send(sandbox, '/SI/Subscribe/ServiceOrders?id=SO-1001')).json();
	expect(order).toMatchObject({ BillingAddress: { Street1: 'A', City: expect.any(String) } });
	const update = {
		ProjectId: 'P-1001',
		Archive: true,
		UpdateProjectItems: [{ ComponentId: 'C-PO-1001-1', Anything: 1 }],
		UpdateProjectItemFieldIds: [1, 175],
		SIItemIdsToDelete: ['a'],
	};
	await publish('Projects/Update', update);
	expect(findRecord(sandbox.state, 'project', 'P-1001')).toMatchObject({
		Archived: true,
		Updates: [update],
	});
});

test('an update of a project changes the named fields of its items, found by component ID', async () => {
	const itemsOf = () => findRecord(sandbox.state, 'project', 'P-1001')?.Items;
	const [first, second, third, ...others] = itemsOf() as Array<Record<string, unknown>>;
	expect([first, second, third].map((item) => item?.SIItemId)).toEqual([
		'SI-PO-1001-1',
		'SI-PO-1001-2a',
		'SI-PO-1001-2b',
	]);
	const update = { ComponentId: 'C-PO-1001-2a', OrderStatus: 'Received', Quantity: 9 };
	await publish('Projects/Update', {
		ProjectId: 'P-1001',
		UpdateProjectItems: [update, { ComponentId: 'C-0' }],
		UpdateProjectItemFieldIds: [21, 25],
	});
	expect(itemsOf()).toEqual([first, { ...second, OrderStatus: 'Received' }, third, ...others]);
	// Without field IDs every field is updated: what is not given is empty afterwards.
	await publish('Projects/Update', {
		ProjectId: 'P-1001',
		UpdateProjectItems: [{ ComponentId: 'C-PO-1001-1', Quantity: 9 }],
		ComponentIdsToDelete: ['C-PO-1001-2b'],
		NewProjectItems: [{ ComponentId: 'C-9' }],
	});
	expect(itemsOf()).toEqual([
		{ SIItemId: 'SI-PO-1001-1', ComponentId: 'C-PO-1001-1', Quantity: 9 },
		{ ...second, OrderStatus: 'Received' },
		...others,
		{ ComponentId: 'C-9' },
	]);
});

test('a task has the items of its project to install', () => {
	const items = findRecord(sandbox.state, 'task', 'T-1001')?.Items;
	expect(items).toContainEqual(
		expect.objectContaining({ SIItemId: 'SI-PO-1001-1', ComponentId: 'C-PO-1001-1' }),
	);
});

test('the same publish in JSON, in both forms of XML, and as a form', async () => {
	const contract = ' xmlns="http://schemas.datacontract.org/2004/07/ProjectServices.Exchange"';
	const bodies = [
		['application/json', '{"Id":"F","Name":"N","Products":[{"Id":"a","Model":"M & 1"}]}'],
		[
			'application/xml',
			'<ProductCatalog><Id>F</Id><Name>N</Name><Products><Product><Id>a</Id><Model>M &amp; 1</Model></Product></Products></ProductCatalog>',
		],
		[
			'text/xml; charset=utf-8',
			`<ProductCatalog${contract}><Id>F</Id><Name>N</Name><Products><Product><Id>a</Id><Model><![CDATA[M & 1]]></Model></Product></Products></ProductCatalog>`,
		],
		[
			'application/x-www-form-urlencoded',
			'Id=F&Name=N&Products%5B0%5D.Id=a&Products[0].Model=M+%26+1',
		],
	] as const;
	for (const [type, body] of bodies) {
		sandbox.reset();
		const answer = await send(sandbox, '/SI/Publish/ProductCatalogs', { body, type });
		expect([type, answer.status, answer.text]).toEqual([type, 200, '']);
		expect(await products('F')).toMatchObject([{ Id: 'a', Model: 'M & 1' }]);
	}
});

test('client ids as a form and as XML', async () => {
	const [client] = [...sandbox.state.records.client.values()];
	const id = String(client?.Id);
	for (const [type, body] of [
		['application/x-www-form-urlencoded', `[0]=${id}`],
		['application/xml', `<ArrayOfString><string>${id}</string></ArrayOfString>`],
		[
			'application/xml',
			`<ArrayOfstring xmlns="http://schemas.microsoft.com/2003/10/Serialization/Arrays"><string>${id}</string></ArrayOfstring>`,
		],
	] as const) {
		const answer = await send(sandbox, '/SI/Subscribe/Clients/ClientList', { body, type });
		expect(JSON.parse(answer.text)).toMatchObject([{ Id: id }]);
	}
});
