import { feedIdentity } from '../../../../nodes/shared/state/feedIdentity';

function identity({
	credential = 'c1',
	baseUrl = 'https://a.example/SI',
	path = '/Catalog',
	query = { id: 'A', since: undefined } as Parameters<typeof feedIdentity>[2],
} = {}): string {
	return feedIdentity({ baseUrl, identity: credential }, path, query);
}

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

test.each([
	['another credential', { credential: 'c2' }],
	['another base URL', { baseUrl: 'https://b.example/SI' }],
	['another path', { path: '/Catalog/Older' }],
	['another value in the query', { query: { id: 'B' } }],
	['one more parameter in the query', { query: { id: 'A', imported: true } }],
])('%s is another feed', (_, change) => {
	expect(identity(change)).not.toBe(identity());
});

test.each([
	['parameters in another order', { b: '2', a: '1' }, { a: '1', b: '2' }],
	['a parameter without a value', { id: 'A', since: undefined }, { id: 'A' }],
	['a GUID in another spelling', { id: GUID }, { id: `{${GUID.toUpperCase()}}` }],
	['a list in another order', { ids: ['A', 'B'] }, { ids: ['B', 'A', 'B'] }],
])('%s is the same feed', (_, a, b) => {
	expect(identity({ query: a })).toBe(identity({ query: b }));
});
