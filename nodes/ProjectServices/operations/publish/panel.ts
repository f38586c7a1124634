// The parameters of a publish: every input item is a record.
import type { INodeProperties } from 'n8n-workflow';

import { recordSchema, type WriteEndpoint } from '../../../../api/endpoint';
import { isGuidString, recordFields, type Schema, typeName } from '../../../../api/schema/types';
import { builderHint, nestedNames, fieldNames } from '../../../shared/builderHints';
import { quoted } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import { parameterLabel } from '../../../shared/options';
import { descriptionOf, notice, widget } from '../../../shared/widgets';
import { writeProperties } from '../../description/writing';
import { RECORD_PARAMETER } from '../../mapping/bodyParameters';

/** What every input item is. n8n never shows the description of a resource mapper, so a notice says it as well. */
function recordDescription({ key }: WriteEndpoint, record: Schema, noun: string): string {
	const id = recordFields(record).find(({ name }) => name === key);
	const texts = descriptionOf(
		`Each input item is one ${noun}`,
		id &&
			`${labelOf(id.name)} is ${isGuidString(id.schema) ? 'a GUID that you make once and keep' : `the same in every execution for the same ${noun}`}`,
		`Try it with ${quoted(parameterLabel('dryRun'))}`,
	);
	return texts.description ?? '';
}

const MAPPING =
	'{ mappingMode: "defineBelow", value: { Id: "={{ $json.id }}" } }; or { mappingMode: "autoMapInputData", value: null }';

function recordProperties(endpoint: WriteEndpoint): INodeProperties[] {
	// The type of time sheets to send is called UpdateTimeSheet, which reads as an order in a label.
	const schema = recordSchema(endpoint);
	const label = labelOf(typeName(schema).replace(/^Update/, ''));
	const inside = nestedNames(schema);
	const noMapping = { mappingMode: 'defineBelow', value: null };
	const description = recordDescription(endpoint, schema, label.toLowerCase());
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
	return writeProperties(endpoint, recordProperties(endpoint));
}
