// Before anything ran, the fields of a read stand in the next node's input, ready to drag.
import assert from 'node:assert/strict';

import { chain, projectServices, type Context } from './context.mjs';

export const title = "A read's fields are there to drag before the first run";
export const defaultHostOnly = true;

// The list draws only what fits the window, so these are from its top.
const expected = [
	'Id',
	'Vendor',
	'Projects',
	'Number',
	'Status',
	'Date',
	'CurrencyCode',
	'Contacts',
];

export async function run({ n8n, credential, editor }: Context): Promise<void> {
	const read = projectServices('Purchase order', {
		resource: 'purchaseOrder',
		operation: 'get',
		id: 'PO-1001',
	});
	const next = { name: 'Next', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: {} };
	const saved = await n8n.api.importWorkflow(chain('Schema', read, next), [credential]);
	const { page, openNode, openWorkflow, screenshot, takeConsoleErrors } = await editor();
	await openWorkflow(saved.id);
	await openNode('Next');
	const fields = page.getByTestId('ndv-input-panel').getByTestId('run-data-schema-item');
	await fields.first().waitFor();
	const shown = (await fields.allTextContents()).map((text) => text.trim());
	await screenshot('schema-view');
	for (const name of expected) {
		assert.ok(
			shown.some((text) => text.startsWith(name)),
			`${name} is not offered; these are: ${shown.join(', ')}`,
		);
	}
	assert.deepEqual(takeConsoleErrors(), []);
}
