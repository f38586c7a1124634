// The parameters of Get Changes and Commit Changes.
import type { INodeProperties } from 'n8n-workflow';

import type { ChangeFeedEntry } from '../../../../api/changeFeed';
import { filterFields, type ReadEndpoint } from '../../../../api/endpoint';
import {
	descriptionOf,
	filters,
	notice,
	optionProperty,
	optionsCollection,
	widget,
} from '../../../shared/widgets';
import { idProperties, outputProperties } from '../../description/reading';

const CURSOR_NAME = widget('cursorName', 'string', 'default', {
	description:
		'The name of the position in the list. Enter one of your own: "default" starts over when the key of the credential changes.',
});

const TYPE_CHOICE = widget('changeTypes', 'multiOptions', ['created', 'updated', 'deleted'], {
	options: [
		{
			name: 'Created',
			value: 'created',
			description: 'Records that are new since the last commit',
		},
		{
			name: 'Deleted',
			value: 'deleted',
			description: 'Records that are gone; the item has only what identifies them',
		},
		{ name: 'Updated', value: 'updated', description: 'Records that differ from the last commit' },
	],
	description: 'Which changes to return',
});

const COMMIT_NOTICE = notice(
	'commitNotice',
	'Place Commit Changes at the end of the workflow. Without it, every execution returns the same changes again, and any newer ones.',
);

const LAST_NODE_NOTICE = notice(
	'lastNodeNotice',
	'Place Commit Changes last in the workflow. Once it has executed, what Get Changes returned counts as done.',
);

/** Every change is one item of its own: what chooses or divides rows is left out. */
function readingOptions(endpoint: ReadEndpoint): INodeProperties {
	return optionsCollection([
		optionProperty('deletionLimit'),
		...(endpoint.deletedIds === undefined ? [] : [optionProperty('findDeletions')]),
		optionProperty('onlyFilled'),
		optionProperty('startOver'),
	]);
}

/** The parameters of an operation of a change feed, in their order. */
export function changesPanel({ endpoint, operation }: ChangeFeedEntry): INodeProperties[] {
	const same = (what: string) =>
		operation === 'getChanges' ? {} : descriptionOf(`The same ${what} as in Get Changes`);
	const own = {
		getChanges: [
			TYPE_CHOICE,
			COMMIT_NOTICE,
			...outputProperties(endpoint),
			readingOptions(endpoint),
		],
		commitChanges: [],
	};
	// Filters that are applied while reading are not part of the list.
	const listFilters =
		filterFields(endpoint).length > 0 ? filters(endpoint, endpoint.choices?.all) : [];
	// Commit Changes requests nothing that could be deprecated.
	const isCommit = operation === 'commitChanges';
	const requested = isCommit ? { ...endpoint, deprecated: undefined } : endpoint;
	return [
		...(isCommit ? [LAST_NODE_NOTICE] : []),
		...idProperties(requested, same('ID')),
		...listFilters.map((filter) => ({ ...filter, ...same('filters') })),
		{ ...CURSOR_NAME, ...same('cursor name') },
		...own[operation],
	];
}
