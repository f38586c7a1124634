// The whole panel of the node: two dropdowns, and the parameters of every operation.
import type { INodeProperties } from 'n8n-workflow';

import { changeFeeds, endpoints, resources } from '../../api';
import type { Endpoint, Resource } from '../../api/endpoint';
import { withBuilderHint } from '../shared/builderHints';
import { byLabel, fewerInTools, widget } from '../shared/widgets';
import { byIdsPanel } from './operations/byIds/panel';
import { changesPanel } from './operations/changes/panel';
import { kindOf } from './operations/kind';
import { listPanel } from './operations/list/panel';
import { publishPanel } from './operations/publish/panel';
import { recordPanel } from './operations/record/panel';
import { SERVICE_PANELS } from './operations/service/panel';
import { SERVICE, serviceOperations } from './operations/serviceOperations';
import { writeProperties } from './description/writing';

function endpointPanel(endpoint: Endpoint, noun: string): INodeProperties[] {
	const operation = kindOf(endpoint);
	switch (operation.kind) {
		case 'record':
			return recordPanel(operation.endpoint, noun);
		case 'byIds':
			return byIdsPanel(operation.endpoint);
		case 'list':
			return listPanel(operation.endpoint, noun);
		case 'publish':
			return publishPanel(operation.endpoint);
		case 'update':
			return writeProperties(operation.endpoint);
		default:
			return operation satisfies never;
	}
}

/** Every operation: what the dropdowns show of it, and its parameters. */
const ALL_OPERATIONS = [
	...endpoints.map(({ endpoint, ...entry }) => {
		const { name, action, deprecated } = endpoint;
		const note = deprecated ? ' (the service marks it as deprecated)' : '';
		const description = `${endpoint.description}${note}`;
		const panel = () => endpointPanel(endpoint, entry.resource.name.toLowerCase());
		return { ...entry, name, action, description, isFeed: false, panel };
	}),
	...changeFeeds.map((feed) => ({ ...feed, isFeed: true, panel: () => changesPanel(feed) })),
	...serviceOperations.map((entry) => ({
		...entry,
		isFeed: false,
		panel: () => SERVICE_PANELS[entry.operation],
	})),
];

function operationProperties({
	resource,
	defaultOperation,
}: Pick<Resource, 'resource' | 'defaultOperation'>): INodeProperties[] {
	const own = ALL_OPERATIONS.filter((entry) => entry.resource.resource === resource);
	const offered = own.map(({ name, operation: value, action, description }) => ({
		name,
		value,
		action,
		description,
	}));
	const property = widget('operation', 'options', defaultOperation, {
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: byLabel(offered),
	});
	// Tools lack the change feed: it needs a workflow that ends with Commit Changes.
	const isInTools = (value: unknown) =>
		!own.some(({ isFeed, operation }) => isFeed && operation === value);
	return fewerInTools(property, isInTools);
}

/** The parameters of one operation. */
export function panelOf(operationKey: string): readonly INodeProperties[] {
	return ALL_OPERATIONS.find((entry) => entry.operationKey === operationKey)?.panel() ?? [];
}

/** An operation with its parameters, in their order. */
export interface OperationPanel {
	readonly resource: string;
	readonly operation: string;
	readonly properties: readonly INodeProperties[];
}

/** The parameters of every operation. */
export function operationPanels(): OperationPanel[] {
	return ALL_OPERATIONS.map(({ resource: { resource }, operation, panel }) => ({
		resource,
		operation,
		properties: panel(),
	}));
}

/** The resources and the operations of some panels: their parameters show where one of each is chosen. */
function chosenFor(panels: readonly OperationPanel[]) {
	return {
		resource: [...new Set(panels.map(({ resource }) => resource))],
		operation: [...new Set(panels.map(({ operation }) => operation))],
	};
}

/** Whether a parameter that shows for these operations shows for no other one. */
function showsOnlyFor(panels: readonly OperationPanel[], all: readonly OperationPanel[]): boolean {
	const { resource, operation } = chosenFor(panels);
	const shown = all.filter(
		(panel) => resource.includes(panel.resource) && operation.includes(panel.operation),
	);
	return shown.length === panels.length;
}

/**
 * The parameters of all operations, each operation's in its own order. One that several of them share is in the panel
 * once, because n8n walks the whole panel several times in every execution, however little of it is shown.
 */
export function mergePanels(all: readonly OperationPanel[]): INodeProperties[] {
	const merged: Array<{ key: string; property: INodeProperties; panels: OperationPanel[] }> = [];
	for (const panel of all) {
		// Where the next parameter of this operation may stand: behind the one before it.
		let next = 0;
		for (const property of panel.properties) {
			const key = JSON.stringify(property);
			const same = merged.findIndex(
				(shared, index) =>
					index >= next && shared.key === key && showsOnlyFor([...shared.panels, panel], all),
			);
			if (same < 0) merged.splice(next, 0, { key, property, panels: [panel] });
			else merged[same].panels.push(panel);
			next = Math.max(same, next) + 1;
		}
	}
	return merged.map(({ property, panels }) => {
		const { displayOptions } = property;
		const show = { ...chosenFor(panels), ...displayOptions?.show };
		return { ...property, displayOptions: { ...displayOptions, show } };
	});
}

/** The line under the node on the canvas: the action that is chosen. */
export function subtitle(): string {
	const actions = ALL_OPERATIONS.map(({ operationKey, action }) => [operationKey, action]);
	const byOperation = JSON.stringify(Object.fromEntries(actions));
	return `={{ (${byOperation})[$parameter["resource"] + "/" + $parameter["operation"]] }}`;
}

/** All parameters of the node. Every call makes new ones: n8n adds options to the lists it is given. */
export function nodeProperties(): INodeProperties[] {
	const offered = [...resources, SERVICE].map(({ name, resource: value, description }) => ({
		name,
		value,
		description,
	}));
	return [
		widget('resource', 'options', 'productCatalog', {
			noDataExpression: true,
			options: byLabel(offered),
		}),
		...[...resources, SERVICE].flatMap(operationProperties),
		...mergePanels(operationPanels()),
	].map(withBuilderHint);
}
