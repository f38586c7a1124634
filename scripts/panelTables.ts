// What the editor shows of an operation, as a table of its parameters and a line of its options.
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { labelOf } from '../nodes/shared/labels';
import type { OperationPanel } from '../nodes/ProjectServices/nodePanel';
import { tableOf } from './markdown';

type Choice = NonNullable<INodeProperties['options']>[number];

/** The label of a value in a dropdown, or of a parameter in a collection. */
function labelIn(choice: Choice): string {
	return 'displayName' in choice ? choice.displayName : choice.name;
}

function valueLabel({ options = [] }: INodeProperties, value: unknown): string {
	const chosen = options.find((option) => 'value' in option && option.value === value);
	return chosen ? labelIn(chosen) : String(value);
}

/** What the editor fills in, in words; empty where it fills in nothing. */
function defaultWords(property: INodeProperties): string {
	const { default: value, type } = property;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (typeof value === 'number') return String(value);
	if (type === 'options' && value !== '') return valueLabel(property, value);
	if (type === 'multiOptions' && Array.isArray(value) && value.length > 0)
		return value.map((each) => valueLabel(property, each)).join(', ');
	if (type !== 'string' || typeof value !== 'string') return '';
	return value.startsWith('=') ? `\`${value.slice(1)}\`` : value;
}

function neededWords(property: INodeProperties): string {
	if (property.type === 'resourceMapper') return 'the record';
	return defaultWords(property) || (isNeeded(property) ? 'required' : 'optional');
}

/** A list that another choice asks for is needed with it. */
function isNeeded({ displayOptions, required, type }: INodeProperties): boolean {
	const conditions = Object.keys(displayOptions?.show ?? {}).filter((name) => name !== 'dataMode');
	return required === true || (type === 'multiOptions' && conditions.length > 0);
}

/** When the editor shows a parameter, by the labels of the parameter that decides; the index says it of Data Mode. */
function conditionWords(
	{ displayOptions }: INodeProperties,
	all: readonly INodeProperties[],
): string {
	const shown = Object.entries(displayOptions?.show ?? {}).filter(([name]) => name !== 'dataMode');
	const conditions = shown.map(([name, values = []]) => {
		const deciding = all.find((property) => property.name === name);
		const labels = values.map((value) =>
			typeof value === 'boolean' ? defaultWords({ default: value } as INodeProperties) : value,
		);
		const words = labels.map((value) => (deciding ? valueLabel(deciding, value) : String(value)));
		return `**${deciding?.displayName ?? labelOf(name)}** is ${words.join(' or ')}`;
	});
	return conditions.length === 0 ? '' : `If ${conditions.join(' and ')}.`;
}

function lowerFirst(text: string): string {
	return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function sentence(text: string): string {
	const plain = text
		.replace(/(?:\. )?Only fields that you add are sent\.?$/, '')
		.replace(/<a href="([^"]+)">([^<]+)<\/a>/g, '[$2]($1)')
		.replaceAll('|', '\\|');
	return plain === '' || plain.endsWith('.') ? plain : `${plain}.`;
}

/** The fields of an entry: those that stand in it, and those that are added to it. */
function valuesOf(entries: readonly Choice[]): Choice[] {
	return entries
		.flatMap((entry) => ('values' in entry ? entry.values : []))
		.flatMap((value): Choice[] =>
			value.type === 'collection' ? ((value.options ?? []) as Choice[]) : [value],
		);
}

/** Of more fields than these, a few are named. */
const MANY = 12;
const FEW = 5;

/** The values of a dropdown with their descriptions, or what can be added to a collection. */
function choiceWords({ name, type, options = [] }: INodeProperties): string {
	if (options.length === 0) return '';
	// The table of the record has them, with their numbers.
	if (options.some((option) => 'value' in option && typeof option.value === 'number'))
		return `Those of \`${name.charAt(0).toUpperCase()}${name.slice(1)}\`.`;
	const fields =
		type === 'collection' ? options : type === 'fixedCollection' ? valuesOf(options) : [];
	if (fields.length > MANY)
		return `Fields of the request body, such as ${fields.slice(0, FEW).map(labelIn).join(', ')}.`;
	if (fields.length > 0) return `Fields: ${fields.map(labelIn).join(', ')}.`;
	const choices = options.map((option) => {
		const { description } = option as INodePropertyOptions;
		return `_${labelIn(option)}_${description === undefined ? '' : `: ${lowerFirst(description)}`}`;
	});
	const separator = choices.some((words) => words.includes(': ')) ? '; ' : ', ';
	return `${choices.join(separator)}.`;
}

