// The parameters of a change feed's operations in the editor.
import type { INodeProperties } from 'n8n-workflow';

import type { ChangeFeedEntry } from '../../../api/changeFeed';
import { filterFields } from '../../../api/endpoint';
import { optionProperty, optionsCollection } from '../../shared/optionProperties';
import { endpointOptions } from './endpointOptions';
import { readProperties } from './readProperties';

const cursorName: INodeProperties = {
	displayName: 'Cursor Name',
	name: 'cursorName',
	type: 'string',
	default: 'default',
	description:
		'The name of the position in the changes. A workflow with several copies of one list needs a cursor for each.',
};

const changeTypes: INodeProperties = {
	displayName: 'Change Types',
	name: 'changeTypes',
	type: 'multiOptions',
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
	default: ['created', 'updated', 'deleted'],
	description: 'Which changes to return',
};

function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

const commitNotice = notice(
	'commitNotice',
	'Place Commit Changes at the end of the workflow. Until it runs, every execution returns the same changes again, and any newer ones.',
);
const resetNotice = notice(
	'resetNotice',
	'n8n saves the cursor only in production executions, so a manual execution resets nothing',
);

// A change feed reads the whole list, and every change is one item: what chooses rows or shapes the output is left out.
const unusedParameters = ['returnAs', 'returnAll', 'limit'];
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
	const { endpoint, resource } = entry;
	// Filters that are applied while reading are not part of the list.
	const isFiltered = filterFields(endpoint).length > 0;
	const read = readProperties(endpoint, resource.name.toLowerCase()).filter(
		({ name }) => !unusedParameters.includes(name) && (isFiltered || name !== 'filters'),
	);
	const list = read.filter(({ name }) => !['output', 'fields', 'otherFields'].includes(name));
	const outputs = read.filter((property) => !list.includes(property));
	const position = list.map((property) =>
		property.name === endpoint.idParameter
			? { ...property, description: 'The same ID as in Get Changes' }
			: property,
	);
	switch (entry.operation) {
		case 'getChanges':
			return [...list, cursorName, changeTypes, commitNotice, ...outputs, readingOptions(entry)];
		case 'commitChanges':
			return [...position, cursorName];
		case 'resetChanges':
			return [...position, cursorName, resetNotice];
		default:
			return entry.operation satisfies never;
	}
}
