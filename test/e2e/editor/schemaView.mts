// Before anything ran, the fields of a read stand in the next node's input, and one is dragged from
// there into the next node's parameter.
import assert from 'node:assert/strict';

import type { Locator, Page } from 'playwright-core';

import { recordFields } from '../../../api/schema/types';
import { PurchaseOrder } from '../../../api/resources/purchaseOrder';
import { chain, projectServices, type Context } from '../context.mjs';

export const title = "A read's fields are there to drag before the first run";
export const defaultHostOnly = true;

// The list draws only what fits the window, and a purchase order has many fields.
const windowHeight = 2600;

/** The places of the shown fields, such as ".Contacts[0].Name". */
async function shownFields(pills: Locator): Promise<string[]> {
	const places: string[] = [];
	for (const pill of await pills.all()) {
		places.push((await pill.getAttribute('data-path')) ?? '');
	}
	return places;
}

async function centerOf(place: Locator): Promise<[x: number, y: number]> {
	const box = await place.boundingBox();
	assert.ok(box, 'What should be dragged or dropped on is not drawn.');
	return [box.x + box.width / 2, box.y + box.height / 2];
}

/** With steps between, as a hand moves; the editor shows where to drop only once something moves. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
	const steps = 10;
	await page.mouse.move(...(await centerOf(from)));
	await page.mouse.down();
	await page.mouse.move(...(await centerOf(to)), { steps });
	await page.mouse.up();
}

export async function run({ n8n, credential, editor }: Context): Promise<void> {
	const read = projectServices('Purchase order', {
		resource: 'purchaseOrder',
		operation: 'get',
		id: 'PO-1001',
	});
	const next = projectServices('Next', { resource: 'vendor', operation: 'update' });
	const saved = await n8n.api.importWorkflow(chain('Schema', read, next), [credential]);
	const { page, openNode, openWorkflow, screenshot, takeConsoleErrors } = await editor({
		height: windowHeight,
	});
	await openWorkflow(saved.id);
	await openNode('Next');
	const pills = page.getByTestId('ndv-input-panel').getByTestId('run-data-schema-node-name');
	await pills.first().waitFor();
	const shown = await shownFields(pills);
	const missing = recordFields(PurchaseOrder)
		.map(({ name }) => `.${name}`)
		.filter((place) => !shown.includes(place));
	assert.deepEqual(missing, [], `Not offered; these are: ${shown.join(', ')}`);
	const vendor = pills.and(page.locator('[data-path=".Vendor"]'));
	const parameter = page.getByTestId('parameter-input-integrationId');
	await drag(page, vendor, parameter);
	await parameter.getByText('{{ $json.Vendor }}').waitFor();
	await screenshot('schema-dragged');
	assert.deepEqual(takeConsoleErrors(), []);
}
