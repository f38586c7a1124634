// Both nodes are opened in the editor in every way that changes what is shown, with all collections
// open, and each panel shows exactly what the node describes: nothing missing, nothing twice, no error
// in the browser's console.
import assert from 'node:assert/strict';

import type { INodeProperties } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { changeFeeds, endpoints } from '../../../api';
import { serviceOperations } from '../../../nodes/ProjectServices/operations/serviceOperations';
import { shownProperties } from '../../docs/checks/description';
import type { Json, WorkflowNode } from '../../host/rest/apiTypes.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { chain, projectServices, type Context } from '../context.mjs';
import { expectedRows, openedCollections, shownRows, withoutMappedFields } from './panelTree.mjs';

export const title = 'Every panel of both nodes shows what it should, once, and without errors';
export const seconds = 300;

const nodesPerRow = 8;
const drawingSeconds = 5;
// A wrong panel takes its time, and what is wrong with one is often wrong with all.
const mostWrongPanels = 5;

/** One way in which a node can be opened. */
interface Panel {
	name: string;
	values: Json;
	properties: INodeProperties[];
}

function choicesOf({ options = [] }: INodeProperties): Json[] {
	const choices = options as unknown as Json[];
	// n8n adds "Custom API Call" to resources and operations; its value begins with underscores.
	return choices.filter(({ value }) => !String(value).startsWith('__'));
}

function defaultsOf(properties: readonly INodeProperties[]): Json {
	return Object.fromEntries(properties.map(({ name, default: value }) => [name, value]));
}

/** The values of a parameter on which it depends whether others are shown; its default first. */
function decisive(property: INodeProperties, all: readonly INodeProperties[]): unknown[] {
	const named = all.flatMap(({ displayOptions }) => [
		...(displayOptions?.show?.[property.name] ?? []),
	]);
	return [...new Set([property.default, ...named])];
}

/** Every other value of every parameter that decides about others, one at a time. */
function waysToOpen(properties: INodeProperties[], chosen: Json): Json[] {
	const shown = shownProperties(properties, { ...defaultsOf(properties), ...chosen });
	const base = { ...defaultsOf(shown), ...chosen };
	const others = shown
		.filter(({ name }) => !(name in chosen))
		.flatMap((property) =>
			decisive(property, properties)
				.slice(1)
				.map((value) => ({ ...base, [property.name]: value })),
		);
	return [base, ...others];
}

function panelsOf(properties: INodeProperties[], chosen: Json): Panel[] {
	return waysToOpen(properties, chosen).map((values, index) => ({
		name: [...Object.values(chosen), ...(index === 0 ? [] : [`way ${index + 1}`])].join(' '),
		values,
		properties,
	}));
}

/** The action node by resource and operation. */
function actionPanels(properties: INodeProperties[]): Panel[] {
	const resources = properties.filter(({ name }) => name === 'resource').flatMap(choicesOf);
	const pairs = resources.flatMap(({ value: resource }) =>
		shownProperties(properties, { resource })
			.filter(({ name }) => name === 'operation')
			.flatMap(choicesOf)
			.map(({ value: operation }) => ({ resource, operation })),
	);
	assert.equal(
		pairs.length,
		endpoints.length + changeFeeds.length + serviceOperations.length,
		'The node does not offer every operation.',
	);
	return pairs.flatMap((pair) => panelsOf(properties, pair));
}

/** The trigger by event. */
function triggerPanels(properties: INodeProperties[]): Panel[] {
	const events = properties.filter(({ name }) => name === 'event').flatMap(choicesOf);
	return events.flatMap(({ value: event }) => panelsOf(properties, { event }));
}

function nodeOf({ name, values, properties }: Panel, index: number): WorkflowNode {
	const shown = shownProperties(properties, values).filter(
		(property) => property.name !== 'pollTimes',
	);
	const { type } = projectServices(name, {});
	return {
		...projectServices(name, { ...values, ...openedCollections(shown) }),
		type: 'event' in values ? `${type}Trigger` : type,
		position: [240 + (index % nodesPerRow) * 240, Math.floor(index / nodesPerRow) * 200],
	};
}

function twice(rows: readonly string[]): string[] {
	return rows.filter((row, index) => rows.indexOf(row) < index);
}

async function panelProblems(page: Page, { values, properties }: Panel): Promise<string[]> {
	const expected = expectedRows(properties, values);
	let rows: string[] = [];
	const drawn = async () => {
		rows = withoutMappedFields(await shownRows(page), expected);
		return rows.join('\n') === expected.join('\n') ? true : undefined;
	};
	const isRight = await waitUntil('The panel', drawingSeconds, drawn).catch(() => false);
	if (isRight) return [];
	const missing = expected.filter((row) => !rows.includes(row));
	const surplus = rows.filter((row) => !expected.includes(row));
	return [
		...missing.map((row) => `"${row}" is missing`),
		...surplus.map((row) => `"${row}" should not be there`),
		...twice(rows).map((row) => `"${row}" shows twice`),
		...(missing.length + surplus.length === 0 ? ['the order differs'] : []),
	];
}

export async function run({ n8n, credential, editor }: Context): Promise<void> {
	const types = await n8n.api.nodeTypes();
	const propertiesOf = (name: string) => {
		const type = types.find((one) => one.name === `n8n-nodes-project-services.${name}`);
		return (type?.properties ?? []) as unknown as INodeProperties[];
	};
	const panels = [
		...actionPanels(propertiesOf('projectServices')),
		...triggerPanels(propertiesOf('projectServicesTrigger')),
	];
	// Without connections, since a trigger can stand behind no other node.
	const workflow = { ...chain('Every panel', ...panels.map(nodeOf)), connections: {} };
	const saved = await n8n.api.importWorkflow(workflow, [credential]);
	const { page, openNode, openWorkflow, closeNode, takeConsoleErrors } = await editor();
	await page.setViewportSize({ width: 1440, height: 900 });
	await openWorkflow(saved.id);
	const wrong: string[][] = [];
	for (const panel of panels) {
		if (wrong.length >= mostWrongPanels) break;
		await openNode(panel.name);
		const found = await panelProblems(page, panel);
		const problems = [...found, ...takeConsoleErrors()];
		if (problems.length > 0) wrong.push(problems.map((problem) => `${panel.name}: ${problem}`));
		await closeNode();
	}
	assert.deepEqual(wrong.flat(), []);
}
