// The parameters of a read, and of the operations of a change feed, in the editor.
import type { INodeProperties } from 'n8n-workflow';

import type { ChangeFeedEntry } from '../../../api/changeFeed';
import {
	filterFields,
	type ReadEndpoint,
	type ReturnAs,
	returnAsValues,
	rowSchema,
} from '../../../api/endpoint';
import { type Field, fieldsOf, recordFields } from '../../../api/schema/types';
import { labelOf } from '../../shared/labels';
import {
	byLabel,
	choices,
	deprecation,
	describe,
	exampleOf,
	filters,
	idProperty,
	listAdvice,
	notice,
	optionProperty,
	optionsCollection,
	shownFor,
	widget,
} from '../../shared/widgets';
import { operationOptions } from './operationOptions';

function requiredId(field: Field): INodeProperties {
	const { name, label: displayName = labelOf(name), description } = field;
	return idProperty(name, field, { displayName, required: true, ...describe(description) });
}

function idList({ idsParameter = '', idsPerRequest = 1, idsTexts }: ReadEndpoint): INodeProperties {
	const advice = `The IDs of all input items are combined without duplicates and requested ${idsPerRequest} at a time`;
	return widget(idsParameter, 'string', '', {
		required: true,
		typeOptions: { rows: 2 },
		...exampleOf(idsTexts?.example),
		...describe(idsTexts?.description, listAdvice, advice),
	});
}

/** What each value of Return As gives, in the texts of the editor. */
function returnAsProperty(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	const values = [...returnAsValues(endpoint)];
	if (values.length < 2) return [];
	const texts: Readonly<Record<ReturnAs, string>> = {
		rows: `One item per ${noun}`,
		whole: `One item with the whole response and its list of ${noun}s`,
		file: `One item with a file of all ${noun}s, for long lists`,
	};
	const offered = values.map(([value, kind]) => ({
		name: labelOf(value),
		value,
		description: texts[kind],
	}));
	return [
		widget('returnAs', 'options', values[0]?.[0] ?? '', {
			options: byLabel(offered),
			description: 'How to return the list',
		}),
	];
}

/** The parameters that say which fields an item holds. */
function outputProperties(endpoint: ReadEndpoint): INodeProperties[] {
	return [
		optionProperty('output'),
		widget('fields', 'multiOptions', [], {
			displayName: 'Field Names or IDs',
			typeOptions: {
				loadOptionsMethod: 'getFields',
				loadOptionsDependsOn: ['resource', 'operation'],
			},
			options: choices(recordFields(rowSchema(endpoint)).map(({ name }) => name)),
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			displayOptions: { show: { output: ['selected'] } },
		}),
		widget('otherFields', 'string', '', {
			placeholder: 'e.g. Warranty, Contact.Email',
			description:
				'Further fields to keep, such as nested ones (with a dot) and undocumented ones; the ID is always kept. Enter them separated by commas, or use an expression that returns an array.',
			displayOptions: { show: { output: ['selected'] } },
		}),
	];
}

/** The IDs that a read takes, after the notice if it is deprecated. */
function idProperties(endpoint: ReadEndpoint, more = {}): INodeProperties[] {
	const required = fieldsOf(endpoint.query).filter((field) => field.required);
	return [
		...(endpoint.deprecated ? [deprecation] : []),
		...(endpoint.body === undefined ? [] : [idList(endpoint)]),
		...required.map((field) => ({ ...requiredId(field), ...more })),
	];
}

/** The parameters of a Subscribe operation. */
export function readProperties(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	const { paging, rowNoun = noun } = endpoint;
	const limit = shownFor({ returnAll: [false] }, optionProperty('limit'));
	return [
		...idProperties(endpoint),
		...returnAsProperty(endpoint, rowNoun),
		...(paging ? [optionProperty('returnAll'), limit] : []),
		...filters(endpoint),
		...outputProperties(endpoint),
	];
}

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

function readingOptions(endpoint: ReadEndpoint): INodeProperties {
	const options = operationOptions(endpoint).filter(({ name }) => usedOptions.includes(name));
	const deletions = [optionProperty('deletionLimit'), optionProperty('findDeletions')];
	return optionsCollection([...options, ...deletions]);
}

/** The parameters of an operation of a change feed, in their order. */
export function changeProperties({ endpoint, operation }: ChangeFeedEntry): INodeProperties[] {
	const same = (what: string) =>
		operation === 'getChanges' ? {} : describe(`The same ${what} as in Get Changes`);
	const own = {
		getChanges: [
			changeTypes,
			commitNotice,
			...outputProperties(endpoint),
			readingOptions(endpoint),
		],
		commitChanges: [],
		resetChanges: [resetNotice],
	};
	// Filters that are applied while reading are not part of the list.
	const listFilters = filterFields(endpoint).length > 0 ? filters(endpoint) : [];
	return [
		...idProperties(endpoint, same('ID')),
		...listFilters.map((filter) => ({ ...filter, ...same('filters') })),
		{ ...cursorName, ...same('cursor name') },
		...own[operation],
	];
}
