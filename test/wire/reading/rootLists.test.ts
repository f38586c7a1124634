// Lists that are the whole response: their records have to be the expected ones.
import { readBothWays, shapeOf } from './support/readers';

const clients = shapeOf('client/getAll');
const client = (index: number, more: object) => ({
	Name: `n${index}`,
	Number: `${index}`,
	...more,
});

test.each([
	['one undocumented field', () => ({ Loyalty: 1 })],
	['a field of another record', () => ({ Loyalty: 1, CONumber: 'x' })],
	['a new field in each', (index: number) => ({ [`New${index}`]: 1 })],
	['new fields in a new record', (index: number) => ({ New: { [`Inner${index}`]: index } })],
])('%s', (_, more) => {
	const rows = Array.from({ length: 5_000 }, (__, index) => client(index, more(index)));
	const text = JSON.stringify(rows);
	const { fast, reference } = readBothWays(clients, Buffer.from(text), () => 50_000);
	expect(fast).toEqual({ ...reference, drift: fast.ok && fast.drift });
	if (reference.ok && fast.ok) expect(fast.drift).toEqual(reference.drift);
});

const order = { Id: '1', Vendor: 'V', Number: '7', Status: 's', PurchaseOrderItems: [] };

test.each([
	['the only record', [order]],
	['a later record', [client(1, {}), order]],
	['a record without a field of its own', [client(1, {}), { Unheard: 1, Of: 2 }]],
	[
		'a record after more undocumented fields than are learned',
		[
			...Array.from({ length: 2_500 }, (_, index) => client(index, { [`New${index}`]: 1 })),
			{ ...order, Odd: 1 },
		],
	],
])('another record is refused as %s', (_, rows) => {
	const { fast, reference } = readBothWays(clients, Buffer.from(JSON.stringify(rows)), () => 999);
	expect(reference.ok).toBe(false);
	expect(fast).toEqual(reference);
});
