// What the examples for purchase orders must have done.
import assert from 'node:assert/strict';

import { itemsOf } from '../../e2e/context.mjs';
import type { Values } from '../../sandbox/data/filling';
import type { Example, Examples } from '../example.mjs';
import { accountId, companyId } from '../partners/quickBooks.mjs';
import type { World } from '../world.mjs';

const orders = ['PO-1001', 'PO-1002', 'PO-1003'] as const;
const mapping = 'QuickBooks Vendors';

function linesOf({ sandbox }: World, order: string): Values[] {
	return (sandbox.find('purchaseOrder', order)?.PurchaseOrderItems ?? []) as Values[];
}

async function assertSameLines(world: World): Promise<void> {
	const expected = orders.flatMap((order) =>
		linesOf(world, order).map(({ Id, Quantity, Model }) => [Id, order, String(Quantity), Model]),
	);
	const columns = 'line_id, order_number, quantity, model';
	const database = await world.postgres();
	const query = `SELECT ${columns} FROM purchase_order_lines ORDER BY line_id`;
	assert.deepEqual(await database.query(query), expected);
}

const purchaseOrderLines: Example = {
	settings: () => ({ purchaseOrderIds: JSON.stringify(orders) }),
	effect: async ({ world }) => {
		assert.equal(linesOf(world, 'PO-1001').length, 3);
		await assertSameLines(world);
	},
	later: async ({ world, runAgain }) => {
		const [first, ...others] = linesOf(world, 'PO-1001');
		const changed = others.map((line) => ({ ...line, Quantity: 99 }));
		world.sandbox.change('purchaseOrder', 'PO-1001', { PurchaseOrderItems: changed });
		world.sandbox.change('purchaseOrder', 'PO-1002', { PurchaseOrderItems: [] });
		assert.ok(first);
		await runAgain();
		await assertSameLines(world);
	},
};

function setUpOrder({ sandbox }: World, id: string, values: Values): void {
	sandbox.change('purchaseOrder', id, { Date: '2025-05-06T00:00:00.0000000+00:00', ...values });
}

function total(world: World, id: string): number {
	const sum = linesOf(world, id).reduce((cents, line) => cents + Number(line.TotalPrice) * 100, 0);
	return Math.round(sum) / 100;
}

function taxes(...rates: readonly number[]): Values {
	const tax = (Rate: number, index: number) => {
		return { TaxId: index + 1, Name: `Tax ${index + 1}`, Rate };
	};
	return { PurchaseOrderTaxes: rates.map(tax) };
}

/** Two orders of a new vendor, one of a vendor that QuickBooks knows, one of a vendor that is mapped by hand. */
const billsInQuickBooks: Example = {
	setup: async (world, host) => {
		const { quickBooks } = world.partners;
		const oShea = { Id: '7', DisplayName: "O'Shea Cable" };
		quickBooks.vendors.push(oShea, { Id: '8', DisplayName: 'PPA' });
		await host.setRows(mapping, [{ VendorName: 'Pacific Pro Audio', QuickBooksId: '8' }]);
		const lines = { PurchaseOrderItems: linesOf(world, 'PO-1001'), ...taxes() };
		setUpOrder(world, 'PO-1001', { Status: 'Received', Vendor: 'Signal House' });
		// 2.5 percent of 10.20 are 0.255: half a cent is rounded up. No line has the second tax.
		const [line] = linesOf(world, 'PO-1001');
		const taxed = { PurchaseOrderItems: [{ ...line, TotalPrice: 10.2 }], ...taxes(2.5, 8.25) };
		setUpOrder(world, 'PO-1002', { Status: 'Received', Vendor: 'Signal House', ...taxed });
		setUpOrder(world, 'PO-1003', { Status: 'Ordered', Vendor: 'Signal House', ...lines });
		setUpOrder(world, 'PO-1004', { Status: 'Received', Vendor: "O'Shea Cable", ...lines });
		setUpOrder(world, 'PO-1005', { Status: 'Received', Vendor: 'Pacific Pro Audio', ...lines });
		setUpOrder(world, 'PO-1006', { Status: 'Received', PurchaseOrderItems: [] });
	},
	settings: () => ({
		purchaseOrderIds: JSON.stringify([...orders, 'PO-1004', 'PO-1005', 'PO-1006']),
		companyId,
		expenseAccountId: accountId,
	}),
	stopsUnfilled: /'companyId' and 'expenseAccountId'/,
	effect: ({ world, tables }) => {
		const { vendors, bills } = world.partners.quickBooks;
		const names = vendors.map(({ DisplayName }) => DisplayName);
		assert.deepEqual(names, ["O'Shea Cable", 'PPA', 'Signal House']);
		const created = String(vendors[2]?.Id);
		const billed = bills.map((bill) => [bill.DocNumber, bill.VendorRef.value, bill.TotalAmt]);
		assert.deepEqual(billed, [
			['PO-1001', created, total(world, 'PO-1001')],
			['PO-1002', created, 10.46],
			['PO-1004', '7', total(world, 'PO-1001')],
			['PO-1005', '8', total(world, 'PO-1001')],
		]);
		const [first, second] = bills;
		assert.deepEqual(
			second?.Line.map((line) => [line.Amount, line.Description?.replace(/^\d.*/, 'line')]),
			[
				[10.2, 'line'],
				[0.26, 'Tax 1 2.5 %'],
			],
		);
		assert.deepEqual([first?.TxnDate, first?.CurrencyRef], ['2025-05-06', { value: 'USD' }]);
		assert.equal(first?.Line.length, 3);
		assert.deepEqual(tables[mapping], [
			{ VendorName: 'Pacific Pro Audio', QuickBooksId: '8' },
			{ VendorName: 'Signal House', QuickBooksId: created },
			{ VendorName: "O'Shea Cable", QuickBooksId: '7' },
		]);
	},
	later: async ({ world, runAgain }) => {
		world.sandbox.change('purchaseOrder', 'PO-1003', { Status: 'Received' });
		await runAgain();
		const { vendors, bills } = world.partners.quickBooks;
		assert.deepEqual([vendors.length, bills.length, bills.at(-1)?.DocNumber], [3, 5, 'PO-1003']);
	},
};

