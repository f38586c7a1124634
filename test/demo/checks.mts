// What the demo shows of each read, and the comparison of n8n's items with the sandbox's own records, which it
// requests without n8n.
import assert from 'node:assert/strict';

import type { Json } from '../host/rest/apiTypes.mjs';

export interface Shown {
	/** The node in examples/demo.json whose items are shown. */
	node: string;
	title: string;
	columns: readonly string[];
	/** The fields that are compared with the sandbox's records. */
	compared: readonly string[];
	/** The node whose items were published before they were read back. */
	written?: string;
	/** The sandbox's own records. */
	recorded(ask: Ask): Promise<Json[]>;
	/** A row of the table; by default the item itself. */
	row?(item: Json): Json;
}

/** Requests a path from the sandbox, by POST where there is a body, and returns the parsed JSON. */
export type Ask = (path: string, body?: unknown) => Promise<unknown>;

const publishedIds = [1, 2, 3].map((n) => `7d1f0c7e-5b1a-4e55-8f3e-00000000900${n}`);
const purchaseOrders = ['PO-1001', 'PO-1002', 'PO-1003', 'PO-1004', 'PO-1005'];

function listIn(response: unknown, name: string): Json[] {
	const list = (response as Json)[name];
	assert.ok(Array.isArray(list), `The sandbox's response has no ${name}.`);
	return list as Json[];
}

export const shown: readonly Shown[] = [
	{
		node: 'Catalog Products',
		title: 'Products of a catalog, read in pages',
		columns: ['Manufacturer', 'Model', 'PartNumber', 'UnitPrice', 'Vendor', 'UpdatedOnTicks'],
		compared: ['Id', 'Manufacturer', 'Model', 'PartNumber', 'UnitPrice', 'Vendor', 'UpdatedOn'],
		recorded: async (ask) =>
			listIn(await ask('ProductCatalogs?id=CAT-1001&pageNumber=1&pageSize=10000'), 'Products'),
	},
	{
		node: 'Change Orders',
		title: 'All change order projects',
		columns: ['Id', 'Number', 'COName', 'Client', 'Progress', 'Price', 'CurrencyCode'],
		compared: ['Id', 'Number', 'Name', 'COName', 'Client', 'Progress', 'Price', 'Approved'],
		recorded: async (ask) =>
			listIn(await ask('COProjects?includeImported=true&pageNumber=1&pageSize=1000'), 'COProjects'),
	},
	{
		node: 'Purchase Orders',
		title: 'Purchase orders, one for each input item',
		columns: ['Number', 'Vendor', 'Status', 'Date', 'Lines', 'Total', 'CurrencyCode'],
		compared: ['Id', 'Number', 'Vendor', 'Status', 'Date', 'Terms'],
		recorded: async (ask) => {
			const orders: Json[] = [];
			for (const id of purchaseOrders) orders.push((await ask(`PurchaseOrders?id=${id}`)) as Json);
			return orders;
		},
		row: (item) => {
			const lines = listIn(item, 'PurchaseOrderItems');
			const total = lines.reduce((sum, line) => sum + Number(line.TotalPrice), 0);
			return { ...item, Lines: lines.length, Total: Math.round(total * 100) / 100 };
		},
	},
	{
		node: 'Read Clients Back',
		title: 'Clients, published from items and read back',
		written: 'Split Clients',
		columns: ['Id', 'Number', 'Name', 'ClientType', 'Phone', 'Email'],
		compared: ['Id', 'Number', 'Name', 'ClientType', 'Phone', 'Fax', 'Email'],
		recorded: async (ask) => (await ask('Clients/ClientList', publishedIds)) as Json[],
	},
];

function chosen(record: Json, names: readonly string[]): Json {
	return Object.fromEntries(names.map((name) => [name, record[name]]));
}

/** @throws at the first difference between the items and the sandbox's records. */
export function assertDelivered({ title, compared }: Shown, items: Json[], recorded: Json[]): void {
	assert.ok(recorded.length > 0, `${title}: the sandbox has nothing to compare with.`);
	assert.equal(items.length, recorded.length, `${title}: the number of items differs.`);
	for (const [index, item] of items.entries()) {
		const expected = chosen(recorded[index] ?? {}, compared);
		assert.deepEqual(chosen(item, compared), expected, `${title}: item ${index} differs.`);
	}
}

/** @throws unless every field that was published came back as it was. */
export function assertWritten({ title }: Shown, items: Json[], written: Json[]): void {
	assert.equal(items.length, written.length, `${title}: the number of items differs.`);
	for (const [index, record] of written.entries()) {
		const item = items.find(({ Id }) => Id === record.Id);
		assert.ok(item !== undefined, `${title}: ${String(record.Id)} did not come back.`);
		const names = Object.keys(record);
		assert.deepEqual(
			chosen(item, names),
			record,
			`${title}: item ${index} differs from what was published.`,
		);
	}
}
