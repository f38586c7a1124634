// The editor's widget for each kind of field that a write takes.
import type { INodeProperties } from 'n8n-workflow';

import {
	type Codes,
	type Field,
	kindOf,
	recordFields,
	type Schema,
	typeName,
} from '../../api/kinds';
import { compareLabels, labelOf } from './labels';
import { choices, preset } from './optionProperties';
import { entryGroup, rarerFields } from './writeParameters';

/** Words under a widget: the document's remark, and how to fill it in. */
function wordsOf(
	...parts: ReadonlyArray<string | undefined>
): Pick<INodeProperties, 'description'> {
	const said = parts.filter((part) => part !== undefined && part !== '');
	return said.length === 0 ? {} : { description: said.join('. ') };
}

const partedText = 'Text parted by commas or line ends, or an array by expression';

function jsonField(field: Field, item: Schema): INodeProperties {
	const kind = kindOf(item);
	const advice =
		kind.kind === 'opaque'
			? `A list as JSON. The service's document does not show the fields of ${kind.name}: what you give is passed on as it is`
			: `A list of ${typeName(item)} as JSON, or an array by expression`;
	return {
		displayName: labelOf(field.name),
		name: field.name,
		type: 'json',
		default: '[]',
		...wordsOf(field.note, advice),
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
	const kind = kindOf(item);
	const displayName = labelOf(field.name);
	const { name } = field;
	if (kind.kind === 'record' || kind.kind === 'opaque') return jsonField(field, item);
	if ('codes' in kind && kind.codes) {
		const options = choiceOf(kind.codes);
		return {
			displayName,
			name,
			type: 'multiOptions',
			options,
			default: [],
			...wordsOf(field.note),
		};
	}
	return {
		displayName,
		name,
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		...wordsOf(field.note, partedText),
	};
}

function choiceField({ name, note }: Field, values: readonly string[]): INodeProperties {
	const property: INodeProperties = {
		displayName: labelOf(name),
		name,
		type: 'options',
		options: choices(values),
		default: '',
		...wordsOf(note),
	};
	return preset(property, values[0]);
}

/** A box for one field, to stand in a collection. */
export function fieldProperty(field: Field): INodeProperties {
	const kind = kindOf(field.schema);
	const displayName = labelOf(field.name);
	const { name } = field;
	switch (kind.kind) {
		case 'text':
		case 'guid':
			return { displayName, name, type: 'string', default: '', ...wordsOf(field.note) };
		case 'integer':
		case 'byte':
		case 'decimal':
			return { displayName, name, type: 'number', default: 0, ...wordsOf(field.note) };
		case 'flag':
			return {
				displayName,
				name,
				type: 'boolean',
				default: false,
				...wordsOf(`Whether ${name} is true`, field.note),
			};
		case 'date':
			return { displayName, name, type: 'dateTime', default: '', ...wordsOf(field.note) };
		case 'choice':
			return choiceField(field, kind.values);
		case 'list':
			return listField(field, kind.item);
		case 'record':
			return collectionOf(field, kind.fields);
		case 'opaque':
			return { displayName, name, type: 'json', default: '{}', ...wordsOf(field.note) };
		default:
			return kind satisfies never;
	}
}

/** A collection from which a person adds the fields to be sent; what is not added is not sent. */
export function collectionOf(
	{ name, note }: Pick<Field, 'name' | 'note'>,
	fields: readonly Field[],
): INodeProperties {
	return {
		displayName: labelOf(name),
		name,
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		...wordsOf(note),
		options: fields
			.map(fieldProperty)
			.sort((one, other) => compareLabels(one.displayName, other.displayName)),
	};
}

/** A number that the document only names: empty until a person enters one. */
function numberedField(field: Field): INodeProperties {
	return {
		...fieldProperty(field),
		default: '',
		required: true,
		placeholder: 'e.g. 3',
		description:
			"The number of the field to change. The service's document shows no list of these numbers: ask whoever runs the service",
	};
}

/** The boxes of one entry: numbered fields and texts at once, the rarer ones in a collection. */
function entryFields(fields: readonly Field[], numbered: readonly string[]): INodeProperties[] {
	const isAtOnce = (field: Field) =>
		numbered.includes(field.name) || kindOf(field.schema).kind === 'text';
	const rarer = fields.filter((field) => !isAtOnce(field));
	return [
		...fields
			.filter(isAtOnce)
			.map((field) =>
				numbered.includes(field.name) ? numberedField(field) : fieldProperty(field),
			),
		...(rarer.length === 0 ? [] : [collectionOf({ name: rarerFields }, rarer)]),
	];
}

/** A list of records to which a person adds entries. */
export function entriesProperty(
	field: Field,
	item: Schema,
	numbered: readonly string[],
): INodeProperties {
	const fields = recordFields(item);
	const isNumbered = fields.some(({ name }) => numbered.includes(name));
	return {
		displayName: labelOf(field.name),
		name: field.name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: isNumbered ? 'Add Field' : 'Add Resource',
		default: {},
		...wordsOf(field.note),
		options: [
			{
				displayName: isNumbered ? 'Field' : 'Resource',
				name: entryGroup,
				values: entryFields(fields, numbered),
			},
		],
	};
}
