// How the credential shows what is particular about a service, in the order in which a person meets it.
import type { INodeProperties } from 'n8n-workflow';

import {
	DEFAULT_SERVICE_SETTINGS,
	SETTING_BOUNDS,
	SETTING_LABELS,
	type SettingName,
} from '../client/serviceSettings';

type SettingTexts = Pick<INodeProperties, 'description'> & Partial<INodeProperties>;

function setting(name: SettingName, property: Omit<INodeProperties, 'displayName' | 'name'>) {
	return {
		displayName: SETTING_LABELS[name],
		name,
		displayOptions: { show: { serviceSettings: [true] } },
		...property,
	};
}

function numberSetting(name: keyof typeof SETTING_BOUNDS, texts: SettingTexts): INodeProperties {
	const { min, max } = SETTING_BOUNDS[name];
	return setting(name, {
		type: 'number',
		typeOptions: { minValue: min, ...(max !== Infinity && { maxValue: max }) },
		default: DEFAULT_SERVICE_SETTINGS[name] ?? '',
		...texts,
	});
}

function textSetting(name: SettingName, example: string, description: string): INodeProperties {
	return setting(name, {
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description,
	});
}

const JSON_OR_XML = [
	{ name: 'JSON', value: 'json' },
	{ name: 'XML', value: 'xml' },
];

const OPERATOR = 'Check cannot find this out: ask the operator of the service';
/** As in the panel, where the same lists may be entered. */
const SEPARATED = 'separated by commas or line breaks, one with a comma in double quotation marks';
const STATUS = `${OPERATOR}, and try it with Get Transaction Status`;

export const SERVICE_SETTINGS: INodeProperties[] = [
	{
		displayName: SETTING_LABELS.serviceSettings,
		name: 'serviceSettings',
		type: 'boolean',
		default: false,
		description:
			'Whether to change the defaults for this service. Every node and trigger with this credential follows what you set here. The operation Check finds out most of it: choose Settings under its Return As.',
	},
	setting('responseFormat', {
		type: 'options',
		options: JSON_OR_XML,
		default: 'json',
		description:
			'The format to ask the service for, for example XML for a service without JSON. The items are the same. The questions format.json and format.xml of Check answer this.',
	}),
	setting('requestFormat', {
		type: 'options',
		options: [{ name: 'Form', value: 'form' }, ...JSON_OR_XML],
		default: 'json',
		description: `The format of the data that is sent, for example XML for a service that takes no JSON. Form is used where the endpoint has it, JSON elsewhere. ${OPERATOR}.`,
	}),
	setting('firstPage', {
		type: 'options',
		options: [
			{ name: '0', value: 0 },
			{ name: '1', value: 1 },
		],
		default: 1,
		description:
			"The number that the service gives to the first page of a list, for example 0. The option 'Page Number' counts from 1 in any case. The questions changeOrderProjects.firstPage and productCatalog.firstPage of Check answer this.",
	}),
	numberSetting('concurrency', {
		description: `How many requests run at the same time, for example 1 for a service that takes one after the other. Writes always go one after another. ${OPERATOR}.`,
	}),
	numberSetting('requestsPerMinute', {
		placeholder: 'e.g. 60',
		description: `At most this many requests per minute, for example 60, evenly spread over all nodes of an execution with this credential. Left empty, there is no limit. ${OPERATOR}.`,
	}),
	numberSetting('maxRetries', {
		description: `How many times to retry a failed request, for example 8 for about 90 seconds. A write is retried only if it certainly did not arrive. ${OPERATOR}.`,
	}),
	numberSetting('longestWait', {
		description: `How many minutes one request may wait in all for its retries, for example 60 for a service that asks for long pauses (Retry-After). ${OPERATOR}.`,
	}),
	numberSetting('timeout', {
		description: `How many seconds to wait for a response, for example 600; also the longest pause while it arrives. No response takes longer than ten times this. ${OPERATOR}.`,
	}),
	textSetting(
		'timeZone',
		'Europe/Berlin',
		'The time zone of dates that come without an offset (2026-03-31T08:00:00), wherever they are compared. Items keep the text of a date. Left empty, it is UTC. The question dates.offset of Check says whether dates have an offset; compare one with the screen of the service.',
	),
	textSetting(
		'statusPath',
		'/SI/Message/Status?messageId={MessageId}',
		`Where the service says what became of what it received: the path below the base URL, with {MessageId} where the MessageId belongs. ${STATUS}.`,
	),
	textSetting(
		'statusField',
		'Result.State',
		`The field of that response with the status; dots lead into nested fields. ${STATUS}.`,
	),
	textSetting(
		'appliedValues',
		'Imported, Done',
		`The values of the status that mean applied, ${SEPARATED}; upper and lower case do not matter. ${STATUS}.`,
	),
	textSetting(
		'refusedValues',
		'Rejected, Failed',
		`The values of the status that mean refused, ${SEPARATED}. A value in neither list means pending. ${STATUS}.`,
	),
	textSetting(
		'messageField',
		'Result.Text',
		`The field of that response with the reason; dots lead into nested fields. ${STATUS}.`,
	),
	setting('refusedAppliesNothing', {
		type: 'boolean',
		default: false,
		description: `Whether a transaction whose status is refused certainly changed nothing, for example because the service imports all of its records or none. ${OPERATOR}.`,
	}),
];
