// The parameters of the trigger in the editor.
import type { INodeProperties } from 'n8n-workflow';

import { endpoints } from '../../api';
import type { ReadEndpoint } from '../../api/endpoint';
import { NEW, OTHER, reasonsOf, REMOVED } from '../../client/changes/rowVersion';
import { withBuilderHint } from '../shared/builderHints';
import { REASONS_FIELD } from '../shared/items/change';
import { labelOf, sortedByLabel } from '../shared/labels';
import {
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
		name: 'Change Order Project Changed',
		value: 'changeOrderProjectChanged',
		description:
			'When a project or change order is published, published again, or changes its progress, approval, deletion or archiving',
	},
	{
		name: 'Product Changed',
		value: 'productChanged',
		description: 'When a product of a catalog is created, updated or deleted',
	},
] as const;

export type Event = (typeof EVENT_OPTIONS)[number]['value'];
export const EVENTS: readonly Event[] = EVENT_OPTIONS.map(({ value }) => value);

const LIST_KEYS: Readonly<Record<Event, string>> = {
	changeOrderProjectChanged: 'changeOrderProject/getAll',
	productChanged: 'productCatalog/get',
};

/** The list that an event follows, and what a record of it is called. */
export function followedList(event: Event): { endpoint: ReadEndpoint; noun: string } {
	const entry = endpoints.find(({ operationKey }) => operationKey === LIST_KEYS[event]);
	if (entry?.endpoint.kind !== 'read') throw new Error(`No list for the event ${event}.`);
	return { endpoint: entry.endpoint, noun: entry.resource.name.toLowerCase() };
}

/** Each poll reads the whole list. */
const LIST_NOTICE = notice(
	'listNotice',
	"Each poll reads the whole list: set 'Poll Times' to Every Hour or less often.",
);

const CATALOG_PROPERTY = widget('catalogId', 'string', '', {
	required: true,
	placeholder: 'e.g. CAT-1001',
	description: 'The ID of the product catalog to watch',
});

export const DEFAULT_TYPES = ['created', 'updated'];

const TYPES_PROPERTY = widget('changeTypes', 'multiOptions', DEFAULT_TYPES, {
	options: [
		{ name: 'Created', value: 'created', description: 'Products that this trigger had not seen' },
		{
			name: 'Deleted',
			value: 'deleted',
			description: 'Products that are gone; the item has only what identifies them',
		},
		{ name: 'Updated', value: 'updated', description: 'Products of which a field changed' },
	],
	description: 'Which changes start the workflow',
});

export const REASONS_LABEL = 'Emit When';

/** The reasons that are chosen in a new node. */
export function defaultReasons(endpoint: ReadEndpoint): string[] {
	return reasonsOf(endpoint).filter((reason) => reason !== OTHER && reason !== REMOVED);
}

function reasonsProperty(endpoint: ReadEndpoint): INodeProperties {
	const { reasons = {}, rowNoun = 'project' } = endpoint;
	const descriptions: Readonly<Record<string, string>> = {
		[NEW]: `This trigger sees the ${rowNoun} for the first time`,
		[OTHER]: 'Another field alone changed',
		[REMOVED]: `The ${rowNoun} is no longer in the list; the item has only its IDs`,
	};
	const offered = reasonsOf(endpoint).map((value) => ({
		name: labelOf(value),
		value,
		description: descriptions[value] ?? `${labelOf(reasons[value] ?? value)} changed`,
	}));
	return widget(REASONS_FIELD, 'multiOptions', defaultReasons(endpoint), {
		displayName: REASONS_LABEL,
		options: sortedByLabel(offered, ({ name }) => name),
		description: `Which changes start the workflow. Each item lists its own under ${REASONS_FIELD}.`,
	});
}

/** The line under the node on the canvas: its event, as the dropdown names it. */
export function subtitle(): string {
	const names = Object.fromEntries(EVENT_OPTIONS.map(({ value, name }) => [value, name]));
	return `={{ (${JSON.stringify(names)})[$parameter["event"]] }}`;
}

/** All parameters of the trigger; n8n adds the poll times. Every call makes new ones. */
export function triggerProperties(): INodeProperties[] {
	const projects = followedList('changeOrderProjectChanged').endpoint;
	const ofProducts = [CATALOG_PROPERTY, TYPES_PROPERTY];
	const ofProjects = [
		...(projects.deprecated ? [DEPRECATION] : []),
		reasonsProperty(projects),
		...filters(projects, projects.choices?.all),
	];
	return [
		// n8n does not save a default, so this one must never change.
		widget('event', 'options', 'productChanged', {
			noDataExpression: true,
			options: [...EVENT_OPTIONS],
		}),
		LIST_NOTICE,
		...ofProducts.map((property) => shownFor({ event: ['productChanged'] }, property)),
		...ofProjects.map((property) => shownFor({ event: ['changeOrderProjectChanged'] }, property)),
		optionsCollection([
			optionProperty('emitExisting'),
			optionProperty('deletionLimit'),
			shownFor({ '/event': ['productChanged'] }, optionProperty('findDeletions')),
		]),
	].map(withBuilderHint);
}
