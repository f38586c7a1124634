// Every example of examples/: what a person enters as its note says, and what it must have done after one execution.
import type { Json, WorkflowNode } from '../host/rest/apiTypes.mjs';
import type { Sandbox } from '../sandbox/server.mjs';

/** Where an example runs. */
export interface Place {
	readonly sandbox: Sandbox;
	/** The folder that workflows may write to. */
	readonly folder: string;
}

export interface Example {
	/** The trigger to start from; `Start` if left out. */
	readonly trigger?: string;
	/** What the service has. */
	readonly setup?: (sandbox: Sandbox) => void;
	/** What a person enters in the node "Settings". */
	readonly settings?: (place: Place) => Json;
	/** What a person changes in the parameters of another node. */
	readonly changes?: Readonly<Record<string, (node: WorkflowNode, place: Place) => void>>;
	/** How many items leave these nodes. */
	readonly items?: Readonly<Record<string, number>>;
	/** How many requests the service applies, by address. */
	readonly applied?: Readonly<Record<string, number>>;
	/** How many rows these data tables have. */
	readonly rows?: Readonly<Record<string, number>>;
	/** The files that are there. */
	readonly files?: readonly string[];
}

export const PRODUCTS = 30;

/** One order line is received. */
function receive(sandbox: Sandbox): void {
	const lines = sandbox.find('purchaseOrder', 'PO-1001')?.PurchaseOrderItems as Json[];
	const received = lines.map((line, index) => ({ ...line, ReceivedQuantity: index === 0 ? 1 : 0 }));
	sandbox.change('purchaseOrder', 'PO-1001', { PurchaseOrderItems: received });
}

/** Two sheets of 8 hours, of which one is approved. */
function fillSheets(sandbox: Sandbox): void {
	for (const number of [1, 2, 3, 4, 5])
		sandbox.change('timeSheet', `TS-100${number}`, {
			...{ Approved: number === 1, Duration: number < 3 ? 8 : 20, DurationOverTime: 0 },
			...{ Date: '2025-03-01T00:00:00.0000000+00:00', CF6: false },
		});
}

/** The transaction of a client stays pending, and its status is asked for once. */
function leftOpen(name: string): Example {
	return {
		setup: (sandbox) => void sandbox.setOptions({ queue: { asks: 0, holds: name } }),
		changes: {
			'Publish Clients': ({ parameters = {} }) => {
				(parameters.options as Json).confirmMinutes = 0;
			},
		},
	};
}

const sheet = { timeSheetIds: '["TS-1001", "TS-1002"]' };

export const examples: Readonly<Record<string, Example>> = {
	'agent-finds-product.json': { rows: { 'Decided Prices': 1 } },
	'another-path.json': {
		changes: {
			'Read List': (node, { sandbox }) => {
				node.parameters = { ...node.parameters, url: `${sandbox.url}/SI/Subscribe/COProjects` };
			},
		},
	},
	'approved-change-orders-to-slack.json': {
		trigger: 'Change Order Approved',
		settings: () => ({ taskFieldId: '17' }),
		items: { 'Post Message': 1 },
	},
	'catalog-to-data-table.json': { rows: { 'Project Services Products': PRODUCTS } },
	'catalog-to-file.json': {
		settings: ({ folder }) => ({ folder }),
		files: ['catalog CAT-1001.ndjson'],
	},
	'catalog-to-postgresql.json': { items: { 'Save Row': PRODUCTS } },
	'catalog-to-shopify.json': {
		settings: () => ({ shop: 'shop' }),
		items: { 'Set Product': 1 },
	},
	'change-orders-to-tasks.json': { settings: () => ({ taskFieldId: '17' }) },
	'changed-products-trigger.json': {
		trigger: 'Changed Product',
		rows: { 'Changed Products': 1 },
	},
	'check-time-sheets.json': {
		setup: fillSheets,
		settings: () => sheet,
		applied: { 'timeSheet/update': 1 },
	},
	'clients-from-data-table.json': {
		trigger: 'Every Hour',
		...leftOpen('Museum of Light'),
		items: { 'Publish Clients': 3, 'Split Open Clients': 2 },
	},
	'daily-failure-digest.json': { items: { 'Create Table if Missing': 1 } },
	'demo.json': { items: { 'Read Clients Back': 3 }, applied: { 'client/publish': 1 } },
	'first-day.json': { rows: { 'Answers of the Service': 5 } },
	'hubspot-contacts-to-clients.json': {
		trigger: 'Every Hour',
		...leftOpen('Harbour Hotel'),
		rows: { 'Clients from HubSpot': 2 },
	},
	'look-before-you-publish.json': {
		items: { 'Compare Clients': 2 },
		applied: { 'client/publish': 1 },
	},
	'order-lines-to-slack.json': { items: { 'Split Lines': 3 } },
	'orders-from-sheet.json': { items: { 'Get Purchase Orders': 3 } },
	'purchase-order-lines-to-postgresql.json': {
		settings: () => ({ purchaseOrderIds: '["PO-1001"]' }),
	},
	'purchase-order-receipts-to-project-items.json': {
		setup: receive,
		settings: () => ({ purchaseOrderIds: '["PO-1001"]' }),
		applied: { 'project/update': 1 },
		rows: { 'Received Order Lines': 1 },
	},
	'purchase-orders-to-quickbooks-bills.json': {
		settings: () => ({ companyId: '1', expenseAccountId: '2' }),
		items: { 'Create Bill': 1 },
	},
	'refused-clients-to-person.json': {
		items: { 'Publish Clients': 3, 'Tell a Person': 1 },
		applied: { 'client/publish': 1 },
	},
	'task-from-form.json': { trigger: 'Report Progress', applied: { 'task/update': 1 } },
	'time-sheets-to-payroll-csv.json': {
		setup: fillSheets,
		settings: ({ folder }) => ({ ...sheet, folder, firstDay: '2025-03-01', lastDay: '2025-03-31' }),
		files: ['payroll 2025-03-01 to 2025-03-31.csv'],
	},
};
