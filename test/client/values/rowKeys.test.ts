// What identifies a row.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import { comparableRowKey, identityOf, isContentKey, rowKey } from '../../../client/values/rowKeys';

const product = findEndpoint('productCatalog', 'get') as ReadEndpoint;
const project = findEndpoint('changeOrderProject', 'getAll') as ReadEndpoint;
const GUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const ZEROS = '00000000-0000-0000-0000-000000000000';

test.each([
	[product, { Id: ' a' }, { Id: ' a' }],
	[product, { Id: 7 }, { Id: '7' }],
	[product, { Id: GUID.toUpperCase() }, { Id: GUID.toUpperCase() }],
	[product, { Id: ZEROS, IntegrationProductId: 'E-1' }, { IntegrationProductId: 'E-1' }],
	[product, { Id: '0', IntegrationProductId: ' ' }, undefined],
	[product, { Model: 'X' }, undefined],
	[project, { Id: 'C', CONumber: 2 }, { Id: 'C', CONumber: 2 }],
	[project, { Id: 'C', CONumber: '0' }, { Id: 'C', CONumber: 0 }],
	[project, { Id: 'C', CONumber: 'B' }, { Id: 'C', CONumber: 'B' }],
	[project, { Id: 'C' }, { Id: 'C' }],
	[
		project,
		{ Id: null, IntegrationProjectId: 'P', CONumber: 1 },
		{ IntegrationProjectId: 'P', CONumber: 1 },
	],
])('%#: a row is known by what a deletion names', (facts, row, expected) => {
	const key = rowKey(row, facts);
	expect(isContentKey(key) ? undefined : identityOf(key, facts)).toEqual(expected);
});

test.each([
	[product, { Id: GUID }, { Id: GUID.toUpperCase() }, true],
	[product, { Id: 'a' }, { Id: 'A' }, false],
	[product, { Id: 'a' }, { IntegrationProductId: 'a' }, false],
	[product, { IntegrationProductId: GUID }, { IntegrationProductId: GUID.toUpperCase() }, true],
	[project, { Id: 'C', CONumber: 1 }, { Id: 'C', CONumber: 2 }, false],
	[project, { Id: GUID, CONumber: 1 }, { Id: GUID.toUpperCase(), CONumber: '1' }, true],
])('%#: two rows have one key', (facts, a, b, same) => {
	const [first, second] = [a, b].map((row) => comparableRowKey(rowKey(row, facts)));
	expect(first === second).toBe(same);
});
