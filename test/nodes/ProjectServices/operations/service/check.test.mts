// Check in n8n's engine, against services of many kinds: no wrong answer, few requests, no write, nothing personal.
import type { INodeParameters } from 'n8n-workflow';

import { QUESTIONS } from '../../../../../client/check/questions';
import { ProjectServicesApi } from '../../../../../credentials/ProjectServicesApi.credentials';
import { ProjectServices } from '../../../../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../../../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { allProperties } from '../../../../docs/checks/description';
import { type Declared, personalities } from '../../../../sandbox/personalities';
import { type Sandbox, startSandbox } from '../../../../sandbox/server.mjs';
import { defaults } from '../../../../sandbox/service.mjs';
import { idsOf, namesApart } from '../../../../client/check/trial.mjs';
import { runNode, type RunSettings } from '../../../engine.mjs';
import { pairs, withSandbox } from '../support.mjs';

jest.setTimeout(120_000);

interface Answer {
	readonly id: string;
	readonly answer: string;
	readonly evidence: string;
	readonly consequence: string;
}

const { clientIds = [], ...ids } = idsOf(defaults.seed);
const idsToTry = { ...ids, clientIds: [clientIds].flat().join(', ') };

async function checkOf(
	sandbox: Sandbox,
	{ habits: { credential } }: Declared,
	parameters: INodeParameters = {},
	rest: Partial<RunSettings> = {},
) {
	return await runNode({
		parameters: { resource: 'service', operation: 'check', idsToTry, ...parameters },
		credential: {
			baseUrl: sandbox.url,
			...(credential
				? {
						authentication: 'headerKey',
						headerName: credential.header,
						headerValue: credential.value,
					}
				: { authentication: 'none' }),
		},
		...rest,
	});
}

test.each(personalities.map((each) => [each.name, each] as const))('%s', async (_, personality) => {
	const sandbox = await startSandbox({ products: 60, ...personality.sandbox, personality });
	try {
		const { json, outputs, error } = await checkOf(sandbox, personality);
		expect(error).toBeUndefined();
		const answers = new Map((json as Answer[]).map(({ id, answer }) => [id, answer]));
		expect(answers.size).toBe(17);
		expect(new Set(pairs(outputs[0]).map((each) => JSON.stringify(each)))).toEqual(
			new Set(['{"item":0}']),
		);
		const wrong = Object.entries(personality.truth).filter(([id, expected]) => {
			const answer = answers.get(id) ?? '';
			return answer !== 'unknown' && namesApart(answer) !== namesApart(expected);
		});
		expect(wrong).toEqual([]);
		const known = Object.entries(personality.truth).filter(([, truth]) => truth !== 'unknown');
		const open = known.filter(([id]) => answers.get(id) === 'unknown').map(([id]) => id);
		expect(open.filter((id) => id !== 'lists.withoutId')).toEqual([]);
		expect(sandbox.requests.length).toBeLessThanOrEqual(20);
		expect(sandbox.requests.filter(({ applied }) => applied)).toEqual([]);
		for (const { method, path } of sandbox.requests)
			expect(method).toBe(path.endsWith('/Clients/ClientList') ? 'POST' : 'GET');
	} finally {
		await sandbox.stop();
	}
});

test('parameters that a consequence names are in the panel, or n8n has them', () => {
	const { properties } = new ProjectServices().description;
	const ofTrigger = new ProjectServicesTrigger().description.properties;
	const ofCredential = new ProjectServicesApi().properties;
	const labels = allProperties([...properties, ...ofTrigger, ...ofCredential]).map(
		({ property }) => property.displayName,
	);
	const named = QUESTIONS.flatMap(({ consequences = {}, otherwise = '', unanswered = '' }) =>
		[...Object.values(consequences), otherwise, unanswered].flatMap((text) =>
			[...text.matchAll(/'([A-Z][^']*)'/g)].map(([, label]) => label),
		),
	);
	expect(named.length).toBeGreaterThan(8);
	expect(named.filter((label) => label !== 'On Error' && !labels.includes(label ?? ''))).toEqual(
		[],
	);
});

