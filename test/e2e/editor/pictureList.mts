// What each picture of the documents shows: a workflow, or a node as a person opened and ran it.
import type { Locator, Page } from 'playwright-core';

import type { Json, Workflow, WorkflowNode } from '../../host/rest/apiTypes.mjs';
import type { Editor } from '../../host/servers/browser.mjs';
import { read } from '../../examples/files.mjs';
import { baseNode as other, chain, given, itemsNodes, projectServices } from '../context.mjs';
import { runNode, takeCanvas, takeParts } from './camera.mjs';

export interface Picture {
	name: string;
	/** The size of the window. */
	width?: number;
	height: number;
	workflow: Workflow;
	/** Whether the service imports at once what it received. */
	direct?: boolean;
	/** Takes the picture when the workflow is open. */
	take(editor: Editor, file: string): Promise<void>;
}

/** The fields that are mapped where a person maps them. */
export const mapped: Json = {
	Id: '={{ $json.Id }}',
	Name: '={{ $json.Name }}',
	Email: '={{ $json.Email }}',
};

const client = {
	Id: '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01',
	Name: 'Harbour Hotel',
	Email: 'front.desk@harbour-hotel.example',
	City: 'Bergen',
};

const everyHour = other('Schedule Trigger', 'scheduleTrigger', 1.2, {
	rule: { interval: [{ field: 'hours' }] },
});
const table = { dataTableId: { __rl: true, mode: 'name', value: 'Rows' } };
const sameId = { conditions: [{ keyName: 'Id', condition: 'eq', keyValue: '={{ $json.Id }}' }] };
const columns = { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] };

function condition(leftValue: string, rightValue: string, operator: Json): Json {
	return {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
		conditions: [{ id: 'condition', leftValue, rightValue, operator }],
		combinator: 'and',
	};
}

const equals = { type: 'string', operation: 'equals' };
const hasNoId = condition('={{ $json.Id }}', '', {
	...equals,
	operation: 'empty',
	singleValue: true,
});
const isDeleted = condition('={{ $json.change }}', 'deleted', equals);
const catalog = { resource: 'productCatalog', id: 'CAT-1001' };

/** Nodes at their places on the canvas, and what each is connected to: a node and its input. */
function drawn(
	name: string,
	nodes: ReadonlyArray<[WorkflowNode, [x: number, y: number], ...Array<[string?, number?]>]>,
): Workflow {
	return {
		name,
		nodes: nodes.map(([node, position], index) => ({ ...node, id: `node-${index}`, position })),
		connections: Object.fromEntries(
			nodes.map(([{ name: from }, , ...targets]) => [
				from,
				{
					main: targets.map(([node, index = 0]) => (node ? [{ node, type: 'main', index }] : [])),
				},
			]),
		),
	};
}

function ours(name: string, operation: string, more: Json): WorkflowNode {
	return projectServices(name, { operation, ...more });
}

function rows(name: string, operation: string, more: Json = {}): WorkflowNode {
	return other(name, 'dataTable', 1.1, { ...table, operation, ...more });
}

const publishClients: WorkflowNode = {
	...ours('Publish Clients', 'publish', {
		resource: 'client',
		listId: 'crm',
		listName: 'Customers of the CRM',
		record: { mappingMode: 'autoMapInputData', value: null, schema: [] },
	}),
	onError: 'continueErrorOutput',
};
const publishMapped = ours('Publish Clients', 'publish', {
	resource: 'client',
	listId: 'hotels',
	listName: 'Hotels',
	record: { mappingMode: 'defineBelow', value: mapped },
});
const getCustomers = rows('Get Customers', 'get');
const saveReceipt = rows('Save Receipt', 'insert', { columns });
const saveProblem = rows('Save Problem', 'insert', { columns });
const deleteRow = rows('Delete Row', 'deleteRows', { filters: sameId });
const saveRow = rows('Save Row', 'upsert', { filters: sameId, columns });
const deletedRows = {
	rules: {
		values: [
			{ conditions: hasNoId, renameOutput: true, outputKey: 'no ID' },
			{ conditions: isDeleted, renameOutput: true, outputKey: 'deleted' },
		],
	},
	options: { fallbackOutput: 'extra' },
};

const names = ['Harbour Hotel', 'Old Mill Theatre', 'Museum of Light'];
const clients = names.map((Name, index) => ({
	Id: `5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b0${index + 1}`,
	Name,
}));
const publishConfirmed: WorkflowNode = {
	...ours('Publish Clients', 'publish', {
		resource: 'client',
		listId: 'crm',
		listName: 'Customers of the CRM',
		record: { mappingMode: 'autoMapInputData', value: null, schema: [] },
		options: { confirm: 'wait', confirmMinutes: 1 },
	}),
	onError: 'continueErrorOutput',
};
const trigger: WorkflowNode = {
	...ours('Change Order Approved', '', {
		pollTimes: { item: [{ mode: 'everyHour' }] },
		event: 'changeOrderProjectChanged',
		reasons: ['new', 'progress'],
		filters: { progresses: 'Approved', includeImported: true },
	}),
	type: 'n8n-nodes-project-services.projectServicesTrigger',
};

const getOrder = ours('Get Purchase Order', 'get', { resource: 'purchaseOrder', id: 'PO-1001' });
const splitLines = other('Split Out', 'splitOut', 1, { fieldToSplitOut: 'PurchaseOrderItems' });

/** The parameters of the open node, and its output. */
function panelAndOutput(page: Page): Locator[] {
	return [page.getByTestId('tab-params'), page.getByTestId('output-panel')];
}

