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

/** A parameter and the names of those that contain it. */
interface Placed {
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

/** What one parameter lacks of what n8n asks of parameters, apart from what its linter finds. */
export function propertyProblems(property: INodeProperties): string[] {
	const { name, placeholder, type, options = [], modes = [] } = property;
	const start = type === 'collection' || type === 'fixedCollection' ? 'Add ' : 'e.g. ';
	const names = options.map((option) => (isProperty(option) ? option.displayName : option.name));
	const byId = modes.find((mode) => mode.name === 'id');
	const list = modes.find((mode) => mode.name === 'list');
	const problems: ReadonlyArray<readonly [boolean, string]> = [
		[type === 'resourceLocator' && !byId, 'no mode By ID'],
		[type === 'resourceLocator' && !list?.typeOptions?.searchListMethod, 'no list to search'],
		[
			start === 'Add ' ? !placeholder?.startsWith(start) : placeholder?.startsWith(start) === false,
			`a placeholder without "${start}"`,
		],
		[
			!isSorted(names) && type !== 'fixedCollection' && name !== 'projectFields',
			'options are not sorted',
		],
		[
			name === 'operation' && options.some((option) => !(option as INodePropertyOptions).action),
			'an option without an action',
		],
	];
	return [
		...placeholderProblems(placeholder ?? byId?.placeholder),
		...problems.filter(([isWrong]) => isWrong).map(([, problem]) => problem),
	];
}
