// The options of an operation: only what applies to its endpoint.
import type { INodeProperties } from 'n8n-workflow';

import {
	collectionsOf,
	type Endpoint,
	type ReadEndpoint,
	recordSchema,
} from '../../../api/endpoint';
import { customFields } from '../../../api/schema/types';
import { labelOf } from '../../shared/labels';
import { defaultPageSize } from '../../shared/options';
import { choices, optionProperty, shownFor, widget } from '../../shared/widgets';

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

function pagingOptions(endpoint: ReadEndpoint): INodeProperties[] {
	const { changedOn = '', paging, rowNoun = 'record', updatedAfter } = endpoint;
	if (!paging) return [];
	const later = `Only ${rowNoun}s whose ${labelOf(changedOn)} is later; the whole list is read to find them`;
	const undated = `${labelOf(`${rowNoun}s`)} without ${labelOf(changedOn)} are always included`;
	const description = `${later}. ${undated}.`;
	return [
		...(['binaryProperty', 'fileFormat', 'fileName'] as const).map((name) =>
			shownFor({ '/returnAs': ['file'] }, optionProperty(name)),
		),
		optionProperty('pageNumber'),
		optionProperty('pageSize', { preset: defaultPageSize(endpoint) }),
		...(updatedAfter ? [optionProperty('updatedAfter', { description })] : []),
	];
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
	];
}

function readOptions(endpoint: ReadEndpoint): INodeProperties[] {
	return [
		...(['concurrency', 'maxRetries', 'onlyFilled'] as const).map((name) => optionProperty(name)),
		...pagingOptions(endpoint),
		...splitOutOptions(endpoint),
	];
}

function writeOptions(hasRecords: boolean): INodeProperties[] {
	const own = [
		optionProperty('maxRetries', {
			description: 'How many times to retry a request that the service cannot have processed',
		}),
		optionProperty('dryRun'),
		optionProperty('resendUncertain'),
	];
	if (!hasRecords) return own;
	return [
		...own,
		shownFor({ onlyChanged: [true] }, optionProperty('forgetAccepted')),
		optionProperty('ignoreUnknownFields'),
		optionProperty('onlyChanged'),
		optionProperty('recordsPerRequest'),
	];
}

/** What the collection Options of an endpoint holds. */
export function operationOptions(endpoint: Endpoint): INodeProperties[] {
	const { kind, body, form } = endpoint;
	const formats = ['json', 'xml', ...(form ? ['form'] : [])];
	return [
		...(kind === 'read' ? readOptions(endpoint) : writeOptions(endpoint.records !== undefined)),
		optionProperty('longestWait'),
		optionProperty('requestsPerMinute'),
		optionProperty('timeout'),
		optionProperty('responseFormat'),
		...(body === undefined ? [] : [optionProperty('requestFormat', { values: formats })]),
		...namesOption(customFields(recordSchema(endpoint))),
	];
}