/** The first sentence; in a filter, the others say how to enter several values. */
function firstSentence(text = ''): string {
	return text.split('. ')[0] ?? '';
}

function textOf(property: INodeProperties, all: readonly INodeProperties[]): string {
	const { description = '' } = property;
	return [conditionWords(property, all), sentence(description), choiceWords(property)]
		.filter((words) => words !== '')
		.join(' ');
}

/** Parameters of many operations, which the index explains once. */
const EXPLAINED_ONCE: Readonly<Record<string, string>> = {
	returnAll: 'Whether to return all results, or only up to **Limit** (50)',
	limit: '',
	returnAs:
		'An item per record, one item with the whole catalog, or [a file](../reading.md#a-file-instead-of-items)',
	output:
		'[Which fields an item has](../reading.md#what-an-item-has): _Raw_ (all), _Simplified_ (a few), or _Selected Fields_ and the ID',
	fields: '',
	otherFields: '',
	cursorName: 'The name of [the position in the changes](../changes.md#parameters)',
	changeTypes: 'Which changes to return: created, updated, deleted',
	dataMode:
		'_Map Fields_: fill in the parameters of the operation; _JSON_: enter [the request body](../writing.md#what-is-sent)',
	body: 'For _JSON_: the request body with the field names of the service, as text or as an object by expression. Each input item is a body of its own.',
};

/** Filters that have a text of their own are the same as in another operation. */
function rowsOf(property: INodeProperties, all: readonly INodeProperties[]): string[][] {
	const { description, displayName, name, options = [] } = property;
	if (name !== 'filters' || description !== undefined)
		return [[`**${displayName}**`, neededWords(property), textOf(property, all)]];
	return (options as INodeProperties[]).map((filter) => [
		`**${displayName} → ${filter.displayName}**`,
		neededWords(filter),
		sentence(firstSentence(filter.description)),
	]);
}

/** The parameters that an operation alone has: each once, and each filter in a row of its own. */
export function parameterTable({ properties }: OperationPanel): readonly string[] {
	const rows = properties
		.filter(({ name, type }) => type !== 'notice' && name !== 'options')
		.filter(({ name }) => !(name in EXPLAINED_ONCE))
		.filter(({ name }, index, all) => all.findIndex((same) => same.name === name) === index)
		.flatMap((property) => rowsOf(property, properties));
	return rows.length === 0 ? [] : tableOf(['Parameter', 'Default', 'What to enter'], rows);
}

/** The labels of the parameters that the index explains, and of the options. */
export function otherParameters({ properties }: OperationPanel): string {
	const shown = properties.filter(({ name }) => EXPLAINED_ONCE[name]);
	return [...new Set(shown.map(({ displayName }) => displayName))].join(', ');
}

/** What the index says of parameters that many operations have. */
export function sharedParameters(panels: readonly OperationPanel[]): readonly string[] {
	const all = panels.flatMap(({ properties }) => properties);
	const rows = Object.entries(EXPLAINED_ONCE)
		.filter(([, words]) => words !== '')
		.map(([name, words]) => {
			const label = all.find((property) => property.name === name)?.displayName ?? labelOf(name);
			return [`**${label}**`, words];
		});
	return tableOf(['Parameter', 'What it does'], rows);
}

/** The labels of the options of an operation. */
export function optionWords({ properties }: OperationPanel): string {
	const collection = properties.find(({ name }) => name === 'options');
	const options = (collection?.options ?? []) as INodeProperties[];
	return options.map(({ displayName }) => displayName).join(', ');
}
