// The whole panel of the node: two dropdowns, and for every endpoint its own parameters.
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { changeFeeds, endpoints, resources } from '../../../api';
import type { Endpoint, Resource } from '../../../api/endpoint';
import { compareLabels } from '../../shared/labels';
import { preset } from '../../shared/optionProperties';
import { changeProperties } from './changeProperties';
import { endpointOptions } from './endpointOptions';
import { mergePanels, type OperationPanel } from './mergeOperations';
import { readProperties } from './readProperties';
import { writeProperties } from './writeProperties';

function resourceProperty(): INodeProperties {
	return preset(
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, resource, description }) => ({
				name,
				value: resource,
				description,
			})),
			default: '',
		},
		'productCatalog',
	);
}

function describe({ description, deprecated }: Endpoint): string {
	return deprecated ? `${description} (the service marks it as deprecated)` : description;
}

function operationProperty({ resource, operations }: Resource): INodeProperties {
	const byLabel = (one: INodePropertyOptions, other: INodePropertyOptions) =>
		compareLabels(one.name, other.name);
	const own: INodePropertyOptions[] = Object.entries(operations)
		.map(([operation, endpoint]) => ({
			name: endpoint.name,
			value: operation,
			action: endpoint.action,
			description: describe(endpoint),
		}))
		.sort(byLabel);
	const ofFeeds: INodePropertyOptions[] = changeFeeds
		.filter((feed) => feed.resource.resource === resource)
		.map(({ name, operation: value, action, description }) => ({
			name,
			value,
			action,
			description,
		}));
	const options = [...own, ...ofFeeds].sort(byLabel);
	return preset(
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options,
			default: '',
		},
		// n8n does not save a default, so this one must never change.
		own[0]?.value ?? '',
	);
}

function panelsOf({ resource, name, operations }: Resource): OperationPanel[] {
	return Object.entries(operations).map(([operation, endpoint]) => {
		const own =
			endpoint.kind === 'read'
				? readProperties(endpoint, name.toLowerCase())
				: writeProperties(endpoint);
		return { resource, operation, properties: [...own, endpointOptions(endpoint)] };
	});
}

/** The parameters of every operation. */
export function operationPanels(): OperationPanel[] {
	const feeds = changeFeeds.map((feed) => ({
		resource: feed.resource.resource,
		operation: feed.operation,
		properties: changeProperties(feed),
	}));
	return [...resources.flatMap(panelsOf), ...feeds];
}

/** The line under the node on the canvas: the action that is chosen. */
export function subtitle(): string {
	const actions = [
		...endpoints.map(({ operationKey, endpoint }) => [operationKey, endpoint.action]),
		...changeFeeds.map(({ operationKey, action }) => [operationKey, action]),
	];
	const byOperation = JSON.stringify(Object.fromEntries(actions));
	return `={{ (${byOperation})[$parameter["resource"] + "/" + $parameter["operation"]] }}`;
}

/** All parameters of the node. Every call makes new ones: n8n adds options to the lists it is given. */
export function nodeProperties(): INodeProperties[] {
	return [
		resourceProperty(),
		...resources.map(operationProperty),
		...mergePanels(operationPanels()),
	];
}
