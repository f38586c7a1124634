// The one pass of a catalog that a comparison reads, where the service is lost.
import { findEndpoint, readOf } from '../../../api';
import type { ReadEndpoint, WriteEndpoint } from '../../../api/endpoint';
import { ComparisonReads } from '../../../client/compare/readService';
import { Comparison } from '../../../client/compare/comparison';
import { ConnectionError } from '../../../client/transport/networkErrors';
import { clientOf, response, serviceOf } from '../fakes';

const write = findEndpoint('productCatalog', 'publish') as WriteEndpoint;
const read = readOf(write) as ReadEndpoint;

/** Compares two products with a catalog of pages of one, which is gone from this page on. */
async function compareUntil(gone: number) {
	const service = serviceOf(({ url }) => {
		const page = Number(/pageNumber=(\d+)/.exec(url)?.[1]);
		if (page >= gone) throw new ConnectionError('ECONNREFUSED');
		const Products = [{ Id: `P${page}`, Model: 'A' }];
		return response(200, JSON.stringify({ TotalProductsCount: 2, Products }));
	});
	const candidates = ['P1', 'P2'].map((Id) => ({ id: Id, record: { Id, Model: 'A' } }));
	const nameOf = (_: unknown, field: string) => field;
	const comparison = new Comparison(candidates, { write, read, nameOf, timeZone: 'UTC' });
	const client = clientOf(service, { settings: { concurrency: 1, maxRetries: 0 } });
	const format = 'json' as const;
	const reads = { client, write, read, format, noun: 'product catalog' };
	await new ComparisonReads(comparison, {
		...reads,
		heads: [],
		onProgress: () => undefined,
	}).inOnePass('C');
	return comparison.predictions();
}

test('what was read before the service was lost is compared, and the rest is unknown', async () => {
	const message = expect.stringContaining('It could not be read.') as unknown;
	expect(await compareUntil(2)).toMatchObject([
		{ key: 'P1', action: 'unchanged' },
		{ key: 'P2', action: 'unknown', messages: [message] },
	]);
});

test('a service that is not there at all is an error', async () => {
	await expect(compareUntil(1)).rejects.toMatchObject({ failure: { code: 'ECONNREFUSED' } });
});
