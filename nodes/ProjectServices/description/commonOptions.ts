// The options that operations have in common: each only where it applies to the endpoint.
import type { INodeProperties } from 'n8n-workflow';

import {
	collectionsOf,
	type Endpoint,
	type ReadEndpoint,
	recordSchema,
	type WriteEndpoint,
} from '../../../api/endpoint';
import { customFields } from '../../../api/schema/types';
import { labelOf } from '../../shared/labels';
import { RETRY_TIMES } from '../../shared/options';
import { choices, hiddenInTools, optionProperty, shownFor, widget } from '../../shared/widgets';

function namesOption(custom: readonly string[]): INodeProperties[] {
	if (custom.length === 0) return [];
	const field = widget('field', 'options', custom[0], {
		options: choices(custom),
		description: 'The custom field as the service names it',
	});
	const name = widget('name', 'string', '', {
		placeholder: 'e.g. Room Type',
		description: 'The name under which it appears in your items',
	});
	const shown = {
		typeOptions: { multipleValues: true },
		placeholder: 'Add Name',
		description:
			'Your own names for custom fields, used in the items and accepted in what you send',
		options: [{ displayName: 'Names', name: 'names', values: [field, name] }],
	};
	return [widget('customFieldNames', 'fixedCollection', {}, shown)];
}

function splitOutOptions(endpoint: ReadEndpoint): INodeProperties[] {
	const collections = collectionsOf(endpoint);
	if (collections.length === 0) return [];
	return [
		widget('splitOut', 'options', '', {
			options: choices(['', ...collections], (name) => (name === '' ? 'None' : labelOf(name))),
			description:
				'The collection whose entries become items of their own. Execute the node once before you drag fields: the preview does not know this option.',
		}),
		optionProperty('splitOutParent'),
	].map(hiddenInTools);
}

/** The options of every request to an endpoint. */
function requestOptions(endpoint: Endpoint): INodeProperties[] {
	const { body, form } = endpoint;
	const formats = ['json', 'xml', ...(form ? ['form'] : [])];
	return [
		optionProperty('longestWait'),
		optionProperty('requestsPerMinute'),
		optionProperty('timeout'),
		optionProperty('responseFormat'),
		...(body === undefined ? [] : [optionProperty('requestFormat', { values: formats })]),
		...namesOption(customFields(recordSchema(endpoint))),
	];
}

/** The options of a read whose items are its records. */
export function readOptionProperties(endpoint: ReadEndpoint): INodeProperties[] {
	return [
		...(['concurrency', 'maxRetries', 'onlyFilled'] as const).map((name) => optionProperty(name)),
		...splitOutOptions(endpoint),
		...requestOptions(endpoint),
	];
}

/** The options of a write. */
export function writeOptionProperties(endpoint: WriteEndpoint): INodeProperties[] {
	return [
		optionProperty('maxRetries', {
			description: `How many times to retry a request that the service cannot have processed. ${RETRY_TIMES}`,
		}),
		optionProperty('dryRun'),
		...(endpoint.readBy
			? [shownFor({ dryRun: [true] }, optionProperty('compareWithService'))]
			: []),
		optionProperty('resendUncertain'),
		...requestOptions(endpoint),
	];
}
