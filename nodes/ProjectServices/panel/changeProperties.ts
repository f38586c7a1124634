// The parameters of a change feed's operations in the editor.
import type { INodeProperties } from 'n8n-workflow';

import type { ChangeFeedEntry } from '../../../api/changeFeed';
import { filterFields } from '../../../api/endpoint';
import {
	deprecation,
	describe,
	filters,
	notice,
	optionProperty,
	optionsCollection,
	widget,
} from '../../shared/widgets';
import { endpointOptions } from './endpointOptions';
import { idProperties, outputProperties } from './readProperties';

const cursorName = widget('cursorName', 'string', 'default', {
	description:
		'The name of the position in the changes. A workflow with several copies of one list needs a cursor for each.',
});

const changeTypes = widget('changeTypes', 'multiOptions', ['created', 'updated', 'deleted'], {
	options: [
		{
			name: 'Created',
			value: 'created',
			description: 'Records that are new since the last commit',
		},
		{
			name: 'Deleted',
			value: 'deleted',
			description: 'Records that are gone; the item holds only the ID',
		},
		{ name: 'Updated', value: 'updated', description: 'Records that differ from the last commit' },
	],
	description: 'Which changes to return',
});

const commitNotice = notice(
	'commitNotice',
	'Place Commit Changes at the end of the workflow. Until it runs, every execution returns the same changes again, and any newer ones.',
);
const resetNotice = notice(
	'resetNotice',
	'n8n saves the cursor only in production executions, so a manual execution resets nothing',
);

// A change feed reads the whole list, and every change is one item: what chooses rows is left out.
const usedOptions = [
	...['concurrency', 'longestWait', 'maxRetries', 'pageSize', 'requestsPerMinute', 'timeout'],
	...['customFieldNames', 'onlyFilled', 'responseFormat'],
];

function readingOptions({ endpoint }: ChangeFeedEntry): INodeProperties {
	const options = (endpointOptions(endpoint).options ?? []).filter(
		(option): option is INodeProperties => 'type' in option && usedOptions.includes(option.name),
	);
	return optionsCollection([...options, optionProperty('deletionLimit')]);
}

/** The parameters of an operation of a change feed, in their order. */
export function changeProperties(entry: ChangeFeedEntry): INodeProperties[] {
	const { endpoint, operation } = entry;
	const same = operation === 'getChanges' ? {} : describe('The same ID as in Get Changes');
	const list = [
		...(endpoint.deprecated ? [deprecation] : []),
		...idProperties(endpoint).map((id) => ({ ...id, ...same })),
		// Filters that are applied while reading are not part of the list.
		...(filterFields(endpoint).length > 0 ? filters(endpoint) : []),
		cursorName,
	];
	switch (operation) {
		case 'getChanges': {
			const outputs = outputProperties(endpoint);
			return [...list, changeTypes, commitNotice, ...outputs, readingOptions(entry)];
		}
		case 'commitChanges':
			return list;
		case 'resetChanges':
			return [...list, resetNotice];
		default:
			return operation satisfies never;
	}
}
