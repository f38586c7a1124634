// The parameters of a write in the editor: what identifies the record, then its fields or a JSON body.
import type { INodeProperties } from 'n8n-workflow';

import { recordSchema, shownFields, type WriteEndpoint } from '../../../api/endpoint';
import { type Field, recordFields, type Schema, typeName } from '../../../api/schema/types';
import { quoted } from '../../shared/errors';
import { labelOf } from '../../shared/labels';
import { optionLabel } from '../../shared/options';
import {
	byLabel,
	choices,
	describe,
	exampleOf,
	idProperty,
	listAdvice,
	optionProperty,
	shownFor,
	widget,
} from '../../shared/widgets';
import {
	additionalFields,
	bodySkeleton,
	entryGroup,
	fillsOf,
	identifies,
	recordParameter,
} from '../mapping/body';

function listField({ name, description }: Field, item: Schema): INodeProperties {
	if (item.kind === 'opaque' || item.kind === 'record') {
		const advice =
			item.kind === 'record'
				? `A list of ${typeName(item)} as JSON, or an array by expression`
				: `A list as JSON; the API documentation does not describe the fields of ${item.name}, which are sent unchanged`;
		return widget(name, 'json', '[]', describe(description, advice));
	}
	if ('codes' in item && item.codes) {
		const options = Object.entries(item.codes).map(([number, code]) => ({
			name: labelOf(code),
			value: Number(number),
		}));
		return widget(name, 'multiOptions', [], {
			options: byLabel(options),
			...describe(description),
		});
	}
	const typeOptions = { rows: 2 };
	return widget(name, 'string', '', { typeOptions, ...describe(description, listAdvice) });
}

