// Holds a value against an output schema: what is in one and not in the other, by path.
import type { JsonSchema } from '../../../scripts/outputSchemas';

const DIGITS = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function isType(type: JsonSchema['type'], value: unknown): boolean {
	switch (type) {
		case 'string':
		case 'boolean':
			return typeof value === type;
		// A number that a JavaScript number cannot hold is text with all its digits.
		case 'integer':
			return Number.isInteger(value) || (typeof value === 'string' && DIGITS.test(value));
		case 'number':
			return Number.isFinite(value) || (typeof value === 'string' && DIGITS.test(value));
		case 'array':
			return Array.isArray(value);
		case 'object':
			return typeof value === 'object' && value !== null && !Array.isArray(value);
		default:
			return type satisfies never;
	}
}

/** The disagreements between a value and a schema; with `complete`, the value has to hold every field. */
export function schemaMismatches(
	schema: JsonSchema,
	value: unknown,
	complete: boolean,
	path = '',
): string[] {
	if (value === null && !complete) return [];
	if (!isType(schema.type, value)) return [`${path || 'item'}: not ${schema.type}`];
	if (Array.isArray(value)) {
		const { items } = schema;
		if (!items) return [`${path}: items are not described`];
		return value.flatMap((member, index) =>
			schemaMismatches(items, member, complete, `${path}[${index}]`),
		);
	}
	if (schema.type !== 'object') return [];
	const fields = value as Record<string, unknown>;
	const properties = schema.properties ?? {};
	const missing = Object.keys(properties).filter((name) => complete && !(name in fields));
	return [
		...missing.map((name) => `${path}.${name}: only in the schema`),
		...Object.entries(fields).flatMap(([name, field]) => {
			const described = properties[name];
			return described
				? schemaMismatches(described, field, complete, `${path}.${name}`)
				: [`${path}.${name}: only in the item`];
		}),
	];
}
