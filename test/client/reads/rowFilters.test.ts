// Filters that are applied while rows are read.
import { productCatalog } from '../../../api/resources/productCatalog';
import { type ListSettings, readList } from '../../../client/reads/lists';
import type { Page } from '../../../client/reads/pages';
import { keyOf } from '../../../client/reads/keys';
import { readPage } from '../../../client/reads/read';
import { type FilterValues, rowFilter } from '../../../client/reads/rowFilters';
import { ServiceError } from '../../../client/failures';
import { clientOf, errorOf, response, serviceGiving, serviceOf } from '../fakes';

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

describe('through the reader of the responses', () => {
	const { get: endpoint } = productCatalog.operations;
	const products = Array.from({ length: 40 }, (_, index) => ({
		Id: `P-${index}`,
		Model: `Model ${index % 20}`,
		Description: 'x'.repeat(50),
	}));
	const filter = rowFilter(filters, {
		search: '',
		equals: { models: ['model 7', 'MODEL 12'] },
	});
	const where = filter && { ...filter, fields: ['Id', ...filter.fields] };
	const list = { endpoint, values: { id: 'C' }, accept: 'json', projection: { where } } as const;
	const settings: ListSettings<Page> = {
		pageSize: 10,
		limit: Infinity,
		concurrency: 1,
		wanted: where?.matches,
		key: (row) => keyOf(row, endpoint.key),
	};
	const read = (firstRow: (page: number) => number, total = products.length) => {
		const client = clientOf(
			serviceOf(({ url }) => {
				const first = firstRow(Number(new URL(url).searchParams.get('pageNumber')));
				const page = { Products: products.slice(first, first + 10), TotalProductsCount: total };
				return response(200, JSON.stringify(page));
			}),
		);
		return readList((number, size) => readPage(client, list, number, size), settings);
	};

	test('rows that match are whole, and all rows count for the total', async () => {
		expect(await read((page) => (page - 1) * 10)).toEqual({
			rows: [7, 12, 27, 32].map((index) => products[index]),
			remarks: [],
		});
	});

	test('of the others, only the fields of the filter are read', async () => {
		const answer = () => response(200, JSON.stringify({ Products: products.slice(6, 8) }));
		const { rows } = await readPage(clientOf(serviceGiving(answer)), list, 1, 10);
		expect(rows).toEqual([{ Id: 'P-6', Model: 'Model 6' }, products[7]]);
	});

	test('a page that comes again is noticed, although none of its rows match', async () => {
		const error = await errorOf(read((page) => Math.min(page - 1, 2) * 10, 400));
		expect(error).toBeInstanceOf(ServiceError);
		expect(String(error)).toContain('earlier page as page 4');
	});

	test('an announced total that is wrong is noticed', async () => {
		const { remarks } = await read((page) => (page - 1) * 10, 45);
		expect(remarks).toEqual([expect.stringContaining('announced 45 records and returned 40')]);
	});
});
