// One page of a list: what is asked for, and what of the response counts.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import { type ListRequest, listOf, NO_PAGE } from '../../../client/reads/list';
import { wholeList } from '../../../client/reads/wholeList';
import { comparableRowKey } from '../../../client/values/rowKeys';
import type { ServiceSettings } from '../../../client/serviceSettings';
import type { Projection } from '../../../wire/projection';
import { clientOf, errorOf, response, serviceOf } from '../fakes';

const products = findEndpoint('productCatalog', 'get') as ReadEndpoint;
const projects = findEndpoint('changeOrderProject', 'getAll') as ReadEndpoint;

/** A list of a service that answers each request with a status and a body. */
function listFrom(
	answer: (query: URLSearchParams, number: number) => readonly [status: number, body: unknown],
	request: Partial<ListRequest> = {},
	settings: Partial<ServiceSettings> = {},
) {
	const service = serviceOf(({ url }, number) => {
		const [status, body] = answer(new URL(url).searchParams, number);
		return response(status, typeof body === 'string' ? body : JSON.stringify(body));
	});
	const client = clientOf(service, { settings });
	const list = listOf(client, { endpoint: products, values: { id: 'C' }, ...request });
	return { service, client, list };
}

const where = { fields: ['Model'], matches: () => true };

test.each<['products' | 'projects', Partial<ListRequest>, string]>([
	['products', {}, '300'],
	['products', { limit: 20 }, '20'],
	['products', { limit: 1000 }, '300'],
	['products', { limit: 20, projection: { where } }, '300'],
	['products', { maxPageSize: 100 }, '100'],
	['products', { maxPageSize: 100, limit: 7 }, '7'],
	['projects', { values: {} }, '50'],
	['projects', { values: {}, limit: 20, maxPageSize: 1000 }, '50'],
])('of %s, with %j, a page has %s rows', async (of, more, size) => {
	const request = { endpoint: of === 'products' ? products : projects, ...more };
	const { list, service } = listFrom(() => [404, ''], request, { productsPerPage: 300 });
	await errorOf(list.fetchPage(7));
	const { searchParams } = new URL(service.requests[0]?.url ?? '');
	expect([searchParams.get('pageNumber'), searchParams.get('pageSize')]).toEqual(['7', size]);
});

test.each<[object, object]>([
	[{ TotalProductsCount: 3 }, { total: 3 }],
	[{ TotalProductsCount: '12' }, { total: 12 }],
	...[-1, 1.5, '3 of 4', null, 'x1', 1e20].map((TotalProductsCount): [object, object] => [
		{ TotalProductsCount },
		{ total: undefined },
	]),
	[{ Products: [null, { Id: 'a' }, null] }, { rows: [{ Id: 'a' }], keys: ['a'], nulls: 2 }],
	[{ Products: null }, { rows: [], keys: [], nulls: 0 }],
	[{ DeletedProductIds: [null, {}, '', ' ', 'A', 7] }, { deletedIds: ['A', '7'] }],
])('the page %j has %j', async (body, expected) => {
	const { list } = listFrom(() => [200, { Name: 'C', Products: [], ...body }]);
	expect(await list.fetchPage(1)).toMatchObject(expected);
});

test('the fields that identify a row and show what was asked for are read of every row', async () => {
	const needed = { Id: 'P', CONumber: 2, Progress: 'Sold' };
	const row = { ...needed, Name: 'N', ProjectId: 'J' };
	const request = { endpoint: projects, values: { progresses: ['Sold'] } };
	const body = { COProjects: [row], TotalCount: 1 };
	const read = async (projection: Projection) =>
		(await listFrom(() => [200, body], { ...request, projection }).list.fetchPage(1)).rows;
	expect(await read({ fields: ['Name'] })).toEqual([{ ...needed, Name: 'N' }]);
	expect(await read({})).toEqual([row]);
});

test.each<[ListRequest['values'], object, boolean]>([
	[{ progresses: ['Sold', 'Draft '] }, { Progress: ' DRAFT' }, true],
	[{ progresses: ['Sold', 'Draft'] }, { Progress: 'On Hold' }, false],
	[{ progresses: ['Sold'] }, { Progress: null }, true],
	[{ progresses: ['Sold'] }, {}, true],
	[{ projectId: 'p-1' }, { ProjectId: 'P-1' }, true],
	[{ projectId: 'p-1' }, { ProjectId: 'P-2' }, false],
	[{ projectId: 'P', progresses: ['Sold'] }, { ProjectId: 'P', Progress: 'Draft' }, false],
])('asked for %j, the row %j is one of them: %s', async (values, row, expected) => {
	const body = { COProjects: [{ Id: 'A', ...row }] };
	const { client, list } = listFrom(() => [200, body], { endpoint: projects, values });
	expect((await wholeList(list)).rows).toHaveLength(expected ? 1 : 0);
	expect(client.report.contradicting).toBe(expected ? 0 : 1);
	// What a filter of the node leaves out contradicts nothing.
	const projection = { where: { fields: [], matches: () => false } };
	const own = listFrom(() => [200, body], { endpoint: projects, values: {}, projection });
	expect((await wholeList(own.list)).rows).toEqual([]);
	expect(own.client.report.contradicting).toBe(0);
});

