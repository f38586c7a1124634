// The seeded data: the same for the same seed, valid by the records' schemas, and consistent in itself.
import { endpoints } from '../../../api';
import { Product } from '../../../api/resources/productCatalog';
import { COProjectInfo } from '../../../api/resources/changeOrderProject';
import { Client } from '../../../api/resources/client';
import { Vendor } from '../../../api/resources/vendor';
import { recordFields, type Schema } from '../../../api/schema/types';
import { invalidIn } from '../../arbitraries';
import { changeRecord, newState, type RecordType } from '../state';
import { seededProduct } from './products';

const { records } = newState(1, 0);
const byId = endpoints.flatMap(({ resource: { resource }, endpoint, operationKey: key }) =>
	endpoint.kind === 'read' && key.endsWith('/get') && key !== 'productCatalog/get'
		? [[resource, endpoint.response] as const]
		: [],
);
const schemas = new Map<string, Schema>([
	...byId,
	['changeOrderProject', COProjectInfo],
	['client', Client],
	['vendor', Vendor],
]);

test('the same seed gives the same records, another seed others', () => {
	const clients = (seed: number) => [...newState(seed, 0).records.client.values()];
	expect(clients(7)).not.toEqual(clients(8));
	expect(seededProduct(7, 3)).toEqual(seededProduct(7, 3));
	expect(seededProduct(7, 3)).not.toEqual(seededProduct(8, 3));
});

test.each([...schemas])(
	'every %s is as its schema says, every field filled somewhere',
	(type, schema) => {
		const all = [...records[type as RecordType].values()];
		expect(all.length).toBeGreaterThan(10);
		for (const record of all) expect(invalidIn(schema, record)).toEqual([]);
		const missing = recordFields(schema).filter(({ name }) => all.every((one) => !(name in one)));
		expect(missing.map(({ name }) => name)).toEqual([]);
	},
);

test('a product is made from its number alone, however large that is', () => {
	for (const index of [0, 49_999, 199_999]) {
		const product = seededProduct(1, index);
		expect(invalidIn(Product, product)).toEqual([]);
		expect(Object.keys(product)).toEqual(recordFields(Product).map(({ name }) => name));
	}
});

// 621355968000000000 ticks lie between the year 1 and 1970; a tick is 100 nanoseconds.
function ticksOf(text: string): string {
	const fraction = /\.(\d{7})\+00:00$/.exec(text)?.[1] ?? '';
	const seconds = BigInt(Date.parse(`${text.slice(0, 19)}Z`)) / 1000n;
	return String(621_355_968_000_000_000n + seconds * 10_000_000n + BigInt(fraction));
}

test('ticks say the same as the date beside them, beyond 2^53', () => {
	for (let index = 0; index < 50; index++) {
		const { UpdatedOn, UpdatedOnTicks } = seededProduct(1, index);
		expect(UpdatedOnTicks).toBe(ticksOf(String(UpdatedOn)));
		expect(Number(UpdatedOnTicks)).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
	}
	for (const sheet of records.timeSheet.values()) {
		expect(sheet.DateTicks).toBe(ticksOf(String(sheet.Date)));
	}
});

test('every change is stamped later than the one before', () => {
	const state = newState(1, 5);
	const stamps = Array.from({ length: 50 }, (_, index) =>
		String(changeRecord(state, 'task', 'T-1001', { Notes: index }).UpdatedOn),
	);
	expect(new Set(stamps).size).toBe(50);
	expect([...stamps].sort()).toEqual(stamps);
	const product = changeRecord(state, 'product', String(seededProduct(1, 2).Id), { Model: 'M' });
	expect(product.UpdatedOnTicks).toBe(ticksOf(String(product.UpdatedOn)));
});
