// Every fault does what it is named for, to the requests it is meant for, and no others.
import { send } from '../exchange.mjs';
import type { Fault, FaultRule } from './faults';
import { sampleIds, startSandbox, type Sandbox } from '../server.mjs';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ products: 30 })));
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.reset());

const plan = '/SI/Subscribe/ServicePlans?id=SP-1001';
const page = (number: number): string =>
	`/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}&pageNumber=${number}&pageSize=10`;

async function hit(fault: Fault, target = plan, accept = 'application/json') {
	sandbox.setFault({ fault });
	const answer = await send(sandbox, target, { accept });
	expect(sandbox.requests.at(-1)?.fault).toBe(fault.kind);
	return answer;
}

async function rows(target: string): Promise<unknown[]> {
	const { Products, TotalProductsCount } = (await send(sandbox, target)).json();
	const ids = (Products as Array<{ Id: string }>).map(({ Id }) =>
		Number.parseInt(Id.slice(24), 16),
	);
	return [TotalProductsCount, ids.length, ids[0]];
}

describe('which requests are hit', () => {
	const statuses = async (rule: Omit<FaultRule, 'fault'>, targets: readonly string[]) => {
		sandbox.setFault({ ...rule, fault: { kind: 'status', status: 503 } });
		const found: number[] = [];
		for (const target of targets) found.push((await send(sandbox, target)).status);
		return found;
	};

	test('by number and by times', async () => {
		const four = [plan, plan, plan, plan];
		expect(await statuses({}, four)).toEqual([503, 200, 200, 200]);
		sandbox.reset();
		expect(await statuses({ nth: 2, times: 2 }, four)).toEqual([200, 503, 503, 200]);
		sandbox.reset();
		expect(await statuses({ nth: 2, times: 'always' }, four)).toEqual([200, 503, 503, 503]);
		sandbox.clearFaults();
		expect((await send(sandbox, plan)).status).toBe(200);
	});

	test('by path, address, method and query', async () => {
		const targets = [page(1), plan, page(2)];
		expect(await statuses({ path: '/SI/Subscribe/ServicePlans' }, targets)).toEqual([
			200, 503, 200,
		]);
		sandbox.reset();
		expect(await statuses({ address: 'productCatalog/get' }, targets)).toEqual([503, 200, 200]);
		sandbox.reset();
		expect(await statuses({ query: { pageNumber: '2' } }, targets)).toEqual([200, 200, 503]);
		sandbox.reset();
		expect(await statuses({ method: 'POST' }, targets)).toEqual([200, 200, 200]);
	});
});