test('rows without an ID are told apart by their whole content, whatever is read of them', async () => {
	const unnamed = ['A', 'B', 'A'].map((Model) => ({ Model, Name: 'N' }));
	const Products = [{ Id: 'P', Name: 'N' }, ...unnamed];
	for (const projection of [{ fields: ['Name'] }, { onlyFilled: true }, { where }]) {
		const { list, service } = listFrom(() => [200, { Products }], { projection });
		const { keys, rows } = await list.fetchPage(1);
		expect(new Set(keys.map(comparableRowKey)).size).toBe(3);
		expect(rows).toHaveLength(4);
		if ('fields' in projection) expect(rows[1]).toEqual({ Name: 'N' });
		expect(service.requests).toHaveLength(2);
		await list.fetchPage(2);
		expect(service.requests).toHaveLength(3);
	}
	const { list, service } = listFrom(() => [200, { Products }]);
	expect((await list.fetchPage(1)).rows).toEqual(Products);
	expect(service.requests).toHaveLength(1);
});

// Nothing is an empty list; a null instead of the first page may be of a catalog that does not exist.
test.each<
	[firstPage: ServiceSettings['firstPage'], page: number, status: number, body: string, boolean]
>([
	['findOut', 1, 200, '', true],
	['findOut', 1, 200, 'null', false],
	['findOut', 1, 204, '', true],
	['findOut', 2, 200, 'null', true],
	['findOut', 2, 204, '', true],
	['findOut', 0, 204, '', true],
	[0, 0, 200, '', true],
	[0, 0, 200, 'null', false],
	[0, 1, 204, '', true],
])('pages from %s: page %i with status %i and %j is empty: %s', async (...row) => {
	const [firstPage, page, status, body, isEmpty] = row;
	const { list } = listFrom(() => [status, body], {}, { firstPage });
	const given = await list.fetchPage(page).catch(() => 'an error');
	expect(given).toEqual(isEmpty ? NO_PAGE : 'an error');
});

test('a list whose only page is 0 comes where page 1 is nothing', async () => {
	for (const body of ['', 'null']) {
		const page = { Products: [{ Id: 'a' }] };
		const answer = (query: URLSearchParams) =>
			[200, query.get('pageNumber') === '0' ? page : body] as const;
		expect((await wholeList(listFrom(answer).list)).rows).toEqual(page.Products);
	}
});

test.each<
	[firstPage: ServiceSettings['firstPage'], page: number, status: number, requests: number]
>([
	['findOut', 1, 503, 4],
	['findOut', 0, 500, 1],
	['findOut', 0, 404, 1],
	// Asked once, and again with its retries.
	['findOut', 0, 503, 5],
	[0, 0, 500, 4],
])('pages from %s: page %i with status %i is asked for %i times', async (...row) => {
	const [firstPage, page, status, requests] = row;
	const { list, service } = listFrom(() => [status, ''], {}, { firstPage });
	expect(await errorOf(list.fetchPage(page))).toMatchObject({ failure: { status } });
	expect(service.requests).toHaveLength(requests);
});

test.each(['the execution', 'the page', 'neither'])('%s is stopped', async (what) => {
	const [ofClient, ofPage] = [new AbortController(), new AbortController()];
	const service = serviceOf(() => response(200, '{"Products":[]}'));
	const client = clientOf(service, { signal: ofClient.signal });
	const list = listOf(client, { endpoint: products, values: { id: 'C' } });
	if (what === 'the execution') ofClient.abort();
	if (what === 'the page') ofPage.abort();
	await errorOf(list.fetchPage(1, ofPage.signal));
	expect(service.requests).toHaveLength(what === 'neither' ? 1 : 0);
});

test('a list that does not come in pages is a bug', () => {
	const endpoint = findEndpoint('task', 'get') as ReadEndpoint;
	expect(() => listFrom(() => [200, ''], { endpoint })).toThrow('does not come in pages');
});
