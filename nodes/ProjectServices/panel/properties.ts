// The whole panel of the node: two dropdowns, and for every endpoint its own parameters.
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { endpoints, resources } from '../../api';
import type { Endpoint, Resource } from '../../api/endpoint';
import { compareLabels } from './labels';
import { optionsProperty, preset } from './optionProperties';
import { mergePanels, type OperationPanel } from './panel';
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
	return deprecated ? `${description} (marked as deprecated by the service)` : description;
}

function operationProperty({ resource, operations }: Resource): INodeProperties {
	const options: INodePropertyOptions[] = Object.entries(operations).map(
		([operation, endpoint]) => ({
			name: endpoint.name,
			value: operation,
			action: endpoint.action,
			description: describe(endpoint),
		}),
	);
	options.sort((one, other) => compareLabels(one.name, other.name));
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
		options[0]?.value ?? '',
	);
}

function panelsOf({ resource, name, operations }: Resource): OperationPanel[] {
	return Object.entries(operations).map(([operation, endpoint]) => {
		const own =
			endpoint.kind === 'read' ? readProperties(endpoint, name) : writeProperties(endpoint);
		return { resource, operation, properties: [...own, optionsProperty(endpoint)] };
	});
}

/** The parameters of every operation. */
export function operationPanels(): OperationPanel[] {
	return resources.flatMap(panelsOf);
}

/** The line under the node on the canvas: what it does, in the words of its action. */
export function subtitle(): string {
	const actions = endpoints.map(({ address, endpoint }) => [address, endpoint.action]);
	const words = JSON.stringify(Object.fromEntries(actions));
	return `={{ (${words})[$parameter["resource"] + "/" + $parameter["operation"]] }}`;
}

/** All parameters of the node. Every call makes new ones: n8n adds options to the lists it is given. */
export function nodeProperties(): INodeProperties[] {
	return [
		resourceProperty(),
		...resources.map(operationProperty),
		...mergePanels(operationPanels()),
	];
}
