// Walks a node's built description as n8n's linters read a written one.
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { sampleIds } from '../../sandbox/state';

type Option = INodePropertyOptions | INodeProperties | INodePropertyCollection;
type Values = Readonly<Record<string, unknown>>;

function isProperty(option: Option): option is INodeProperties {
	return 'type' in option;
}

function isGroup(option: Option): option is INodePropertyCollection {
	return 'values' in option;
}

function isChoice(option: Option): option is INodePropertyOptions {
	return 'value' in option;
}

/** A parameter and the names of those that contain it. */
export interface Placed {
	readonly property: INodeProperties;
	readonly path: string;
}

/** All parameters, those inside collections as well. */
export function allProperties(properties: readonly INodeProperties[], path = ''): Placed[] {
	return properties.flatMap((property) => {
		const place = `${path}${property.name}`;
		const inner = (property.options ?? []).flatMap((option) => {
			if (isGroup(option)) return allProperties(option.values, `${place}.${option.name}.`);
			return isProperty(option) ? allProperties([option], `${place}.`) : [];
		});
		return [{ property, path: place }, ...inner];
	});
}

/** The parameters of the first level that the editor shows for these values. */
export function shownProperties(
	properties: readonly INodeProperties[],
	values: Values,
): INodeProperties[] {
	const holds = (conditions: Values | undefined, all: boolean) => {
		const met = Object.entries(conditions ?? {}).map(([name, allowed]) =>
			(allowed as unknown[]).includes(values[name]),
		);
		return all ? met.every(Boolean) : met.some(Boolean);
	};
	return properties.filter(
		({ displayOptions }) =>
			holds(displayOptions?.show, true) && !holds(displayOptions?.hide, false),
	);
}

const SMALL = /^(a|an|and|as|at|but|by|for|if|in|nor|of|on|or|per|the|to|via|vs|with)$/;

/** Whether a label has its words in Title Case: small words small, all others with a capital. */
export function isTitleCase(label: string): boolean {
	const words = label.split(/[\s/()-]+/).filter((word) => word !== '');
	return words.every((word, index) => {
		const outside = index === 0 || index === words.length - 1;
		const isSmall = SMALL.test(word.toLowerCase()) && !outside;
		return isSmall ? SMALL.test(word) : !/^[a-z]/.test(word);
	});
}

function isSorted(names: readonly string[]): boolean {
	const sorted = [...names].sort((one, other) =>
		one.localeCompare(other, 'en', { numeric: true, sensitivity: 'base' }),
	);
	return names.every((name, index) => name === sorted[index]);
}

function wordsProblems(words: string | undefined): string[] {
	if (words === undefined || words === '') return [];
	const sentences = words.split(/[.!?] /).length;
	return [
		...(words.trim() === words && !words.includes('  ') ? [] : ['blanks']),
		...(/\bid\b|\bids\b|\bUrl\b|\burl\b/.test(words)
			? ['"ID", "URL" are written in capitals']
			: []),
		...(sentences === 1 && words.endsWith('.') ? ['a final full stop'] : []),
		...(/^[a-z]/.test(words) ? ['begins with a small letter'] : []),
	];
}

/** n8n's guidelines for the texts of the list of actions: no articles, no full stop. */
function actionProblems({ name, action }: INodePropertyOptions): string[] {
	if (!action) return [`option "${name}": no action`];
	return /\b(?:a|an|the)\b/i.test(action) || action.endsWith('.')
		? [`option "${name}": action "${action}"`]
		: [];
}

/** IDs as the simulated service has them, so that what a placeholder shows works in the demo. */
const demoIds = new Set<string>(Object.values(sampleIds));

/** A placeholder with an ID that the demo does not know. */
function placeholderProblems(placeholder = ''): string[] {
	const shown = placeholder.replace(/^e\.g\. /, '').split(', ');
	const unknown = shown.filter(
		(id) => (/^(?:ERP-)?[A-Z]{1,3}-\d+$/.test(id) || /^\d{5,}$/.test(id)) && !isDemoId(id),
	);
	return unknown.map((id) => `placeholder "${id}" is not an ID of the demo`);
}

// Lists of IDs go on from the first one: T-1001, T-1002.
function isDemoId(id: string): boolean {
	return demoIds.has(id) || [...demoIds].some((known) => id.startsWith(known.replace(/\d+$/, '')));
}

/** What a resource locator lacks: a record can always be given by its ID. */
function locatorProblems({ modes = [] }: INodeProperties): string[] {
	const byId = modes.find(({ name }) => name === 'id');
	const list = modes.find(({ name }) => name === 'list');
	return [
		...(byId ? placeholderProblems(byId.placeholder) : ['no mode By ID']),
		...(list?.typeOptions?.searchListMethod ? [] : ['no list to search']),
	];
}

function optionProblems(property: INodeProperties): string[] {
	const options = property.options ?? [];
	const choices = options.filter(isChoice).filter((option) => !isProperty(option));
	const names = options.map((option) => (isProperty(option) ? option.displayName : option.name));
	const saved = options.map((option) => (isChoice(option) ? option.value : option.name));
	return [
		...(isSorted(names) || property.type === 'fixedCollection' ? [] : ['options are not sorted']),
		...(new Set(saved).size === saved.length ? [] : ['a value twice']),
		...(new Set(names).size === names.length ? [] : ['a label twice']),
		...choices.filter(({ name }) => !isTitleCase(name)).map(({ name }) => `option "${name}"`),
		...choices.flatMap(({ name, description }) =>
			wordsProblems(description).map((problem) => `option "${name}": ${problem}`),
		),
		...(property.name === 'operation' ? choices.flatMap(actionProblems) : []),
	];
}

const DEFAULTS: Readonly<Partial<Record<INodeProperties['type'], string>>> = {
	boolean: 'boolean',
	collection: 'object',
	fixedCollection: 'object',
	multiOptions: 'object',
	resourceMapper: 'object',
	string: 'string',
};

function defaultProblems({ type, options, default: value }: INodeProperties): string[] {
	const expected = DEFAULTS[type];
	if (expected !== undefined && typeof value !== expected)
		return [`default of type ${typeof value}`];
	const choices = (options ?? []).filter(isChoice);
	const known = type !== 'options' || choices.some((choice) => choice.value === value);
	return known ? [] : ['default is none of the options'];
}

/** What one parameter lacks of what n8n asks of parameters. */
export function propertyProblems(property: INodeProperties): string[] {
	const { displayName, description, placeholder, type } = property;
	if (type === 'notice') return displayName.endsWith(' ') ? ['blanks'] : [];
	const isCollection = type === 'collection' || type === 'fixedCollection';
	return [
		...(isTitleCase(displayName) && !/\bWeb Site\b/.test(displayName)
			? []
			: [`label "${displayName}"`]),
		...placeholderProblems(placeholder),
		...(type === 'resourceLocator' ? locatorProblems(property) : []),
		...wordsProblems(description),
		...(type === 'boolean' && !description?.startsWith('Whether ') ? ['no "Whether ..."'] : []),
		...(isCollection && !placeholder?.startsWith('Add ') ? ['no placeholder "Add ..."'] : []),
		...(!isCollection && placeholder !== undefined && !placeholder.startsWith('e.g. ')
			? ['a placeholder without "e.g."']
			: []),
		...(description === displayName ? ['the label said again'] : []),
		...optionProblems(property),
		...defaultProblems(property),
	];
}
