// Every fault does what it is named for, to the requests it is meant for, and no others.
import { withSandbox } from './exchange.mjs';
import type { Fault, FaultRule } from './faults';
import { sampleIds } from './server.mjs';

const { sandbox, send, read } = withSandbox(30);

const plan = '/SI/Subscribe/ServicePlans?id=SP-1001';
const page = (number: number): string =>
	`/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}&pageNumber=${number}&pageSize=10`;

async function hit(fault: Fault, target = plan, accept = 'application/json') {
	sandbox().setFault({ fault });
	const answer = await send(target, { accept });
	expect(sandbox().requests.at(-1)?.fault).toBe(fault.kind);
	return answer;
}

async function rows(target: string): Promise<unknown[]> {
	const { Products, TotalProductsCount } = (await send(target)).json();
	const ids = (Products as Array<{ Id: string }>).map(({ Id }) =>
		Number.parseInt(Id.slice(24), 16),
	);
	return [TotalProductsCount, ids.length, ids[0]];
}

const plans = [plan, plan, plan, plan];
const mixed = [page(1), plan, page(2)];

test.each<[Omit<FaultRule, 'fault'>, string[], number[]]>([
	[{}, plans, [503, 200, 200, 200]],
	[{ nth: 2, times: 2 }, plans, [200, 503, 503, 200]],
	[{ nth: 2, times: 'always' }, plans, [200, 503, 503, 503]],
	[{ address: 'productCatalog/get' }, mixed, [503, 200, 200]],
	[{ query: { pageNumber: '2' } }, mixed, [200, 200, 503]],
])('the requests that %j hits', async (rule, targets, expected) => {
	sandbox().setFault({ ...rule, fault: { kind: 'status', status: 503 } });
	const statuses: number[] = [];
	for (const target of targets) statuses.push((await send(target)).status);
	expect(statuses).toEqual(expected);
	sandbox().clearFaults();
	expect((await send(plan)).status).toBe(200);
});

test.each<[Omit<FaultRule, 'fault'>, number[]]>([
	[{ carrying: '"Guilty"' }, [200, 400, 400]],
	[{ longerThan: 75 }, [200, 200, 400]],
])('the bodies that %j hits', async (rule, expected) => {
	const body = (Name: string) => JSON.stringify({ TaskId: 'T-1001', Contact: { Name } });
	sandbox().setFault({ ...rule, times: 'always', fault: { kind: 'status', status: 400 } });
	const statuses: number[] = [];
	for (const sent of [body('Good'), body('Guilty'), `${body('Guilty')}${' '.repeat(50)}`])
		statuses.push((await send('/SI/Publish/UpdateTask', { body: sent })).status);
	expect(statuses).toEqual(expected);
	sandbox().clearFaults();
});

const systemError = expect.stringMatching(
	/^<Error><Message>.*<StackTrace>.*<\/StackTrace><\/Error>$/,
);

test.each<[Fault, string, object]>([
	[{ kind: 'status', status: 500 }, 'text/xml', { status: 500, text: systemError }],
	[{ kind: 'status', status: 500 }, 'text/json', { text: expect.stringContaining('StackTrace') }],
	[
		{ kind: 'status', status: 400, body: { Message: 'No <x>' } },
		'text/xml',
		{ text: '<Error><Message>No &lt;x&gt;</Message></Error>' },
	],
	[
		{ kind: 'status', status: 502, body: 'Bad Gateway' },
		'text/xml',
		{ status: 502, type: 'text/plain', text: 'Bad Gateway' },
	],
	[
		{ kind: 'html' },
		'text/xml',
		{ status: 200, type: 'text/html; charset=utf-8', text: expect.stringMatching(/^<!DOCTYPE/) },
	],
	[{ kind: 'empty' }, 'text/json', { status: 200, text: '' }],
	[{ kind: 'contentType', value: 'text/csv' }, 'text/json', { status: 200, type: 'text/csv' }],
	[{ kind: 'contentType', value: null }, 'text/json', { status: 200, type: '' }],
	[{ kind: 'otherResource' }, 'text/xml', { text: expect.stringMatching(/^<SITask /) }],
])('%j in %s', async (fault, accept, expected) => {
	expect(await hit(fault, plan, accept)).toMatchObject(expected);
});

