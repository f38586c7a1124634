// What the demo shows of each read, and the comparison of n8n's items with the sandbox's own records.
import assert from 'node:assert/strict';

import type { Json } from '../host/rest/apiTypes.mjs';
import { sampleIds, type Sandbox } from '../sandbox/server.mjs';

export interface Shown {
	/** The node in examples/demo.json whose items are shown. */
	node: string;
	title: string;
	columns: readonly string[];
	/** The node whose items were published before they were read back. */
	written?: string;
	/** The sandbox's own records. */
	recorded(sandbox: Sandbox): Json[];
	/** A row of the table; by default the item itself. */
	row?(item: Json): Json;
}

const publishedIds = [1, 2, 3].map((n) => `7d1f0c7e-5b1a-4e55-8f3e-00000000900${n}`);
const purchaseOrders = ['PO-1001', 'PO-1002', 'PO-1003', 'PO-1004', 'PO-1005'];

function found(sandbox: Sandbox, type: 'purchaseOrder' | 'client', ids: readonly string[]): Json[] {
	return ids.map((id) => sandbox.find(type, id) ?? {});
}

export const shown: readonly Shown[] = [
	{
		node: 'Catalog Products',
		title: 'Products of a catalog, read in pages',
		columns: ['Manufacturer', 'Model', 'PartNumber', 'UnitPrice', 'Vendor', 'UpdatedOnTicks'],
		recorded: ({ state }) => [...(state.catalogs.get(sampleIds.catalog)?.products.values() ?? [])],
	},
	{
		node: 'Change Orders',
		title: 'All change order projects',
		columns: ['Id', 'Number', 'COName', 'Client', 'Progress', 'Price', 'CurrencyCode'],
		recorded: ({ state }) => [...state.records.changeOrderProject.values()],
	},
	{
		node: 'Purchase Orders',
		title: 'Purchase orders, one for each input item',
		columns: ['Number', 'Vendor', 'Status', 'Date', 'Lines', 'Total', 'CurrencyCode'],
		recorded: (sandbox) => found(sandbox, 'purchaseOrder', purchaseOrders),
		row: (item) => {
			const lines = item.PurchaseOrderItems as Json[];
			const total = lines.reduce((sum, line) => sum + Number(line.TotalPrice), 0);
			return { ...item, Lines: lines.length, Total: Math.round(total * 100) / 100 };
		},
	},
	{
		node: 'Read Clients Back',
		title: 'Clients, published from items and read back',
		written: 'Split Clients',
		columns: ['Id', 'Number', 'Name', 'ClientType', 'Phone', 'Email'],
		recorded: (sandbox) => found(sandbox, 'client', publishedIds),
	},
];

/** @throws at the first difference between the items and the sandbox's records. */
export function assertDelivered(part: Shown, items: Json[], sandbox: Sandbox): void {
	const { title } = part;
	const recorded = part.recorded(sandbox);
	assert.ok(recorded.length > 0, `${title}: the sandbox has nothing to compare with.`);
	assert.equal(items.length, recorded.length, `${title}: the number of items differs.`);
	for (const [index, item] of items.entries()) {
		assert.deepEqual(item, recorded[index], `${title}: item ${index} differs.`);
	}
}

/** @throws unless every field that was published came back as it was. */
export function assertWritten({ title }: Shown, items: Json[], written: Json[]): void {
	assert.equal(items.length, written.length, `${title}: the number of items differs.`);
	for (const record of written) {
		const item = items.find(({ Id }) => Id === record.Id) ?? {};
		const valuesOf = (values: Json) => Object.keys(record).map((name) => values[name]);
		const message = `${title}: ${String(record.Id)} differs from what was published.`;
		assert.deepEqual(valuesOf(item), valuesOf(record), message);
	}
}
