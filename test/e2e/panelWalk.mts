// Every resource and operation is opened in the editor as a newcomer would see it: no error in the
// browser's console, no input without a label, no parameter twice.
import assert from 'node:assert/strict';

import type { Locator, Page } from 'playwright-core';

import type { Json, NodeType } from '../host/apiTypes.mjs';
import { chain, projectServices, type Context } from './context.mjs';

export const title =
	'Every resource and operation opens in the editor, labelled and without errors';
export const defaultHostOnly = true;
export const seconds = 300;

const nodeType = 'n8n-nodes-project-services.projectServices';
const endpoints = 18;
const nodesPerRow = 6;

interface Pair {
	resource: string;
	operation: string;
}

/** n8n adds "Custom API Call" to the choices; its value begins with underscores. */
function values(property: Json | undefined): string[] {
	const options = (property?.options ?? []) as Array<{ value: unknown }>;
	return options.map(({ value }) => String(value)).filter((value) => !value.startsWith('__'));
}

function pairsOf({ properties }: NodeType): Pair[] {
	const named = (name: string) => properties.filter((property) => property.name === name);
	return values(named('resource')[0]).flatMap((resource) => {
		const shown = named('operation').find((property) => {
			const show = (property.displayOptions as { show?: { resource?: string[] } })?.show;
			return show?.resource?.includes(resource);
		});
		return values(shown).map((operation) => ({ resource, operation }));
	});
}

/** The visible parts of the panel outside a resource mapper, whose own fields are no parameters. */
async function visibleParts(page: Page, testId: string): Promise<Locator[]> {
	const panel = page.getByTestId('node-parameters').first();
	const outsideMapper =
		'xpath=self::*[not(ancestor-or-self::*[@data-test-id="resource-mapper-container"])]';
	return await panel.locator(`[data-test-id${testId}]:visible`).locator(outsideMapper).all();
}

function twice(list: string[]): string[] {
	return list.filter((entry, index) => list.indexOf(entry) < index);
}

async function panelProblems(page: Page): Promise<string[]> {
	const labels: string[] = [];
	for (const label of await visibleParts(page, '="input-label"')) {
		labels.push((await label.locator('label').first().textContent())?.trim() ?? '');
	}
	const inputs: string[] = [];
	for (const input of await visibleParts(page, '^="parameter-input-"')) {
		const id = await input.getAttribute('data-test-id');
		if (id !== null && id !== 'parameter-input-field') inputs.push(id);
	}
	return [
		...(inputs.length < 2 ? ['the panel shows no parameters'] : []),
		...(labels.includes('') ? ['an input has no label'] : []),
		...twice(labels).map((label) => `the label "${label}" shows twice`),
		...twice(inputs).map((id) => `${id} shows twice`),
	];
}

export async function run({ n8n, credential, editor }: Context): Promise<void> {
	const type = (await n8n.api.nodeTypes()).find(({ name }) => name === nodeType);
	assert.ok(type, `${nodeType} is missing.`);
	const pairs = pairsOf(type);
	assert.equal(pairs.length, endpoints, 'The node does not offer every endpoint.');
	const { page, openNode, openWorkflow, closeNode, screenshot, takeConsoleErrors } = await editor();
	const problems: string[] = [];
	const nodes = pairs.map(({ resource, operation }, index) => ({
		...projectServices(`${resource}/${operation}`, { resource, operation }),
		position: [240 + (index % nodesPerRow) * 220, Math.floor(index / nodesPerRow) * 200],
	}));
	const saved = await n8n.api.importWorkflow(chain('Every operation', ...nodes), [credential]);
	await openWorkflow(saved.id);
	for (const { name } of nodes) {
		await openNode(name);
		await page.getByTestId('parameter-input-operation').waitFor();
		const mapper = page.getByTestId('resource-mapper-container');
		if ((await mapper.count()) > 0) await page.getByTestId('mapping-fields-container').waitFor();
		await screenshot(`panel-${name.replace('/', '-')}`);
		const found = [...(await panelProblems(page)), ...takeConsoleErrors()];
		problems.push(...found.map((problem) => `${name}: ${problem}`));
		await closeNode();
	}
	assert.deepEqual(problems, []);
}
