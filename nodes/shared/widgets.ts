// How the editor shows what several operations and both nodes have in common: options, filters, IDs, notices.
import type { INodeProperties, INodePropertyOptions, NodePropertyTypes } from 'n8n-workflow';

import { filterFields, type ReadEndpoint } from '../../api/endpoint';
import type { Field } from '../../api/schema/types';
import { labelOf, sortedByLabel } from './labels';
import { type Option, parameterLabel, type OptionName, OPTIONS } from './options';

/** Parameters or the options of one, in the order in which people look for them. */
export function byLabel<T extends { readonly name: string; readonly displayName?: string }>(
	list: readonly T[],
): T[] {
	return sortedByLabel(list, ({ displayName, name }) => displayName ?? name);
}

/** Options of a dropdown from saved values. */
export function choices(values: readonly string[], label: (value: string) => string = labelOf) {
	return byLabel(values.map((value) => ({ name: label(value), value })));
}

/** A parameter with the label of its name. */
export function widget(
	name: string,
	type: NodePropertyTypes,
	defaultValue: INodeProperties['default'],
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName: labelOf(name), name, type, default: defaultValue, ...more };
}

type Show = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** A parameter that shows only where others have these values. */
export function shownFor(conditions: Show, property: INodeProperties): INodeProperties {
	const { displayOptions } = property;
	const show = { ...displayOptions?.show, ...conditions };
	return { ...property, displayOptions: { ...displayOptions, show } };
}

/** A parameter that does not show where others have these values. */
function hiddenFor(conditions: Show, property: INodeProperties): INodeProperties {
	const { displayOptions } = property;
	const hide = { ...displayOptions?.hide, ...conditions };
	return { ...property, displayOptions: { ...displayOptions, hide } };
}

/** A parameter that does not show where the node is a tool of an AI agent, which cannot use it. */
export function hiddenInTools(property: INodeProperties): INodeProperties {
	return hiddenFor({ '@tool': [true] }, property);
}

/** A dropdown that offers fewer values where the node is a tool. */
export function fewerInTools(
	property: INodeProperties,
	isOffered: (value: unknown) => boolean,
): INodeProperties[] {
	const { displayOptions, options = [] } = property;
	const offered = options.filter((option) => 'value' in option && isOffered(option.value));
	if (offered.length === options.length) return [property];
	const show = { ...displayOptions?.show, '@tool': [true] };
	const inTools = { ...property, displayOptions: { ...displayOptions, show }, options: offered };
	return [hiddenInTools(property), inTools];
}

/** The description of a parameter. As n8n asks, it ends with a full stop if it has several sentences. */
export function descriptionOf(...sentences: ReadonlyArray<string | undefined>) {
	const text = sentences.filter(Boolean).join('. ');
	if (text === '') return {};
	return { description: text.includes('. ') ? `${text}.` : text };
}

/** The placeholder of a parameter. */
export function exampleOf(example: string | undefined) {
	return example === undefined ? {} : { placeholder: `e.g. ${example}` };
}

/** Overrides of an option in one operation. */
interface OptionOverrides {
	readonly description?: string;
	readonly default?: number;
	/** The values of a choice that this operation offers. */
	readonly values?: readonly string[];
}

/** The parameter for an option. */
export function optionProperty(name: OptionName, overrides: OptionOverrides = {}): INodeProperties {
	const option: Option = OPTIONS[name];
	const description = overrides.description ?? option.description;
	const texts = { displayName: parameterLabel(name), description };
	switch (option.kind) {
		case 'number': {
			const typeOptions = { minValue: option.min };
			return widget(name, 'number', overrides.default ?? option.default, { typeOptions, ...texts });
		}
		case 'choice': {
			const values = overrides.values ?? Object.keys(option.values);
			const offered = values.map((value): INodePropertyOptions => {
				const { label = labelOf(value), description } = option.values[value];
				return { name: label, value, ...descriptionOf(description) };
			});
			return widget(name, 'options', values[0] ?? '', { ...texts, options: byLabel(offered) });
		}
		case 'boolean':
			return widget(name, 'boolean', option.default, texts);
		case 'string':
			return widget(name, 'string', option.default, {
				...texts,
				...exampleOf(option.example),
			});
		default:
			return option satisfies never;
	}
}

/** The parameter for an option of a file, which shows where a file is returned. */
export function fileOption(name: OptionName): INodeProperties {
	return shownFor({ '/returnAs': ['file'] }, optionProperty(name));
}

