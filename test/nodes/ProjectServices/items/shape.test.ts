// What an item looks like, whichever way its row was read.
import { fieldsByName } from '../../../../api/schema/types';
import { PurchaseOrder } from '../../../../api/resources/purchaseOrder';
import { type ItemChoices, itemShape } from '../../../../nodes/ProjectServices/items/shape';
import { projector } from '../../../../wire/projection';

const schema = PurchaseOrder;

const row = {
	Id: '1',
	Notes: '',
	Terms: null,
	VendorInfo: { Name: '', Number: null },
	Extra: { a: {}, b: [], c: [{ d: null }] },
	CustomField1: 'red',
	PurchaseOrderItems: [{ Id: 'a', Model: '' }, { Id: 'b' }],
};

/** What a reader makes of a row for some items. */
function asRead(choices: ItemChoices, needed: readonly string[] = []) {
	const shape = itemShape(choices, needed);
	return shape.shapeRows([projector(shape.projection)(row) as typeof row]);
}

const names = new Map([['PurchaseOrder.CustomField1', 'Color']]);

test.each<[string, Omit<ItemChoices, 'schema'>]>([
	['all fields', {}],
	['chosen fields', { fields: ['Id', 'VendorInfo.Name'] }],
	['only filled fields', { onlyFilled: true }],
	['own names', { names }],
	[
		'all of these',
		{ fields: ['Id', 'Notes', 'VendorInfo', 'CustomField1'], onlyFilled: true, names },
	],
])('%s: the same from a row that was read whole', (_, choices) => {
	const { rows } = asRead({ schema, ...choices }, ['Id']);
	expect(rows).toEqual([itemShape({ schema, ...choices }).shapeWhole(row)]);
});

test('only filled fields leaves nothing empty', () => {
	const filled = itemShape({ schema, onlyFilled: true }).shapeWhole(row);
	expect(filled).toEqual({
		Id: '1',
		Extra: { c: [{}] },
		CustomField1: 'red',
		PurchaseOrderItems: [{ Id: 'a' }, { Id: 'b' }],
	});
	expect(JSON.stringify(filled)).not.toMatch(/:(null|""|\[\]|\{\})/);
});

test('rows that need nothing stay the rows that were read', () => {
	const rows = [row];
	expect(itemShape({ schema, fields: ['Id'] }, ['Id']).shapeRows(rows).rows).toBe(rows);
});

test('what is read besides, such as for a filter, does not become part of an item', () => {
	const { rows } = asRead({ schema, fields: ['Id'] }, ['Id', 'CustomField1']);
	expect(rows).toEqual([{ Id: '1' }]);
});

describe('split out', () => {
	const splitOut = { collection: 'PurchaseOrderItems', parent: 'PurchaseOrder' };

	test('entries become items with the record around them, without its collections', () => {
		const { rows } = asRead({ schema, splitOut, onlyFilled: true, names });
		const parent = { Id: '1', Extra: { c: [{}] }, Color: 'red' };
		expect(rows).toEqual([
			{ Id: 'a', PurchaseOrder: parent },
			{ Id: 'b', PurchaseOrder: parent },
		]);
	});

	test('a record around them without a filled field is left out', () => {
		const { rows } = asRead({
			schema,
			onlyFilled: true,
			splitOut: { ...splitOut, parentFields: ['Notes'] },
		});
		expect(rows).toEqual([{ Id: 'a' }, { Id: 'b' }]);
	});

	test('the header of a table and the schema have what the items have', () => {
		const shape = itemShape({ schema, splitOut });
		expect(shape.columns()).toContain('PurchaseOrder');
		expect([...fieldsByName(shape.schema).keys()]).toEqual(shape.columns());
		const without = itemShape({ schema, splitOut: { ...splitOut, parentFields: [] } });
		expect(without.columns()).not.toContain('PurchaseOrder');
	});
});

test('the header of a table has the chosen fields, under own names', () => {
	const shape = itemShape({ schema, names, fields: ['Id', 'CustomField1', 'VendorInfo.Name'] });
	expect(shape.columns()).toEqual(['Id', 'Color', 'VendorInfo']);
});
