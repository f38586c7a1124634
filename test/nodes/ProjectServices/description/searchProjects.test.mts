// Projects to choose from, against the simulated service; and the choice as n8n saves it, beside a plain string.
import { Readable } from 'node:stream';

import type { ILoadOptionsFunctions, INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import { searchProjects } from '../../../../nodes/ProjectServices/description/searchProjects';
import { type Sandbox, startSandbox } from '../../../sandbox/server.mjs';
import { runNode } from '../../engine.mjs';
import { reply, startBareService } from '../../service.mjs';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());

function context(baseUrl: string): ILoadOptionsFunctions {
	return {
		getNode: () => ({ name: 'Node', type: 'test', parameters: {} }),
		getCredentials: async () => ({ baseUrl, authentication: 'none' }),
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: { url: string }) => {
				const response = await fetch(options.url);
				const headers = Object.fromEntries(response.headers);
				const body = Readable.from([Buffer.from(await response.arrayBuffer())]);
				return { statusCode: response.status, headers, body };
			},
		},
	} as unknown as ILoadOptionsFunctions;
}

/** All pages of a search. */
async function search(baseUrl: string, filter?: string) {
	const results: INodeListSearchResult['results'] = [];
	let token: string | undefined;
	for (let page = 0; page === 0 || token !== undefined; page++) {
		if (page > 20) throw new Error('The list has no end.');
		const found = await searchProjects(context(baseUrl), filter, token);
		results.push(...found.results);
		token = found.paginationToken as string | undefined;
	}
	return results;
}

test('every project is listed by its number and name; a search finds less', async () => {
	const all = await search(sandbox.url);
	for (const { name, value } of all) expect(`${value}|${name}`).toMatch(/\S\|.*\S/);
	const { results } = await searchProjects(context(sandbox.url));
	const ids = new Set(results.map(({ value }) => value));
	expect([results.length, all.length > ids.size]).toEqual([ids.size, true]);
	const some = await search(sandbox.url, all[0].name.split(' - ').at(-1));
	expect(some.length).toBeGreaterThan(0);
	expect(some.length).toBeLessThan(all.length);
});

test.each<[string, (page: number) => number]>([
	['ignores pageNumber', () => 1],
	['counts pages from 0', (page) => page + 1],
	['gives its last page again', (page) => Math.max(1, Math.min(page, 3))],
])('a service that %s is searched to its end', async (_, pageOf) => {
	const service = await startBareService((response, request, number) => {
		const asked = new URL(request.url, 'http://127.0.0.1').searchParams.get('pageNumber');
		const page = pageOf(Number(asked));
		const rows = [1, 2, 3].map((each) => ({
			Id: `C-${page}-${each}`,
			ProjectId: `P-${page}-${each}`,
		}));
		reply(200, JSON.stringify({ COProjects: page > 3 ? [] : rows }))(response, request, number);
	});
	const found = await search(service.url);
	await service.stop();
	const expected = pageOf(7) === 1 ? 3 : 9;
	expect(new Set(found.map(({ value }) => value)).size).toBe(expected);
});

test('a service that cannot be reached is an error in words', async () => {
	const service = await startBareService(reply(200, '{}'));
	await service.stop();
	await expect(searchProjects(context(service.url))).rejects.toThrow(/127\.0\.0\.1/);
});

const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });

test.each<[unknown, number]>([
	['P-1001', 3],
	['={{ $json.project }}', 3],
	[locator('list', 'P-1001'), 3],
	[locator('id', 'P-1001'), 3],
	[locator('id', '={{ $json.project }}'), 3],
	[locator('id', '={{ "P-" + 1001 }}'), 3],
	[locator('id', '={{ $json.missing }}'), 0],
])('of a project that was saved as %j, %i tasks are read', async (projectId, tasks) => {
	const { error, json } = await runNode({
		parameters: { resource: 'task', operation: 'getByProject', projectId } as INodeParameters,
		...{ items: [{ project: 'P-1001' }], credential: { baseUrl: sandbox.url } },
	});
	expect(error?.message).toBe(tasks === 0 ? "'Project ID' is empty" : undefined);
	expect(json).toHaveLength(tasks);
});
