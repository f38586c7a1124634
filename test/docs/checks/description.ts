// Walks a node's built description: what it holds and shows, and what is wrong in it that n8n's linter does not find.
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
		// As in n8n, a slash begins at the first level, which may be given as such, and a dot leads into a collection.
		const inside = (path: string) =>
			path.split('.').reduce<unknown>((value, name) => Object(value)[name], values);
		const valueAt = (path: string) => values[path] ?? inside(path.replace(/^\//, ''));
		const met = Object.entries(conditions ?? {}).map(([path, allowed]) =>
			(allowed as unknown[]).includes(valueAt(path)),
		);
		return all ? met.every(Boolean) : met.some(Boolean);
	};
	return properties.filter(
		({ displayOptions }) =>
			holds(displayOptions?.show, true) && !holds(displayOptions?.hide, false),
	);
}

function isSorted(names: readonly string[]): boolean {
	const sorted = [...names].sort((a, b) =>
		a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' }),
	);
	return names.every((name, index) => name === sorted[index]);
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

function optionProblems({ name, type, options = [] }: INodeProperties): string[] {
	const choices = options.filter(isChoice).filter((option) => !isProperty(option));
	const names = options.map((option) => (isProperty(option) ? option.displayName : option.name));
	return [
		...(isSorted(names) || type === 'fixedCollection' || name === 'projectFields'
			? []
			: ['options are not sorted']),
		...(name === 'operation' ? choices.flatMap(actionProblems) : []),
	];
}

/** What one parameter lacks of what n8n asks of parameters, apart from what its linter finds. */
export function propertyProblems(property: INodeProperties): string[] {
	const { placeholder, type } = property;
	const isCollection = type === 'collection' || type === 'fixedCollection';
	return [
		...placeholderProblems(placeholder),
		...(type === 'resourceLocator' ? locatorProblems(property) : []),
		...(isCollection && !placeholder?.startsWith('Add ') ? ['no placeholder "Add ..."'] : []),
		...(!isCollection && placeholder !== undefined && !placeholder.startsWith('e.g. ')
			? ['a placeholder without "e.g."']
			: []),
		...optionProblems(property),
	];
}
