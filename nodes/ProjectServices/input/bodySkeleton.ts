// The JSON body that the editor starts with: the fields that people fill in most, without values.
import { recordSchema, shownFields, type WriteEndpoint } from '../../../api/endpoint';
import { type Field, kindOf, recordFields, type Schema } from '../../../api/schema/types';
import { fillsOf, identifies } from './parameters';

/** A record with more fields is left to the person, as the list that holds it. */
const MOST_FIELDS = 16;

function emptyOf(schema: Schema): unknown {
	const kind = kindOf(schema);
	switch (kind.kind) {
		case 'record':
			return membersOf(kind.fields);
		case 'list': {
			const fields = recordFields(kind.item);
			return fields.length === 0 || fields.length > MOST_FIELDS ? [] : [membersOf(fields)];
		}
		case 'opaque':
			return {};
		case 'boolean':
			return false;
		case 'string':
		case 'integer':
		case 'byte':
		case 'decimal':
		case 'date':
		case 'guid':
		case 'enum':
			return '';
		default:
			return kind satisfies never;
	}
}

function membersOf(fields: readonly Field[]): Record<string, unknown> {
	return Object.fromEntries(fields.map(({ name, schema }) => [name, emptyOf(schema)]));
}

/** The body of a write as the editor shows it first; it says nothing yet, and is not sent. */
export function bodySkeleton(endpoint: WriteEndpoint): string {
	const { body, records } = endpoint;
	const identity = fillsOf(endpoint).filter(({ field }) => identifies(field));
	const isFilled = (name: string) => identity.some(({ field }) => field.name === name);
	const fields = recordFields(body).filter(({ name }) => name !== records && !isFilled(name));
	const skeleton =
		records === undefined
			? membersOf(fields)
			: { [records]: [membersOf(shownFields(endpoint, recordFields(recordSchema(endpoint))))] };
	return JSON.stringify(skeleton, null, 2);
}
