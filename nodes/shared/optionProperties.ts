// How the editor shows what several operations and both nodes have in common: options, filters, notices.
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filterFields, type ReadEndpoint } from '../../api/endpoint';
import type { Field } from '../../api/schema/types';
import { compareLabels, labelOf } from './labels';
import { type Option, optionLabel, type OptionName, options } from './options';

/** Options of a dropdown from saved values, sorted as people look for them. */
export function choices(values: readonly string[], label: (value: string) => string = labelOf) {
	return byName(values.map((value) => ({ name: label(value), value })));
}

function byName<T extends { readonly name: string }>(list: readonly T[]): T[] {
	return [...list].sort((one, other) => compareLabels(one.name, other.name));
}

/** Parameters in the order in which people look for them. */
export function byLabel(properties: readonly INodeProperties[]): INodeProperties[] {
	return [...properties].sort((one, other) => compareLabels(one.displayName, other.displayName));
}

/** A parameter whose default is computed. */
export function preset(
	property: INodeProperties,
	value: INodeProperties['default'],
): INodeProperties {
	return { ...property, default: value };
}

/** The texts of a parameter: an example in it, and sentences under it. */
export function textsOf(
	example: string | undefined,
	...sentences: ReadonlyArray<string | undefined>
): Pick<INodeProperties, 'description' | 'placeholder'> {
	const description = sentences.filter(Boolean).join('. ');
	return {
		...(description === '' ? {} : { description }),
		...(example === undefined ? {} : { placeholder: `e.g. ${example}` }),
	};
}

function valuesOf(
	values: Extract<Option, { kind: 'choice' }>['values'],
	offered: readonly string[],
): INodePropertyOptions[] {
	return byName(
		offered.map((value) => {
			const { label = labelOf(value), description } = values[value];
			return { name: label, value, ...(description === undefined ? {} : { description }) };
		}),
	);
}

interface Change {
	readonly description?: string;
	readonly preset?: number;
	/** Of a choice, the values that apply. */
	readonly values?: readonly string[];
	readonly displayOptions?: INodeProperties['displayOptions'];
}

/** The parameter for an option, with what is particular about it in an operation. */
export function optionProperty(name: OptionName, change: Change = {}): INodeProperties {
	const option: Option = options[name];
	const displayName = optionLabel(name);
	const { description = option.description, displayOptions } = change;
	const shared = { displayName, name, description, ...(displayOptions && { displayOptions }) };
	switch (option.kind) {
		case 'number': {
			const typeOptions = { minValue: option.least };
			return { ...shared, type: 'number', typeOptions, default: change.preset ?? option.preset };
		}
		case 'choice': {
			const { values = Object.keys(option.values) } = change;
			const offered = valuesOf(option.values, values);
			return { ...shared, type: 'options', options: offered, default: values[0] ?? '' };
		}
		case 'boolean':
			return { ...shared, type: 'boolean', default: false };
		case 'date':
			return { ...shared, type: 'dateTime', default: '' };
		case 'string': {
			const property: INodeProperties = { ...shared, type: 'string', default: option.preset ?? '' };
			return option.example === undefined
				? property
				: { ...property, placeholder: `e.g. ${option.example}` };
		}
		default:
			return option satisfies never;
	}
}

/** A parameter for the ID of a record: chosen from a list, where the service has one, or entered. */
export function idProperty(
	name: string,
	displayName: string,
	{ chosenFrom, example }: Field,
	texts: Pick<INodeProperties, 'description' | 'placeholder'>,
): INodeProperties {
	if (chosenFrom === undefined) return { displayName, name, type: 'string', default: '', ...texts };
	const { description, placeholder = `e.g. ${example}` } = texts;
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...(description === undefined ? {} : { description }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a project...',
				typeOptions: { searchListMethod: searchMethods[chosenFrom], searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}

/** The methods of the node that search a list. */
const searchMethods = { projects: 'searchProjects' } as const;

/** The collection Options. */
export function optionsCollection(properties: readonly INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: byLabel(properties),
	};
}

export const listAdvice =
	'Enter them separated by commas or line breaks, or use an expression that returns an array';

function filterProperty({ name, schema, description, example }: Field): INodeProperties {
	const { kind } = schema;
	const shared = { displayName: labelOf(name), name };
	return kind === 'boolean'
		? { ...shared, type: 'boolean', default: false, ...textsOf(undefined, description) }
		: {
				...shared,
				type: 'string',
				default: '',
				...textsOf(example, description, kind === 'list' ? listAdvice : undefined),
			};
}

/** Filters that the service does not know: the node applies them while it reads. */
function rowFilterProperties({ rowFilters, rowNoun = 'record' }: ReadEndpoint): INodeProperties[] {
	if (!rowFilters) return [];
	const { examples = {} } = rowFilters;
	const searched = rowFilters.search.map(labelOf).join(', ');
	return [
		...Object.entries(rowFilters.equals).map(([name, field]): INodeProperties => ({
			displayName: labelOf(name),
			name,
			type: 'string',
			default: '',
			...textsOf(
				examples[name],
				`Only ${rowNoun}s whose ${labelOf(field)} is one of these; upper and lower case do not matter`,
				listAdvice,
			),
		})),
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			...textsOf(
				examples.search,
				`Only ${rowNoun}s with this text in one of these fields: ${searched}`,
			),
		},
	];
}

/** The collection Filters of an endpoint, if it has any. */
export function filters(endpoint: ReadEndpoint): INodeProperties[] {
	const properties = [
		...filterFields(endpoint).map(filterProperty),
		...rowFilterProperties(endpoint),
	];
	if (properties.length === 0) return [];
	return [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: byLabel(properties),
		},
	];
}

/** Shown with an operation that the service calls deprecated. */
export const deprecation: INodeProperties = {
	displayName: 'The service marks this endpoint as deprecated and names no replacement',
	name: 'deprecated',
	type: 'notice',
	default: '',
};
