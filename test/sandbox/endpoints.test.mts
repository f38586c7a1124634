// Every endpoint answers, in both formats, and a read shows what a publish wrote.
import { endpoints } from '../../api';
import { PublishResponse } from '../../api/shared';
import { PurchaseOrder } from '../../api/resources/purchaseOrder';
import { readBody } from './requests/bodies';
import { send } from './exchange.mjs';
import { sampleIds, startSandbox, type Sandbox } from './server.mjs';
import { findRecord, sampleClientIds } from './state';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ products: 120 })));
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.reset());

const reads: Readonly<Record<string, string>> = {
	'servicePlan/get': `/SI/Subscribe/ServicePlans?id=${sampleIds.servicePlan}`,
	'serviceOrder/get': `/SI/Subscribe/ServiceOrders?id=${sampleIds.serviceOrder}`,
	'task/get': `/SI/Subscribe/Tasks?id=${sampleIds.task}`,
	'task/getByProject': `/SI/Subscribe/Tasks?projectId=${sampleIds.projectWithOneTask}`,
	'purchaseOrder/get': `/SI/Subscribe/PurchaseOrders?id=${sampleIds.purchaseOrder}`,
	'changeOrderProject/getAll': '/SI/Subscribe/COProjects?pageSize=5',
	'productCatalog/getOlderVariant': `/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}`,
	'productCatalog/get': `/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}&pageSize=5`,
	'timeSheet/get': `/SI/Subscribe/TimeSheets?id=${sampleIds.timeSheet}`,
	'client/getAll': '/SI/Subscribe/Clients/ClientList',
};

const writes: Readonly<Record<string, object>> = {
	'productCatalog/publish': { Name: 'New', Products: [{ Model: 'X' }] },
	'client/publish': { Id: 'L', Name: 'List', Clients: [{ Name: 'A' }] },
	'vendor/publish': { Id: 'L', Name: 'List', Vendors: [{ Name: 'A' }] },
	'timeSheet/update': { UpdateTimeSheets: [{ Id: sampleIds.timeSheet }] },
	'task/update': { TaskId: sampleIds.task },
	'serviceOrder/update': { ServiceOrderId: sampleIds.serviceOrder },
	'vendor/update': { Number: sampleIds.vendorNumber },
	'project/update': { ProjectId: sampleIds.projectWithoutTasks },
};

const clientIds = JSON.stringify(sampleClientIds(1, 2));

describe.each(['application/json', 'text/json', 'application/xml', 'text/xml'])('%s', (accept) => {
	test('every read answers what its record says', async () => {
		for (const { operationKey: key, endpoint } of endpoints) {
			if (endpoint.kind !== 'read') continue;
			const target = reads[key] ?? '';
			const body = endpoint.method === 'POST' ? { body: clientIds } : {};
			const answer = await send(sandbox, target, { accept, ...body });
			expect([key, answer.status, answer.type]).toEqual([key, 200, `${accept}; charset=utf-8`]);
			const format = accept.endsWith('json') ? 'json' : 'xml';
			expect([key, readBody(endpoint.response, format, answer.text).problems]).toEqual([key, []]);
			expect(sandbox.requests.at(-1)).toMatchObject({ address: key, status: 200 });
		}
	});

	test('every publish answers what its endpoint says', async () => {
		for (const { operationKey: key, endpoint } of endpoints) {
			if (endpoint.kind !== 'write') continue;
			const body = JSON.stringify(writes[key]);
			const answer = await send(sandbox, endpoint.path, { accept, body });
			expect([key, answer.status]).toEqual([key, 200]);
			if (key === 'productCatalog/publish') {
				expect(answer.text).toBe('');
				continue;
			}
			const format = accept.endsWith('json') ? 'json' : 'xml';
			const { value, problems } = readBody(PublishResponse, format, answer.text);
			expect([key, problems]).toEqual([key, []]);
			expect(value).toHaveProperty('MessageId');
		}
	});
});

test('the same record comes out of JSON and of both dialects of XML', async () => {
	const target = reads['purchaseOrder/get'] ?? '';
	const json = await send(sandbox, target);
	const value = readBody(PurchaseOrder, 'json', json.text).value;
	expect(value).toEqual(findRecord(sandbox.state, 'purchaseOrder', sampleIds.purchaseOrder));
	for (const dialect of ['xmlSerializer', 'dataContract']) {
		const headers = { 'x-sandbox-dialect': dialect };
		const xml = await send(sandbox, target, { accept: 'application/xml', headers });
		expect(xml.text.includes('schemas.datacontract.org')).toBe(dialect === 'dataContract');
		expect(readBody(PurchaseOrder, 'xml', xml.text).value).toEqual(value);
	}
});

