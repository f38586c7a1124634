// The parameters that writes have in common: what identifies the record, then its fields or a JSON body.
import type { INodeProperties } from 'n8n-workflow';

import type { WriteEndpoint } from '../../../api/endpoint';
import { type Field, recordFields, typeName } from '../../../api/schema/types';
import { builderHint } from '../../shared/builderHints';
import { labelOf } from '../../shared/labels';
import {
	choices,
	descriptionOf,
	idProperty,
	notice,
	optionProperty,
	optionsCollection,
	shownFor,
	widget,
} from '../../shared/widgets';
import { bodyParametersOf, isIdentifier } from '../mapping/bodyParameters';
import { bodySkeleton } from '../mapping/skeleton';
import { collectionOf, fillProperty } from './fieldWidgets';

function identityProperty(
	parameter: string,
	field: Field,
	required: boolean,
	advice?: string,
): INodeProperties {
	const texts = descriptionOf(field.description, advice);
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

/** Whether a text of the body identifies nothing. */
function isRemark({ identifyBy, listKeys }: WriteEndpoint, { name, required }: Field): boolean {
	return !required && !identifyBy && !listKeys?.includes(name);
}

/** What few people need is shown behind the record. */
function remarkProperties(endpoint: WriteEndpoint): INodeProperties[] {
	return bodyParametersOf(endpoint)
		.filter(({ field }) => isIdentifier(field) && isRemark(endpoint, field))
		.map(({ parameter, field }) => identityProperty(parameter, field, false));
}

function identityProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const pair: readonly string[] = endpoint.identifyBy ?? [];
	const properties = bodyParametersOf(endpoint)
		.filter(({ field }) => isIdentifier(field) && !isRemark(endpoint, field))
		.flatMap(({ parameter, field }) => {
			if (pair.includes(parameter))
				return requiredIdentity(parameter, field, { identifyBy: [parameter] });
			return field.required
				? requiredIdentity(parameter, field)
				: [identityProperty(parameter, field, false)];
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
		description: `The request body (${typeName(endpoint.body)}) with the field names of the service: JSON text, or an object by expression. Each input item is a body of its own.`,
	});
}

const DELETED = 'The IDs of records that no longer exist; they go out with the first request';

/** The parameters that fill the body, apart from its records. */
function mappedProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const { body, bodyParameters, deletedIds, itemFields, otherFields, records, total } = endpoint;
	const filled = new Set([...Object.values(bodyParameters), records]);
	// The node counts the records itself.
	const remaining = recordFields(body)
		.filter(({ name }) => !filled.has(name) && name !== total)
		.map((field) => (field.name === deletedIds ? { ...field, description: DELETED } : field));
	return [
		...(otherFields === undefined
			? []
			: [collectionOf({ name: otherFields }, remaining, itemFields?.shownFirst)]),
		...bodyParametersOf(endpoint)
			.filter(({ field }) => !isIdentifier(field) && field.name !== itemFields?.codes)
			.map(({ parameter, field }) => fillProperty(parameter, field)),
	];
}

/** Which fields of the items are updated, however the items are given. */
function itemFieldsProperties(endpoint: WriteEndpoint): INodeProperties[] {
	const { itemFields } = endpoint;
	if (!itemFields) return [];
	const chosen = bodyParametersOf(endpoint).filter(({ field }) => field.name === itemFields.codes);
	return [
		optionProperty('itemFieldsToUpdate'),
		...chosen.map(({ parameter, field }) =>
			shownFor(
				{ itemFieldsToUpdate: ['chosen'] },
				{ ...fillProperty(parameter, field), description: 'The fields to update, at least one' },
			),
		),
	];
}

/** The options of a write: each only where it applies to the endpoint. */
function writeOptions({ readBy, records }: WriteEndpoint): INodeProperties {
	const options = [
		optionProperty('confirm'),
		shownFor({ confirm: ['wait'] }, optionProperty('confirmMinutes')),
		optionProperty('dryRun'),
		...(records === undefined ? [] : [optionProperty('ignoreUnknownFields')]),
		...(readBy
			? [
					optionProperty('onlyChanged'),
					shownFor({ onlyChanged: [true] }, optionProperty('changeLimit')),
				]
			: []),
		optionProperty('resendUncertain'),
	];
	return {
		...optionsCollection(options),
		description: 'Turn on Dry Run to see what would be sent, without sending it',
		builderHint: builderHint('{ dryRun: true } shows what would be sent, and sends nothing'),
	};
}

/** What may be changed, and how to look before it is sent. */
function updateNotice(endpoint: WriteEndpoint): INodeProperties {
	const { itemFields } = endpoint;
	const changeable = bodyParametersOf(endpoint)
		.filter(({ field }) => !isIdentifier(field))
		.map(({ parameter }) => labelOf(parameter));
	const first = itemFields
		? `To update fields of project items, add ${labelOf(itemFields.items)}. Only what you add is sent.`
		: `Add what should change: ${changeable.slice(0, -1).join(', ')} or ${changeable.at(-1)}. Nothing else is sent.`;
	return notice(
		'updateNotice',
		`${first} To see what would be sent, turn on 'Dry Run' in the options.`,
	);
}

/**
 * The parameters of a write.
 *
 * @param record What each input item gives beside the fields
 */
export function writeProperties(
	endpoint: WriteEndpoint,
	record: readonly INodeProperties[] = [],
): INodeProperties[] {
	const isUpdate = endpoint.records === undefined;
	const mapped = [...record, ...mappedProperties(endpoint)];
	return [
		...(isUpdate ? [updateNotice(endpoint)] : []),
		...identityProperties(endpoint),
		{ ...optionProperty('dataMode'), noDataExpression: true },
		...mapped.map((property) => shownFor({ dataMode: ['mapFields'] }, property)),
		...itemFieldsProperties(endpoint),
		...remarkProperties(endpoint),
		shownFor({ dataMode: ['json'] }, bodyProperty(endpoint)),
		writeOptions(endpoint),
	];
}
