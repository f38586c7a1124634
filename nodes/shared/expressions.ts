// Reads the node's parameters: as they were saved, or computed by n8n where they hold an expression.
import type { IDataObject, IExecuteFunctions, IGetNodeParameterOptions, INode } from 'n8n-workflow';

import { isRecord } from '../../api/schema/types';
import { separatedValues } from '../../client/values/separatedValues';
import { nodeError, parameterError, quoted } from './errors';
import { parameterLabel } from './options';

/** Reads a parameter for an input item. */
export type Parameters = (name: string, itemIndex: number, fallback?: unknown) => unknown;

/** Whether a saved parameter has to be computed for each item. */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (Array.isArray(value)) return value.some(holdsExpression);
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

const REFERENCE = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"\\]+)"\]|\['([^'\\]+)'\])\s*\}\}$/;

/** The field of the input item that an expression names, if it does nothing else; most mappings do not. */
export function referredField(expression: unknown): string | undefined {
	if (typeof expression !== 'string') return undefined;
	const [, plain, double, single] = REFERENCE.exec(expression) ?? [];
	return plain ?? double ?? single;
}

/** A field of an input item, never one that every object has. */
export function fieldOf(json: IDataObject, name: string): unknown {
	return Object.hasOwn(json, name) ? json[name] : undefined;
}

/**
 * Has n8n compute a parameter.
 *
 * @throws NodeOperationError when its expression fails
 */
export function computedParameter(
	context: IExecuteFunctions,
	name: string,
	itemIndex: number,
	fallback: unknown,
	settings?: IGetNodeParameterOptions,
): unknown {
	try {
		return context.getNodeParameter(name, itemIndex, fallback as object, settings);
	} catch (error) {
		// n8n walks over the value of an expression, which may be a cycle.
		if (/call stack/i.test(String(error))) {
			throw parameterError(
				context.getNode(),
				`The value of ${quoted(parameterLabel(name))} contains itself or is nested too deeply`,
				itemIndex,
				'Correct its expression.',
			);
		}
		throw nodeError(context.getNode(), error, itemIndex);
	}
}

/** The value of a resource locator; an expression may give the value by itself. */
function locatedValue(value: unknown): unknown {
	return isRecord(value) && value.__rl === true ? value.value : value;
}

/** The saved value under a path: "limit", "options.dryRun". */
export function savedAt(saved: INode['parameters'], path: string): unknown {
	const [name = '', ...rest] = path.split('.');
	// A collection that is an expression as a whole is computed with what is in it.
	return rest.reduce<unknown>(
		(value, step) => (isRecord(value) ? value[step] : value),
		saved[name],
	);
}

/**
 * A reader of parameters that has n8n compute only what holds an expression: for each value, n8n prepares all that
 * an expression might name, and searches the whole panel for how to check it.
 */
export function parametersOf(context: IExecuteFunctions, { parameters: saved }: INode): Parameters {
	const items = context.getInputData();
	return (name, itemIndex, fallback) => {
		const written = locatedValue(savedAt(saved, name));
		if (!holdsExpression(written)) return written === undefined ? fallback : written;
		const referred = referredField(written);
		if (referred === undefined)
			return locatedValue(computedParameter(context, name, itemIndex, fallback));
		const value = fieldOf(items[itemIndex]?.json ?? {}, referred);
		return value === undefined ? fallback : value;
	};
}

/** The key of the operation that is chosen in the node. */
export function chosenOperation(parameters: Parameters): string {
	return `${String(parameters('resource', 0))}/${String(parameters('operation', 0))}`;
}

/**
 * The values of a list: an array; typed text, separated by commas or line breaks; or the text of an expression, which is
 * data, with a value per line.
 */
export function enteredList(value: unknown, isComputed: boolean): string[] {
	if (typeof value === 'string' && !isComputed) return separatedValues(value);
	const parts = Array.isArray(value) ? value : String(value ?? '').split(/[\n\r]/);
	return parts.map((part) => String(part ?? '').trim()).filter((part) => part !== '');
}

/** The values of a list under a path of the parameters. */
export function listAt(node: INode, path: string, value: unknown): string[] {
	return enteredList(value, holdsExpression(savedAt(node.parameters, path)));
}