describe('answers instead of the service’s', () => {
	test('a status with ASP.NET’s body, with headers, and with another body', async () => {
		const error = await hit({ kind: 'status', status: 500 });
		expect([error.status, Object.keys(error.json())]).toEqual([
			500,
			['Message', 'ExceptionMessage', 'ExceptionType', 'StackTrace'],
		]);
		const xml = await hit({ kind: 'status', status: 500 }, plan, 'text/xml');
		expect(xml.text).toMatch(/^<Error><Message>.*<StackTrace>.*<\/StackTrace><\/Error>$/);
		const late = await hit({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
		expect([late.status, late.headers.get('retry-after')]).toEqual([429, '7']);
		const own = await hit(
			{ kind: 'status', status: 400, body: { Message: 'No <x>' } },
			plan,
			'text/xml',
		);
		expect(own.text).toBe('<Error><Message>No &lt;x&gt;</Message></Error>');
		const text = await hit({ kind: 'status', status: 502, body: 'Bad Gateway' });
		expect([text.type, text.text]).toEqual(['text/plain', 'Bad Gateway']);
	});

	test('an HTML page, nothing, anything', async () => {
		const html = await hit({ kind: 'html' });
		expect([html.status, html.type, html.text.slice(0, 9)]).toEqual([
			200,
			'text/html; charset=utf-8',
			'<!DOCTYPE',
		]);
		expect((await hit({ kind: 'empty' })).text).toBe('');
		const own = await hit({ kind: 'body', body: '[', contentType: 'text/x', status: 201 });
		expect([own.status, own.type, own.text]).toEqual([201, 'text/x', '[']);
	});

	test('a redirect to the same address and to another', async () => {
		const same = await hit({ kind: 'redirect' });
		expect([same.status, same.headers.get('location')]).toEqual([302, plan]);
		const away = await hit({ kind: 'redirect', location: 'http://other.invalid/', status: 307 });
		expect([away.status, away.headers.get('location')]).toEqual([307, 'http://other.invalid/']);
	});

	test('an error that repeats the request’s headers', async () => {
		sandbox.setFault({ fault: { kind: 'echoHeaders' } });
		const answer = await send(sandbox, plan, { headers: { 'X-Api-Key': 'key-of-a-test' } });
		expect([answer.status, answer.text]).toEqual([500, expect.stringContaining('key-of-a-test')]);
	});

	test('a publish is carried out only where the fault says so', async () => {
		const body = '{"TaskId":"T-1001","Contact":{"Name":"Applied"}}';
		const name = () => (sandbox.find('task', 'T-1001')?.Contact as { Name: string }).Name;
		sandbox.setFault({ fault: { kind: 'status', status: 500 } });
		expect((await send(sandbox, '/SI/Publish/UpdateTask', { body })).status).toBe(500);
		expect(name()).not.toBe('Applied');
		sandbox.setFault({ fault: { kind: 'status', status: 500, applied: true } });
		expect((await send(sandbox, '/SI/Publish/UpdateTask', { body })).status).toBe(500);
		expect(name()).toBe('Applied');
		expect(sandbox.requests.at(-1)?.body).toMatchObject({ TaskId: 'T-1001' });
	});
});

describe('broken connections', () => {
	test.each([{ kind: 'reset' }, { kind: 'resetMidBody' }] as const)('%j', async (fault) => {
		await expect(hit(fault, page(1))).rejects.toThrow();
		expect((await send(sandbox, page(1))).status).toBe(200);
	});

	test('a reset before or after a publish is carried out', async () => {
		const body = '{"TaskId":"T-1001","Contact":{"Name":"Applied"}}';
		for (const applied of [false, true]) {
			sandbox.setFault({ fault: { kind: 'reset', applied } });
			await expect(send(sandbox, '/SI/Publish/UpdateTask', { body })).rejects.toThrow();
			const { Name } = sandbox.find('task', 'T-1001')?.Contact as { Name: string };
			expect(Name === 'Applied').toBe(applied);
		}
	});

	test('no answer, and a late one', async () => {
		sandbox.setFault({ fault: { kind: 'hang' } });
		const signal = AbortSignal.timeout(150);
		await expect(fetch(`${sandbox.url}${plan}`, { signal })).rejects.toThrow();
		const start = Date.now();
		expect((await hit({ kind: 'slow', milliseconds: 120 })).status).toBe(200);
		expect(Date.now() - start).toBeGreaterThanOrEqual(115);
	});
});

describe('damaged answers', () => {
	test('cut, with another type, or another resource’s', async () => {
		const whole = await send(sandbox, plan);
		const cut = await hit({ kind: 'cut', keep: 0.9 });
		expect(whole.text.startsWith(cut.text)).toBe(true);
		expect(() => cut.json()).toThrow();
		expect((await hit({ kind: 'contentType', value: 'text/csv' })).type).toBe('text/csv');
		expect((await hit({ kind: 'contentType', value: null })).type).toBe('');
		expect((await hit({ kind: 'otherResource' })).json()).toHaveProperty('Id', 'T-1001');
		const other = await hit({ kind: 'otherResource' }, '/SI/Subscribe/Tasks?id=T-1001', 'text/xml');
		expect(other.text).toMatch(/^<ServicePlan /);
	});

	test('a byte order mark and UTF-16', async () => {
		const bytes = async (fault: Fault) => {
			sandbox.setFault({ fault });
			const headers = { accept: 'text/xml' };
			const response = await fetch(`${sandbox.url}${plan}`, { headers });
			const body = Buffer.from(await response.arrayBuffer());
			return { type: response.headers.get('content-type'), body };
		};
		const bom = await bytes({ kind: 'bom' });
		expect(bom.body.subarray(0, 4)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x3c]));
		const little = await bytes({ kind: 'utf16' });
		expect(little.type).toBe('text/xml; charset=utf-16');
		expect(little.body.toString('utf16le')).toMatch(
			/^\ufeff<\?xml version="1\.0" encoding="utf-16"\?>/,
		);
		const big = await bytes({ kind: 'utf16', bigEndian: true, bom: false, charset: false });
		expect([big.type, ...big.body.subarray(0, 4)]).toEqual(['text/xml', 0, 0x3c, 0, 0x3f]);
	});

	test('totals that lie', async () => {
		const total = async (fault: Fault) => (await hit(fault, page(1))).json().TotalProductsCount;
		expect(await total({ kind: 'total', value: 0 })).toBe(0);
		expect(await total({ kind: 'total', add: 5 })).toBe(35);
		expect(await total({ kind: 'total', add: -5 })).toBe(25);
	});

	test('pages that are short, empty, repeated, or shrink', async () => {
		expect(await rows(page(2))).toEqual([30, 10, 10]);
		sandbox.setFault({ fault: { kind: 'shortPage', missing: 3 } });
		expect(await rows(page(2))).toEqual([30, 7, 10]);
		sandbox.setFault({ fault: { kind: 'emptyPage' } });
		expect(await rows(page(2))).toEqual([30, 0, undefined]);
		sandbox.setFault({ fault: { kind: 'repeatedPage' } });
		expect(await rows(page(2))).toEqual([30, 10, 0]);
		sandbox.setFault({ fault: { kind: 'shrink', remove: 4 } });
		expect(await rows(page(2))).toEqual([26, 10, 14]);
		expect(await rows(page(2))).toEqual([26, 10, 14]);
	});
});

