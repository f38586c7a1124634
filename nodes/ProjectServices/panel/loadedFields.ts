// The fields that the resource mapper offers for a record, each with the widget of its kind.
import type {
	FieldType,
	ILoadOptionsFunctions,
	INode,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { findEndpoint } from '../../api';
import type { WriteEndpoint } from '../../api/endpoint';
import { type Field, type Kind, kindOf, recordFields } from '../../api/kinds';
import { labelOf } from './labels';
import { choices } from './optionProperties';
import { customFieldNames } from './settings';
import { recordSchema } from './writeRecords';

function widgetOf(kind: Kind): FieldType {
	switch (kind.kind) {
		case 'text':
		case 'guid':
			return 'string';
		case 'integer':
		case 'byte':
		case 'decimal':
			return 'number';
		case 'flag':
			return 'boolean';
		case 'date':
			return 'dateTime';
		case 'choice':
			return 'options';
		case 'list':
			return 'array';
		case 'record':
		case 'opaque':
			return 'object';
		default:
			return kind satisfies never;
	}
}

function mapperField(field: Field, ownName: string | undefined): ResourceMapperField {
	const kind = kindOf(field.schema);
	const options: INodePropertyOptions[] = kind.kind === 'choice' ? choices(kind.values) : [];
	return {
		id: field.name,
		displayName: ownName === undefined ? labelOf(field.name) : `${ownName} (${field.name})`,
		required: field.required,
		removed: !field.required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: widgetOf(kind),
		...(options.length === 0 ? {} : { options }),
	};
}

/** The fields of the record type of a publish. */
export function mapperFields(
	endpoint: WriteEndpoint,
	ownNames: ReadonlyMap<string, string>,
): ResourceMapperField[] {
	if (endpoint.records === undefined) return [];
	return recordFields(recordSchema(endpoint.body, endpoint.records)).map((field) =>
		mapperField(field, ownNames.get(field.name)),
	);
}

/** While a person is still typing names of custom fields, the fields show without them. */
function ownNamesOf(
	node: INode,
	options: unknown,
	endpoint: WriteEndpoint,
): ReadonlyMap<string, string> {
	try {
		return customFieldNames(node, options as Parameters<typeof customFieldNames>[1], endpoint.body);
	} catch {
		return new Map();
	}
}

/** What n8n asks for when the mapper opens (`resourceMapperMethod`). */
export async function getRecordFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		String(this.getCurrentNodeParameter(name) ?? ''),
	);
	const endpoint = findEndpoint(resource, operation);
	if (endpoint?.kind !== 'write') return { fields: [] };
	const names = ownNamesOf(this.getNode(), this.getCurrentNodeParameter('options') ?? {}, endpoint);
	return { fields: mapperFields(endpoint, names) };
}
