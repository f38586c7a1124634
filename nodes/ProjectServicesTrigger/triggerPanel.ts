// The parameters of the trigger in the editor.
import type { INodeProperties } from 'n8n-workflow';

import { endpoints, recordReads } from '../../api';
import type { ReadEndpoint } from '../../api/endpoint';
import { withBuilderHint } from '../shared/builderHints';
import { labelOf, sortedByLabel } from '../shared/labels';
import {
	byLabel,
	DEPRECATION,
	filters,
	notice,
	optionProperty,
	optionsCollection,
	shownFor,
	widget,
} from '../shared/widgets';

const EVENT_OPTIONS = [
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

export type Event = (typeof EVENT_OPTIONS)[number]['value'];
export type ListEvent = Exclude<Event, 'recordChanged'>;
export const EVENTS: readonly Event[] = EVENT_OPTIONS.map(({ value }) => value);

const CATALOG_NOTICE = notice(
	'catalogNotice',
	"Each poll reads the whole catalog. Set 'Poll Times' to Every Hour or less often.",
);

const CATALOG_PROPERTY = widget('catalogId', 'string', '', {
	required: true,
	placeholder: 'e.g. CAT-1001',
	description: 'The ID of the product catalog to watch',
});

const TYPE_PROPERTY = widget('recordType', 'options', 'task', {
	noDataExpression: true,
	options: byLabel(
		recordReads.map(({ resource: { name, resource } }) => ({ name, value: resource })),
	),
	description: 'The type of the records to watch',
});

const IDS_PROPERTY = widget('recordIds', 'string', '', {
	required: true,
	typeOptions: { rows: 2 },
	placeholder: 'e.g. T-1001, T-1002',
	description:
		'The IDs of the records to watch, separated by commas or line breaks, or an array by expression. Each is one request per poll.',
});

export const REASONS = 'reasons';
export const REASONS_LABEL = 'Emit When';

/** The reason of a row that the trigger has not seen before. */
export const NEW = 'new';

/** Why a row of a list is emitted. */
export function reasonsOf({ reasons = {} }: ReadEndpoint): string[] {
	return [NEW, ...Object.keys(reasons)];
}

function reasonsProperty(endpoint: ReadEndpoint): INodeProperties {
	const { reasons = {}, rowNoun = 'project' } = endpoint;
	const fields = Object.entries(reasons).map(([value, field]) => ({
		name: labelOf(value),
		value,
		description: `${labelOf(field)} changed`,
	}));
	const unseen = {
		name: labelOf(NEW),
		value: NEW,
		description: `This trigger sees the ${rowNoun} for the first time`,
	};
	return widget(REASONS, 'multiOptions', reasonsOf(endpoint), {
		displayName: REASONS_LABEL,
		options: sortedByLabel([unseen, ...fields], ({ name }) => name),
		description: `Which changes start the workflow. Each item lists its own under ${REASONS}.`,
	});
}

const REMOVED_NOTICE: INodeProperties = {
	...notice(
		'removedNotice',
		"Only products that the service names as deleted are found. If yours names none, turn on 'Detect Removed by Comparing' in the options.",
	),
	displayOptions: {
		show: { event: ['productRemoved'] },
		hide: { '/options.detectRemovedByComparing': [true] },
	},
};

const LIST_KEYS: Readonly<Record<ListEvent, string>> = {
	changeOrderProjectPublished: 'changeOrderProject/getAll',
	productChanged: 'productCatalog/get',
	productRemoved: 'productCatalog/get',
};

/** The endpoint that an event reads, with its resource. */
export function watchedEntry(event: Event, recordType: string) {
	if (event === 'recordChanged')
		return recordReads.find(({ resource }) => resource.resource === recordType);
	return endpoints.find(({ operationKey }) => operationKey === LIST_KEYS[event]);
}

function listEndpoint(event: Event): ReadEndpoint | undefined {
	const endpoint = watchedEntry(event, '')?.endpoint;
	return endpoint?.kind === 'read' ? endpoint : undefined;
}

/** Each option shows for its events. They are in one parameter: to a model, several of one name are one. */
function triggerOptions(): INodeProperties {
	const ofRemoved = (['deletionLimit', 'detectRemovedByComparing'] as const).map((name) =>
		shownFor({ '/event': ['productRemoved'] }, optionProperty(name)),
	);
	return optionsCollection([optionProperty('emitExisting'), ...ofRemoved]);
}

/** The line under the node on the canvas: its event, as the dropdown names it. */
export function subtitle(): string {
	const names = Object.fromEntries(EVENT_OPTIONS.map(({ value, name }) => [value, name]));
	return `={{ (${JSON.stringify(names)})[$parameter["event"]] }}`;
}

/** All parameters of the trigger; n8n adds the poll times. Every call makes new ones. */
export function triggerProperties(): INodeProperties[] {
	const published = listEndpoint('changeOrderProjectPublished');
	const forPublished = [
		...(published?.deprecated ? [DEPRECATION] : []),
		...(published
			? [reasonsProperty(published), ...filters(published, published.choices?.all)]
			: []),
	];
	return [
		// n8n does not save a default, so this one must never change.
		widget('event', 'options', 'productChanged', {
			noDataExpression: true,
			options: [...EVENT_OPTIONS],
		}),
		shownFor({ event: ['productChanged', 'productRemoved'] }, CATALOG_NOTICE),
		shownFor({ event: ['productChanged', 'productRemoved'] }, CATALOG_PROPERTY),
		REMOVED_NOTICE,
		shownFor({ event: ['recordChanged'] }, TYPE_PROPERTY),
		shownFor({ event: ['recordChanged'] }, IDS_PROPERTY),
		...forPublished.map((property) =>
			shownFor({ event: ['changeOrderProjectPublished'] }, property),
		),
		triggerOptions(),
	].map(withBuilderHint);
}
