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
	/** The node whose items were published before they were read back. */
	written?: string;
	/** What the sandbox holds, as its own JSON answers tell. */
	held(ask: Ask): Promise<Json[]>;
	/** A row of the table from an item; the item itself if left out. */
	row?(item: Json): Json;
}

/** Asks the sandbox for a path, with a body if one is given, and gives the parsed JSON. */
export type Ask = (path: string, body?: unknown) => Promise<unknown>;

const publishedIds = [1, 2, 3].map((n) => `7d1f0c7e-5b1a-4e55-8f3e-00000000900${n}`);
const purchaseOrders = ['PO-1001', 'PO-1002', 'PO-1003', 'PO-1004', 'PO-1005'];

function listIn(answer: unknown, name: string): Json[] {
	const list = (answer as Json)[name];
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
		node: 'Clients Read Back',
		title: 'Clients that were published from items, and read back',
		written: 'New Clients',
		columns: ['Id', 'Number', 'Name', 'ClientType', 'Phone', 'Email'],
		compared: ['Id', 'Number', 'Name', 'ClientType', 'Phone', 'Fax', 'Email'],
		held: async (ask) => (await ask('Clients/ClientList', publishedIds)) as Json[],
	},
];

function chosen(record: Json, names: readonly string[]): Json {
	return Object.fromEntries(names.map((name) => [name, record[name]]));
}

/** Throws, naming the first difference, unless the items are what the sandbox holds. */
export function assertDelivered({ title, compared }: Shown, items: Json[], held: Json[]): void {
	assert.ok(held.length > 0, `${title}: the sandbox holds nothing to compare with.`);
	assert.equal(items.length, held.length, `${title}: n8n delivered another number of items.`);
	for (const [index, item] of items.entries()) {
		const expected = chosen(held[index] ?? {}, compared);
		assert.deepEqual(chosen(item, compared), expected, `${title}: item ${index} differs.`);
	}
}

/** Throws unless every field that was written came back as it was. */
export function assertWritten({ title }: Shown, items: Json[], written: Json[]): void {
	assert.equal(items.length, written.length, `${title}: another number came back.`);
	for (const [index, record] of written.entries()) {
		const item = items.find(({ Id }) => Id === record.Id);
		assert.ok(item !== undefined, `${title}: ${String(record.Id)} did not come back.`);
		const names = Object.keys(record);
		assert.deepEqual(chosen(item, names), record, `${title}: item ${index} came back otherwise.`);
	}
}
