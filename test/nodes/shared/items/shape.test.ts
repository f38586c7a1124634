// What an item looks like, whichever way its row was read.
import { PurchaseOrder } from '../../../../api/resources/purchaseOrder';
import { type ItemChoices, itemShape } from '../../../../nodes/shared/items/shape';
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
	const rows = asRead({ schema, ...choices }, ['Id']);
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
	expect(itemShape({ schema, fields: ['Id'] }, ['Id']).shapeRows(rows)).toBe(rows);
});

test('what is read besides, such as for a filter, does not become part of an item', () => {
	const rows = asRead({ schema, fields: ['Id'] }, ['Id', 'CustomField1']);
	expect(rows).toEqual([{ Id: '1' }]);
});

test('the header of a table has the chosen fields, under own names', () => {
	const shape = itemShape({ schema, names, fields: ['Id', 'CustomField1', 'ShipToAddress.City'] });
	expect(shape.columns()).toEqual(['Id', 'Color', 'ShipToAddress']);
});
