// What a person sees: a node's panel and its result, the fields that a publish maps at first, and, before anything ran,
// the fields of a read in the next node's input, without an error in the console.
import assert from 'node:assert/strict';

import { PurchaseOrder } from '../../../api/resources/purchaseOrder';
import { recordFields } from '../../../api/schema/types';
import { waitUntil } from '../../host/servers/server.mjs';
import { chain, projectServices, type Context } from '../context.mjs';

export const title =
	"The node's panel opens in the editor and runs, and a read's fields are there before the first run";
export const short = true;
export const seconds = 120;

/** What is used of a page's element; the project is compiled without the browser's types. */
interface PageElement {
	getAttribute(name: string): string | null;
}

// The list draws only what fits the window, and a purchase order has many fields.
const windowSize = { width: 1440, height: 2600 };

export async function run({ n8n, credential, editor }: Context): Promise<void> {
	const read = projectServices('Purchase order', {
		resource: 'purchaseOrder',
		operation: 'get',
		id: 'PO-1001',
	});
	const publish = projectServices('Publish clients', { resource: 'client', operation: 'publish' });
	const saved = await n8n.api.importWorkflow(chain('Panel', read, publish), [credential]);
	const { page, openNode, closeNode, openWorkflow, takeConsoleErrors } = await editor();
	await page.setViewportSize(windowSize);
	await openWorkflow(saved.id);
	await openNode(publish.name);
	const mapped = page.getByTestId('node-parameters').first();
	for (const label of ['ID (GUID)', 'Name', 'Integration ID'])
		await mapped.getByText(label, { exact: true }).first().waitFor();
	const pills = page.getByTestId('ndv-input-panel').getByTestId('run-data-schema-node-name');
	const names = recordFields(PurchaseOrder).map(({ name }) => name);
	await waitUntil(`The fields ${names.join(', ')}`, 20, async () => {
		// At once: the list may draw its rows again.
		const shown = await pills.evaluateAll((elements: PageElement[]) =>
			elements.map((element) => element.getAttribute('data-path')),
		);
		return names.every((name) => shown.includes(`.${name}`)) ? true : undefined;
	});
	await closeNode();
	await openNode(read.name);
	await page.getByTestId('parameter-input-operation').waitFor();
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('ndv-items-count').first().waitFor();
	assert.deepEqual(takeConsoleErrors(), []);
}
