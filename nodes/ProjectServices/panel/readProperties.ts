// The parameters of a read in the editor.
import type { INodeProperties } from 'n8n-workflow';

import { type ReadEndpoint, type ReturnAs, returnAsValues, rowSchema } from '../../../api/endpoint';
import { type Field, fieldsOf, recordFields } from '../../../api/schema/types';
import { labelOf } from '../../shared/labels';
import {
	byLabel,
	choices,
	deprecation,
	describe,
	exampleOf,
	filters,
	idProperty,
	listAdvice,
	optionProperty,
	widget,
} from '../../shared/widgets';

function requiredId(field: Field): INodeProperties {
	const { name, label = labelOf(name), description } = field;
	const more = { displayName: label, required: true, ...describe(description) };
	return idProperty(name, field, more);
}

function idList({ idsParameter = '', idsPerRequest = 1, idsTexts }: ReadEndpoint): INodeProperties {
	const advice = `The IDs of all input items are combined without duplicates and requested ${idsPerRequest} at a time`;
	return widget(idsParameter, 'string', '', {
		required: true,
		typeOptions: { rows: 2 },
		...exampleOf(idsTexts?.example),
		...describe(idsTexts?.description, listAdvice, advice),
	});
}

/** What each value of Return As gives, in the texts of the editor. */
function returnAsProperty(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	const values = [...returnAsValues(endpoint)];
	if (values.length < 2) return [];
	const texts: Readonly<Record<ReturnAs, string>> = {
		rows: `One item per ${noun}`,
		whole: `One item with the whole response and its list of ${noun}s`,
		file: `One item with a file of all ${noun}s, for long lists`,
	};
	const options = values.map(([value, kind]) => ({
		name: labelOf(value),
		value,
		description: texts[kind],
	}));
	return [
		widget('returnAs', 'options', values[0]?.[0] ?? '', {
			options: byLabel(options),
			description: 'Whether to return items or a file',
		}),
	];
}

const forSelected = { show: { output: ['selected'] } };

/** The parameters that say which fields an item holds. */
export function outputProperties(endpoint: ReadEndpoint): INodeProperties[] {
	return [
		optionProperty('output'),
		widget('fields', 'multiOptions', [], {
			displayName: 'Field Names or IDs',
			typeOptions: {
				loadOptionsMethod: 'getFields',
				loadOptionsDependsOn: ['resource', 'operation'],
			},
			options: choices(recordFields(rowSchema(endpoint)).map(({ name }) => name)),
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			displayOptions: forSelected,
		}),
		widget('otherFields', 'string', '', {
			placeholder: 'e.g. Warranty, Contact.Email',
			description:
				'Further fields to keep, such as nested ones (with a dot) and undocumented ones; the ID is always kept. Enter them separated by commas, or use an expression that returns an array.',
			displayOptions: forSelected,
		}),
	];
}

/** The IDs that a read takes. */
export function idProperties(endpoint: ReadEndpoint): INodeProperties[] {
	const list = endpoint.body === undefined ? [] : [idList(endpoint)];
	const required = fieldsOf(endpoint.query).filter((field) => field.required);
	return [...list, ...required.map(requiredId)];
}

/** The parameters of a Subscribe operation. */
export function readProperties(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	const { deprecated, paging, rowNoun = noun } = endpoint;
	const limit = optionProperty('limit', { displayOptions: { show: { returnAll: [false] } } });
	return [
		...(deprecated ? [deprecation] : []),
		...idProperties(endpoint),
		...returnAsProperty(endpoint, rowNoun),
		...(paging ? [optionProperty('returnAll'), limit] : []),
		...filters(endpoint),
		...outputProperties(endpoint),
	];
}
