// Whose state it is: what starts over, and of which difference a person is told.
import {
	cursorKeys,
	differenceOf,
	feedIdentity,
} from '../../../../nodes/shared/state/feedIdentity';
import type { QueryValues } from '../../../../client/reads/readRequest';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const first = {
	owner: { credential: 'c1', user: 'u', key: 'k1' },
	baseUrl: 'https://a.example/SI',
	query: { id: 'A', since: undefined } as QueryValues,
	name: 'default',
	node: 'n1',
};

function keysOf(change: Partial<typeof first> = {}) {
	const { owner, baseUrl, query, name, node } = { ...first, ...change };
	const path = '/Catalog';
	const connection = { baseUrl, owner };
	const { list, own } = cursorKeys(connection, path, query, name, node);
	return { list, own, trigger: feedIdentity(connection, path, query) };
}

test.each<[string, Partial<typeof first>, string | undefined]>([
	['another credential', { owner: { ...first.owner, credential: 'c2' } }, 'another credential'],
	['another user', { owner: { ...first.owner, user: 'v' } }, 'another user name'],
	['another base URL', { baseUrl: 'https://b.example/SI' }, 'another base URL'],
	['another list', { query: { id: 'B' } }, undefined],
	['another spelling of the list', { query: { id: 'a ' } }, 'another spelling of the list'],
	['one more filter', { query: { id: 'A', imported: true } }, undefined],
])('%s starts over', (_what, change, difference) => {
	const [a, b] = [keysOf(), keysOf(change)];
	expect([a.own === b.own, a.list === b.list, a.trigger === b.trigger]).toEqual([
		false,
		false,
		false,
	]);
	expect(differenceOf(b.own, [a.own])).toBe(difference);
});

test.each<[string, Partial<typeof first>, Partial<typeof first>]>([
	['filters in another order', { query: { b: '2', a: '1' } }, { query: { a: '1', b: '2' } }],
	['a GUID in another case', { query: { id: GUID } }, { query: { id: GUID.toUpperCase() } }],
	['a list in another order', { query: { c: ['A', 'B'] } }, { query: { c: ['B', 'A', 'B'] } }],
	[
		'another key of a cursor with a name',
		{ name: 't' },
		{ name: 't', owner: { ...first.owner, key: 'k2' } },
	],
])('%s goes on', (_what, a, b) => {
	expect(keysOf(a)).toEqual(keysOf(b));
});

test('another key is another cursor "default", but the same trigger; another node has its own cursor', () => {
	const other = keysOf({ owner: { ...first.owner, key: 'k2' } });
	expect(other.trigger).toBe(keysOf().trigger);
	expect(differenceOf(other.own, [keysOf().own])).toContain('another key');
	const pasted = keysOf({ node: 'n2' });
	expect(pasted.list).toBe(keysOf().list);
	expect(differenceOf(pasted.own, [keysOf().own])).toBe('another Get Changes node');
	expect(differenceOf(keysOf({ name: 'other' }).own, [keysOf().own])).toBeUndefined();
});
