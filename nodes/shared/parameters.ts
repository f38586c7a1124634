// How the node comes by its parameters: by n8n where they have to be computed, as they were saved everywhere else.
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

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
 * A reader of parameters that leaves to n8n only what has to be computed: for each value that it is asked for, n8n
 * puts together all that an expression might name, and looks through the whole panel for how to check it. What
 * holds no expression is taken as it was saved, what only names a field of the item from the item.
 */
export function parametersOf(context: IExecuteFunctions, { parameters: saved }: INode): Parameters {
	const items = context.getInputData();
	return (name, itemIndex, fallback) => {
		const written = saved[name];
		if (!holdsExpression(written)) return written === undefined ? fallback : written;
		const referred = referredField(written);
		if (referred === undefined)
			return context.getNodeParameter(name, itemIndex, fallback as object);
		const given = fieldOf(items[itemIndex]?.json ?? {}, referred);
		return given === undefined ? fallback : given;
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
