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

/** As in the panel, where the same lists may be entered. */
const SEPARATED = 'separated by commas or line breaks, one with a comma in double quotation marks';

const NOTICE =
	"Check Connection and Service finds out 'Response Format', 'First Page' and whether dates have an offset; for all else, ask the operator of the service. Try the status fields with Get Transaction Status.";

export const SERVICE_SETTINGS: INodeProperties[] = [
	{
		displayName: SETTING_LABELS.serviceSettings,
		name: 'serviceSettings',
		type: 'boolean',
		default: false,
		description:
			'Whether to change the defaults for this service. Every node and trigger with this credential follows what you set here.',
	},
	{
		displayName: NOTICE,
		name: 'serviceSettingsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { serviceSettings: [true] } },
	},
	setting('responseFormat', {
		type: 'options',
		options: JSON_OR_XML,
		default: DEFAULT_SERVICE_SETTINGS.responseFormat,
		description:
			'The format to ask the service for, for example XML for a service without JSON. The items are the same.',
	}),
	setting('requestFormat', {
		type: 'options',
		options: [{ name: 'Form', value: 'form' }, ...JSON_OR_XML],
		default: DEFAULT_SERVICE_SETTINGS.requestFormat,
		description:
			'The format of the data that is sent, for example XML for a service that takes no JSON. Form is used where the endpoint has it, JSON elsewhere.',
	}),
	setting('firstPage', {
		type: 'options',
		options: [
			{ name: '0', value: 0 },
			{ name: '1', value: 1 },
			{ name: 'Find Out', value: 'findOut' },
		],
		default: DEFAULT_SERVICE_SETTINGS.firstPage,
		description:
			'The number that the service gives to the first page of a list, for example 0. Find Out asks for page 0 once after the last page of each list; set to 0 or 1, this request is saved.',
	}),
	numberSetting('productsPerPage', {
		description:
			'How many products of a catalog to request per page, for example 1000 for a service that fails with long pages',
	}),
	numberSetting('recordsPerRequest', {
		description:
			'How many products, clients, vendors or time sheets to publish in one request, for example 100 for a service that takes no large ones',
	}),
	numberSetting('concurrency', {
		description:
			'How many reads run at the same time, for example 1 for a service that takes one after the other. Writes always go one after another.',
	}),
	numberSetting('requestsPerMinute', {
		placeholder: 'e.g. 60',
		description:
			'At most this many requests per minute, for example 60, evenly spread over all nodes of an execution with this credential. Left empty, there is no limit.',
	}),
	numberSetting('maxRetries', {
		description:
			'How many times to retry a failed request, for example 8 for about 90 seconds. A write is retried only if it certainly did not arrive.',
	}),
	numberSetting('longestWait', {
		description:
			'How many minutes one request may wait in all for its retries, for example 60 for a service that asks for long pauses (Retry-After)',
	}),
	numberSetting('timeout', {
		description:
			'How many seconds to wait for a response, for example 600; also the longest pause while it arrives. No response takes longer than ten times this.',
	}),
	{
		...textSetting(
			'timeZone',
			'Europe/Berlin',
			'The time zone of dates that come without an offset (2026-03-31T08:00:00), wherever they are compared. Items keep the text of a date.',
		),
		default: DEFAULT_SERVICE_SETTINGS.timeZone,
	},
	textSetting(
		'statusPath',
		'/SI/Message/Status?messageId={MessageId}',
		'Where the service says what became of what it received: the path below the base URL, with {MessageId} where the MessageId belongs',
	),
	textSetting(
		'statusField',
		'Result.State',
		'The field of that response with the status; dots lead into nested fields',
	),
	textSetting(
		'appliedValues',
		'Imported, Done',
		`The values of the status that mean applied, ${SEPARATED}; upper and lower case do not matter`,
	),
	textSetting(
		'refusedValues',
		'Rejected, Failed',
		`The values of the status that mean refused, ${SEPARATED}. A value in neither list means pending.`,
	),
	textSetting(
		'messageField',
		'Result.Text',
		'The field of that response with the reason; dots lead into nested fields',
	),
	setting('refusedAppliesNothing', {
		type: 'boolean',
		default: DEFAULT_SERVICE_SETTINGS.refusedAppliesNothing,
		description:
			'Whether the service imports all records of a request or none, for example within one database transaction. On: what it refuses is divided, until the refused records stand alone.',
	}),
];
