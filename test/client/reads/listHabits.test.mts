// Every combination of habits that lists are known to have: every row comes, or the reading says that it may not have.
import { endpoints, findEndpoint } from '../../../api';
import type { WriteEndpoint } from '../../../api/endpoint';
import { comparableKey } from '../../../client/values/ids';
import { ComparisonReads } from '../../../client/compare/readService';
import { Comparison } from '../../../client/compare/comparison';
import { readList } from '../../../client/reads/readList';
import { listSource } from '../../../client/reads/listSource';
import { writeListFile } from '../../../client/reads/writeListFile';
import { DEFAULT_SERVICE_SETTINGS } from '../../../client/serviceSettings';
import type { ServiceClient } from '../../../client/transport/serviceClient';
import { productId } from '../../sandbox/data/products';
import type { ListHabits } from '../../sandbox/personality.mjs';
import { clientOfSandbox } from '../sandboxClient.mjs';

const endpoint = endpoints.flatMap(({ operationKey, endpoint: each }) =>
	operationKey === 'productCatalog/get' && each.kind === 'read' ? [each] : [],
)[0]!;

interface Reading {
	readonly rows: number;
	/** What the reading says of rows that may be missing. */
	readonly remarks: readonly unknown[];
}

type Read = (client: ServiceClient, pageSize: number, products: number) => Promise<Reading>;

const list = {
	endpoint,
	values: { id: 'CAT-1001' },
	accept: 'json' as const,
	projection: { fields: ['Id', 'UpdatedOn'] },
};

const settings = {
	limit: Infinity,
	concurrency: 4,
	key: (row: Readonly<Record<string, unknown>>) => comparableKey(row, 'Id'),
};

const readings: Readonly<Record<string, Read>> = {
	items: async (client, pageSize) => {
		const { fetchPage, totals } = listSource(client, list);
		const { rows, remarks } = await readList(fetchPage, { ...settings, totals, pageSize });
		return { rows: rows.length, remarks };
	},
	'a file': async (client, pageSize) => {
		const { fetchPage, totals } = listSource(client, list);
		const file = { format: 'ndjson' as const, columns: [], shape: <T,>(rows: T) => rows };
		const store = async (chunks: AsyncIterable<Uint8Array>) => {
			for await (const _ of chunks);
		};
		const { recordCount, remarks } = await writeListFile(
			fetchPage,
			{ ...settings, totals, pageSize },
			file,
			store,
		);
		return { rows: recordCount, remarks };
	},
	'a comparison': async (client, pageSize, products) => {
		const write = findEndpoint('productCatalog', 'publish') as WriteEndpoint;
		const noun = 'product catalog';
		const ids = Array.from({ length: products }, (_, index) => productId(1, index));
		const facts = { write, read: endpoint, nameOf: String, timeZone: 'UTC' };
		const comparison = new Comparison(
			ids.map((id) => ({ id, record: { Id: id } })),
			facts,
		);
		const reads = { client, write, read: endpoint, noun, pageSize, format: 'json' } as const;
		await new ComparisonReads(comparison, {
			...reads,
			heads: [],
			onProgress: () => undefined,
		}).inOnePass('CAT-1001');
		const actions = comparison.predictions().map(({ action }) => action);
		return {
			rows: actions.filter((action) => action === 'unchanged').length,
			remarks: actions.filter((action) => action === 'unknown'),
		};
	},
};

const totals = ['list', 'page', 'absent', 'zero', 'short', 'long'] as const;
const ends = ['empty', 'repeats', 'refused', 'notFound'] as const;
const CAP = 20;
const services = [
	[undefined, 1],
	[CAP, 1],
	[CAP, 0],
] as const;

describe.each(Object.keys(readings))('%s', (name) => {
	test.each(totals.flatMap((total) => ends.map((beyondEnd) => [total, beyondEnd] as const)))(
		'the total counts %s, a page beyond the end is %s',
		async (total, beyondEnd) => {
			const short: string[] = [];
			const isHonest = !['short', 'long'].includes(total);
			for (const [cap, firstPage] of services)
				for (const pageSize of name === 'items' ? [10, CAP, 25] : [25])
					for (const products of [7, CAP, CAP + 7, 45]) {
						const habits: ListHabits = { total, beyondEnd, firstPage, ...(cap && { cap }) };
						const { client } = clientOfSandbox(
							{ catalog: habits },
							{ products, catalogForm: 'full' },
							{ settings: { ...DEFAULT_SERVICE_SETTINGS, firstPage } },
						);
						const outcome = await readings[name]!(client, pageSize, products).catch(String);
						if (typeof outcome === 'string') {
							if (isHonest) short.push(outcome);
							continue;
						}
						const { rows, remarks } = outcome;
						const at = `cap ${cap}, first page ${firstPage}, page size ${pageSize}: ${rows} of ${products}`;
						if (rows > products || (rows < products && remarks.length === 0)) short.push(at);
						// Where nothing is wrong, nothing is said.
						if (isHonest && remarks.length > 0) short.push(`${at}, ${remarks.join()}`);
					}
			expect(short).toEqual([]);
		},
	);
});

describe('a service that counts pages from 0, without the setting', () => {
	const zeroBased = (products: number) =>
		clientOfSandbox({ catalog: { firstPage: 0 } }, { products, catalogForm: 'full' }).client;
	const advice = expect.stringContaining("check 'First Page' in the credential");

	test.each(['items', 'a file'])('%s: an empty page 1 beside a total says so', async (name) => {
		expect(await readings[name]!(zeroBased(7), 50, 7)).toEqual({ rows: 0, remarks: [advice] });
	});

	test.each([7, 45])('a comparison of %d records takes none for a new one', async (products) => {
		const { remarks, rows } = await readings['a comparison']!(zeroBased(products), 20, products);
		expect(rows + remarks.length).toBe(products);
	});

	test('a first page that is missing says so', async () => {
		expect(await readings.items!(zeroBased(45), 20, 45)).toEqual({ rows: 25, remarks: [advice] });
	});
});
