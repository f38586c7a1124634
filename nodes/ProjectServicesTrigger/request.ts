// What a poll is to follow: the parameters, checked, as a typed request.
import type { INode, IPollFunctions } from 'n8n-workflow';

import type { ReadEndpoint } from '../../api/endpoint';
import { type Change, CHANGE_TYPES } from '../../client/changes/follow';
import { NEW, reasonsBetween, reasonsOf, REMOVED } from '../../client/changes/rowVersion';
import type { ListRequest } from '../../client/reads/list';
import { type QueryValues, subjectOf } from '../../client/reads/readRequest';
import { idProblem } from '../shared/enteredIds';
import { parameterError } from '../shared/errors';
import type { Parameters } from '../shared/expressions';
import { filterValues, idleFiltersHint } from '../shared/filters';
import { REASONS_FIELD } from '../shared/items/change';
import { chosenValues, optionsReader } from '../shared/optionValues';
import {
	DEFAULT_TYPES,
	defaultReasons,
	type Event,
	EVENTS,
	followedList,
	REASONS_LABEL,
} from './panel';

export interface PollRequest {
	readonly event: Event;
	readonly list: ListRequest;
	/** What a record is called in a sentence ("change order project"). */
	readonly noun: string;
	/** The sentence about filters that are ignored; undefined if none is. */
	readonly idleFilters: string | undefined;
	readonly emitExisting: boolean;
	readonly namedOnly: boolean;
	/** The largest part of the known rows, in percent, that may be deleted. */
	readonly deletionLimit: number;
	/** Whether deletions are emitted. */
	readonly emitsDeletions: boolean;
	/** Whether a change is emitted; one that is not emitted counts as seen. */
	readonly isChosen: (change: Change) => boolean;
	/** Why a row of the list is emitted, where the list tells reasons. */
	readonly reasonsFor: ((change: Change) => string[]) | undefined;
}

/** Why a row changed. */
function reasonsFor({ change, before, signature }: Change, endpoint: ReadEndpoint): string[] {
	if (change === 'deleted') return [REMOVED];
	return change === 'created' || before === undefined
		? [NEW]
		: reasonsBetween(before.signature, signature, endpoint);
}

function queryOf(node: INode, endpoint: ReadEndpoint, parameters: Parameters): QueryValues {
	const { choices, idParameter } = endpoint;
	// A project that is imported leaves the list otherwise, as if it were deleted.
	if (idParameter === undefined)
		return { ...choices?.all, ...filterValues({ node, endpoint, parameters }, 0) };
	const id = parameters('catalogId', 0, '');
	const problem = idProblem(id);
	if (problem === undefined) return { [idParameter]: String(id).trim() };
	const hint = 'Enter the ID of the product catalog to watch.';
	throw parameterError(node, `'Catalog ID' ${problem}`, undefined, hint);
}

function chosenEvent(node: INode, parameters: Parameters): Event {
	const chosen = parameters('event', 0, '');
	const event = EVENTS.find((name) => name === chosen);
	if (event !== undefined) return event;
	const expected = EVENTS.join(', ');
	throw parameterError(node, `'Event' is "${String(chosen)}", expected one of ${expected}`);
}

/**
 * Reads and checks the parameters.
 *
 * @throws NodeOperationError that names what has to be changed
 */
export function pollRequest(context: IPollFunctions): PollRequest {
	const node = context.getNode();
	const parameters: Parameters = (name, _itemIndex, fallback) =>
		context.getNodeParameter(name, fallback);
	const event = chosenEvent(node, parameters);
	const { endpoint, noun } = followedList(event);
	const values = queryOf(node, endpoint, parameters);
	const names = ['deletionLimit', 'emitExisting', 'findDeletions'] as const;
	const { deletionLimit, emitExisting, findDeletions } = optionsReader(node, parameters)(names, 0);
	const chosen = <T extends string>(
		label: string,
		offered: readonly T[],
		name: string,
		preset: readonly string[],
	) => new Set<string>(chosenValues(node, label, offered, parameters(name, 0, preset)));
	const shared = {
		event,
		noun,
		list: { endpoint, values, subject: subjectOf(endpoint, noun, values) },
		idleFilters:
			endpoint.idParameter === undefined ? idleFiltersHint({ node, parameters }, 0) : undefined,
		emitExisting,
		deletionLimit,
		namedOnly: endpoint.deletedIds !== undefined && findDeletions === 'named',
	};
	if (endpoint.reasons === undefined) {
		const types = chosen('Change Types', CHANGE_TYPES, 'changeTypes', DEFAULT_TYPES);
		return {
			...shared,
			emitsDeletions: types.has('deleted'),
			isChosen: ({ change }) => types.has(change),
			reasonsFor: undefined,
		};
	}
	const offered = reasonsOf(endpoint);
	const reasons = chosen(REASONS_LABEL, offered, REASONS_FIELD, defaultReasons(endpoint));
	const ofChange = (change: Change) => reasonsFor(change, endpoint);
	return {
		...shared,
		emitsDeletions: reasons.has(REMOVED),
		isChosen: (change) => ofChange(change).some((reason) => reasons.has(reason)),
		reasonsFor: ofChange,
	};
}
