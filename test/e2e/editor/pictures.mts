// The pictures of the README, taken in the real editor: a node at work, fields before the first run, a
// result. A run leaves them in its output folder; with --pictures it also puts them into docs/pictures.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright-core';

import type { N8nApi } from '../../host/rest/api.mjs';
import type { Credential, Json, SavedWorkflow, WorkflowNode } from '../../host/rest/apiTypes.mjs';
import type { Editor } from '../../host/servers/browser.mjs';
import { defaultHost, projectFolder } from '../../host/location.cjs';
import { chain, outputOf, projectServices, type Context } from '../context.mjs';

export const title = "The README's pictures can be taken, and each is small";
export const defaultHostOnly = true;

const largestBytes = 150_000;
const width = 1340;
const picturesFolder = path.join(projectFolder, 'docs', 'pictures');

interface Picture {
	name: string;
	/** The nodes behind a manual trigger; the last one is opened. */
	nodes: WorkflowNode[];
	/** Whether the opened node is executed first. */
	executed: boolean;
	/** How high the window is. */
	height: number;
}

const client = {
	Id: '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01',
	Name: 'Harbour Hotel',
	Email: 'front.desk@harbour-hotel.example',
	City: 'Bergen',
};

const publish = { resource: 'client', operation: 'publish' };
const mapped: Json = {
	Id: '={{ $json.Id }}',
	Name: '={{ $json.Name }}',
	Email: '={{ $json.Email }}',
};

const pictures: Picture[] = [
	{
		name: 'panel',
		executed: true,
		height: 1040,
		nodes: [
			{
				name: 'Our Clients',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify(client) },
			},
			projectServices('Publish Clients', {
				...publish,
				listId: 'hotels',
				listName: 'Hotels',
				record: { mappingMode: 'defineBelow', value: mapped },
			}),
		],
	},
	{
		name: 'schema',
		executed: false,
		height: 720,
		nodes: [
			projectServices('Purchase Order', {
				resource: 'purchaseOrder',
				operation: 'get',
				id: 'PO-1001',
			}),
			projectServices('Tasks of the Project', {
				resource: 'task',
				operation: 'getByProject',
				projectId: {
					__rl: true,
					mode: 'id',
					value: '={{ $json.PurchaseOrderItems[0].ProjectId }}',
				},
			}),
		],
	},
	{
		name: 'result',
		executed: true,
		height: 780,
		nodes: [
			projectServices('Products', {
				resource: 'productCatalog',
				operation: 'get',
				id: 'CAT-1001',
				limit: 50,
				output: 'simplified',
			}),
		],
	},
];

/** The mapper's fields as n8n asks the node for them when a person opens it, the mapped ones chosen. */
async function withFields(api: N8nApi, node: WorkflowNode): Promise<WorkflowNode> {
	const record = node.parameters?.record as Json | undefined;
	if (record === undefined) return node;
	const { fields } = await api.session.request<{ fields: Json[] }>(
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
	while ((await close.count()) > 0) {
		await close.first().click();
		await page.waitForTimeout(300);
	}
}

async function take(
	{ page, openNode, openWorkflow }: Editor,
	{ name, nodes, executed, height }: Picture,
	saved: SavedWorkflow,
): Promise<string> {
	await page.setViewportSize({ width, height });
	await openWorkflow(saved.id);
	await openNode(nodes.at(-1)?.name ?? '');
	if (executed) {
		await page.getByTestId('node-execute-button').click();
		await page.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
		await closeMessages(page);
	} else {
		await page.getByTestId('run-data-schema-item').first().waitFor();
	}
	const file = path.join(outputOf(defaultHost), `picture-${name}.png`);
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
		for (const node of picture.nodes) nodes.push(await withFields(n8n.api, node));
		const workflow = chain(`Picture ${picture.name}`, ...nodes);
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
