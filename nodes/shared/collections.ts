// Stops the node before anything is sent, if its parameters are wrong: names that an operation does not have, options
// that need another one, and input items that differ in what an execution has once.
import type { INode, INodeProperties } from 'n8n-workflow';

import { formatValue, parameterError, quoted } from './errors';
import { holdsExpression, type Parameters } from './expressions';
import { nameAdvice } from './nearestName';
import { OPTIONS, parameterLabel, type OptionName } from './options';
import { collectionValues, optionValue } from './optionValues';

const COLLECTIONS = ['options', 'filters'] as const;

/** @throws NodeOperationError for an option whose companion is off */
function checkCompanions(
	node: INode,
	property: INodeProperties,
	companionOf: (path: string) => unknown,
	itemIndex: number,
): void {
	for (const [path, needed = []] of Object.entries(property.displayOptions?.show ?? {})) {
		const companion = companionOf(path);
		if (needed.some((value) => String(value) === String(companion))) continue;
		const own = quoted(property.displayName);
		const other = quoted(parameterLabel(path.replace('/', '')));
		const isSwitch = needed[0] === true;
		throw parameterError(
			node,
			`${own} needs ${other}${isSwitch ? ', which is off' : ` set to "${String(needed[0])}"`}`,
			itemIndex,
			`Nothing was sent. ${isSwitch ? `Turn on ${other}` : `Change ${other}`}, or remove ${own} from the options.`,
		);
	}
}

/** @throws NodeOperationError for what is in a collection and does not belong there */
function checkCollection(
	node: INode,
	parameters: Parameters,
	name: (typeof COLLECTIONS)[number],
	offered: readonly INodeProperties[],
	itemIndex: number,
): void {
	const collection = collectionValues(parameters(name, itemIndex));
	const companionOf = (path: string) =>
		path.startsWith('/') ? parameters(path.slice(1), itemIndex) : collection[path];
	for (const key of Object.keys(collection)) {
		const property = offered.find((option) => option.name === key);
		if (!property) {
			const names = offered.map((option) => option.name);
			throw parameterError(
				node,
				`${quoted(parameterLabel(name))} of this operation has no ${formatValue(key)}.${nameAdvice(key, names)}`,
				itemIndex,
				`Nothing was sent. It has ${names.join(', ')}.`,
			);
		}
		checkCompanions(node, property, companionOf, itemIndex);
	}
}

/**
 * Checks the keys of the collections that an operation has.
 *
 * @param panel The parameters of the operation
 * @throws NodeOperationError for a key that it does not have, and for an option whose companion is off
 */
export function checkCollections(
	node: INode,
	parameters: Parameters,
	panel: () => readonly INodeProperties[],
	itemCount: number,
): void {
	for (const name of COLLECTIONS) {
		const saved = node.parameters[name];
		if (saved === undefined || Object.keys(Object(saved)).length === 0) continue;
		const offered = panel().flatMap((property) =>
			property.name === name ? ((property.options ?? []) as INodeProperties[]) : [],
		);
		const companions = offered.flatMap(({ displayOptions }) =>
			Object.keys(displayOptions?.show ?? {}).map((path) => path.replace('/', '')),
		);
		const isComputed = [name, ...companions].some((each) => holdsExpression(node.parameters[each]));
		for (let item = 0; item < (isComputed ? itemCount : Math.min(1, itemCount)); item++)
			checkCollection(node, parameters, name, offered, item);
	}
}

/** A value as it is compared with that of another input item: unset, it is the default. */
function comparableText(node: INode, path: string, value: unknown, itemIndex: number): string {
	const name = path.split('.').at(-1) ?? path;
	const checked = Object.hasOwn(OPTIONS, name)
		? optionValue(node, name as OptionName, value, itemIndex)
		: (value ?? '');
	return typeof checked === 'string' ? checked : (JSON.stringify(checked) ?? '');
}

/** The paths of some parameters that hold an expression; those in a collection are meant with it. */
function computedPaths({ parameters: saved }: INode, names: readonly string[]): string[] {
	return names.flatMap((name) => {
		if (!holdsExpression(saved[name])) return [];
		if (name !== 'options' || typeof saved[name] === 'string') return [name];
		return Object.entries(collectionValues(saved[name])).flatMap(([key, value]) =>
			holdsExpression(value) ? [`${name}.${key}`] : [],
		);
	});
}

/**
 * Checks that input items agree on some parameters.
 *
 * @throws NodeOperationError that names the parameter and two items that disagree
 */
export function checkAgreement(
	node: INode,
	parameters: Parameters,
	names: readonly string[],
	[firstItem = 0, ...items]: readonly number[],
): void {
	for (const path of computedPaths(node, names)) {
		const first = parameters(path, firstItem);
		const text = comparableText(node, path, first, firstItem);
		for (const itemIndex of items) {
			const value = parameters(path, itemIndex);
			if (comparableText(node, path, value, itemIndex) === text) continue;
			const place = firstItem === 0 ? '0 (the first)' : `${firstItem}`;
			const label = quoted(parameterLabel(path.split('.').at(-1) ?? path));
			throw parameterError(
				node,
				`${label} differs between input items: it is ${formatValue(first)} for item ${place} and ${formatValue(value)} for item ${itemIndex}`,
				itemIndex,
				'It applies to the whole execution. Use one value for all items, or separate the items, for example with an If node.',
			);
		}
	}
}

/** What input items that share one reading must agree on. */
export const OF_READING = ['changeTypes', 'output', 'fields', 'otherFields', 'options'] as const;