test('headers, redirects, a body that is cut, and a late answer', async () => {
	const late = await hit({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
	expect(late.headers.get('retry-after')).toBe('7');
	const same = await hit({ kind: 'redirect' });
	expect([same.status, same.headers.get('location')]).toEqual([302, plan]);
	const away = await hit({ kind: 'redirect', location: 'http://other.invalid/', status: 307 });
	expect([away.status, away.headers.get('location')]).toEqual([307, 'http://other.invalid/']);
	const whole = await send(plan);
	const cut = await hit({ kind: 'cut', keep: 0.9 });
	expect(whole.text.startsWith(cut.text) && cut.text.length < whole.text.length).toBe(true);
	const timer = jest.spyOn(globalThis, 'setTimeout');
	expect((await hit({ kind: 'slow', milliseconds: 123 })).status).toBe(200);
	expect(timer.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(123);
	timer.mockRestore();
});

test('broken connections, and no answer', async () => {
	await expect(hit({ kind: 'reset' }, page(1))).rejects.toThrow();
	await expect(hit({ kind: 'resetMidBody' }, page(1))).rejects.toThrow();
	expect((await send(page(1))).status).toBe(200);
	sandbox().setFault({ fault: { kind: 'hang' } });
	const signal = AbortSignal.timeout(150);
	await expect(fetch(`${sandbox().url}${plan}`, { signal })).rejects.toThrow();
});

test.each([{ kind: 'status', status: 500 }, { kind: 'reset' }, { kind: 'redirect' }] as const)(
	'a publish is carried out only where %j says so',
	async (fault) => {
		const body = '{"TaskId":"T-1001","Contact":{"Name":"Applied"}}';
		for (const applied of [false, true]) {
			sandbox().setFault({ fault: { ...fault, applied } });
			await send('/SI/Publish/UpdateTask', { body }).catch(() => undefined);
			const contact = sandbox().find('task', 'T-1001')?.Contact as { Name: string };
			expect(contact.Name === 'Applied').toBe(applied);
			expect(sandbox().requests.at(-1)?.applied).toBe(applied || undefined);
		}
		expect(sandbox().requests.at(-1)?.body).toMatchObject({ TaskId: 'T-1001' });
	},
);

test('pages with a wrong total, short, and of a catalog that shrinks', async () => {
	expect(await rows(page(2))).toEqual([30, 10, 10]);
	const hitBy = async (fault: Fault) => {
		sandbox().setFault({ fault });
		return await rows(page(2));
	};
	expect(await hitBy({ kind: 'total', value: 0 })).toEqual([0, 10, 10]);
	expect(await hitBy({ kind: 'shortPage', missing: 3 })).toEqual([30, 7, 10]);
	expect(await hitBy({ kind: 'shrink', remove: 4 })).toEqual([26, 10, 14]);
	expect(await rows(page(2))).toEqual([26, 10, 14]);
});

test('the paths under /__sandbox set faults, describe the data, and reset', async () => {
	const ask = async (path: string, body?: object) =>
		await send(`/__sandbox/${path}`, { ...(body && { body: JSON.stringify(body) }) });
	await ask('faults', { times: 'always', fault: { kind: 'status', status: 503 } });
	expect((await send(plan)).status).toBe(503);
	expect((await ask('state')).json()).toMatchObject({ sampleIds, records: { task: 55 } });
	sandbox().change('servicePlan', 'SP-1001', { Name: 'Other' });
	await ask('reset', {});
	expect((await read('ServicePlans?id=SP-1001')).Name).not.toBe('Other');
	expect(sandbox().requests).toHaveLength(1);
	expect((await ask('nothing')).status).toBe(404);
});

test('records are changed, added and removed as by another user', async () => {
	const before = await read('PurchaseOrders?id=PO-1001');
	const { UpdatedOn } = sandbox().change('purchaseOrder', 'PO-1001', { Status: 'Lost' });
	expect(await read('PurchaseOrders?id=PO-1001')).toEqual({ ...before, Status: 'Lost', UpdatedOn });
	expect(String(UpdatedOn) > String(before.UpdatedOn)).toBe(true);
	sandbox().change('changeOrderProject', 'CO-new', { Name: 'New' });
	const found = await read('COProjects?searchText=New');
	expect(found).toMatchObject({ TotalCount: 1, COProjects: [{ Id: 'CO-new' }] });
	expect(sandbox().remove('purchaseOrder', 'PO-1001')).toBe(true);
	expect((await send('/SI/Subscribe/PurchaseOrders?id=PO-1001')).status).toBe(404);
});

test('products change with their ticks, and are named once removed', async () => {
	const { Products } = (await send(page(1))).json();
	const [{ Id: id = '' } = {}] = Products as Array<{ Id?: string }>;
	const changed = sandbox().change('product', id, { UnitCost: 1 });
	expect(changed.UpdatedOnTicks).toMatch(/^63\d{16}$/);
	expect(sandbox().find('product', id)).toEqual(changed);
	expect(sandbox().remove('product', id)).toBe(true);
	expect(await rows(page(1))).toEqual([29, 10, 1]);
	expect((await send(page(1))).json().DeletedProductIds).toContain(id);
});

test('how many requests were answered at one time', async () => {
	sandbox().setOptions({ latencyMs: 60 });
	await Promise.all([send(plan), send(plan), send(plan)]);
	sandbox().setOptions({ latencyMs: 0 });
	expect(sandbox().peakConcurrency).toBe(3);
});
