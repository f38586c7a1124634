// The widget of each field of a record that is written.
import type { INodeProperties } from 'n8n-workflow';

import { type Field, recordFields, type Schema, typeName } from '../../../api/schema/types';
import { builderHint, codeNames } from '../../shared/builderHints';
import { labelOf } from '../../shared/labels';
import {
	byLabel,
	choices,
	descriptionOf,
	exampleOf,
	LIST_ADVICE,
	widget,
} from '../../shared/widgets';
import { ADDITIONAL_FIELDS, ENTRY_GROUP } from '../mapping/bodyParameters';

function listField({ name, description }: Field, item: Schema): INodeProperties {
	if (item.kind === 'opaque' || item.kind === 'record') {
		const advice =
			item.kind === 'record'
				? `A list of ${typeName(item)} as JSON, or an array by expression`
				: `A list as JSON; the API documentation does not describe the fields of ${item.name}`;
		return widget(name, 'json', '[]', descriptionOf(description, advice));
	}
	if ('codes' in item && item.codes) {
		const options = Object.entries(item.codes).map(([number, code]) => ({
			name: labelOf(code),
			value: Number(number),
		}));
		return widget(name, 'multiOptions', [], {
			options: byLabel(options),
			builderHint: builderHint(codeNames(item.codes)),
			...descriptionOf(description),
		});
	}
	const typeOptions = { rows: 2 };
	return widget(name, 'string', '', { typeOptions, ...descriptionOf(description, LIST_ADVICE) });
}

/** The widget of one field in a collection. */
function fieldProperty(field: Field): INodeProperties {
	const { name, description, example, schema } = field;
	const text = descriptionOf(description);
	switch (schema.kind) {
		case 'string':
		case 'guid':
			return widget(name, 'string', '', { ...text, ...exampleOf(example) });
		case 'integer':
		case 'byte':
		case 'decimal':
			return widget(name, 'number', 0, text);
		case 'boolean':
			return widget(
				name,
				'boolean',
				false,
				descriptionOf(description ?? `Whether ${name} is true`),
			);
		case 'date':
			return widget(name, 'dateTime', '', text);
		case 'enum':
			return widget(name, 'options', schema.values[0], {
				options: choices(schema.values),
				...text,
			});
		case 'list':
			return listField(field, schema.item);
		case 'record':
			return collectionOf(field, schema.fields);
		case 'opaque':
			return widget(name, 'json', '{}', text);
		default:
			return schema satisfies never;
	}
}

const ONLY_ADDED = 'Only fields that you add are sent';

/**
 * A collection to which the fields to be sent are added; what is not added is not sent.
 *
 * @param shownFirst The fields that most people need
 */
export function collectionOf(
	{ name, description }: Pick<Field, 'name' | 'description'>,
	fields: readonly Field[],
	shownFirst: readonly string[] = [],
): INodeProperties {
	const first = shownFirst.flatMap((shown) => fields.filter((field) => field.name === shown));
	const others = fields.filter((field) => !first.includes(field));
	const options = [...first.map(fieldProperty), ...byLabel(others.map(fieldProperty))];
	const texts = descriptionOf(description, ONLY_ADDED);
	return widget(name, 'collection', {}, { placeholder: 'Add Field', options, ...texts });
}

/** A code whose values the API documentation does not list: empty until one is entered. */
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
function entryProperties(fields: readonly Field[]): INodeProperties[] {
	const isDirect = (field: Field) =>
		field.undocumentedCode === true || field.schema.kind === 'string';
	const others = fields.filter((field) => !isDirect(field));
	return [
		...fields
			.filter(isDirect)
			.map((field) => (field.undocumentedCode ? codeField(field) : fieldProperty(field))),
		...(others.length === 0 ? [] : [collectionOf({ name: ADDITIONAL_FIELDS }, others)]),
	];
}

const BY_NUMBER = 'Fields that the service knows by numbers. Ask its operator for them';

/** A list of records to which entries are added. */
function entriesProperty({ name, description }: Field, item: Schema): INodeProperties {
	const fields = recordFields(item);
	const isCoded = fields.some(({ undocumentedCode }) => undocumentedCode);
	const displayName = isCoded ? 'Field' : 'Resource';
	const more = {
		typeOptions: { multipleValues: true },
		placeholder: `Add ${displayName}${name.endsWith('ToDelete') ? ' to Delete' : ''}`,
		...descriptionOf(description, isCoded ? BY_NUMBER : ONLY_ADDED),
		options: [{ displayName, name: ENTRY_GROUP, values: entryProperties(fields) }],
	};
	return widget(name, 'fixedCollection', {}, more);
}

/** The parameter that fills a field of the body. */
export function fillProperty(parameter: string, field: Field): INodeProperties {
	const { schema } = field;
	const property =
		schema.kind === 'list' && recordFields(schema.item).length > 0
			? entriesProperty(field, schema.item)
			: fieldProperty(field);
	return { ...property, displayName: labelOf(parameter), name: parameter };
}
