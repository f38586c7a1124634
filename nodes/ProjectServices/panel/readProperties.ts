// The parameters of a read in the editor.
import type { INodeProperties } from 'n8n-workflow';

import { type ReadEndpoint, rowSchema } from '../../../api/endpoint';
import { type Field, fieldsOf, recordFields, type Schema } from '../../../api/schema/types';
import { compareLabels, labelOf } from '../../shared/labels';
import {
	choices,
	deprecation,
	filters,
	idProperty,
	listAdvice,
	optionProperty,
	preset,
	textsOf,
} from '../../shared/optionProperties';
import { type ReturnAs, returnAsValues } from '../input/reads';

function requiredId(field: Field): INodeProperties {
	const { name, label = labelOf(name), description, example } = field;
	return { ...idProperty(name, label, field, textsOf(example, description)), required: true };
}

function idList(name: string, body: Schema, idsPerRequest: number): INodeProperties {
	const [{ description, example }] = fieldsOf({ [name]: body });
	return {
		displayName: labelOf(name),
		name,
		type: 'string',
		required: true,
		default: '',
		typeOptions: { rows: 2 },
		...textsOf(
			example,
			description,
			listAdvice,
			`The IDs of all input items are combined without duplicates and requested ${idsPerRequest} at a time`,
		),
	};
}

const limits: readonly INodeProperties[] = [
	optionProperty('returnAll'),
	optionProperty('limit', { displayOptions: { show: { returnAll: [false] } } }),
];

/** What each value of Return As gives, in the texts of the editor. */
function returnAsProperty(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	const values = [...returnAsValues(endpoint)];
	if (values.length < 2) return [];
	const texts: Readonly<Record<ReturnAs, string>> = {
		rows: `One item per ${noun}`,
		whole: `One item with the whole response and its list of ${noun}s`,
		file: `One item with a file of all ${noun}s, for long lists`,
	};
	const options = values
		.map(([value, kind]) => ({ name: labelOf(value), value, description: texts[kind] }))
		.sort((one, other) => compareLabels(one.name, other.name));
	return [
		preset(
			{
				displayName: 'Return As',
				name: 'returnAs',
				type: 'options',
				options,
				default: '',
				description: 'Whether to return items or a file',
			},
			values[0]?.[0] ?? '',
		),
	];
}

function outputs(endpoint: ReadEndpoint): INodeProperties[] {
	return [
		optionProperty('output'),
		{
			displayName: 'Field Names or IDs',
			name: 'fields',
			type: 'multiOptions',
			typeOptions: {
				loadOptionsMethod: 'getFields',
				loadOptionsDependsOn: ['resource', 'operation'],
			},
			options: choices(recordFields(rowSchema(endpoint)).map(({ name }) => name)),
			default: [],
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			displayOptions: { show: { output: ['selected'] } },
		},
		{
			displayName: 'Other Fields',
			name: 'otherFields',
			type: 'string',
			default: '',
			placeholder: 'e.g. Warranty, Contact.Email',
			description:
				'Further fields to keep, such as nested ones (with a dot) and undocumented ones; the ID is always kept. Enter them separated by commas, or use an expression that returns an array.',
			displayOptions: { show: { output: ['selected'] } },
		},
	];
}

/** The parameters of a Subscribe operation. */
export function readProperties(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	const required = fieldsOf(endpoint.query).filter((field) => field.required);
	return [
		...(endpoint.deprecated ? [deprecation] : []),
		...(endpoint.body === undefined
			? []
			: [idList(endpoint.idsParameter ?? '', endpoint.body, endpoint.idsPerRequest ?? 1)]),
		...required.map((field) => requiredId(field)),
		...returnAsProperty(endpoint, endpoint.rowNoun ?? noun),
		...(endpoint.paging ? limits : []),
		...filters(endpoint),
		...outputs(endpoint),
	];
}
