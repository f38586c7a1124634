// The editor's widget for each kind of field that a write takes.
import type { INodeProperties } from 'n8n-workflow';

import {
	type Codes,
	type Field,
	recordFields,
	type Schema,
	typeName,
} from '../../../api/schema/types';
import { labelOf } from '../../shared/labels';
import { byLabel, choices, listAdvice, preset, textsOf } from '../../shared/optionProperties';
import { entryGroup, additionalFields } from '../input/parameters';

function jsonField(field: Field, item: Schema): INodeProperties {
	const advice =
		item.kind === 'opaque'
			? `A list as JSON; the API documentation does not describe the fields of ${item.name}, which are sent unchanged`
			: `A list of ${typeName(item)} as JSON, or an array by expression`;
	return {
		displayName: labelOf(field.name),
		name: field.name,
		type: 'json',
		default: '[]',
		...textsOf(undefined, field.description, advice),
	};
}

function choiceOf(codes: Codes): INodeProperties['options'] {
	const numbers = new Map(Object.entries(codes).map(([number, name]) => [name, Number(number)]));
	return choices([...numbers.keys()]).map(({ name, value }) => ({
		name,
		value: numbers.get(value) ?? 0,
	}));
}

function listField(field: Field, item: Schema): INodeProperties {
	const displayName = labelOf(field.name);
	const { name } = field;
	if (item.kind === 'record' || item.kind === 'opaque') return jsonField(field, item);
	if ('codes' in item && item.codes) {
		const options = choiceOf(item.codes);
		return {
			displayName,
			name,
			type: 'multiOptions',
			options,
			default: [],
			...textsOf(undefined, field.description),
		};
	}
	return {
		displayName,
		name,
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		...textsOf(undefined, field.description, listAdvice),
	};
}

function choiceField({ name, description }: Field, values: readonly string[]): INodeProperties {
	const property: INodeProperties = {
		displayName: labelOf(name),
		name,
		type: 'options',
		options: choices(values),
		default: '',
		...textsOf(undefined, description),
	};
	return preset(property, values[0]);
}

/** The widget of one field in a collection. */
export function fieldProperty(field: Field): INodeProperties {
	const kind = field.schema;
	const displayName = labelOf(field.name);
	const { name } = field;
	switch (kind.kind) {
		case 'string':
		case 'guid':
			return {
				displayName,
				name,
				type: 'string',
				default: '',
				...textsOf(field.example, field.description),
			};
		case 'integer':
		case 'byte':
		case 'decimal':
			return {
				displayName,
				name,
				type: 'number',
				default: 0,
				...textsOf(undefined, field.description),
			};
		case 'boolean':
			return {
				displayName,
				name,
				type: 'boolean',
				default: false,
				...textsOf(undefined, `Whether ${name} is true`, field.description),
			};
		case 'date':
			return {
				displayName,
				name,
				type: 'dateTime',
				default: '',
				...textsOf(undefined, field.description),
			};
		case 'enum':
			return choiceField(field, kind.values);
		case 'list':
			return listField(field, kind.item);
		case 'record':
			return collectionOf(field, kind.fields);
		case 'opaque':
			return {
				displayName,
				name,
				type: 'json',
				default: '{}',
				...textsOf(undefined, field.description),
			};
		default:
			return kind satisfies never;
	}
}

/** A collection from which a person adds the fields to be sent; what is not added is not sent. */
export function collectionOf(
	{ name, description }: Pick<Field, 'name' | 'description'>,
	fields: readonly Field[],
): INodeProperties {
	return {
		displayName: labelOf(name),
		name,
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		...textsOf(undefined, description),
		options: byLabel(fields.map(fieldProperty)),
	};
}

/** A code whose values the document does not list: empty until a person enters one. */
function codeField(field: Field): INodeProperties {
	return {
		...fieldProperty(field),
		default: '',
		required: true,
		placeholder: 'e.g. 3',
		description:
			'The number of the field to change. The API documentation does not list these numbers: ask the operator of the service.',
	};
}

/** The parameters of one entry: codes and strings directly, the others in a collection. */
function entryFields(fields: readonly Field[]): INodeProperties[] {
	const isDirect = (field: Field) =>
		field.undocumentedCode === true || field.schema.kind === 'string';
	const others = fields.filter((field) => !isDirect(field));
	return [
		...fields
			.filter(isDirect)
			.map((field) => (field.undocumentedCode ? codeField(field) : fieldProperty(field))),
		...(others.length === 0 ? [] : [collectionOf({ name: additionalFields }, others)]),
	];
}

/** A list of records to which a person adds entries. */
export function entriesProperty(field: Field, item: Schema): INodeProperties {
	const fields = recordFields(item);
	const isNumbered = fields.some(({ undocumentedCode }) => undocumentedCode);
	return {
		displayName: labelOf(field.name),
		name: field.name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: isNumbered ? 'Add Field' : 'Add Resource',
		default: {},
		...textsOf(undefined, field.description),
		options: [
			{
				displayName: isNumbered ? 'Field' : 'Resource',
				name: entryGroup,
				values: entryFields(fields),
			},
		],
	};
}
