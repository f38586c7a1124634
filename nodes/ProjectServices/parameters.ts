// How the node asks n8n for its parameters: once for what is the same for all items.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** Reads a parameter for an input item. */
export type Parameters = (name: string, itemIndex: number, fallback?: unknown) => unknown;

/** Whether a saved parameter value has to be resolved for each item anew. */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (Array.isArray(value)) return value.some(holdsExpression);
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

const REFERENCE = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"\\]+)"\]|\['([^'\\]+)'\])\s*\}\}$/;

/** The field of the input item that an expression names and does nothing else, as most mappings are. */
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
 * A reader of parameters that resolves one without an expression only once: an expression costs
 * about a millisecond for each item, and even a fixed collection is walked anew on each call. A
 * parameter that only names a field of the item is taken from the item.
 */
export function parametersOf(context: IExecuteFunctions): Parameters {
	const saved = context.getNode().parameters;
	const items = context.getInputData();
	const fixed = new Map<string, unknown>();
	return (name, itemIndex, fallback) => {
		if (fixed.has(name)) return fixed.get(name);
		const referred = referredField(saved[name]);
		if (referred !== undefined) {
			const given = fieldOf(items[itemIndex]?.json ?? {}, referred);
			return given === undefined ? fallback : given;
		}
		const value: unknown = context.getNodeParameter(name, itemIndex, fallback as object);
		const root = name.split('.', 1)[0] ?? name;
		if (!holdsExpression(saved[root])) fixed.set(name, value);
		return value;
	};
}

/** The collection `options` for an input item. */
export function optionsOf(parameters: Parameters, itemIndex: number): IDataObject {
	return parameters('options', itemIndex, {}) as IDataObject;
}

/** A text list as the editor takes it: commas and line ends part, blanks around are dropped; or an array. */
export function listOf(value: unknown): string[] {
	const parts = Array.isArray(value) ? value : String(value ?? '').split(/[,\n\r]/);
	return parts.map((part) => String(part ?? '').trim()).filter((part) => part !== '');
}
