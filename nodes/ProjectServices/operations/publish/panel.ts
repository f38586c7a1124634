// The parameters of a publish: every input item is a record.
import type { INodeProperties } from 'n8n-workflow';

import { recordSchema, shownFields, type WriteEndpoint } from '../../../../api/endpoint';
import { recordFields, typeName } from '../../../../api/schema/types';
import { quoted } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import { optionLabel } from '../../../shared/options';
import {
	descriptionOf,
	optionProperty,
	optionsCollection,
	shownFor,
	widget,
} from '../../../shared/widgets';
import { writeOptionProperties } from '../../description/commonOptions';
import { writeProperties } from '../../description/writing';
import { RECORD_PARAMETER } from '../../mapping/mappedRecords';

/** What every input item is, and what the fields are for that the editor shows from the start. */
function recordDescription(endpoint: WriteEndpoint) {
	const shown = shownFields(endpoint, recordFields(recordSchema(endpoint)));
	const texts = shown.flatMap(({ name, description }) =>
		description === undefined ? [] : [`${labelOf(name)}: ${description}`],
	);
	return descriptionOf(
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
	const noMapping = { mappingMode: 'defineBelow', value: null };
	return widget(RECORD_PARAMETER, 'resourceMapper', noMapping, {
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

export function publishPanel(endpoint: WriteEndpoint): INodeProperties[] {
	const options = [
		...writeOptionProperties(endpoint),
		shownFor({ onlyChanged: [true] }, optionProperty('changeLimit')),
		optionProperty('divideRefused'),
		shownFor({ onlyChanged: [true] }, optionProperty('forgetAccepted')),
		optionProperty('ignoreUnknownFields'),
		optionProperty('onlyChanged'),
		optionProperty('recordsPerRequest'),
	];
	return [...writeProperties(endpoint, [recordProperty(endpoint)]), optionsCollection(options)];
}
