// What each picture of the documents shows: a workflow, or a node as a person opened and ran it.
import type { Locator, Page } from 'playwright-core';

import type { Workflow, WorkflowNode } from '../../host/rest/apiTypes.mjs';
import type { Editor } from '../../host/servers/browser.mjs';
import { read } from '../../examples/files.mjs';
import { baseNode, chain, itemsNodes, projectServices, publishNode } from '../context.mjs';
import { openCredential, runNode, scrollTo, takeCanvas, takeParts } from './camera.mjs';

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

const names = ['Harbour Hotel', 'Old Mill Theatre', 'Museum of Light'];
const clients = names.map((Name, index) => ({
	Id: `5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b0${index + 1}`,
	Name,
}));
const confirmed = { confirm: 'wait', confirmMinutes: 1 };
const publishConfirmed = publishNode({ onError: 'continueErrorOutput' }, confirmed);
const trigger: WorkflowNode = {
	...projectServices('Change Order Approved', {
		pollTimes: { item: [{ mode: 'everyHour' }] },
		event: 'changeOrderProjectChanged',
		reasons: ['new', 'progress'],
		filters: { progresses: 'Approved', includeImported: true },
	}),
	type: 'n8n-nodes-project-services.projectServicesTrigger',
};

const check = projectServices('Check', { resource: 'service', operation: 'check' });
const order = { resource: 'purchaseOrder', operation: 'get', id: 'PO-1001' };
const getOrder = projectServices('Get Purchase Order', order);
const splitLines = baseNode('Split Out', 'splitOut', 1, { fieldToSplitOut: 'PurchaseOrderItems' });

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

/** The credential of a node, scrolled to a field. */
function credential(name: string, field: string): Picture {
	return {
		name: `credential-${name}`,
		height: 1000,
		workflow: chain(`Picture credential ${name}`, check),
		take: async (editor, file) => {
			const dialog = await openCredential(editor, check.name);
			await scrollTo(dialog.getByText(field, { exact: true }).first());
			await takeParts(editor.page, [dialog], file);
		},
	};
}

/** The first ten minutes, one picture of them all. */
export const steps: ReadonlyArray<Omit<Picture, 'name'> & { caption: string }> = [
	{
		caption: 'Add first step',
		height: 350,
		workflow: chain('Picture first step'),
		take: async ({ page }, file) => {
			await page.goto(new URL('/workflow/new', page.url()).href);
			const margins = { side: 26, above: 40, below: 60 };
			await takeParts(page, [page.getByTestId('canvas-add-button')], file, margins);
		},
	},
	{
		caption: 'Search for Project Services',
		height: 345,
		workflow: chain('Picture search'),
		take: async ({ page }, file) => {
			await page.getByTestId('node-creator-plus-button').click();
			await page.getByTestId('node-creator-search-bar').fill('Project Services');
			const found = page.getByTestId('node-creator-item-name');
			await found.getByText('Project Services', { exact: true }).waitFor();
			await takeParts(page, [page.getByTestId('node-creator')], file);
		},
	},
	{
		caption: 'Save the credential: it is tested',
		width: 820,
		height: 620,
		workflow: chain('Picture credential', check),
		take: async (editor, file) => {
			const dialog = await openCredential(editor, check.name);
			const ids = ['credentials-config-container-test-success', 'parameter-input-authentication'];
			const parts = ids.map((id) => dialog.getByTestId(id));
			await takeParts(editor.page, parts, file, { side: 14, above: 14, below: 14 });
		},
	},
	{
		caption: 'Check connection and service',
		width: 2300,
		height: 420,
		workflow: chain('Picture check', check),
		take: ran(check.name, output),
	},
	{
		caption: 'Get purchase order: one item',
		width: 1460,
		height: 410,
		workflow: chain('Picture order', getOrder),
		take: ran(getOrder.name, panelAndOutput),
	},
	{
		caption: 'Split Out: an item for each line',
		width: 1460,
		height: 445,
		workflow: chain('Picture lines', getOrder, splitLines),
		take: ran(splitLines.name, panelAndOutput),
	},
];

export const pictures: Picture[] = [
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
		name: 'error',
		height: 640,
		workflow: chain(
			'Picture error',
			projectServices('Get Task', { resource: 'task', operation: 'get', id: 'T-9999' }),
		),
		take: ran('Get Task', panelAndOutput, async (page) => {
			await page.getByText('From Project Services').click();
		}),
	},
	{
		name: 'hint',
		height: 710,
		workflow: chain(
			'Picture hint',
			projectServices('Get Change Orders', {
				resource: 'changeOrderProject',
				operation: 'getAll',
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
			projectServices('Get Products', {
				resource: 'productCatalog',
				operation: 'get',
				id: 'CAT-1001',
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
		take: ran('Publish', output, async (page) => {
			await page.getByText('Error Branch').click();
		}),
	},
	example('catalog-to-data-table'),
	example('clients-from-data-table'),
	example('approved-change-orders-to-slack'),
	example('purchase-order-receipts-to-project-items'),
	example('agent-finds-product'),
	example('first-day'),
	credential('settings', 'Set How the Service Behaves'),
	credential('status', 'Status Path'),
];
