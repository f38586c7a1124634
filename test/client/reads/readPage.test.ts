// Pages, of whose rows only those that match are read whole.
import { readList } from '../../../client/reads/readList';
import { readPage } from '../../../client/reads/readPage';
import { comparableKey } from '../../../client/values/ids';
import { productCatalog } from '../../../api/resources/productCatalog';
import { clientOf, response, serviceOf } from '../fakes';
const { get: catalog } = productCatalog.operations;
const products = Array.from({ length: 40 }, (_, index) => ({
	Id: `P-${index}`,
	Model: `Model ${index % 20}`,
	Description: 'x'.repeat(50),
}));
const where = {
	fields: ['Id', 'Model'],
	matches: ({ Model }: Readonly<Record<string, unknown>>) => /^Model (7|12)$/.test(String(Model)),
};
const list = {
	endpoint: catalog,
	values: { id: 'C' },
	accept: 'json',
	projection: { where },
} as const;

/** A client of a service that begins each page with a certain row. */
function clientFor(firstRow: (page: number) => number, total = products.length) {
	return clientOf(
		serviceOf(({ url }) => {
			const first = firstRow(Number(new URL(url).searchParams.get('pageNumber')));
			const page = { Products: products.slice(first, first + 10), TotalProductsCount: total };
			return response(200, JSON.stringify(page));
		}),
	);
}

async function readCatalog(...service: Parameters<typeof clientFor>) {
	const client = clientFor(...service);
	return await readList((number, size) => readPage(client, list, number, size), {
		pageSize: 10,
		limit: Infinity,
		concurrency: 1,
		matches: where.matches,
		key: (row) => comparableKey(row, catalog.key),
	});
}

test('rows that match are whole, and all rows count for the total', async () => {
	const rows = [7, 12, 27, 32].map((index) => products[index]);
	expect(await readCatalog((page) => (page - 1) * 10)).toEqual({ rows, remarks: [] });
	expect((await readCatalog((page) => (page - 1) * 10, 45)).remarks).toEqual([
		expect.stringContaining('announced 45 records and returned 40'),
	]);
});

test('of the others, only the fields of the filter are read', async () => {
	const { rows } = await readPage(
		clientFor(() => 6),
		list,
		1,
		10,
	);
	expect(rows.slice(0, 2)).toEqual([{ Id: 'P-6', Model: 'Model 6' }, products[7]]);
});

test('a page that comes again is noticed, although none of its rows match', async () => {
	await expect(readCatalog((page) => Math.min(page - 1, 2) * 10, 400)).rejects.toThrow(
		'earlier page as page 4',
	);
});
