// Writes records as JSON with exact numbers. Independent of wire/ on purpose.
import type { Field, Schema } from '../../../api/schema/types';
import {
	asList,
	asRecord,
	flagText,
	numberText,
	plainText,
	unknownFields,
	type Values,
} from './values';

/**
 * Writes a value as JSON: fields in the document's order, unknown ones last; digit strings in number
 * fields as the bare numbers they are.
 *
 * @throws Error where a value is not of its field's kind.
 */
export function writeJson(schema: Schema, value: unknown): string {
	return value === null ? 'null' : writeJsonKind(schema, value);
}

function writeJsonKind(kind: Schema, value: unknown): string {
	switch (kind.kind) {
		case 'record':
			return writeJsonRecord(kind.fields, asRecord(value));
		case 'list':
			return `[${asList(value)
				.map((item) => writeJson(kind.item, item))
				.join(',')}]`;
		case 'integer':
		case 'byte':
		case 'decimal':
			return numberText(value);
		case 'boolean':
			return flagText(value);
		case 'string':
		case 'date':
		case 'guid':
		case 'enum':
			return JSON.stringify(plainText(value));
		case 'opaque':
			return JSON.stringify(value);
		default:
			return kind satisfies never;
	}
}

function writeJsonRecord(fields: readonly Field[], values: Values): string {
	const members: string[] = [];
	for (const { name, schema } of fields) {
		const value = values[name];
		if (value !== undefined) members.push(`"${name}":${writeJson(schema, value)}`);
	}
	for (const name of unknownFields(fields, values)) {
		members.push(`${JSON.stringify(name)}:${JSON.stringify(values[name])}`);
	}
	return `{${members.join(',')}}`;
}
