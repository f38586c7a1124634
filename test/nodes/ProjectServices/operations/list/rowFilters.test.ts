// Filters that are applied while rows are read: what a person enters becomes the test of a row.
import type { INode } from 'n8n-workflow';

import { rowFilters } from '../../../../../nodes/ProjectServices/operations/list/rowFilters';

const filters = {
	search: ['Model', 'Description'],
	equals: { models: 'Model', vendors: 'Vendor' },
};

const rows = [
	{ Id: '1', Model: 'TX-100', Description: 'Rack amplifier', Vendor: 'North' },
	{ Id: '2', Model: 'tx-100 ', Description: 'Spare part', Vendor: 'South' },
	{ Id: '3', Model: 'RX-7', Description: null, Vendor: 'North' },
	{ Id: '4', Description: 'Cable for TX-100' },
];

test.each<[string, object, string, string[]]>([
	['a text in any field', { search: 'tx-100' }, '124', ['Model', 'Description']],
	['a text without regard to case', { search: 'AMPLI' }, '1', ['Model', 'Description']],
	['a value without regard to case and spaces', { models: ['Tx-100'] }, '12', ['Model']],
	['one of several values', { models: 'RX-7, TX-100' }, '123', ['Model']],
	['all filters', { search: 'tx', vendors: ['north'] }, '1', ['Model', 'Description', 'Vendor']],
	['nothing', { search: 'projector' }, '', ['Model', 'Description']],
	['a row without the field', { vendors: ['undefined', 'null'] }, '', ['Vendor']],
	['everything without a filter', { search: '  ', models: [], vendors: '' }, '1234', []],
])('finds %s, and needs only its fields', (_, given, expected, fields) => {
	const node = { parameters: { filters: given } } as unknown as INode;
	const found = rowFilters(node, filters, given);
	const matching = rows.filter((row) => found.every(({ matches }) => matches(row)));
	expect(matching.map(({ Id }) => Id).join('')).toBe(expected);
	expect(found.flatMap((filter) => filter.fields)).toEqual(fields);
});
