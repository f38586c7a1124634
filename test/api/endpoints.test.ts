// The endpoints in api/ against their own records, and against the addresses that the contract promises.
import { endpoints, findEndpoint, resources } from '../../api/index';
import type { Endpoint } from '../../api/endpoint';
import { string } from '../../api/schema/types';
import { numbers } from './document/description';
import { nameProblems } from './endpointNames';

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

describe('a wrong endpoint is caught', () => {
	const changed = (address: string, change: object): string[] => {
		const endpoint = endpoints.find((each) => each.operationKey === address)?.endpoint;
		return nameProblems({ ...endpoint, ...change } as Endpoint);
	};

	test.each<[string, string, object, string[]]>([
		['a name twice', 'task/get', { simplified: ['Id', 'Id'] }, ['simplified: a name twice']],
		['no simplified', 'task/get', { simplified: [] }, ['simplified: empty', 'simplified: no key']],
		[
			'too many',
			'task/get',
			{ simplified: ['Id', ...'ABCDEFGHIJ'] },
			['simplified: more than n8n recommends'],
		],
		['no record', 'task/get', { response: string }, ['no record']],
		['a body', 'client/getAll', { body: undefined }, ['idsPerRequest', 'idsParameter', 'method']],
		[
			'a field filled twice',
			'client/publish',
			{ bodyParameters: { listId: 'Id', listName: 'Id', listDescription: 'Description' } },
			['bodyParameters: a field twice', 'no parameter fills Name'],
		],
		['no key', 'client/publish', { key: undefined }, ['key']],
		[
			'otherFields',
			'productCatalog/publish',
			{ otherFields: 'catalogId' },
			['otherFields: catalogId'],
		],
		['texts', 'task/get', { action: 'Get a task.' }, ['texts']],
	])('%s', (_, address, change, problems) => {
		expect(changed(address, change)).toEqual(problems);
	});
});