function output(page: Page): Locator[] {
	return [page.getByTestId('output-panel')];
}

/** An example without its note. */
function drawnExample(name: string): Workflow {
	const { nodes, ...workflow } = read(`${name}.json`);
	return { ...workflow, nodes: nodes.filter(({ type }) => !type.endsWith('.stickyNote')) };
}

function example(name: string): Picture {
	return {
		name: `example-${name}`,
		height: 620,
		workflow: drawnExample(name),
		take: takeCanvas,
	};
}

/** The node, run; `then` is what a person does before looking at these parts. */
function ran(
	node: string,
	partsOf: (page: Page) => Locator[],
	then: (page: Page) => Promise<void> = async () => {},
): Picture['take'] {
	return async (editor, file) => {
		await editor.openNode(node);
		await runNode(editor);
		await then(editor.page);
		await takeParts(editor.page, partsOf(editor.page), file);
	};
}

export const pictures: Picture[] = [
	{
		name: 'catalog-to-table',
		height: 560,
		workflow: drawn('Picture catalog to table', [
			[everyHour, [0, 0], ['Get Changes']],
			[ours('Get Changes', 'getChanges', catalog), [220, 0], ['Switch']],
			[other('Switch', 'switch', 3.2, deletedRows), [440, 0], [], ['Delete Row'], ['Save Row']],
			[deleteRow, [680, -110], ['Merge']],
			[saveRow, [680, 110], ['Merge', 1]],
			[other('Merge', 'merge', 3, {}), [900, 0], ['Commit Changes']],
			[ours('Commit Changes', 'commitChanges', catalog), [1120, 0]],
		]),
		take: takeCanvas,
	},
	{
		name: 'publish-clients',
		height: 560,
		workflow: drawn('Picture publish clients', [
			[everyHour, [0, 0], ['Get Customers']],
			[getCustomers, [220, 0], ['Publish Clients']],
			[publishClients, [440, 0], ['Save Receipt'], ['Save Problem']],
			[saveReceipt, [700, -110]],
			[saveProblem, [700, 110]],
		]),
		take: takeCanvas,
	},
	{
		name: 'demo',
		height: 700,
		direct: true,
		workflow: drawnExample('demo'),
		take: async (editor, file) => {
			await editor.page.getByTestId('execute-workflow-button').click();
			await editor.page.getByText('Workflow executed successfully').waitFor();
			await takeCanvas(editor, file);
		},
	},
	{
		name: 'first-check',
		width: 1700,
		height: 480,
		workflow: chain('Picture first check', ours('Check', 'check', { resource: 'service' })),
		take: ran('Check', output),
	},
	{
		name: 'first-order',
		height: 640,
		workflow: chain('Picture first order', getOrder),
		take: ran('Get Purchase Order', panelAndOutput),
	},
	{
		name: 'first-lines',
		height: 640,
		workflow: chain('Picture first lines', getOrder, splitLines),
		take: ran('Split Out', panelAndOutput),
	},
	{
		name: 'options',
		height: 1600,
		workflow: chain('Picture options', given('Our Clients', client), publishMapped),
		take: async ({ page, openNode }, file) => {
			await openNode('Publish Clients');
			const add = page.getByTestId('collection-parameter-add').last();
			await add.click();
			const shown = page.getByTestId('collection-parameter-option').filter({ visible: true });
			await shown.first().waitFor();
			await takeParts(page, [add, ...(await shown.all())], file, { side: 0, above: 0, below: 8 });
		},
	},
	{
		name: 'error',
		height: 640,
		workflow: chain('Picture error', ours('Get Task', 'get', { resource: 'task', id: 'T-9999' })),
		take: ran('Get Task', panelAndOutput, async (page) => {
			await page.getByText('From Project Services').click();
		}),
	},
	{
		name: 'hint',
		height: 710,
		workflow: chain(
			'Picture hint',
			ours('Get Change Orders', 'getAll', {
				resource: 'changeOrderProject',
				filters: { progresses: 'Aproved' },
			}),
		),
		take: ran('Get Change Orders', panelAndOutput),
	},
	{
		name: 'selected-fields',
		width: 1700,
		height: 880,
		workflow: chain(
			'Picture selected fields',
			ours('Get Products', 'get', {
				...catalog,
				limit: 5,
				output: 'selected',
				fields: ['PartNumber', 'Manufacturer', 'Model', 'UnitPrice'],
			}),
		),
		take: ran('Get Products', panelAndOutput),
	},
	{
		name: 'trigger',
		height: 850,
		workflow: {
			...chain('Picture trigger'),
			nodes: [{ ...trigger, position: [0, 0] }],
			connections: {},
		},
		take: async ({ page, openNode }, file) => {
			await openNode('Change Order Approved');
			const parts = ['tab-params', 'node-execute-button', 'node-parameters'];
			await takeParts(
				page,
				parts.map((id) => page.getByTestId(id)),
				file,
			);
		},
	},
	{
		name: 'error-output',
		width: 1700,
		height: 420,
		workflow: chain('Picture error output', ...itemsNodes(clients), publishConfirmed),
		take: ran('Publish Clients', output, async (page) => {
			await page.getByText('Error Branch').click();
		}),
	},
	example('catalog-to-data-table'),
	example('clients-from-data-table'),
	example('approved-change-orders-to-slack'),
	example('purchase-order-receipts-to-project-items'),
	example('agent-finds-product'),
	example('first-day'),
];

/** The credential, scrolled to a field. */
export const credentialPictures = [
	{ name: 'credential-settings', field: 'Set How the Service Behaves' },
	{ name: 'credential-status', field: 'Status Path' },
];
