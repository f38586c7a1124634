// The endpoints in api/ against their own records, and against the addresses that the contract promises.
import { endpoints, findEndpoint, resources } from '../../api/index';
import {
	type Endpoint,
	type ReadEndpoint,
	recordSchema,
	type WriteEndpoint,
} from '../../api/endpoint';
import { recordFields, string } from '../../api/schema/types';
import { numbers } from './document/description';

/** By n8n's guidelines for simplified output. */
const MOST_SIMPLIFIED = 10;

function readFacts({ key, simplified, body, idsPerRequest, idsParameter, method }: ReadEndpoint) {
	return {
		'simplified: a name twice': new Set(simplified).size === simplified.length,
		'simplified: empty': simplified.length > 0,
		'simplified: more than n8n recommends': simplified.length <= MOST_SIMPLIFIED,
		'simplified: no key': simplified.includes(key),
		'body: not a list of IDs': body === undefined || body.kind === 'list',
		idsPerRequest: (body === undefined) === (idsPerRequest === undefined),
		idsParameter: (body === undefined) === (idsParameter === undefined),
		method: (method === 'POST') === (body !== undefined),
	};
}

function writeFacts({ body, bodyParameters, records, otherFields, key }: WriteEndpoint) {
	const filled = Object.values(bodyParameters);
	const unfilled = recordFields(body)
		.map(({ name }) => name)
		.filter((name) => !filled.includes(name) && name !== records);
	return {
		'bodyParameters: a field twice': new Set(filled).size === filled.length,
		[`no parameter fills ${unfilled.join(', ')}`]:
			otherFields !== undefined || unfilled.length === 0,
		[`otherFields: ${otherFields}`]: otherFields === undefined || !(otherFields in bodyParameters),
		key: (records === undefined) === (key === undefined),
	};
}

/** What the compiler does not check in an endpoint's facts, and is wrong. */
function nameProblems(endpoint: Endpoint): string[] {
	const texts = [endpoint.name, endpoint.action, endpoint.description];
	const facts = {
		texts: texts.every((text) => text !== '' && !text.endsWith('.')),
		'no record': recordFields(recordSchema(endpoint)).length > 0,
		...(endpoint.kind === 'read' ? readFacts(endpoint) : writeFacts(endpoint)),
	};
	return Object.entries(facts).flatMap(([problem, isRight]) => (isRight ? [] : [problem]));
}

test.each(endpoints.map(({ operationKey, endpoint }) => [operationKey, endpoint] as const))(
	'%s states facts that fit each other',
	(_, endpoint) => {
		expect(nameProblems(endpoint)).toEqual([]);
	},
);

test('every address stands once, and is the one the contract promises', () => {
	expect(endpoints.map(({ operationKey }) => operationKey).sort()).toEqual(
		Object.keys(numbers).sort(),
	);
	expect(new Set(resources.map(({ resource }) => resource)).size).toBe(resources.length);
});

test.each([...resources])(
	'$resource has its default operation',
	({ defaultOperation, operations }) => {
		expect(Object.keys(operations)).toContain(defaultOperation);
	},
);

test('resources are listed by name, as the dropdown shows them', () => {
	const names = resources.map(({ name }) => name);
	expect(names).toEqual([...names].sort());
});

test('an endpoint is found by its two names, and nothing else is', () => {
	expect(findEndpoint('task', 'get')).toBe(
		endpoints.find(({ operationKey }) => operationKey === 'task/get')?.endpoint,
	);
	expect(findEndpoint('task', 'publish')).toBeUndefined();
	expect(findEndpoint('toString', 'constructor')).toBeUndefined();
});

test.each<[string, object, string[]]>([
	['task/get', { simplified: ['Id', 'Id'] }, ['simplified: a name twice']],
	['task/get', { simplified: [] }, ['simplified: empty', 'simplified: no key']],
	['task/get', { simplified: ['Id', ...'ABCDEFGHIJ'] }, ['simplified: more than n8n recommends']],
	['task/get', { response: string }, ['no record']],
	['client/getAll', { body: undefined }, ['idsPerRequest', 'idsParameter', 'method']],
	[
		'client/publish',
		{ bodyParameters: { listId: 'Id', listName: 'Id', listDescription: 'Description' } },
		['bodyParameters: a field twice', 'no parameter fills Name'],
	],
	['client/publish', { key: undefined }, ['key']],
	['productCatalog/publish', { otherFields: 'catalogId' }, ['otherFields: catalogId']],
	['task/get', { action: 'Get a task.' }, ['texts']],
])('a wrong %s is caught: %j', (address, change, problems) => {
	const endpoint = endpoints.find((each) => each.operationKey === address)?.endpoint;
	expect(nameProblems({ ...endpoint, ...change } as Endpoint)).toEqual(problems);
});
