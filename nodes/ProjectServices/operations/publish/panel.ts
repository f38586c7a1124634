// The parameters of a publish: every input item is a record.
import type { INodeProperties } from 'n8n-workflow';

import { recordSchema, type WriteEndpoint } from '../../../../api/endpoint';
import { isGuidString, recordFields, type Schema, typeName } from '../../../../api/schema/types';
import { builderHint, nestedNames, fieldNames } from '../../../shared/builderHints';
import { quoted } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import { parameterLabel } from '../../../shared/options';
import {
	descriptionOf,
	hiddenFor,
	notice,
	optionProperty,
	optionsCollection,
	shownFor,
	widget,
} from '../../../shared/widgets';
import { writeOptionProperties } from '../../description/commonOptions';
import { writeProperties } from '../../description/writing';
import { RECORD_PARAMETER } from '../../mapping/mappedRecords';

const GUID_ADVICE =
	"Take it from your system, or make it once with n8n's Crypto node and save it there";

/** What an ID is and where it comes from, and which of several decides. */
function keyTexts({ key = '', otherKeys = [] }: WriteEndpoint, record: Schema): string[] {
	const texts = recordFields(record)
		.filter(({ name }) => name === key || otherKeys.includes(name))
		.flatMap(({ name, description, schema }) => {
			if (description !== undefined)
				return [`${labelOf(name)}: ${description}`, ...(isGuidString(schema) ? [GUID_ADVICE] : [])];
			return name === key ? [`${labelOf(name)}: the same in every run for the same record`] : [];
		});
	if (otherKeys.length === 0) return texts;
	const keys = `${labelOf(key)}, ${otherKeys.map(labelOf).join(' or ')}`;
	return [...texts, `It is not documented which one decides: ${keys}`];
}

/** What every input item is. n8n never shows the description of a resource mapper, so a notice says it as well. */
function recordDescription(endpoint: WriteEndpoint, noun: string): string {
	const texts = descriptionOf(
		`Every input item is one ${noun}; ${endpoint.listKeys ? 'those of the same list' : 'all'} are sent together`,
		`To see what would be sent, turn on ${quoted(parameterLabel('dryRun'))} in the options`,
		...keyTexts(endpoint, recordSchema(endpoint)),
	);
	return texts.description ?? '';
}

const MAPPING =
	'{ mappingMode: "defineBelow", value: { Id: "={{ $json.id }}" } }; or { mappingMode: "autoMapInputData", value: null }, if the items have these names. Every input item is one record, so use no loop';

function recordProperties(endpoint: WriteEndpoint): INodeProperties[] {
	// The type of time sheets to send is called UpdateTimeSheet, which reads as an order in a label.
	const schema = recordSchema(endpoint);
	const label = labelOf(typeName(schema).replace(/^Update/, ''));
	const inside = nestedNames(schema);
	const noMapping = { mappingMode: 'defineBelow', value: null };
	const description = recordDescription(endpoint, label.toLowerCase());
	const mapper = widget(RECORD_PARAMETER, 'resourceMapper', noMapping, {
		displayName: label,
		noDataExpression: true,
		description,
		builderHint: builderHint(
			[MAPPING, inside && `Inside: ${inside}`, `Fields: ${fieldNames(schema)}`]
				.filter(Boolean)
				.join('. '),
		),
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
	return [notice('recordNotice', description), mapper];
}

export function publishPanel(endpoint: WriteEndpoint): INodeProperties[] {
	const options = [
		...writeOptionProperties(endpoint),
		shownFor({ onlyChanged: [true] }, optionProperty('changeLimit')),
		// Where Confirm waits, requests are always divided.
		hiddenFor({ confirm: ['wait'] }, optionProperty('divideRefused')),
		optionProperty('ignoreUnknownFields'),
		optionProperty('onlyChanged'),
		optionProperty('recordsPerRequest'),
	];
	return [...writeProperties(endpoint, recordProperties(endpoint)), optionsCollection(options)];
}