/** The methods of the node that search a list. */
const SEARCH_METHODS = { projects: 'searchProjects' } as const;

/** The content of a list that does not have every record. */
const LISTED = { projects: 'Projects with change orders; for others, By ID' } as const;

/** A parameter for the ID of a record: chosen from a list, where the service has one, or entered. */
export function idProperty(
	name: string,
	{ chosenFrom, example }: Field,
	more: Partial<INodeProperties>,
): INodeProperties {
	const shownExample = exampleOf(example);
	if (chosenFrom === undefined) return widget(name, 'string', '', { ...shownExample, ...more });
	const typeOptions = { searchListMethod: SEARCH_METHODS[chosenFrom], searchable: true };
	const locator: Partial<INodeProperties> = {
		...more,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: LISTED[chosenFrom],
				typeOptions,
			},
			{ displayName: 'By ID', name: 'id', type: 'string', ...shownExample },
		],
	};
	return widget(name, 'resourceLocator', { mode: 'list', value: '' }, locator);
}

/** The collection Options. */
export function optionsCollection(properties: readonly INodeProperties[]): INodeProperties {
	const texts = { placeholder: 'Add Option', options: byLabel(properties) };
	return widget('options', 'collection', {}, texts);
}

export const LIST_ADVICE =
	'Enter them separated by commas or line breaks, or use an expression that returns an array';

const FILTER_ADVICE =
	'Enter them separated by commas or line breaks, one with a comma in double quotation marks; or use an expression that returns an array, or text with one value per line';

/** @param isOn Whether the filter is on when it is added */
function filterProperty(
	{ name, schema, description, example }: Field,
	isOn: boolean,
): INodeProperties {
	const { kind } = schema;
	if (kind === 'boolean') return widget(name, 'boolean', isOn, descriptionOf(description));
	const texts = descriptionOf(description, kind === 'list' ? FILTER_ADVICE : undefined);
	return widget(name, 'string', '', { ...texts, ...exampleOf(example) });
}

/** Filters that the service does not know: the node applies them while it reads. */
function rowFilterProperties({ rowFilters, rowNoun = 'record' }: ReadEndpoint): INodeProperties[] {
	if (!rowFilters) return [];
	const { equals, search, examples = {} } = rowFilters;
	const filter = (name: string, ...sentences: string[]) =>
		widget(name, 'string', '', { ...descriptionOf(...sentences), ...exampleOf(examples[name]) });
	const searched = search.map(labelOf).join(', ');
	return [
		...Object.entries(equals).map(([name, field]) =>
			filter(
				name,
				`Only ${rowNoun}s whose ${labelOf(field)} is one of these`,
				'Upper and lower case do not matter',
				FILTER_ADVICE,
			),
		),
		filter('search', `Only ${rowNoun}s with this text in one of these fields: ${searched}`),
	];
}

/** The filter by date, which the node applies itself. */
function dateFilterProperties(endpoint: ReadEndpoint): INodeProperties[] {
	const { changedOn = '', rowNoun = 'record' } = endpoint;
	if (!endpoint.updatedAfter) return [];
	const texts = descriptionOf(
		`Only ${rowNoun}s whose ${labelOf(changedOn)} is later, and those without one; the whole list is read to find them`,
	);
	return [widget('updatedAfter', 'dateTime', '', texts)];
}

/**
 * The collection Filters of an endpoint, if it has any.
 *
 * @param added The values of filters when they are added, where they are others than off
 */
export function filters(
	endpoint: ReadEndpoint,
	added: Readonly<Record<string, unknown>> = {},
): INodeProperties[] {
	const properties = [
		...filterFields(endpoint).map((field) => filterProperty(field, added[field.name] === true)),
		...rowFilterProperties(endpoint),
		...dateFilterProperties(endpoint),
	];
	if (properties.length === 0) return [];
	const texts = { placeholder: 'Add Filter', options: byLabel(properties) };
	return [widget('filters', 'collection', {}, texts)];
}

/** A line of text between the parameters. */
export function notice(name: string, text: string): INodeProperties {
	return widget(name, 'notice', '', { displayName: text });
}

/** Shown with an operation that the service calls deprecated. */
export const DEPRECATION = notice(
	'deprecated',
	'The service marks this endpoint as deprecated and names no replacement. It works; your workflow may have to change one day.',
);
