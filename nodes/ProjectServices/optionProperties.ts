// The collection Options of an operation: only what applies to its endpoint.
import type { INodeProperties } from 'n8n-workflow';

import { type Endpoint, type ReadEndpoint, rowSchema } from '../../api/endpoint';
import { fieldsOf, kindOf, recordFields, type Schema } from '../../api/kinds';
import { compareLabels, labelOf } from './labels';
import { collectionsOf, customFields, type NumberSetting, presetOf } from './settings';

/** Options of a dropdown from saved values, sorted as people look for them. */
export function choices(values: readonly string[], label: (value: string) => string = labelOf) {
	return values
		.map((value) => ({ name: label(value), value }))
		.sort((one, other) => compareLabels(one.name, other.name));
}

/** A parameter with a default that is known elsewhere. */
export function preset(
	property: INodeProperties,
	value: INodeProperties['default'],
): INodeProperties {
	return { ...property, default: value };
}

/** A numeric option with its bounds and default. */
export function numberOption(
	name: NumberSetting,
	displayName: string,
	description: string,
	preset = presetOf(name),
): INodeProperties {
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: name === 'maxRetries' ? 0 : 1 },
		default: preset,
		description,
	};
}

/** A choice of wire format. */
export function formatOption(
	name: string,
	displayName: string,
	formats: readonly string[],
	description: string,
): INodeProperties {
	const options = choices(formats, (format) => (format === 'form' ? 'Form' : format.toUpperCase()));
	return { displayName, name, type: 'options', options, default: 'json', description };
}

function namesOption(custom: readonly string[]): INodeProperties {
	return {
		displayName: 'Custom Field Names',
		name: 'customFieldNames',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Name',
		default: {},
		description:
			'Your own names for custom fields, used in what is read and taken in what is written',
		options: [
			{
				displayName: 'Names',
				name: 'names',
				values: [
					preset(
						{
							displayName: 'Field',
							name: 'field',
							type: 'options',
							options: choices(custom),
							default: '',
							description: 'The custom field as the service names it',
						},
						custom[0] ?? '',
					),
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Room Type',
						description: 'The name under which it appears in your items',
					},
				],
			},
		],
	};
}

function recordSchema(endpoint: Endpoint): Schema {
	if (endpoint.kind === 'read') return rowSchema(endpoint);
	const held = recordFields(endpoint.body).find(({ name }) => name === endpoint.records);
	const kind = held && kindOf(held.schema);
	return kind?.kind === 'list' ? kind.item : endpoint.body;
}

function pagingOptions(endpoint: ReadEndpoint): INodeProperties[] {
	const { paging } = endpoint;
	if (!paging) return [];
	const preset = Number(fieldsOf(endpoint.query).find(({ name }) => name === paging.size)?.default);
	const pageSize = numberOption(
		'pageSize',
		'Page Size',
		'How many rows are asked for in one request',
		preset,
	);
	if (endpoint.gathered === undefined) return [pageSize];
	return [
		pageSize,
		{
			displayName: 'Updated After',
			name: 'updatedAfter',
			type: 'dateTime',
			default: '',
			description: 'Only products whose UpdatedOn is later; the whole catalog is read to find them',
		},
	];
}

function readOptions(endpoint: ReadEndpoint): INodeProperties[] {
	const collections = collectionsOf(endpoint);
	const what = endpoint.paging ? 'pages' : 'requests';
	return [
		numberOption('concurrency', 'Concurrency', `How many ${what} run at once`),
		{
			displayName: 'Only Filled Fields',
			name: 'onlyFilled',
			type: 'boolean',
			default: false,
			description: 'Whether to leave out fields that are null, empty text or empty collections',
		},
		...pagingOptions(endpoint),
		...(collections.length === 0
			? []
			: [
					{
						displayName: 'Split Out',
						name: 'splitOut',
						type: 'options',
						options: [{ name: 'None', value: '' }, ...choices(collections)].sort((one, other) =>
							compareLabels(one.name, other.name),
						),
						default: '',
						description:
							'A collection of which every member becomes an item of its own, with the fields of its parent beside it',
					} satisfies INodeProperties,
				]),
	];
}

function writeOptions(grouped: boolean): INodeProperties[] {
	if (!grouped) return [];
	return [
		{
			displayName: 'Ignore Unknown Fields',
			name: 'ignoreUnknownFields',
			type: 'boolean',
			default: false,
			description:
				'Whether to leave out fields of the input items that the record does not have, when mapping automatically, instead of refusing the item',
		},
		numberOption(
			'recordsPerRequest',
			'Records per Request',
			'How many records go out in one request',
		),
	];
}

/** The Options collection of an endpoint. */
export function optionsProperty(endpoint: Endpoint): INodeProperties {
	const custom = customFields(recordSchema(endpoint));
	const formats = ['json', 'xml', ...(endpoint.form ? ['form'] : [])];
	const options: INodeProperties[] = [
		...(endpoint.kind === 'read'
			? readOptions(endpoint)
			: writeOptions(endpoint.records !== undefined)),
		numberOption(
			'maxRetries',
			'Max Retries',
			endpoint.kind === 'read'
				? 'How often a failed request is sent again'
				: 'How often a request is sent again that the service cannot have acted on',
		),
		numberOption('timeout', 'Timeout', 'How many seconds to wait for the answer to one request'),
		formatOption(
			'responseFormat',
			'Response Format',
			['json', 'xml'],
			'The format in which the service is asked to answer; the items are the same',
		),
		...(endpoint.body === undefined
			? []
			: [
					formatOption(
						'requestFormat',
						'Request Format',
						formats,
						'The format in which data is sent',
					),
				]),
		...(custom.length === 0 ? [] : [namesOption(custom)]),
	];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.sort((one, other) => compareLabels(one.displayName, other.displayName)),
	};
}
