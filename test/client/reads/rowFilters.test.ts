// Filters that are applied while rows are read.
import { type FilterValues, rowFilter } from '../../../client/reads/rowFilters';

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

function found(search: string, equals: FilterValues['equals'] = {}): string[] | undefined {
	const filter = rowFilter(filters, { search, equals });
	return filter && rows.filter(filter.matches).map(({ Id }) => Id);
}

test.each<[string, string, FilterValues['equals'], string[]]>([
	['a text in any field', 'tx-100', {}, ['1', '2', '4']],
	['a text without regard to case', 'AMPLI', {}, ['1']],
	['a value without regard to case and spaces', '', { models: ['Tx-100'] }, ['1', '2']],
	['one of several values', '', { models: ['RX-7', 'TX-100'] }, ['1', '2', '3']],
	['all filters', 'tx', { vendors: ['north'] }, ['1']],
	['nothing', 'projector', {}, []],
	['a row without the field', '', { vendors: ['undefined', 'null'] }, []],
])('finds %s', (_, search, equals, expected) => {
	expect(found(search, equals)).toEqual(expected);
});

test('no filter is no filter', () => {
	expect(found('  ', { models: [], vendors: [] })).toBeUndefined();
});

test('says which fields it needs', () => {
	expect(rowFilter(filters, { search: 'a', equals: { vendors: ['b'] } })?.fields).toEqual([
		'Model',
		'Description',
		'Vendor',
	]);
	expect(rowFilter(filters, { search: '', equals: { vendors: ['b'] } })?.fields).toEqual([
		'Vendor',
	]);
});
