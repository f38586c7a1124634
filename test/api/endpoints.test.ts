// The endpoints in api/ against their own records, and against the addresses that the contract promises.
import { endpoints, findEndpoint, resources } from '../../api/index';
import type { Endpoint } from '../../api/endpoint';
import { numbers } from './description';
import { nameProblems } from './endpointNames';

test.each(endpoints.map(({ address, endpoint }) => [address, endpoint] as const))(
	'%s names only what its records hold',
	(_, endpoint) => {
		expect(nameProblems(endpoint)).toEqual([]);
	},
);

test('every address stands once, and is the one the contract promises', () => {
	expect(endpoints.map(({ address }) => address).sort()).toEqual(Object.keys(numbers).sort());
	expect(new Set(resources.map(({ resource }) => resource)).size).toBe(resources.length);
});

test('resources are listed by name, as the dropdown shows them', () => {
	const names = resources.map(({ name }) => name);
	expect(names).toEqual([...names].sort());
});

test('an endpoint is found by its two names, and nothing else is', () => {
	expect(findEndpoint('task', 'get')).toBe(
		endpoints.find(({ address }) => address === 'task/get')?.endpoint,
	);
	expect(findEndpoint('task', 'publish')).toBeUndefined();
	expect(findEndpoint('toString', 'constructor')).toBeUndefined();
});

describe('a wrong endpoint is caught', () => {
	const changed = (address: string, change: object): string[] => {
		const endpoint = endpoints.find((each) => each.address === address)?.endpoint;
		return nameProblems({ ...endpoint, ...change } as Endpoint);
	};

	test.each<[string, string, object, string[]]>([
		['a summary', 'task/get', { summary: ['Id', 'Nmae'] }, ['summary: Nmae']],
		['a name twice', 'task/get', { summary: ['Id', 'Id'] }, ['summary: a name twice']],
		['no summary', 'task/get', { summary: [] }, ['summary: empty']],
		['rows', 'productCatalog/get', { rows: 'Colours', summary: ['Name'] }, ['rows: Colours']],
		['gathered', 'productCatalog/get', { gathered: 'Name' }, ['gathered: Name']],
		[
			'paging',
			'changeOrderProject/getAll',
			{ paging: { number: 'page', size: 'pageSize', total: 'Total' } },
			['paging: Total', 'paging: page'],
		],
		['a body', 'client/getAll', { body: undefined }, ['idsPerRequest', 'method']],
		[
			'a parameter',
			'client/publish',
			{ fills: { listId: 'Id', listName: 'Nmae', listDescription: 'Description' } },
			['fills: listName -> Nmae', 'not to be filled: Name'],
		],
		[
			'records',
			'client/publish',
			{ records: 'Client' },
			['records: Client', 'not to be filled: Clients'],
		],
		['others', 'productCatalog/publish', { others: 'catalogId' }, ['others: catalogId']],
		[
			'identifyBy',
			'vendor/update',
			{ identifyBy: ['integrationId', 'name'] },
			['identifyBy: name'],
		],
		['leavesOpen', 'task/update', { leavesOpen: ['VendorFieldId'] }, ['leavesOpen: VendorFieldId']],
		['words', 'task/get', { action: 'Get a task.' }, ['words']],
	])('%s', (_, address, change, problems) => {
		expect(changed(address, change)).toEqual(problems);
	});
});
