// The parameters of a write in the editor: whom it is about, then its fields or a JSON body.
import type { INodeProperties } from 'n8n-workflow';

import type { WriteEndpoint } from '../../api/endpoint';
import { type Field, kindOf, recordFields, typeName } from '../../api/kinds';
import { labelOf } from './labels';
import { choices, preset } from './optionProperties';
import { collectionOf, entriesProperty, fieldProperty } from './writeFields';
import { fillsOf, identifies } from './writeParameters';
import { recordParameter, recordSchema } from './writeRecords';

type Show = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

interface Words {
	readonly description: string;
	readonly placeholder: string;
}

const words: Readonly<Record<string, Words>> = {
	listId: {
		description: 'The ID of the list under which the records are sent',
		placeholder: 'e.g. north',
	},
	listName: {
		description: 'The name of the list under which the records are sent',
		placeholder: 'e.g. Clients of the North',
	},
	listDescription: {
		description: 'What the list is about; left empty, it is not sent',
		placeholder: 'e.g. From our CRM',
	},
	catalogId: {
		description: 'The ID of the catalog; left empty, it is not sent',
		placeholder: 'e.g. 2024-main',
	},
	catalogName: { description: 'The name of the catalog', placeholder: 'e.g. Main Catalog' },
	requestName: {
		description: 'A name for the request; left empty, it is not sent',
		placeholder: 'e.g. Week 23',
	},
	taskId: {
		description: 'The ID of the task to update; it has to exist',
		placeholder: 'e.g. 10452',
	},
	serviceOrderId: {
		description: 'The ID of the service order to update',
		placeholder: 'e.g. 10452',
	},
	projectId: { description: 'The ID of the project to update', placeholder: 'e.g. 10452' },
	integrationId: {
		description: 'The ID that your integration gave the vendor',
		placeholder: 'e.g. V-1007',
	},
	number: { description: 'The number of the vendor', placeholder: 'e.g. 1007' },
};

function shownFor(property: INodeProperties, show: Show): INodeProperties {
	return { ...property, displayOptions: { show } };
}

function identityBox(parameter: string, isRequired: boolean): INodeProperties {
	return {
		displayName: labelOf(parameter),
		name: parameter,
		type: 'string',
		default: '',
		...words[parameter],
		...(isRequired ? { required: true } : {}),
	};
}

/** Beside a JSON body an identifying box may stay empty, because the body may say it itself. */
function requiredBoxes(parameter: string, show: Show = {}): INodeProperties[] {
	const beside = identityBox(parameter, false);
	return [
		shownFor(identityBox(parameter, true), { ...show, dataMode: ['mapFields'] }),
		shownFor(
			{ ...beside, description: `${beside.description ?? ''}; used where the body leaves it out` },
			{ ...show, dataMode: ['json'] },
		),
	];
}

function identifyByProperty(pair: readonly string[]): INodeProperties {
	const property: INodeProperties = {
		displayName: 'Identify By',
		name: 'identifyBy',
		type: 'options',
		noDataExpression: true,
		options: choices(pair),
		default: '',
		description: 'Which of the two identifies the record to update',
	};
	return preset(property, pair[0]);
}

function identityProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const pair: readonly string[] = endpoint.identifyBy ?? [];
	const boxes = fillsOf(endpoint)
		.filter(({ field }) => identifies(field))
		.flatMap(({ parameter, field }) => {
			if (pair.includes(parameter)) return requiredBoxes(parameter, { identifyBy: [parameter] });
			return field.required ? requiredBoxes(parameter) : [identityBox(parameter, false)];
		});
	return pair.length === 0 ? boxes : [identifyByProperty(pair), ...boxes];
}

function dataModeProperty(endpoint: WriteEndpoint): INodeProperties {
	const description =
		endpoint.records === undefined
			? 'Fill in the fields one by one'
			: 'Map each field, or map automatically from the input items';
	return {
		displayName: 'Data Mode',
		name: 'dataMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'JSON',
				value: 'json',
				description: 'Give the whole request body as the service names it',
			},
			{ name: 'Map Fields', value: 'mapFields', description },
		],
		default: 'mapFields',
		description: 'How the data to send is given',
	};
}

function bodyProperty(endpoint: WriteEndpoint): INodeProperties {
	return {
		displayName: 'Body',
		name: 'body',
		type: 'json',
		typeOptions: { rows: 8 },
		required: true,
		default: '{}',
		description: `The request body (${typeName(endpoint.body)}) with the service's own field names: JSON text, or an object by expression. Each input item is a request of its own.`,
	};
}

function recordProperty(endpoint: WriteEndpoint, records: string): INodeProperties {
	// The type of time sheets to send is called UpdateTimeSheet, which reads as an order in a label.
	const label = labelOf(typeName(recordSchema(endpoint.body, records)).replace(/^Update/, ''));
	return {
		displayName: label,
		name: recordParameter,
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description: 'Every input item is one record; records of the same list go out together',
		typeOptions: {
			loadOptionsDependsOn: ['resource', 'operation'],
			resourceMapper: {
				resourceMapperMethod: 'getRecordFields',
				mode: 'add',
				valuesLabel: `${label} Fields`,
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: false,
				supportAutoMap: true,
				multiKeyMatch: false,
			},
		},
	};
}

function fillProperty(endpoint: WriteEndpoint, parameter: string, field: Field): INodeProperties {
	const kind = kindOf(field.schema);
	const open = endpoint.leavesOpen ?? [];
	const property =
		kind.kind === 'list' && recordFields(kind.item).length > 0
			? entriesProperty(field, kind.item, open)
			: fieldProperty(field);
	return { ...property, displayName: labelOf(parameter), name: parameter };
}

/** The fields of the body that no parameter of their own fills. */
function otherFields(endpoint: WriteEndpoint): Field[] {
	const filled = new Set(Object.values(endpoint.fills));
	return recordFields(endpoint.body).filter(
		({ name }) => !filled.has(name) && name !== endpoint.records,
	);
}

function openNotice(endpoint: WriteEndpoint): INodeProperties[] {
	const types = otherFields(endpoint).flatMap(({ schema }) => {
		const kind = kindOf(schema);
		const inner = kind.kind === 'list' ? kindOf(kind.item) : kind;
		return inner.kind === 'opaque' ? [inner.name] : [];
	});
	if (types.length === 0) return [];
	return [
		{
			displayName: `The service's document does not show the fields of ${types.join(', ')}. Give these as JSON, they are passed on as they are.`,
			name: 'leftOpen',
			type: 'notice',
			default: '',
		},
	];
}

function mappedProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const { others, records } = endpoint;
	return [
		...(others === undefined ? [] : [collectionOf({ name: others }, otherFields(endpoint))]),
		...openNotice(endpoint),
		...fillsOf(endpoint)
			.filter(({ field }) => !identifies(field))
			.map(({ parameter, field }) => fillProperty(endpoint, parameter, field)),
		...(records === undefined ? [] : [recordProperty(endpoint, records)]),
	];
}

/** The parameters of a Publish operation. */
export function writeProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const mapped = mappedProperties(endpoint).map((property) =>
		shownFor(property, { dataMode: ['mapFields'] }),
	);
	return [
		...identityProperties(endpoint),
		dataModeProperty(endpoint),
		...mapped,
		shownFor(bodyProperty(endpoint), { dataMode: ['json'] }),
	];
}
