// One poll: it reads the list, compares it with what is known, and emits what changed.
import type { IDataObject, INode, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { rowSchema } from '../../api/endpoint';
import { type Change, CHANGE_TYPES, deliveredBy, follow } from '../../client/changes/follow';
import {
	commit,
	type KnownRows,
	markUncertain,
	NOTHING_KNOWN,
	packKnown,
	savedKnown,
} from '../../client/changes/knownRows';
import { feedRemarks, readFeed } from '../../client/changes/readFeed';
import { NEW } from '../../client/changes/rowVersion';
import { redact } from '../../client/failures/redaction';
import { ServiceError } from '../../client/failures/serviceError';
import { listOf } from '../../client/reads/list';
import { wholeList } from '../../client/reads/wholeList';
import { identityOf } from '../../client/values/rowKeys';
import { CREDENTIAL_TYPE } from '../../credentials/credentialValues';
import type { RecordValue } from '../../wire/result';
import { type Connection, connect } from '../shared/connection';
import { customFieldNames } from '../shared/customFieldNames';
import { differencesText, isNewDrift } from '../shared/drift';
import { messageOf, nodeError, parameterError, withoutControls } from '../shared/errors';
import { checkChangeNames, withChange, withReasons } from '../shared/items/change';
import { type ItemShape, itemShape } from '../shared/items/shape';
import { feedIdentity } from '../shared/state/feedIdentity';
import { pollRequest, type PollRequest } from './request';
import { timeLimit } from './timeLimit';
import { beginPoll } from './triggerState';

/** The most items of one execution; the rest follows in the next polls. */
const MAX_ITEMS = 10_000;

const savedState = z.object({
	/** What the state belongs to: with another list or credential, the trigger starts over. */
	configuration: z.string(),
	known: savedKnown,
});

/** What is known when a poll begins; undefined for the first one, and why, if there was a state. */
function knownBefore(
	{ isCopy, value }: { readonly isCopy: boolean; readonly value: unknown },
	configuration: string,
): { readonly known?: KnownRows; readonly reason?: string } {
	if (value === undefined) return isCopy ? { reason: 'its workflow is a copy of another one' } : {};
	const { data: saved } = savedState.safeParse(value);
	if (saved === undefined) return { reason: 'its saved state is damaged' };
	if (saved.configuration === configuration) return { known: saved.known };
	return { reason: 'it now follows another list, or uses another credential, base URL or user' };
}

/** What a poll works with. */
interface Poll {
	readonly request: PollRequest;
	readonly client: Connection;
	readonly node: INode;
	readonly shape: ItemShape;
	/** Writes into n8n's log: a poll has no other place to say something. */
	readonly log: (message: string, level?: 'info' | 'warn') => void;
}

/** Which changes a poll emits, and what is known once it has. */
async function readChanges(poll: Poll, known: KnownRows | undefined) {
	const { client, log, node, request } = poll;
	const { deletionLimit, emitExisting, emitsDeletions, isChosen, list, namedOnly } = request;
	const { endpoint } = list;
	const reading = await readFeed(client, list);
	const followed = follow(known ?? NOTHING_KNOWN, reading, {
		...{ endpoint, timeZone: client.settings.timeZone, changeTypes: new Set(CHANGE_TYPES) },
		...{ deletionLimit, namedOnly, mayBePart: endpoint.deletedIds !== undefined },
	});
	const { changes, problem } = followed;
	if (problem && emitsDeletions)
		throw parameterError(node, problem.message, undefined, problem.description);
	for (const remark of feedRemarks(reading, followed, namedOnly)) log(remark);
	const existing = emitExisting ? changes : [];
	// The rest of the first poll, which did not fit into one execution.
	const isRest = ({ change, before }: Change) => change === 'created' && before !== undefined;
	const chosen = known ? changes.filter((change) => isRest(change) || isChosen(change)) : existing;
	const deferred = new Set(chosen.slice(MAX_ITEMS));
	// A service that loses its data for an hour must not make all of it new again.
	const isKept = ({ change }: Change) => problem !== undefined && change === 'deleted';
	const done = changes.filter((change) => !deferred.has(change) && !isKept(change));
	// The service may name a deletion only once.
	const later = deliveredBy([...deferred].filter(({ change }) => !known || change === 'deleted'));
	return {
		emitted: chosen.slice(0, MAX_ITEMS),
		known: commit(markUncertain(followed.known, later), deliveredBy(done)),
	};
}

function itemOf({ request: { list, reasonsFor }, shape }: Poll, change: Change): RecordValue {
	const { change: type, key, row } = change;
	const item = withChange(row ? shape.shapeWhole(row) : identityOf(key, list.endpoint), type);
	return reasonsFor ? withReasons(item, reasonsFor(change)) : item;
}

/** One item as the event would emit it, for building a workflow. It uses no state. */
async function sampleItem({ client, node, request, shape }: Poll): Promise<RecordValue> {
	const { list, noun, reasonsFor } = request;
	const { idParameter, rowNoun = noun } = list.endpoint;
	const { rows } = await wholeList(listOf(client, { ...list, limit: 1 }));
	const [row] = rows;
	if (row === undefined)
		throw parameterError(
			node,
			`There is no ${rowNoun} to show as a sample`,
			undefined,
			idParameter === undefined
				? `No ${rowNoun} matches the filters. Change them, or publish the workflow and wait for the first one.`
				: "The catalog has no products. Check the 'Catalog ID', or publish the workflow and wait for the first one.",
		);
	const item = withChange(shape.shapeWhole(row), 'created');
	return reasonsFor ? withReasons(item, [NEW]) : item;
}

/** The items that a scheduled poll emits. */
async function pollItems(
	context: IPollFunctions,
	poll: Poll,
	isScheduled: boolean,
): Promise<RecordValue[]> {
	const { client, log, node, request } = poll;
	const { emitExisting, event, list } = request;
	const identity = feedIdentity(client, list.endpoint.path, list.values);
	const configuration = `${event} ${identity}`;
	const stored = beginPoll(context);
	const { known, reason } = knownBefore(stored, configuration);
	if (reason !== undefined) {
		const what = emitExisting ? 'everything that exists' : 'only what changes from now on';
		log(`starts over, because ${reason}: ${what} is emitted.`);
	}
	const polled = await readChanges(poll, known).catch((failure: unknown) => ({ failure }));
	if (!('failure' in polled)) {
		const value = { configuration, known: packKnown(polled.known) };
		stored.set(value, polled.emitted.length > 0);
		return polled.emitted.map((change) => itemOf(poll, change));
	}
	const { failure } = polled;
	// n8n would not activate the workflow.
	const isActivation = stored.isFirstPoll && !isScheduled && known !== undefined;
	const isTolerated = isActivation && failure instanceof ServiceError && failure.isTemporary;
	if (!isTolerated) throw nodeError(node, failure);
	log(
		`the first poll since the workflow was published failed: ${messageOf(failure)}. The next poll tries again.`,
	);
	return [];
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	const { deadlineMs, isScheduled, withinPoll } = timeLimit(context);
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const connection = connect(context, credential, { deadlineMs });
	const client = { ...connection, settings: withinPoll(connection.settings) };
	const request = pollRequest(context);
	const log: Poll['log'] = (message, level = 'warn') => {
		// IDs and names of fields are in it, as the service wrote them.
		const text = withoutControls(redact(message, client.secrets));
		context.logger[level](`${node.name}: ${text}`);
	};
	if (request.idleFilters !== undefined) log(request.idleFilters);
	try {
		const schema = rowSchema(request.list.endpoint);
		const names = customFieldNames(node, schema, client.customFieldNames);
		checkChangeNames(node, names);
		const poll = { client, log, node, request, shape: itemShape({ names, schema }) };
		const isTest = context.getMode() === 'manual';
		const items = isTest ? [await sampleItem(poll)] : await pollItems(context, poll, isScheduled);
		return items.length > 0 ? [items.map((item) => ({ json: item as IDataObject }))] : null;
	} catch (error) {
		if (!client.signal?.aborted) throw nodeError(node, error);
		throw parameterError(
			node,
			`The poll did not end within the ${Math.round(deadlineMs / 1000)} seconds that n8n gives it`,
			undefined,
			'Nothing was emitted, and no change is lost. For a list that takes longer, use Get Changes of the Project Services node on a schedule.',
		);
	} finally {
		// A poll can show no hint about responses that differ from the API documentation.
		const differences = differencesText(client.report, request.noun);
		if (differences !== '' && isNewDrift(client.baseUrl, differences)) log(differences);
	}
}

/** Identifies the trigger within the process. */
function triggerKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}

// n8n may begin a poll while the one before has not ended, also after the workflow was published again. Both would emit
// the same changes.
const running = new Set<string>();

/**
 * Carries out a poll, or makes a sample when a person executes the node manually.
 *
 * @returns null when there is nothing to emit
 * @throws NodeApiError or NodeOperationError; then nothing is emitted, and no change is lost
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await pollOnce(context);
	const key = triggerKey(context);
	if (running.has(key)) {
		const message = 'this poll is skipped, because the previous one is still running.';
		context.logger.info(`${context.getNode().name}: ${message}`);
		return null;
	}
	running.add(key);
	try {
		return await pollOnce(context);
	} finally {
		running.delete(key);
	}
}