/** The widget of one field in a collection. */
function fieldProperty(field: Field): INodeProperties {
	const { name, description, example, schema } = field;
	const text = describe(description);
	switch (schema.kind) {
		case 'string':
		case 'guid':
			return widget(name, 'string', '', { ...text, ...exampleOf(example) });
		case 'integer':
		case 'byte':
		case 'decimal':
			return widget(name, 'number', 0, text);
		case 'boolean':
			return widget(name, 'boolean', false, describe(description ?? `Whether ${name} is true`));
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

/** A collection from which a person adds the fields to be sent; what is not added is not sent. */
function collectionOf(
	{ name, description }: Pick<Field, 'name' | 'description'>,
	fields: readonly Field[],
): INodeProperties {
	const options = byLabel(fields.map(fieldProperty));
	const shown = { placeholder: 'Add Field', options, ...describe(description) };
	return widget(name, 'collection', {}, shown);
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
function entriesProperty({ name, description }: Field, item: Schema): INodeProperties {
	const fields = recordFields(item);
	const isCoded = fields.some(({ undocumentedCode }) => undocumentedCode);
	const displayName = isCoded ? 'Field' : 'Resource';
	const shown = {
		typeOptions: { multipleValues: true },
		placeholder: `Add ${displayName}`,
		...describe(description),
		options: [{ displayName, name: entryGroup, values: entryFields(fields) }],
	};
	return widget(name, 'fixedCollection', {}, shown);
}

function identityProperty(
	parameter: string,
	field: Field,
	required: boolean,
	advice?: string,
): INodeProperties {
	const texts = describe(field.description, advice);
	return idProperty(parameter, field, required ? { ...texts, required } : texts);
}

/** Beside a JSON body an identifying parameter may stay empty, because the body may hold it itself. */
function requiredIdentity(
	parameter: string,
	field: Field,
	show: Parameters<typeof shownFor>[0] = {},
): INodeProperties[] {
	const filling = identityProperty(parameter, field, false, 'Used where the body leaves it out');
	return [
		shownFor({ ...show, dataMode: ['mapFields'] }, identityProperty(parameter, field, true)),
		shownFor({ ...show, dataMode: ['json'] }, filling),
	];
}

function identityProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const pair: readonly string[] = endpoint.identifyBy ?? [];
	const properties = fillsOf(endpoint)
		.filter(({ field }) => identifies(field))
		.flatMap(({ parameter, field }) => {
			if (pair.includes(parameter))
				return requiredIdentity(parameter, field, { identifyBy: [parameter] });
			return field.required
				? requiredIdentity(parameter, field)
				: [identityProperty(parameter, field, false, 'Left empty, it is not sent')];
		});
	if (pair.length === 0) return properties;
	const identifyBy = widget('identifyBy', 'options', pair[0], {
		noDataExpression: true,
		options: choices(pair),
		description: 'Which of the two identifies the record to update',
	});
	return [identifyBy, ...properties];
}

function bodyProperty(endpoint: WriteEndpoint): INodeProperties {
	return widget('body', 'json', bodySkeleton(endpoint), {
		typeOptions: { rows: 8 },
		required: true,
		description: `The request body (${typeName(endpoint.body)}) with the field names of the service: JSON text, or an object by expression. Each input item is a separate request.`,
	});
}

/** What every input item is, and what the fields are for that the editor shows from the start. */
function recordDescription(endpoint: WriteEndpoint) {
	const shown = shownFields(endpoint, recordFields(recordSchema(endpoint)));
	const texts = shown.flatMap(({ name, description }) =>
		description === undefined ? [] : [`${labelOf(name)}: ${description}`],
	);
	return describe(
		endpoint.listKeys
			? 'Every input item is one record; records of the same list are sent together'
			: 'Every input item is one record; all are sent together',
		`To see what would be sent, turn on ${quoted(optionLabel('dryRun'))} in the options`,
		...texts,
	);
}

function recordProperty(endpoint: WriteEndpoint): INodeProperties {
	// The type of time sheets to send is called UpdateTimeSheet, which reads as an order in a label.
	const label = labelOf(typeName(recordSchema(endpoint)).replace(/^Update/, ''));
	const preset = { mappingMode: 'defineBelow', value: null };
	return widget(recordParameter, 'resourceMapper', preset, {
		displayName: label,
		noDataExpression: true,
		...recordDescription(endpoint),
		typeOptions: {
			loadOptionsDependsOn: ['resource', 'operation'],
			// The fields say which of them show at first; addAllFields: false would hide all but the required ones.
			resourceMapper: {
				resourceMapperMethod: 'getRecordFields',
				mode: 'add',
				valuesLabel: `${label} Fields`,
				fieldWords: { singular: 'field', plural: 'fields' },
				supportAutoMap: true,
				multiKeyMatch: false,
			},
		},
	});
}

function fillProperty(parameter: string, field: Field): INodeProperties {
	const { schema } = field;
	const property =
		schema.kind === 'list' && recordFields(schema.item).length > 0
			? entriesProperty(field, schema.item)
			: fieldProperty(field);
	return { ...property, displayName: labelOf(parameter), name: parameter };
}

function mappedProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const { body, bodyParameters, itemFields, otherFields, records } = endpoint;
	const filled = new Set([...Object.values(bodyParameters), records]);
	const remaining = recordFields(body).filter(({ name }) => !filled.has(name));
	return [
		...(otherFields === undefined ? [] : [collectionOf({ name: otherFields }, remaining)]),
		...fillsOf(endpoint)
			.filter(({ field }) => !identifies(field) && field.name !== itemFields?.codes)
			.map(({ parameter, field }) => fillProperty(parameter, field)),
		...(records === undefined ? [] : [recordProperty(endpoint)]),
	];
}

/** Which fields of the items are updated, however the items are given. */
function itemFieldsProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const { itemFields } = endpoint;
	if (!itemFields) return [];
	const chosen = fillsOf(endpoint).filter(({ field }) => field.name === itemFields.codes);
	return [
		optionProperty('itemFieldsToUpdate'),
		...chosen.map(({ parameter, field }) =>
			shownFor({ itemFieldsToUpdate: ['chosen'] }, fillProperty(parameter, field)),
		),
	];
}

/** The parameters of a Publish operation. */
export function writeProperties(endpoint: WriteEndpoint): INodeProperties[] {
	return [
		...identityProperties(endpoint),
		{ ...optionProperty('dataMode'), noDataExpression: true },
		...mappedProperties(endpoint).map((mapped) => shownFor({ dataMode: ['mapFields'] }, mapped)),
		...itemFieldsProperties(endpoint),
		shownFor({ dataMode: ['json'] }, bodyProperty(endpoint)),
	];
}
