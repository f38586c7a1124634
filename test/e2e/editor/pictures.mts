// The pictures of the README and the task pages, taken in the real editor: a node at work, and workflows.
// A run leaves them in its output folder; with --pictures it also puts them into docs/pictures.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright-core';

import type { N8nApi } from '../../host/rest/api.mjs';
import type {
	Credential,
	Json,
	SavedWorkflow,
	Workflow,
	WorkflowNode,
} from '../../host/rest/apiTypes.mjs';
import type { Editor } from '../../host/servers/browser.mjs';
import { defaultHost, projectFolder } from '../../host/location.cjs';
import {
	baseNode as other,
	chain,
	given,
	outputOf,
	projectServices,
	type Context,
} from '../context.mjs';

export const title = 'The pictures of the documents can be taken, and each is small';
export const defaultHostOnly = true;

const largestBytes = 100_000;
const width = 1340;
const picturesFolder = path.join(projectFolder, 'docs', 'pictures');

interface Picture {
	name: string;
	/** How high the window is. */
	height: number;
	workflow: Workflow;
	/** The node that is opened and executed; without one, the canvas is taken. */
	node?: string;
}

const client = {
	Id: '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01',
	Name: 'Harbour Hotel',
	Email: 'front.desk@harbour-hotel.example',
	City: 'Bergen',
};

const mapped: Json = {
	Id: '={{ $json.Id }}',
	Name: '={{ $json.Name }}',
	Email: '={{ $json.Email }}',
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
const isDeleted = condition('={{ $json.change }}', 'deleted', equals);
const catalog = { resource: 'productCatalog', id: 'CAT-1001' };

/** Nodes at their places on the canvas, and what each is connected to: a node and its input. */
function drawn(
	name: string,
	nodes: ReadonlyArray<[WorkflowNode, [x: number, y: number], ...Array<[string, number?]>]>,
): Workflow {
	return {
		name,
		nodes: nodes.map(([node, position], index) => ({ ...node, id: `node-${index}`, position })),
		connections: Object.fromEntries(
			nodes.map(([{ name: from }, , ...targets]) => [
				from,
				{ main: targets.map(([node, index = 0]) => [{ node, type: 'main', index }]) },
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
const isTrue = { type: 'boolean', operation: 'true', singleValue: true };
const mayHaveBeenApplied = condition('={{ $json.details.mayHaveBeenApplied }}', '', isTrue);
const uncertain = { conditions: mayHaveBeenApplied, options: {} };
const deletedRows = {
	rules: { values: [{ conditions: isDeleted, renameOutput: true, outputKey: 'deleted' }] },
	options: { fallbackOutput: 'extra' },
};

const pictures: Picture[] = [
	{
		name: 'panel',
		height: 980,
		node: 'Publish Clients',
		workflow: chain('Picture panel', given('Our Clients', client), publishMapped),
	},
	{
		name: 'catalog-to-table',
		height: 560,
		workflow: drawn('Picture catalog to table', [
			[everyHour, [0, 0], ['Get Changes']],
			[ours('Get Changes', 'getChanges', catalog), [220, 0], ['Switch']],
			[other('Switch', 'switch', 3.2, deletedRows), [440, 0], ['Delete Row'], ['Save Row']],
			[deleteRow, [680, -110], ['Merge']],
			[saveRow, [680, 110], ['Merge', 1]],
			[other('Merge', 'merge', 3, {}), [900, 0], ['Commit Changes']],
			[ours('Commit Changes', 'commitChanges', catalog), [1120, 0]],
		]),
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
	},
	{
		name: 'failed-publish',
		height: 620,
		workflow: drawn('Picture failed publish', [
			[getCustomers, [0, 0], ['Publish Clients']],
			[publishClients, [220, 0], ['Save Receipt'], ['Uncertain?']],
			[saveReceipt, [480, -150]],
			[other('Uncertain?', 'if', 2.2, uncertain), [480, 110], ['Tell a Person'], ['Save Problem']],
			[other('Tell a Person', 'noOp', 1, {}), [740, 20]],
			[saveProblem, [740, 220]],
		]),
	},
];

/** The mapper's fields as n8n asks the node for them when a person opens it, the mapped ones chosen. */
async function withFields(api: N8nApi, node: WorkflowNode): Promise<WorkflowNode> {
	const record = node.parameters?.record as Json | undefined;
	if (record === undefined) return node;
	const { fields } = await api.request<{ fields: Json[] }>(
		'POST',
		'/rest/dynamic-node-parameters/resource-mapper-fields',
		{
			path: 'parameters.record',
			nodeTypeAndVersion: { name: node.type, version: 1 },
			currentNodeParameters: node.parameters,
			methodName: 'getRecordFields',
		},
	);
	const schema = fields.map((field) => ({ ...field, removed: !(String(field.id) in mapped) }));
	return {
		...node,
		parameters: { ...node.parameters, record: { ...record, matchingColumns: [], schema } },
	};
}

/** Messages in the corner come and go, and would hide a part of the picture. */
async function closeMessages(page: Page): Promise<void> {
	const close = page.locator('.el-notification__closeBtn');
	for (let round = 0; round < 20 && (await close.count()) > 0; round++) {
		// It may close by itself at the same moment.
		const clicked = close.first().dispatchEvent('click', {}, { timeout: 1000 });
		await clicked.catch(() => undefined);
		await page.waitForTimeout(300);
	}
	assert.equal(await close.count(), 0);
}

/** The executed node's panel, or the canvas. */
async function take(
	{ page, openNode, openWorkflow }: Editor,
	{ name, node, height }: Picture,
	saved: SavedWorkflow,
): Promise<string> {
	await page.setViewportSize({ width, height });
	await openWorkflow(saved.id);
	const file = path.join(outputOf(defaultHost), `picture-${name}.png`);
	if (node === undefined) {
		await page.getByTestId('zoom-to-fit').click();
		await closeMessages(page);
		await page.getByTestId('canvas').screenshot({ path: file, animations: 'disabled' });
		return file;
	}
	await openNode(node);
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
	await closeMessages(page);
	await page.getByTestId('ndv').screenshot({ path: file, animations: 'disabled' });
	return file;
}

export async function run({ n8n, sandbox, editor, keepPictures }: Context): Promise<void> {
	const credential: Credential = await n8n.api.createCredential(
		'projectServicesApi',
		{ baseUrl: sandbox.url },
		'Project Services account',
	);
	const opened = await editor();
	for (const picture of pictures) {
		const nodes: WorkflowNode[] = [];
		for (const node of picture.workflow.nodes) nodes.push(await withFields(n8n.api, node));
		const workflow = { ...picture.workflow, nodes };
		const saved = await n8n.api.importWorkflow(workflow, [credential]);
		const file = await take(opened, picture, saved);
		const { size } = statSync(file);
		assert.ok(size < largestBytes, `The picture ${picture.name} takes ${size} bytes.`);
		if (!keepPictures) continue;
		mkdirSync(picturesFolder, { recursive: true });
		copyFileSync(file, path.join(picturesFolder, `${picture.name}.png`));
	}
	assert.deepEqual(opened.takeConsoleErrors(), []);
}
