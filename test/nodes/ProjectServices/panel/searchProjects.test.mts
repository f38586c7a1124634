// Projects to choose from, against the simulated service; and the choice as n8n saves it, beside a plain string.
import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';

import { searchProjects } from '../../../../nodes/ProjectServices/panel/searchProjects';
import { type Sandbox, startSandbox } from '../../../sandbox/server.mjs';
import { runNode } from '../../engine.mjs';
import { reply, startBareService } from '../../service.mjs';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => {
	sandbox.clearFaults();
	sandbox.forgetRequests();
});
afterAll(async () => await sandbox.stop());

function context(baseUrl = sandbox.url): ILoadOptionsFunctions {
	return {
		getNode: () => ({ name: 'Node', type: 'test', parameters: {} }),
		getCredentials: async () => ({ baseUrl, authentication: 'none' }),
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: { url: string }) => {
				const response = await fetch(options.url);
				const headers = Object.fromEntries(response.headers);
				const body = Buffer.from(await response.arrayBuffer());
				return { statusCode: response.status, headers, body };
			},
		},
	} as unknown as ILoadOptionsFunctions;
}

async function allProjects(filter?: string) {
	const results: Array<{ name: string; value: unknown }> = [];
	let token: string | undefined;
	for (let page = 0; page < 20; page++) {
		const found = await searchProjects(context(), filter, token);
		results.push(...(found.results as Array<{ name: string; value: unknown }>));
		token = found.paginationToken as string | undefined;
		if (token === undefined) return results;
	}
	throw new Error('The list has no end.');
}

test('every project is listed once a page, by its number and name', async () => {
	const { results } = await searchProjects(context());
	const ids = results.map(({ value }) => value);
	expect(ids.length).toBeGreaterThan(0);
	expect(new Set(ids).size).toBe(ids.length);
	for (const { name, value } of results) {
		expect(String(value)).toMatch(/\S/);
		expect(name).toMatch(/\S/);
	}
	expect(sandbox.requests[0]?.path).toContain('/SI/Subscribe/COProjects');
});

test('further pages follow, and a search finds less', async () => {
	const all = await allProjects();
	const some = await allProjects(all[0].name.split(' - ').at(-1));
	expect(some.length).toBeGreaterThan(0);
	expect(some.length).toBeLessThanOrEqual(all.length);
});

test('a service with pages of its own size is searched to its end', async () => {
	const projects = Array.from({ length: 45 }, (_, index) => ({
		Id: `C-${index}`,
		ProjectId: `P-${index}`,
	}));
	const service = await startBareService((response, request, number) => {
		const page = Number(new URL(request.url, 'http://127.0.0.1').searchParams.get('pageNumber'));
		const body = JSON.stringify({ COProjects: projects.slice((page - 1) * 20, page * 20) });
		reply(200, body)(response, request, number);
	});
	const found: unknown[] = [];
	for (let token: string | undefined = '1'; token !== undefined && found.length < 99;) {
		const page: { results: unknown[]; paginationToken?: unknown } = await searchProjects(
			context(service.url),
			'',
			token,
		);
		found.push(...page.results);
		token = page.paginationToken as string | undefined;
	}
	await service.stop();
	expect(found).toHaveLength(45);
});

test('a service that cannot be reached is an error in words', async () => {
	const service = await startBareService(reply(200, '{}'));
	await service.stop();
	await expect(searchProjects(context(service.url))).rejects.toThrow(/127\.0\.0\.1/);
});

describe('a project is read whichever way it was saved', () => {
	const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });
	test.each<[string, unknown]>([
		['a string, as before', 'P-1001'],
		['an expression, as before', '={{ $json.project }}'],
		['from the list', locator('list', 'P-1001')],
		['by its ID', locator('id', 'P-1001')],
		['by an expression', locator('id', '={{ $json.project }}')],
		['by an expression that n8n computes', locator('id', '={{ "P-" + 1001 }}')],
	])('%s', async (_, projectId) => {
		const result = await runNode({
			parameters: { resource: 'task', operation: 'getByProject', projectId } as INodeParameters,
			items: [{ project: 'P-1001' }],
			credential: { baseUrl: sandbox.url, authentication: 'none' },
		});
		expect(result.error).toBeUndefined();
		expect(result.json).toHaveLength(3);
	});

	test('an expression that finds nothing is refused with the name of the parameter', async () => {
		const result = await runNode({
			parameters: {
				resource: 'task',
				operation: 'getByProject',
				projectId: locator('id', '={{ $json.missing }}'),
			} as INodeParameters,
			credential: { baseUrl: sandbox.url, authentication: 'none' },
		});
		expect(result.error?.message).toBe("'Project ID' is empty");
	});
});
