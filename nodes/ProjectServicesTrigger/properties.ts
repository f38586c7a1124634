// The parameters of the trigger in the editor.
import type { INodeProperties } from 'n8n-workflow';

import { endpoints, resources } from '../../api';
import type { ReadEndpoint } from '../../api/endpoint';
import { defaultPageSize } from '../shared/options';
import {
	choices,
	deprecation,
	filters,
	notice,
	optionProperty,
	optionsCollection,
	shownFor,
	widget,
} from '../shared/widgets';

const eventOptions = [
	{
		name: 'Change Order Project Published',
		value: 'changeOrderProjectPublished',
		description:
			'When a project is published, published again, or changes its progress, approval, deletion or archiving',
	},
	{
		name: 'Product Created or Updated',
		value: 'productChanged',
		description: 'When a product of a catalog is created or updated',
	},
	{
		name: 'Product Removed',
		value: 'productRemoved',
		description: 'When a product is removed from a catalog',
	},
	{ name: 'Record Changed', value: 'recordChanged', description: 'When a watched record changes' },
] as const;

export type Event = (typeof eventOptions)[number]['value'];
export type ListEvent = Exclude<Event, 'recordChanged'>;
export const events: readonly Event[] = eventOptions.map(({ value }) => value);

const recordTypes = ['servicePlan', 'serviceOrder', 'task', 'purchaseOrder', 'timeSheet'] as const;

const catalogNotice = notice(
	'catalogNotice',
	"Each poll reads the whole catalog. Set 'Poll Times' to Every Hour or less often.",
);

const catalogProperty = widget('catalogId', 'string', '', {
	required: true,
	placeholder: 'e.g. CAT-1001',
	description: 'The ID of the product catalog to watch',
});

const typeProperty = widget('recordType', 'options', 'task', {
	noDataExpression: true,
	options: choices(
		recordTypes,
		(type) => resources.find(({ resource }) => resource === type)?.name ?? type,
	),
	description: 'The type of the records to watch',
});

const idsProperty = widget('recordIds', 'string', '', {
	required: true,
	typeOptions: { rows: 2 },
	placeholder: 'e.g. T-1001, T-1002',
	description:
		'The IDs of the records to watch, separated by commas or line breaks, or an array by expression. Each is one request per poll.',
});

const listKeys: Readonly<Record<ListEvent, string>> = {
	changeOrderProjectPublished: 'changeOrderProject/getAll',
	productChanged: 'productCatalog/get',
	productRemoved: 'productCatalog/get',
};

/** The endpoint that an event reads, with its resource. */
export function watchedEntry(event: Event, recordType: string) {
	const key = event === 'recordChanged' ? `${recordType}/get` : listKeys[event];
	return endpoints.find(({ operationKey }) => operationKey === key);
}

function listOf(event: Event): ReadEndpoint | undefined {
	const endpoint = watchedEntry(event, '')?.endpoint;
	return endpoint?.kind === 'read' ? endpoint : undefined;
}

function optionsProperty(event: Event): INodeProperties {
	const list = listOf(event);
	const options = [optionProperty('emitExisting'), optionProperty('responseFormat')];
	if (list?.paging) options.push(optionProperty('pageSize', { default: defaultPageSize(list) }));
	if (event === 'productRemoved')
		options.push(optionProperty('deletionLimit'), optionProperty('detectRemovedByComparing'));
	return optionsCollection(options);
}

/** The line under the node on the canvas: its event, as the dropdown names it. */
export function subtitle(): string {
	const names = Object.fromEntries(eventOptions.map(({ value, name }) => [value, name]));
	return `={{ (${JSON.stringify(names)})[$parameter["event"]] }}`;
}

/** All parameters of the trigger; n8n adds the poll times. Every call makes new ones. */
export function triggerProperties(): INodeProperties[] {
	const published = listOf('changeOrderProjectPublished');
	const forPublished = [
		...(published?.deprecated ? [deprecation] : []),
		...(published ? filters(published) : []),
	];
	return [
		// n8n does not save a default, so this one must never change.
		widget('event', 'options', 'productChanged', {
			noDataExpression: true,
			options: [...eventOptions],
		}),
		shownFor({ event: ['productChanged', 'productRemoved'] }, catalogNotice),
		shownFor({ event: ['productChanged', 'productRemoved'] }, catalogProperty),
		shownFor({ event: ['recordChanged'] }, typeProperty),
		shownFor({ event: ['recordChanged'] }, idsProperty),
		...forPublished.map((property) =>
			shownFor({ event: ['changeOrderProjectPublished'] }, property),
		),
		...events.map((event) => shownFor({ event: [event] }, optionsProperty(event))),
	];
}
