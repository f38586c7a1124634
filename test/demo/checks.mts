// What the demo shows of each read, and how it makes sure that n8n delivered what the sandbox holds: it
// asks the sandbox itself, past n8n and past the node, and compares.
import assert from 'node:assert/strict';

import type { Json } from '../host/apiTypes.mjs';

export interface Shown {
	/** The node in examples/demo.json whose items are shown. */
	node: string;
	title: string;
	columns: readonly string[];
	/** The fields that are compared with what the sandbox holds. */
	compared: readonly string[];
	/** What the sandbox holds, as its own JSON answers tell. */
	held(ask: Ask): Promise<Json[]>;
	/** A row of the table from an item; the item itself if left out. */
	row?(item: Json): Json;
}

/** Asks the sandbox for a path and gives the parsed JSON. */
export type Ask = (path: string) => Promise<Json>;

const purchaseOrders = ['PO-1001', 'PO-1002', 'PO-1003', 'PO-1004', 'PO-1005'];

function listIn(answer: Json, name: string): Json[] {
	const list = answer[name];
	assert.ok(Array.isArray(list), `The sandbox's answer holds no ${name}.`);
	return list as Json[];
}

export const shown: readonly Shown[] = [
	{
		node: 'Catalog Products',
		title: 'Products of a catalog, read in pages',
		columns: ['Manufacturer', 'Model', 'PartNumber', 'UnitPrice', 'Vendor', 'UpdatedOnTicks'],
		compared: ['Id', 'Manufacturer', 'Model', 'PartNumber', 'UnitPrice', 'Vendor', 'UpdatedOn'],
		held: async (ask) =>
			listIn(await ask('ProductCatalogs?id=CAT-1001&pageNumber=1&pageSize=10000'), 'Products'),
	},
	{
		node: 'Change Orders',
		title: 'Change order projects, all of them',
		columns: ['Id', 'Number', 'COName', 'Client', 'Progress', 'Price', 'CurrencyCode'],
		compared: ['Id', 'Number', 'Name', 'COName', 'Client', 'Progress', 'Price', 'Approved'],
		held: async (ask) =>
			listIn(await ask('COProjects?includeImported=true&pageNumber=1&pageSize=1000'), 'COProjects'),
	},
	{
		node: 'Purchase Orders',
		title: 'Purchase orders, one for each input item',
		columns: ['Number', 'Vendor', 'Status', 'Date', 'Lines', 'Total', 'CurrencyCode'],
		compared: ['Id', 'Number', 'Vendor', 'Status', 'Date', 'Terms'],
		held: async (ask) => {
			const orders: Json[] = [];
			for (const id of purchaseOrders) orders.push(await ask(`PurchaseOrders?id=${id}`));
			return orders;
		},
		row: (item) => {
			const lines = listIn(item, 'PurchaseOrderItems');
			const total = lines.reduce((sum, line) => sum + Number(line.TotalPrice), 0);
			return { ...item, Lines: lines.length, Total: Math.round(total * 100) / 100 };
		},
	},
];

/** Throws, naming the first difference, unless the items are what the sandbox holds. */
export function assertDelivered({ title, compared }: Shown, items: Json[], held: Json[]): void {
	const chosen = (record: Json) => Object.fromEntries(compared.map((name) => [name, record[name]]));
	assert.ok(held.length > 0, `${title}: the sandbox holds nothing to compare with.`);
	assert.equal(items.length, held.length, `${title}: n8n delivered another number of items.`);
	for (const [index, item] of items.entries()) {
		assert.deepEqual(chosen(item), chosen(held[index] ?? {}), `${title}: item ${index} differs.`);
	}
}