describe('the paths under /__sandbox', () => {
	const ask = (method: string, path: string, body?: object) =>
		send(sandbox, `/__sandbox/${path}`, {
			method,
			...(body ? { body: JSON.stringify(body) } : {}),
		});

	test('set and clear faults, show and forget requests, reset', async () => {
		const rule = {
			address: 'servicePlan/get',
			times: 'always',
			fault: { kind: 'status', status: 503 },
		};
		await ask('POST', 'faults', [rule]);
		expect((await send(sandbox, plan)).status).toBe(503);
		await ask('DELETE', 'faults');
		expect((await send(sandbox, plan)).status).toBe(200);
		const log = JSON.parse((await ask('GET', 'requests')).text) as object[];
		expect(log).toMatchObject([
			{ address: 'servicePlan/get', status: 503, fault: 'status' },
			{ method: 'GET', path: '/SI/Subscribe/ServicePlans', query: { id: 'SP-1001' }, status: 200 },
		]);
		await ask('DELETE', 'requests');
		expect(sandbox.requests).toEqual([]);
		await ask('POST', 'records/servicePlan/SP-1001', { Name: 'Other' });
		await ask('POST', 'reset');
		expect(sandbox.find('servicePlan', 'SP-1001')).not.toHaveProperty('Name', 'Other');
	});

	test('change, show and remove records as another user would', async () => {
		const before = (await ask('GET', 'records/purchaseOrder/PO-1001')).json();
		await ask('POST', 'records/purchaseOrder/PO-1001', { Status: 'Lost' });
		const after = (await send(sandbox, '/SI/Subscribe/PurchaseOrders?id=PO-1001')).json();
		expect(after).toEqual({ ...before, Status: 'Lost', UpdatedOn: after.UpdatedOn });
		expect(String(after.UpdatedOn) > String(before.UpdatedOn)).toBe(true);
		await ask('POST', 'records/changeOrderProject/CO-new', { Name: 'New' });
		const found = (await send(sandbox, '/SI/Subscribe/COProjects?searchText=New')).json();
		expect(found).toMatchObject({ TotalCount: 1, COProjects: [{ Id: 'CO-new' }] });
		expect((await ask('DELETE', 'records/purchaseOrder/PO-1001')).status).toBe(200);
		expect((await send(sandbox, '/SI/Subscribe/PurchaseOrders?id=PO-1001')).status).toBe(404);
		expect((await ask('GET', 'records/purchaseOrder/PO-1001')).status).toBe(404);
		expect((await ask('GET', 'records/nothing/1')).status).toBe(404);
		expect((await ask('GET', 'nothing')).status).toBe(404);
	});

	test('products change with their ticks, and are named once removed', async () => {
		const first = (await send(sandbox, page(1))).json().Products as Array<{ Id: string }>;
		const id = first[0]?.Id ?? '';
		const changed = sandbox.change('product', id, { UnitCost: 1 });
		expect(changed.UpdatedOnTicks).toMatch(/^63\d{16}$/);
		expect(sandbox.find('product', id)).toEqual(changed);
		expect((await ask('DELETE', `records/product/${id}`)).status).toBe(200);
		expect(await rows(page(1))).toEqual([29, 10, 1]);
		const deleted = (await send(sandbox, page(1))).json().DeletedProductIds;
		expect(deleted).toContain(id);
	});

	test('options and sample ids', async () => {
		await ask('POST', 'options', { dialect: 'dataContract' });
		const xml = await send(sandbox, plan, { accept: 'text/xml' });
		expect(xml.text).toContain('schemas.datacontract.org');
		await ask('POST', 'options', { dialect: 'xmlSerializer' });
		expect((await ask('GET', 'state')).json()).toMatchObject({ sampleIds, products: 30 });
	});

	test('how many requests were answered at one time', async () => {
		sandbox.setOptions({ latencyMs: 60 });
		await Promise.all([send(sandbox, plan), send(sandbox, plan), send(sandbox, plan)]);
		sandbox.setOptions({ latencyMs: 0 });
		expect(sandbox.peakConcurrency).toBe(3);
	});
});