describe('reads', () => {
	const count = async (target: string, rows: string): Promise<unknown[]> => {
		const answer = (await send(sandbox, target)).json();
		return [(answer[rows] as unknown[]).length, answer.TotalCount ?? answer.TotalProductsCount];
	};

	test('pages of a catalog, with deleted ids on each', async () => {
		const catalog = `/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}`;
		expect(await count(`${catalog}&pageNumber=3&pageSize=50`, 'Products')).toEqual([20, 120]);
		expect(await count(`${catalog}&pageNumber=4&pageSize=50`, 'Products')).toEqual([0, 120]);
		const page = (await send(sandbox, `${catalog}&pageNumber=3&pageSize=50`)).json();
		expect(page.DeletedProductIds).toHaveLength(3);
		const older = (await send(sandbox, catalog)).json();
		expect(older.Products).toHaveLength(120);
		expect(older).not.toHaveProperty('TotalProductsCount');
		expect((older.Products as object[])[0]).not.toHaveProperty('URL');
		expect((older.Products as object[])[0]).not.toHaveProperty('CustomField27');
	});

	test('change order projects by filter', async () => {
		const all = '/SI/Subscribe/COProjects';
		expect(await count(all, 'COProjects')).toEqual([50, 120]);
		expect(await count(`${all}?pageNumber=3`, 'COProjects')).toEqual([20, 120]);
		expect(await count(`${all}?includeImported=true`, 'COProjects')).toEqual([50, 150]);
		expect(await count(`${all}?projectId=P-1001`, 'COProjects')).toEqual([3, 3]);
		expect(await count(`${all}?progresses[0]=Approved`, 'COProjects')).toEqual([24, 24]);
		expect(await count(`${all}?clients%5B0%5D=C-1001&clients%5B1%5D=C-1002`, 'COProjects')).toEqual(
			[12, 12],
		);
		expect(await count(`${all}?searchText=LOBBY`, 'COProjects')).toEqual([15, 15]);
	});

	test('tasks of a project: several, one, none', async () => {
		const tasks = async (id: string) =>
			JSON.parse((await send(sandbox, `/SI/Subscribe/Tasks?projectId=${id}`)).text) as unknown;
		expect(await tasks(sampleIds.projectWithThreeTasks)).toHaveLength(3);
		expect(await tasks(sampleIds.projectWithOneTask)).toMatchObject({ ProjectId: 'P-1002' });
		expect(await tasks(sampleIds.projectWithoutTasks)).toEqual([]);
		sandbox.setOptions({ tasksByProject: 'first', noTasks: 'null' });
		expect(await tasks(sampleIds.projectWithThreeTasks)).toMatchObject({ Id: 'T-1001' });
		expect(await tasks(sampleIds.projectWithoutTasks)).toBeNull();
		sandbox.setOptions({ tasksByProject: 'list', noTasks: 'notFound' });
		expect(await tasks(sampleIds.projectWithOneTask)).toHaveLength(1);
		expect(await tasks(sampleIds.projectWithoutTasks)).toHaveProperty('Message');
		sandbox.setOptions({ tasksByProject: 'byCount', noTasks: 'emptyList' });
	});

	test('clients in whatever case, each once, unknown ones left out', async () => {
		const [id = ''] = sampleClientIds(1, 1);
		const body = JSON.stringify([id.toUpperCase(), id, 'unknown']);
		const answer = await send(sandbox, '/SI/Subscribe/Clients/ClientList', { body });
		expect(JSON.parse(answer.text)).toMatchObject([{ Id: id }]);
	});

	test('a catalog in the form that an option asks for', async () => {
		const catalog = `/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}`;
		sandbox.setOptions({ catalogForm: 'reversed' });
		expect((await send(sandbox, catalog)).json()).toHaveProperty('TotalProductsCount', 120);
		expect((await send(sandbox, `${catalog}&pageSize=5`)).json()).not.toHaveProperty(
			'TotalProductsCount',
		);
		sandbox.setOptions({ catalogForm: 'byPaging' });
	});

	test('absent fields as nulls where the option asks for them', async () => {
		sandbox.setOptions({ everyField: true });
		const answer = await send(sandbox, '/SI/Subscribe/TimeSheets?id=TS-1002');
		expect(answer.json()).toMatchObject({ Approved: false, ApprovedBy: null });
		sandbox.setOptions({ everyField: false });
	});

	test('rendered pages are kept only until the next change', async () => {
		sandbox.setOptions({ prerender: true });
		const target = `/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}&pageSize=1`;
		const first = (await send(sandbox, target)).json();
		const [product] = first.Products as Array<Record<string, unknown>>;
		expect((await send(sandbox, target)).json()).toEqual(first);
		sandbox.change('product', String(product?.Id), { Model: 'Changed' });
		const [changed] = (await send(sandbox, target)).json().Products as object[];
		expect(changed).toMatchObject({ Id: product?.Id, Model: 'Changed' });
		sandbox.setOptions({ prerender: false });
	});
});

describe('open answers', () => {
	test.each([
		['empty', 200, ''],
		['noContent', 204, ''],
		['true', 200, 'true'],
	] as const)('%s', async (form, status, text) => {
		sandbox.setOptions({ publishCatalogAnswer: form, updateProjectAnswer: form });
		for (const [path, body] of [
			['/SI/Publish/ProductCatalogs', '{"Name":"N"}'],
			['/SI/Publish/Projects/Update', '{"ProjectId":"P-1001"}'],
		] as const) {
			expect(await send(sandbox, path, { body })).toMatchObject({ status, text });
		}
		sandbox.setOptions({ publishCatalogAnswer: 'empty', updateProjectAnswer: 'publishResponse' });
	});
});
