// The simulated service holds state: what a publish wrote is there for the next read.
import { withSandbox } from './exchange.mjs';
import { sampleIds } from './server.mjs';

const { sandbox, send, read } = withSandbox(10);

async function publish(path: string, body: object | string): Promise<Record<string, unknown>> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const answer = await send(`/SI/Publish/${path}`, { body: text });
	expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
	return answer.text === '' ? {} : answer.json();
}

async function products(id: string): Promise<Array<Record<string, unknown>>> {
	const { Products } = await read(`ProductCatalogs?id=${id}&pageSize=100`);
	return Products as Array<Record<string, unknown>>;
}

test('a catalog: products changed, added and deleted, exact numbers kept', async () => {
	const { catalog } = sampleIds;
	const [first, second] = await products(catalog);
	await publish(
		'ProductCatalogs',
		`{"Id":"${catalog}","Name":"Renamed","Products":[
			{"Id":"${String(first?.Id).toUpperCase()}","UnitCost":0.1234567890123456789012345678},
			{"IntegrationProductId":"ERP-100002","Model":"By integration id"},
			{"IntegrationProductId":"NEW-1","UpdatedOnTicks":638712345678901234}
		],"DeletedProductIds":["${String(second?.Id)}"]}`,
	);
	const { text, json } = await send(`/SI/Subscribe/ProductCatalogs?id=${catalog}&pageSize=100`);
	expect(json()).toMatchObject({ Name: 'Renamed', TotalProductsCount: 10, PriceType: 'MSRP' });
	expect(json().DeletedProductIds).toHaveLength(4);
	expect(text).toContain('"UnitCost":0.1234567890123456789012345678,');
	expect(text).toContain('"UpdatedOnTicks":638712345678901234}');
	const after = await products(catalog);
	expect(after.map(({ Id }) => Id)).not.toContain(second?.Id);
	expect(after[0]).toMatchObject({ Model: first?.Model });
	expect(after[1]).toMatchObject({
		Model: 'By integration id',
		Description: expect.any(String),
	});
	expect(after.at(-1)).toMatchObject({ IntegrationProductId: 'NEW-1' });
	const again = { IntegrationProductId: 'NEW-1', Model: 'Again' };
	await publish('ProductCatalogs', { Id: catalog, Name: 'Renamed', Products: [again] });
	expect((await products(catalog)).at(-1)).toMatchObject(again);
	expect(await products(catalog)).toHaveLength(10);
});

test('a new catalog under an id of its own', async () => {
	await publish('ProductCatalogs', { Id: 'MINE', Name: 'Mine', Products: [{ Id: 'a' }] });
	expect(await products('MINE')).toMatchObject([{ Id: 'a', UpdatedOn: expect.any(String) }]);
});

test('clients are created under their GUID and found by integration id', async () => {
	const Id = '0f8fad5b-d9cb-469f-a165-70867728950e';
	const add = async (client: object) =>
		await publish('Clients', { Id: 'L', Name: 'List', Clients: [client] });
	const one = await add({ Id, Name: 'A', IntegrationId: 'X' });
	const two = await add({ Name: 'B', IntegrationId: 'X' });
	expect(one.MessageId).not.toBe(two.MessageId);
	expect(sandbox().find('client', Id)).toMatchObject({ Id, Name: 'B', IntegrationId: 'X' });
});

test('vendors are created and updated by number or by integration id', async () => {
	const Vendors = [{ Id: 'v1', Name: 'V', Number: '77' }];
	await publish('Vendors', { Id: 'L', Name: 'L', Vendors });
	const SiteAddress = { City: 'Bern' };
	await publish('Vendors/Update', { Number: '77', SiteAddress });
	expect(sandbox().find('vendor', 'v1')).toMatchObject({ Number: '77', SiteAddress });
	const UpdateFields = [{ VendorFieldId: 3, Value: 'x' }];
	const IntegrationId = sampleIds.vendorIntegrationId;
	await publish('Vendors/Update', { IntegrationId, UpdateFields });
	const [seeded] = sandbox().state.records.vendor.keys();
	expect(sandbox().state.fieldUpdates.get(`vendor ${seeded}`)).toEqual(UpdateFields);
});