describe('of the simulated service', () => {
	let sandbox: Sandbox;
	const read = withSandbox((started) => (sandbox = started));

	test('as a file: one JSON without a value of a record', async () => {
		const parameters = { idsToTry, returnAs: 'file', options: { binaryProperty: 'answers' } };
		const { json, outputs } = await read('service/check', parameters);
		const file = { fileName: 'service-check.json', mimeType: 'application/json' };
		expect(json).toEqual([{ ...file, requestCount: sandbox.requests.length }]);
		const [item] = outputs[0] ?? [];
		expect(item?.binary).toMatchObject({ answers: file });
		expect(item?.pairedItem).toEqual({ item: 0 });
		const text = Buffer.from(String(item?.binary?.answers?.data), 'base64').toString();
		expect(JSON.parse(text)).toMatchObject({
			answers: expect.arrayContaining([
				expect.objectContaining({ id: 'reachable', answer: 'yes' }),
			]) as unknown,
			requestCount: sandbox.requests.length,
		});
		for (const id of Object.values(idsToTry)) expect(text).not.toContain(String(id).split(',')[0]);
	});

	test('as settings: one item with the properties of the credential that the answers decide', async () => {
		const { json, outputs } = await read('service/check', { idsToTry, returnAs: 'settings' });
		expect(json).toEqual([{ responseFormat: 'json', firstPage: 1 }]);
		expect(pairs(outputs[0])).toEqual([{ item: 0 }]);
	});

	test('question, answer and what to set are seen first, the evidence last', async () => {
		const { json } = await read('service/check', {});
		expect(Object.keys(json[0] ?? {})).toEqual([
			'question',
			'answer',
			'consequence',
			'id',
			'evidence',
		]);
	});

	test('it runs once for all input items, with the first of each ID that they give', async () => {
		const items = [{}, { task: 'T-1001' }, { task: 'T-1002', order: 1001, clients: ['a', 'b'] }];
		const ids = {
			taskId: '={{ $json.task }}',
			purchaseOrderId: '={{ $json.order }}',
			clientIds: '={{ $json.clients }}',
		};
		const { json } = await read('service/check', { idsToTry: ids }, { items });
		expect(json).toHaveLength(17);
		const asked = sandbox.requests.map(({ path, query }) => `${path} ${query.id}`);
		expect(asked).toContain('/SI/Subscribe/Tasks T-1001');
		expect(asked).toContain('/SI/Subscribe/PurchaseOrders 1001');
		expect(asked).not.toContain('/SI/Subscribe/Tasks T-1002');
		const clients = sandbox.requests.flatMap(({ body }) => (Array.isArray(body) ? body : []));
		expect(clients).toEqual(expect.arrayContaining(['a', 'b']));
	});

	test('how much was answered with how many requests is said', async () => {
		const { hints } = await read('service/check', { options: { maxRequests: 2 } });
		expect(sandbox.requests).toHaveLength(2);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^\d+ of 17 questions answered with 2 requests\.$/),
		]);
	});

	test('with a wrong base URL, the base URL comes first', async () => {
		const credential = { baseUrl: `${sandbox.url}/other`, authentication: 'none' };
		const { hints, json } = await read('service/check', { idsToTry }, { credential });
		expect(hints.map(({ message }) => message).join()).toContain(
			"Check 'Base URL' in the credential",
		);
		const open = (json as unknown as Answer[]).filter(({ answer }) => answer === 'unknown');
		expect(open.length).toBeGreaterThan(12);
		expect(new Set(open.slice(1).map(({ consequence }) => consequence))).toEqual(
			new Set(["See to 'reachable' first, and run Check again."]),
		);
	});

	test.each<[INodeParameters, RegExp]>([
		[{ idsToTry: { taskId: '={{ $json }}' } }, /^'Task ID' is an object, expected text/],
		[{ idsToTry: { taskId: '={{ ["a"] }}' } }, /^'Task ID' is a list, expected text/],
		[{ idsToTry: { taskId: '={{ 2 ** 60 }}' } }, /^'Task ID' is \d+, which has lost/],
		[{ idsToTry: { clientIds: '={{ [$json] }}' } }, /^'Client IDs' is an object, expected text/],
		[{ returnAs: 'csv' }, /^'Return As' is "csv", expected one of items, file, settings/],
		[{ options: { maxRequests: 0 } }, /^'Max Requests' must be a whole number from 1 to/],
	])('%j is refused, and nothing is sent', async (parameters, message) => {
		const { error } = await read('service/check', parameters);
		expect(error?.message).toMatch(message);
		expect(sandbox.requests).toEqual([]);
	});

	test('with the error output, wrong IDs are an error of every input item', async () => {
		const rest = { items: [{}, {}], onError: 'continueErrorOutput' as const };
		const parameters = { idsToTry: { taskId: '={{ $json }}' } };
		const { outputs } = await read('service/check', parameters, rest);
		expect(outputs[0]).toEqual([]);
		expect(pairs(outputs[1])).toEqual([{ item: 0 }, { item: 1 }]);
	});

	test('a stopped execution ends the check', async () => {
		sandbox.setOptions({ latencyMs: 50 });
		const { json } = await read(
			'service/check',
			{ idsToTry },
			{ whileRunning: (stop) => void setTimeout(stop, 120) },
		);
		expect(json).toEqual([]);
		expect(sandbox.requests.length).toBeLessThan(10);
	});
});
