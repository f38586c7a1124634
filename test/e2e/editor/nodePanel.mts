// What a person sees: the node on the canvas, its panel, and a result, without an error in the console.
import assert from 'node:assert/strict';

import { chain, projectServices, type Context } from '../context.mjs';

export const title = "The node's panel opens in the editor, runs, and the console stays clean";

export async function run({ n8n, credential, editor }: Context): Promise<void> {
	const node = projectServices('Change orders', {
		resource: 'changeOrderProject',
		operation: 'getAll',
		returnAll: false,
		limit: 5,
	});
	const saved = await n8n.api.importWorkflow(chain('Panel', node), [credential]);
	const { page, openNode, openWorkflow, screenshot, takeConsoleErrors } = await editor();
	await openWorkflow(saved.id);
	await screenshot('canvas');
	await openNode(node.name);
	await page.getByTestId('parameter-input-resource').waitFor();
	await page.getByTestId('parameter-input-operation').waitFor();
	await screenshot('node-panel');
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('ndv-items-count').first().waitFor();
	await screenshot('node-result');
	assert.deepEqual(takeConsoleErrors(), []);
}
