// What a person sees: the node on the canvas, its panel, and a result, without an error in the console.
import assert from 'node:assert/strict';

import { waitUntil } from '../../host/servers/server.mjs';
import { chain, projectServices, type Context } from '../context.mjs';
import { shownRows } from './panelTree.mjs';

export const title = "The node's panel opens in the editor, runs, and the console stays clean";

export async function run({ n8n, credential, editor }: Context): Promise<void> {
	const node = projectServices('Change orders', {
		resource: 'changeOrderProject',
		operation: 'getAll',
		returnAll: false,
		limit: 5,
	});
	const publish = projectServices('Publish clients', { resource: 'client', operation: 'publish' });
	const saved = await n8n.api.importWorkflow(chain('Panel', node, publish), [credential]);
	const opened = await editor();
	const { page, openNode, closeNode, openWorkflow, screenshot, takeConsoleErrors } = opened;
	await openWorkflow(saved.id);
	await screenshot('canvas');
	await openNode(node.name);
	await page.getByTestId('parameter-input-resource').waitFor();
	await page.getByTestId('parameter-input-operation').waitFor();
	await screenshot('node-panel');
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('ndv-items-count').first().waitFor();
	await screenshot('node-result');
	await closeNode();
	await openNode(publish.name);
	await waitUntil('The fields that the mapper shows at first', 10, async () => {
		const rows = await shownRows(page);
		const isShown = (label: string) => rows.some((row) => row.endsWith(label));
		return ['ID (GUID)', 'Name', 'Integration ID'].every(isShown) ? true : undefined;
	});
	await screenshot('mapper');
	assert.deepEqual(takeConsoleErrors(), []);
}
