// The parameters of a read in the editor.
import type { INodeProperties } from 'n8n-workflow';

import { type ReadEndpoint, rowSchema } from '../../api/endpoint';
import { type Field, fieldsOf, kindOf, recordFields } from '../../api/kinds';
import { compareLabels, labelOf } from './labels';
import { choices, preset } from './optionProperties';
import { presetOf } from './settings';

function requiredText(field: Field, noun: string): INodeProperties {
	const ofProject = field.name !== 'id';
	return {
		displayName: ofProject ? labelOf(field.name) : `${noun} ID`,
		name: field.name,
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 10452',
		description: ofProject
			? `The ID of the project whose ${noun.toLowerCase()}s to retrieve`
			: `The ID of the ${noun.toLowerCase()} to retrieve`,
	};
}

function idList(noun: string, idsPerRequest: number): INodeProperties {
	return {
		displayName: `${noun} IDs`,
		name: `${noun.toLowerCase()}Ids`,
		type: 'string',
		required: true,
		default: '',
		typeOptions: { rows: 2 },
		placeholder: 'e.g. 6f9619ff-8b86-d011-b42d-00c04fc964ff',
		description: `The IDs to look up, parted by commas or line ends, or an array by expression. IDs of all input items are gathered and asked for once, ${idsPerRequest} a request.`,
	};
}

const filterWords: Readonly<Record<string, string>> = {
	clients: 'e.g. Harbour Hotel, Museum of Light',
	progresses: 'e.g. Approved, In Progress',
	projectId: 'e.g. 10452',
	searchText: 'e.g. boardroom',
};

function filter({ name, schema, note }: Field): INodeProperties {
	const { kind } = kindOf(schema);
	const displayName = labelOf(name);
	if (kind === 'flag')
		return { displayName, name, type: 'boolean', default: false, description: note ?? '' };
	const description =
		kind === 'list'
			? `${note ?? ''}: text parted by commas, or an array by expression`
			: (note ?? '');
	const placeholder = filterWords[name];
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		description,
		...(placeholder ? { placeholder } : {}),
	};
}

/** The collection Filters of an endpoint's optional parameters, if it has any. */
export function filters({ query, paging }: ReadEndpoint): INodeProperties[] {
	const own = fieldsOf(query).filter(
		({ name, required }) => !required && name !== paging?.number && name !== paging?.size,
	);
	if (own.length === 0) return [];
	return [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: own
				.map(filter)
				.sort((one, other) => compareLabels(one.displayName, other.displayName)),
		},
	];
}

const limits: readonly INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	preset(
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { returnAll: [false] } },
		},
		presetOf('limit'),
	),
];

const returnAs: INodeProperties = {
	displayName: 'Return As',
	name: 'returnAs',
	type: 'options',
	options: [
		{
			name: 'Catalog',
			value: 'catalog',
			description: 'One item with the catalog and the list of its products',
		},
		{ name: 'Products', value: 'products', description: 'An item a product' },
	],
	default: 'products',
	description: 'What becomes an item',
};

function outputs(endpoint: ReadEndpoint): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields that the service gives' },
				{
					name: 'Selected Fields',
					value: 'selected',
					description: 'Only the fields that you choose',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The few fields that identify and summarise a record',
				},
			],
			default: 'raw',
			description: 'Which fields an item holds',
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'multiOptions',
			options: choices(recordFields(rowSchema(endpoint)).map(({ name }) => name)),
			default: [],
			description: 'The fields to keep',
			displayOptions: { show: { output: ['selected'] } },
		},
	];
}

/** Shown with what asks an endpoint that the service calls deprecated. */
export const deprecation: INodeProperties = {
	displayName: 'The service marks this endpoint as deprecated and names no replacement',
	name: 'deprecated',
	type: 'notice',
	default: '',
};

/** The parameters of a Subscribe operation. */
export function readProperties(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	const required = fieldsOf(endpoint.query).filter((field) => field.required);
	return [
		...(endpoint.deprecated ? [deprecation] : []),
		...(endpoint.body === undefined ? [] : [idList(noun, endpoint.idsPerRequest ?? 1)]),
		...required.map((field) => requiredText(field, noun)),
		...(endpoint.rows !== undefined && 'id' in endpoint.query ? [returnAs] : []),
		...(endpoint.paging ? limits : []),
		...filters(endpoint),
		...outputs(endpoint),
	];
}
