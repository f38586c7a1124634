// The parameters that reads have in common: their IDs, what they return, and which fields an item holds.
import type { INodeProperties } from 'n8n-workflow';

import { type ReadEndpoint, type ReturnAs, returnAsValues, rowSchema } from '../../../api/endpoint';
import { type Field, fieldsOf } from '../../../api/schema/types';
import { builderHint, fieldNames } from '../../shared/builderHints';
import { labelOf } from '../../shared/labels';
import {
	byLabel,
	DEPRECATION,
	descriptionOf,
	fewerInTools,
	idProperty,
	optionProperty,
	widget,
} from '../../shared/widgets';

function requiredId(field: Field): INodeProperties {
	const { name, label: displayName = labelOf(name), description } = field;
	const texts = descriptionOf(description, 'One ID per input item');
	return idProperty(name, field, { displayName, required: true, ...texts });
}

/** The IDs that a read takes, after the notice if it is deprecated. */
export function idProperties(
	endpoint: Pick<ReadEndpoint, 'query'> & { readonly deprecated?: true | undefined },
	more = {},
): INodeProperties[] {
	const required = fieldsOf(endpoint.query).filter((field) => field.required);
	return [
		...(endpoint.deprecated ? [DEPRECATION] : []),
		...required.map((field) => ({ ...requiredId(field), ...more })),
	];
}

/** What each value of Return As gives, in the texts of the editor. */
export function returnAsProperty(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	const values = [...returnAsValues(endpoint)];
	if (values.length < 2) return [];
	const texts: Readonly<Record<ReturnAs, string>> = {
		rows: `One item per ${noun}`,
		whole: `One item with the whole response and its list of ${noun}s`,
		file: `One item with a file of all ${noun}s, for long lists`,
	};
	const offered = values.map(([value, kind]) => ({
		name: labelOf(value),
		value,
		description: texts[kind],
	}));
	const property = widget('returnAs', 'options', values[0]?.[0] ?? '', {
		options: byLabel(offered),
		description: 'How to return the list',
	});
	return fewerInTools(property, (value) => value !== 'file');
}

/** The options of a read whose items are its records. */
export const READ_OPTIONS: readonly INodeProperties[] = [optionProperty('onlyFilled')];

/** The parameters that say which fields an item holds. */
export function outputProperties(endpoint: ReadEndpoint): INodeProperties[] {
	return [
		optionProperty('output'),
		widget('fields', 'multiOptions', [], {
			typeOptions: {
				loadOptionsMethod: 'getFields',
				loadOptionsDependsOn: ['resource', 'operation'],
			},
			builderHint: builderHint(`An array of: ${fieldNames(rowSchema(endpoint))}`),
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			displayOptions: { show: { output: ['selected'] } },
		}),
		widget('otherFields', 'string', '', {
			placeholder: 'e.g. Warranty, Contact.Email',
			description:
				'Further fields to keep, such as nested ones (with a dot) and undocumented ones; the ID is always kept. Enter them separated by commas, or use an expression that returns an array.',
			displayOptions: { show: { output: ['selected'] } },
		}),
	];
}
