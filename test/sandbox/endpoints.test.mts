// Every endpoint answers, in both formats, and a read shows what the service holds.
import { endpoints } from '../../api';
import { PublishResponse } from '../../api/shared';
import { withSandbox } from './exchange.mjs';
import { readBody } from './requests/checking.mjs';
import { sampleIds } from './server.mjs';
import { sampleClientIds } from './state';

const { sandbox, send, read } = withSandbox(120);

const reads: Readonly<Record<string, string>> = {
	'servicePlan/get': `ServicePlans?id=${sampleIds.servicePlan}`,
	'serviceOrder/get': `ServiceOrders?id=${sampleIds.serviceOrder}`,
	'task/get': `Tasks?id=${sampleIds.task}`,
	'task/getByProject': `Tasks?projectId=${sampleIds.projectWithOneTask}`,
	'purchaseOrder/get': `PurchaseOrders?id=${sampleIds.purchaseOrder}`,
	'changeOrderProject/getAll': 'COProjects?pageSize=5',
	'productCatalog/getOlderVariant': `ProductCatalogs?id=${sampleIds.catalog}`,
	'productCatalog/get': `ProductCatalogs?id=${sampleIds.catalog}&pageSize=5`,
	'timeSheet/get': `TimeSheets?id=${sampleIds.timeSheet}`,
	'client/getAll': 'Clients/ClientList',
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

describe.each(['application/json', 'text/xml'])('%s', (accept) => {
	test.each(endpoints)('$operationKey', async ({ operationKey: key, endpoint }) => {
		const isRead = endpoint.kind === 'read';
		const target = isRead ? `/SI/Subscribe/${reads[key] ?? ''}` : endpoint.path;
		const body = isRead ? clientIds : JSON.stringify(writes[key]);
		const answer = await send(target, {
			accept,
			...(endpoint.method === 'POST' ? { body } : {}),
		});
		expect(answer.status).toBe(200);
		expect(sandbox().requests.at(-1)).toMatchObject({ address: key, status: 200 });
		if (key === 'productCatalog/publish') {
			expect(answer.text).toBe('');
			return;
		}
		const format = accept.endsWith('json') ? 'json' : 'xml';
		const schema = isRead ? endpoint.response : PublishResponse;
		const { value, problems } = readBody(schema, format, answer.text);
		expect([answer.type, problems]).toEqual([`${accept}; charset=utf-8`, []]);
		if (!isRead) expect(value).toHaveProperty('MessageId');
	});
});

test('a record is the one that is held, and XML is written in the dialect', async () => {
	const target = `/SI/Subscribe/${reads['purchaseOrder/get']}`;
	const { json } = await send(target);
	expect(json()).toEqual(sandbox().find('purchaseOrder', sampleIds.purchaseOrder));
	for (const dialect of ['dataContract', 'xmlSerializer'] as const) {
		sandbox().setOptions({ dialect });
		const { text } = await send(target, { accept: 'application/xml' });
		expect(text.includes('schemas.datacontract.org')).toBe(dialect === 'dataContract');
	}
});

const catalog = `ProductCatalogs?id=${sampleIds.catalog}`;

test('pages of a catalog, with deleted ids on each, and its older form', async () => {
	const page = async (number: number) => await read(`${catalog}&pageNumber=${number}&pageSize=50`);
	const third = await page(3);
	expect(third).toMatchObject({ TotalProductsCount: 120 });
	expect([third.Products, third.DeletedProductIds]).toMatchObject([{ length: 20 }, { length: 3 }]);
	expect(await page(4)).toMatchObject({ TotalProductsCount: 120, Products: [] });
	const older = await read(catalog);
	expect(older).not.toHaveProperty('TotalProductsCount');
	expect(older.Products).toHaveLength(120);
	expect(Object.keys((older.Products as object[])[0] ?? {})).not.toContain('CustomField27');
	sandbox().setOptions({ catalogForm: 'full', deletedProductIds: false });
	const full = await read(catalog);
	expect(full).toHaveProperty('TotalProductsCount', 120);
	expect(full).not.toHaveProperty('DeletedProductIds');
	sandbox().setOptions({ catalogForm: 'older', deletedProductIds: true });
	expect(await read(`${catalog}&pageSize=5`)).not.toHaveProperty('TotalProductsCount');
	sandbox().setOptions({ catalogForm: 'byPaging' });
});

test.each([
	['', 50, 120],
	['?pageNumber=3', 20, 120],
	['?includeImported=true', 50, 150],
	['?projectId=P-1001', 3, 3],
	['?progresses[0]=Approved', 24, 24],
	['?clients%5B0%5D=C-1001&clients%5B1%5D=C-1002', 12, 12],
	['?searchText=LOBBY', 15, 15],
])('change order projects: %s', async (query, length, TotalCount) => {
	expect(await read(`COProjects${query}`)).toMatchObject({ COProjects: { length }, TotalCount });
});

test('tasks of a project: several, one, none', async () => {
	const tasks = async (id: string) => await read(`Tasks?projectId=${id}`);
	expect(await tasks(sampleIds.projectWithThreeTasks)).toHaveLength(3);
	expect(await tasks(sampleIds.projectWithOneTask)).toMatchObject({ ProjectId: 'P-1002' });
	expect(await tasks(sampleIds.projectWithoutTasks)).toEqual([]);
});

test('clients in whatever case, each once, unknown ones left out', async () => {
	const [id = ''] = sampleClientIds(1, 1);
	const body = JSON.stringify([id.toUpperCase(), id, 'unknown']);
	const answer = await send('/SI/Subscribe/Clients/ClientList', { body });
	expect(answer.json()).toMatchObject([{ Id: id }]);
});
