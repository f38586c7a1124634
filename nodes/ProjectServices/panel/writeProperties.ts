// The parameters of a write in the editor: what identifies the record, then its fields or a JSON body.
import type { INodeProperties } from 'n8n-workflow';

import { recordSchema, shownFields, type WriteEndpoint } from '../../../api/endpoint';
import { type Field, recordFields, typeName } from '../../../api/schema/types';
import { labelOf } from '../../shared/labels';
import { optionLabel } from '../../shared/options';
import { quoted } from '../../shared/errors';
import { choices, describe, idProperty, optionProperty, widget } from '../../shared/widgets';
import { collectionOf, entriesProperty, fieldProperty } from './fieldProperties';
import { bodySkeleton, fillsOf, identifies, recordParameter } from '../input/parameters';

type Show = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

function shownFor(property: INodeProperties, show: Show): INodeProperties {
	return { ...property, displayOptions: { show } };
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
function requiredIdentity(parameter: string, field: Field, show: Show = {}): INodeProperties[] {
	const filling = identityProperty(parameter, field, false, 'Used where the body leaves it out');
	return [
		shownFor(identityProperty(parameter, field, true), { ...show, dataMode: ['mapFields'] }),
		shownFor(filling, { ...show, dataMode: ['json'] }),
	];
}

function identifyByProperty(pair: readonly string[]): INodeProperties {
	return widget('identifyBy', 'options', pair[0], {
		noDataExpression: true,
		options: choices(pair),
		description: 'Which of the two identifies the record to update',
	});
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
	return pair.length === 0 ? properties : [identifyByProperty(pair), ...properties];
}

function bodyProperty(endpoint: WriteEndpoint): INodeProperties {
	return widget('body', 'json', bodySkeleton(endpoint), {
		typeOptions: { rows: 8 },
		required: true,
		description: `The request body (${typeName(endpoint.body)}) with the field names of the service: JSON text, or an object by expression. Each input item is a separate request.`,
	});
}

/** What every input item is, and what the fields are for that the editor shows from the start. */
function recordDescription(endpoint: WriteEndpoint): string {
	const shown = shownFields(endpoint, recordFields(recordSchema(endpoint)));
	const texts = shown.flatMap(({ name, description }) =>
		description === undefined ? [] : [`${labelOf(name)}: ${description}`],
	);
	return [
		'Every input item is one record; records of the same list are sent together',
		`To see what would be sent, turn on ${quoted(optionLabel('dryRun'))} in the options`,
		...texts,
	].join('. ');
}

function recordProperty(endpoint: WriteEndpoint): INodeProperties {
	// The type of time sheets to send is called UpdateTimeSheet, which reads as an order in a label.
	const label = labelOf(typeName(recordSchema(endpoint)).replace(/^Update/, ''));
	const preset = { mappingMode: 'defineBelow', value: null };
	return widget(recordParameter, 'resourceMapper', preset, {
		displayName: label,
		noDataExpression: true,
		description: recordDescription(endpoint),
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
	const kind = field.schema;
	const property =
		kind.kind === 'list' && recordFields(kind.item).length > 0
			? entriesProperty(field, kind.item)
			: fieldProperty(field);
	return { ...property, displayName: labelOf(parameter), name: parameter };
}

/** The fields of the body that no parameter of their own fills. */
function remainingFields(endpoint: WriteEndpoint): Field[] {
	const filled = new Set(Object.values(endpoint.bodyParameters));
	return recordFields(endpoint.body).filter(
		({ name }) => !filled.has(name) && name !== endpoint.records,
	);
}

function mappedProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const { otherFields, records } = endpoint;
	return [
		...(otherFields === undefined
			? []
			: [collectionOf({ name: otherFields }, remainingFields(endpoint))]),
		...fillsOf(endpoint)
			.filter(({ field }) => !identifies(field))
			.map(({ parameter, field }) => fillProperty(parameter, field)),
		...(records === undefined ? [] : [recordProperty(endpoint)]),
	];
}

/** The parameters of a Publish operation. */
export function writeProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const mapped = mappedProperties(endpoint).map((property) =>
		shownFor(property, { dataMode: ['mapFields'] }),
	);
	return [
		...identityProperties(endpoint),
		{ ...optionProperty('dataMode'), noDataExpression: true },
		...mapped,
		shownFor(bodyProperty(endpoint), { dataMode: ['json'] }),
	];
}
