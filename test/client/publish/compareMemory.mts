// What comparing a catalog holds beside what reading it holds, in megabytes; run in a process of its own.
import { findEndpoint, readOf } from '../../../api/index';
import { ServiceComparison } from '../../../client/publish/predictions';
import { ComparisonReads } from '../../../client/publish/compareReads';
import { readList } from '../../../client/reads/readList';
import { readPage } from '../../../client/reads/readPage';
import { clientOf, response, serviceOf } from '../fakes';

const TOTAL = 20_000;
const PAGE = 2000;

const guid = (number: number) => `a2a57a1c-3f3c-4c3e-8b55-${String(number).padStart(12, '0')}`;

function product(number: number) {
	const texts = Array.from({ length: 12 }, (_, n) => [`CustomField${n + 23}`, `${n} of ${number}`]);
	return {
		Id: guid(number),
		Model: `Model ${number}`,
		UnitPrice: number + 0.5,
		...Object.fromEntries(texts),
		UpdatedOn: '2026-01-01T00:00:00.1234567+00:00',
	};
}

const service = serviceOf(({ url }) => {
	const first = (Number(/pageNumber=(\d+)/.exec(url)?.[1]) - 1) * PAGE;
	const Products = Array.from({ length: PAGE }, (_, index) => product(first + index));
	const page = first < TOTAL ? Products : [];
	return response(200, JSON.stringify({ TotalProductsCount: TOTAL, Products: page }));
});
const client = clientOf(service, { settings: { concurrency: 1 } });
const write = findEndpoint('productCatalog', 'publish');
if (write?.kind !== 'write') throw new Error('The catalog has no publish.');
const read = readOf(write);
if (!read) throw new Error('The catalog has no read.');

const heap = () => {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed / 1e6;
};

/** What the work holds at most, looked at after each page. */
async function held(work: (look: () => void) => Promise<unknown>): Promise<number> {
	const before = heap();
	let most = 0;
	const look = () => (most = Math.max(most, heap() - before));
	const result = await work(look);
	look();
	return result === undefined ? 0 : most;
}

const list = { endpoint: read, values: { id: 'C' }, accept: 'json' as const };
const settings = { pageSize: PAGE, limit: Infinity, concurrency: 1 };
const reading = async (look: () => void) =>
	await readList(
		async (number, size) => await readPage(client, list, number, size),
		settings,
		look,
	);

const candidates = Array.from({ length: TOTAL }, (_, number) => {
	const { Id, Model, UnitPrice } = product(number);
	return { id: Id, record: { Id, Model, UnitPrice } };
});
const comparing = async (look: () => void) => {
	const comparison = new ServiceComparison(candidates, {
		...{ write, read, timeZone: 'UTC' },
		nameOf: (_, name) => name,
	});
	const how = { format: 'json', noun: 'catalog' } as const;
	const reads = { client, write, read, ...how, pageSize: PAGE, onProgress: look };
	await new ComparisonReads(comparison, reads).inOnePass('C');
	return comparison.predictions().filter(({ action }) => action === 'unchanged').length === TOTAL
		? comparison
		: undefined;
};

// The first time, the code is compiled.
await held(comparing);
console.log(JSON.stringify({ read: await held(reading), compared: await held(comparing) }));