/** The state of the items of a project: their component ID, status, and whether a date was set today. */
function itemStates({ sandbox }: World, project: string): unknown[] {
	const items = (sandbox.find('project', project)?.Items ?? []) as Values[];
	const today = new Date().toISOString().slice(0, 10);
	return items.map(({ ComponentId, OrderStatus, ReceivedDate, Model }) => {
		const date = ReceivedDate === undefined ? '' : new Date(String(ReceivedDate)).toISOString();
		const when = date.startsWith(today) ? 'today' : date || 'never';
		return [ComponentId, OrderStatus, when, typeof Model];
	});
}

function receive(world: World, order: string, ...quantities: number[]): void {
	const PurchaseOrderItems = linesOf(world, order).map((line, index) => ({
		...line,
		Quantity: 2,
		ReceivedQuantity: quantities[index] ?? 0,
	}));
	world.sandbox.change('purchaseOrder', order, { PurchaseOrderItems });
}

const receiptsToProjectItems: Example = {
	setup: (world) => {
		receive(world, 'PO-1001', 2, 1, 0);
		receive(world, 'PO-1002', 0, 0, 0, 0, 0, 0);
		// The third project has no tasks, so nothing says which components its lines are for.
		const [line] = linesOf(world, 'PO-1001');
		const other = { Id: 'PO-1003-1', ProjectId: 'P-1003', ProjectSIItemIds: 'SI-X' };
		const PurchaseOrderItems = [{ ...line, ...other }];
		world.sandbox.change('purchaseOrder', 'PO-1003', { PurchaseOrderItems });
		receive(world, 'PO-1003', 2);
	},
	settings: () => ({ purchaseOrderIds: JSON.stringify(orders) }),
	effect: ({ world, execution, tables }) => {
		assert.deepEqual(itemStates(world, 'P-1001'), [
			['C-PO-1001-1', 'Received', 'today', 'string'],
			['C-PO-1001-2a', 'Partially Received', 'today', 'string'],
			['C-PO-1001-2b', 'Partially Received', 'today', 'string'],
			['C-PO-1001-3', 'Ordered', 'never', 'string'],
		]);
		assert.deepEqual(
			itemsOf(execution, 'Needs Review').map(({ json }) => json.Id),
			['PO-1003-1'],
		);
		assert.deepEqual(
			(tables['Received Order Lines'] ?? []).map(({ LineId }) => LineId),
			['PO-1001-1', 'PO-1001-2'],
		);
	},
	later: async ({ world, runAgain }) => {
		receive(world, 'PO-1001', 2, 2, 0);
		await runAgain();
		const statuses = itemStates(world, 'P-1001').map((state) => (state as unknown[])[1]);
		assert.deepEqual(statuses, ['Received', 'Received', 'Received', 'Ordered']);
	},
};

export const purchaseOrderExamples: Examples = {
	'purchase-order-lines-to-postgresql.json': purchaseOrderLines,
	'purchase-order-receipts-to-project-items.json': receiptsToProjectItems,
	'purchase-orders-to-quickbooks-bills.json': billsInQuickBooks,
};
