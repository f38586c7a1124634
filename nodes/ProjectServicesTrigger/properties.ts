// The parameters of the trigger in the editor.
import { compareLabels } from '../ProjectServices/labels';
import type { INodeProperties } from 'n8n-workflow';

import { findEndpoint, resources } from '../../api';
import type { ReadEndpoint } from '../../api/endpoint';
import { choices, formatOption, numberOption, preset } from '../ProjectServices/optionProperties';
import { deprecation, filters } from '../ProjectServices/readProperties';
import { defaultPageSize } from '../ProjectServices/settings';
import { type Event, recordTypes } from './events';

const eventProperty: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Change Order Project Published',
			value: 'changeOrderProjectPublished',
			description:
				'When a project is published, published again, or changes its progress, approval, deletion or archiving',
		},
		{
			name: 'Product Created or Updated',
			value: 'productChanged',
			description: 'When a product of a catalog is new or was updated',
		},
		{
			name: 'Product Removed',
			value: 'productRemoved',
			description: 'When a product was removed from a catalog',
		},
		{
			name: 'Record Changed',
			value: 'recordChanged',
			description: 'When one of the records with the given IDs was changed',
		},
	],
	default: 'changeOrderProjectPublished',
};

const catalogProperty: INodeProperties = {
	displayName: 'Catalog ID',
	name: 'catalogId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 10452',
	description: 'The ID of the product catalog to watch',
};

function typeProperty(): INodeProperties {
	const nameOf = (type: string) =>
		resources.find(({ resource }) => resource === type)?.name ?? type;
	return preset(
		{
			displayName: 'Record Type',
			name: 'recordType',
			type: 'options',
			noDataExpression: true,
			options: choices(recordTypes, nameOf),
			default: '',
			description: 'What kind of records to watch',
		},
		'task',
	);
}

const idsProperty: INodeProperties = {
	displayName: 'Record IDs',
	name: 'recordIds',
	type: 'string',
	required: true,
	default: '',
	typeOptions: { rows: 2 },
	placeholder: 'e.g. 10452, 10453',
	description:
		'The IDs of the records to watch, parted by commas or line ends, or an array by expression. Each is a request in every poll.',
};

function listOf(event: Event): ReadEndpoint | undefined {
	const list =
		event === 'changeOrderProjectPublished'
			? findEndpoint('changeOrderProject', 'getAll')
			: findEndpoint('productCatalog', 'get');
	return event !== 'recordChanged' && list?.kind === 'read' ? list : undefined;
}

function optionsProperty(event: Event): INodeProperties {
	const list = listOf(event);
	const options: INodeProperties[] = [
		{
			displayName: 'Emit Existing',
			name: 'emitExisting',
			type: 'boolean',
			default: false,
			description:
				'Whether the first run gives everything that exists; otherwise it gives nothing and only changes from then on follow',
		},
		formatOption(
			'responseFormat',
			'Response Format',
			['json', 'xml'],
			'The format in which the service is asked to answer; the items are the same',
		),
	];
	if (list?.paging) {
		const size = defaultPageSize(list, list.paging);
		const description = 'How many rows are asked for in one request';
		options.push(numberOption('pageSize', 'Page Size', description, size));
	}
	if (event === 'productRemoved') {
		options.push({
			displayName: 'Detect Removed by Comparing',
			name: 'detectRemovedByComparing',
			type: 'boolean',
			default: false,
			description:
				'Whether to find removed products that the service does not name: those missing from two full readings in a row, after one that still had them. Large catalogs are compared by a sketch that tells up to 1,000 removals between two readings.',
		});
	}
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.sort((one, other) => compareLabels(one.displayName, other.displayName)),
	};
}

function shownFor(event: Event | readonly Event[], property: INodeProperties): INodeProperties {
	return { ...property, displayOptions: { show: { event: [event].flat() } } };
}

/** The line under the node on the canvas: its event, as the dropdown names it. */
export function subtitle(): string {
	const names = (eventProperty.options ?? []).flatMap((option) =>
		'value' in option ? [[String(option.value), option.name]] : [],
	);
	return `={{ (${JSON.stringify(Object.fromEntries(names))})[$parameter["event"]] }}`;
}

/** All parameters of the trigger; n8n adds the poll times. Every call makes new ones. */
export function triggerProperties(): INodeProperties[] {
	const published = listOf('changeOrderProjectPublished');
	const shownFilters = published ? filters(published) : [];
	return [
		{ ...eventProperty },
		...(published?.deprecated ? [shownFor('changeOrderProjectPublished', deprecation)] : []),
		shownFor(['productChanged', 'productRemoved'], catalogProperty),
		shownFor('recordChanged', typeProperty()),
		shownFor('recordChanged', idsProperty),
		...shownFilters.map((property) => shownFor('changeOrderProjectPublished', property)),
		shownFor('changeOrderProjectPublished', optionsProperty('changeOrderProjectPublished')),
		shownFor('productChanged', optionsProperty('productChanged')),
		shownFor('productRemoved', optionsProperty('productRemoved')),
		shownFor('recordChanged', optionsProperty('recordChanged')),
	];
}