test('time sheets get their head changed and an entry added', async () => {
	await publish('UpdateTimeSheets', {
		UpdateTimeSheets: [
			{ Id: 'TS-1001', Resource: 'Somebody', CF28: 1.5, Duration: 2, LaborType: 'Programming' },
			{ Id: 'TS-9999', Resource: 'New' },
		],
	});
	const changed = await read('TimeSheets?id=TS-1001');
	expect(changed).toMatchObject({ Resource: 'Somebody', CF28: 1.5 });
	expect(changed.Entries).toMatchObject([{ Duration: 2, LaborType: 'Programming' }]);
	expect(changed).not.toHaveProperty('LaborType');
	expect(await read('TimeSheets?id=TS-9999')).toMatchObject({ Resource: 'New', Entries: [] });
});

test('a task and a service order get contact, addresses and resources', async () => {
	const update = (body: object) => publish('UpdateTask', { TaskId: 'T-1001', ...body });
	const before = await read('Tasks?id=T-1001');
	await update({
		Contact: { Name: 'New Contact' },
		SiteAddress: null,
		Resources: [{ Name: 'R1', Email: 'r1@x.example', Cost: 1 }, { Name: 'R2' }],
	});
	const Resources = [{ Name: 'R1', EstimatedHours: 3 }];
	await update({ Resources, ResourcesToDelete: [{ Name: 'R2' }] });
	const after = await read('Tasks?id=T-1001');
	expect(after).toMatchObject({
		Contact: { Name: 'New Contact', Title: expect.any(String) },
		SiteAddress: null,
		Resources: [{ Name: 'R1', Email: 'r1@x.example', Cost: 1, EstimatedHours: 3 }],
	});
	expect(String(after.UpdatedOn) > String(before.UpdatedOn)).toBe(true);
	const BillingAddress = { Street1: 'A' };
	await publish('UpdateServiceOrder', { ServiceOrderId: 'SO-1001', BillingAddress });
	expect(await read('ServiceOrders?id=SO-1001')).toMatchObject({
		BillingAddress: { Street1: 'A', City: expect.any(String) },
	});
});

test('a project keeps its updates, and the named fields of its items change', async () => {
	const itemsOf = () => sandbox().find('project', 'P-1001')?.Items;
	const [first, second, third, ...others] = itemsOf() as Array<Record<string, unknown>>;
	const ids = [first, second, third].map((item) => item?.SIItemId);
	expect(ids).toEqual(['SI-PO-1001-1', 'SI-PO-1001-2a', 'SI-PO-1001-2b']);
	// The items of a project are to be installed in its first task.
	const installed = { SIItemId: 'SI-PO-1001-1', ComponentId: 'C-PO-1001-1' };
	const items = sandbox().find('task', 'T-1001')?.Items;
	expect(items).toContainEqual(expect.objectContaining(installed));
	const update = { ComponentId: 'C-PO-1001-2a', OrderStatus: 'Received', Quantity: 9 };
	const body = {
		ProjectId: 'P-1001',
		Archive: true,
		UpdateProjectItems: [update, { ComponentId: 'C-0' }],
		UpdateProjectItemFieldIds: [21, 25],
	};
	await publish('Projects/Update', body);
	expect(itemsOf()).toEqual([first, { ...second, OrderStatus: 'Received' }, third, ...others]);
	const project = sandbox().find('project', 'P-1001');
	expect(project).toMatchObject({ Archived: true, Updates: [body] });
	// Without field IDs every field is updated: one that the update does not hold is empty afterwards.
	await publish('Projects/Update', {
		ProjectId: 'P-1001',
		UpdateProjectItems: [{ ComponentId: 'C-PO-1001-1', Quantity: 9 }],
		ComponentIdsToDelete: ['C-PO-1001-2b'],
		NewProjectItems: [{ ComponentId: 'C-9' }],
	});
	expect(itemsOf()).toEqual([
		{ ...installed, Quantity: 9 },
		{ ...second, OrderStatus: 'Received' },
		...others,
		{ ComponentId: 'C-9' },
	]);
});
