// What a poll is to watch: the parameters, checked, as a typed request; and what each way of watching does with it.
import type { INode, IPollFunctions } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { ReadEndpoint } from '../../api/endpoint';
import { pageSizeOf, type ServiceSettings } from '../../client/serviceSettings';
import { byComparableId } from '../../client/values/ids';
import type { PagedList } from '../../client/reads/readPage';
import { type QueryValues, subjectOf } from '../../client/reads/readRequest';
import type { Connection } from '../shared/connection';
import type { OwnNames } from '../shared/customFieldNames';
import { idProblem, idsIn } from '../shared/enteredIds';
import { parameterError } from '../shared/errors';
import type { Parameters } from '../shared/expressions';
import { filterValues } from '../shared/filters';
import { chosenValues, optionsReader } from '../shared/optionValues';
import {
	type Event,
	EVENTS,
	REASONS,
	REASONS_LABEL,
	reasonsOf,
	watchedEntry,
} from './triggerPanel';
import type { RecordValue } from '../../wire/result';

/** The most records that one trigger watches by their IDs: each is a request in every poll. */
const MAX_RECORDS = 1000;

export interface WatchRequest {
	readonly event: Event;
	/** The list to read, or where the records are that `ids` names. */
	readonly list: PagedList;
	/** The resource in a sentence ("purchase order"). */
	readonly noun: string;
	readonly pageSize: number;
	/** The IDs of `recordChanged`, each once. */
	readonly ids: readonly string[];
	readonly emitExisting: boolean;
	/** Why a row has to be new or changed to be emitted, where the list tells reasons. */
	readonly reasons: readonly string[];
	readonly comparing: boolean;
	/** The largest part of the known rows, in percent, that may be gone. */
	readonly deletionLimit: number;
}

/** The most items of one execution; the rest follows in the next polls. */
export const MAX_ITEMS = 10_000;

/** What a poll works with. */
export interface PollTools {
	readonly client: Connection;
	readonly node: INode;
	/** People's own names for custom fields, from the credential. */
	readonly names: OwnNames;
	/** Whether there is time for another request, and room for more than the items so far. */
	readonly fits: (items: number) => boolean;
	/** Writes into n8n's log: a poll has no other place to say something. */
	readonly log: (message: string, level?: 'info' | 'warn') => void;
}

export interface Polled<State> {
	/** What to save, once everything has succeeded. */
	readonly state: State;
	/** The items to emit, in order of change. */
	readonly items: readonly RecordValue[];
	/** Why the poll fails, although its state counts. */
	readonly failure?: unknown;
}

export interface Watcher<State> {
	/** Reads the saved state. */
	readonly schema: z.ZodType<State>;
	/**
	 * Finds out what changed. Without a saved state it emits nothing, unless 'Emit Existing' is on.
	 *
	 * @throws ServiceError, NodeApiError or NodeOperationError; the saved state then stays as it is
	 */
	readonly poll: (
		request: WatchRequest,
		tools: PollTools,
		saved: State | undefined,
	) => Promise<Polled<State>>;
	/**
	 * One item as the event would emit it, for building a workflow.
	 *
	 * @throws NodeOperationError that says what to do when there is nothing to show
	 */
	readonly sample: (request: WatchRequest, tools: PollTools) => Promise<RecordValue>;
}

function queryOf(node: INode, endpoint: ReadEndpoint, parameters: Parameters): QueryValues {
	const { idParameter } = endpoint;
	if (idParameter === undefined) return filterValues({ node, endpoint, parameters }, 0);
	const id = parameters('catalogId', 0, '');
	const problem = idProblem(id);
	if (problem === undefined) return { [idParameter]: String(id).trim() };
	const hint = 'Enter the ID of the product catalog to watch.';
	throw parameterError(node, `'Catalog ID' ${problem}`, undefined, hint);
}

function recordIds(node: INode, parameters: Parameters): string[] {
	const entered = idsIn(node, 'Record IDs', parameters('recordIds', 0, ''));
	const ids = [...byComparableId(entered).values()];
	const hint = 'Enter the IDs of the records to watch, separated by commas or line breaks.';
	if (ids.length === 0) throw parameterError(node, "'Record IDs' is empty", undefined, hint);
	if (ids.length <= MAX_RECORDS) return ids;
	throw parameterError(
		node,
		`'Record IDs' has ${ids.length} IDs, too many for one trigger`,
		undefined,
		`Each record takes one request per poll. Watch at most ${MAX_RECORDS} with one trigger.`,
	);
}

function chosenEvent(node: INode, parameters: Parameters): Event {
	const chosen = parameters('event', 0, '');
	const event = EVENTS.find((name) => name === chosen);
	if (event !== undefined) return event;
	const expected = EVENTS.join(', ');
	throw parameterError(node, `'Event' is "${String(chosen)}", expected one of ${expected}`);
}

/** The endpoint that is watched, and what its resource is called. */
function watchedEndpoint(node: INode, parameters: Parameters, event: Event) {
	const recordType = String(parameters('recordType', 0, ''));
	const entry = watchedEntry(event, recordType);
	if (entry?.endpoint.kind !== 'read')
		throw parameterError(node, `'Record Type' is "${recordType}", which cannot be watched`);
	return { endpoint: entry.endpoint, noun: entry.resource.name.toLowerCase() };
}

const OPTION_NAMES = ['deletionLimit', 'detectRemovedByComparing', 'emitExisting'] as const;

/**
 * Reads and checks the parameters.
 *
 * @throws NodeOperationError that names what has to be changed
 */
export function watchRequest(
	context: IPollFunctions,
	settings: Pick<ServiceSettings, 'productsPerPage' | 'responseFormat'>,
): WatchRequest {
	const node = context.getNode();
	const parameters: Parameters = (name, _itemIndex, fallback) =>
		context.getNodeParameter(name, fallback);
	const event = chosenEvent(node, parameters);
	const { endpoint, noun } = watchedEndpoint(node, parameters, event);
	const isList = event !== 'recordChanged';
	const values = isList ? queryOf(node, endpoint, parameters) : {};
	const ids = isList ? [] : recordIds(node, parameters);
	const options = optionsReader(node, parameters)(OPTION_NAMES, 0);
	const { alternativeKey, key } = endpoint;
	// Where only the keys count, the rest is not even read.
	const keys = alternativeKey === undefined ? [key] : [key, alternativeKey];
	const projection = event === 'productRemoved' ? { fields: keys } : undefined;
	return {
		event,
		noun,
		ids,
		list: {
			endpoint,
			values,
			accept: settings.responseFormat,
			subject: subjectOf(endpoint, noun, values),
			projection,
		},
		pageSize: pageSizeOf(endpoint, settings),
		emitExisting: options.emitExisting,
		reasons:
			event === 'changeOrderProjectPublished'
				? chosenValues(node, REASONS_LABEL, reasonsOf(endpoint), parameters(REASONS, 0))
				: [],
		comparing: options.detectRemovedByComparing,
		deletionLimit: options.deletionLimit,
	};
}
