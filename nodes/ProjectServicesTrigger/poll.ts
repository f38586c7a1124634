// One poll: what to watch, from which saved state, and what becomes of both.
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { rowSchema } from '../../api/endpoint';
import { savedForm } from '../../client/changes/packedTables';
import { ServiceError } from '../../client/failures/serviceError';
import { redact } from '../../client/failures/redaction';
import { CREDENTIAL_TYPE } from '../../credentials/credentialValues';
import { connect } from '../shared/connection';
import { customFieldNames } from '../shared/customFieldNames';
import { differencesText, isNewDrift } from '../shared/drift';
import { messageOf, nodeError, withoutControls } from '../shared/errors';
import { withOwnNames } from '../shared/ownNames';
import { feedIdentity } from '../shared/state/feedIdentity';
import { pollStart, startOverText, STATE_VERSION } from './firstPoll';
import type { ListState } from './listScan';
import type { ListEvent } from './triggerPanel';
import { timeLimit } from './timeLimit';
import { beginPoll } from './triggerState';
import { removalWatcher } from './watchRemovals';
import { rowWatcher } from './watchRows';
import { recordWatcher } from './watchRecords';
import { type PollTools, watchRequest, type WatchRequest, type Watcher } from './triggerRequest';
import type { RecordValue } from '../../wire/result';

/** How each event of a list is watched. */
const LIST_WATCHERS: Readonly<Record<ListEvent, Watcher<ListState>>> = {
	changeOrderProjectPublished: rowWatcher,
	productChanged: rowWatcher,
	productRemoved: removalWatcher,
};

async function pollWith<State>(
	context: IPollFunctions,
	request: WatchRequest,
	tools: PollTools,
	watcher: Watcher<State>,
	isScheduled: boolean,
): Promise<readonly RecordValue[]> {
	if (context.getMode() === 'manual') return [await watcher.sample(request, tools)];
	const { event, list } = request;
	const { client, node } = tools;
	const identity = feedIdentity(client, list.endpoint.path, list.values);
	const configuration = `${event} ${identity}`;
	const stored = beginPoll(context);
	const { state, reason } = pollStart(stored, configuration, watcher);
	if (reason !== undefined) tools.log(startOverText(request, reason));
	// A poll that fails leaves the state as it was, unless it returns one.
	const polled = await watcher
		.poll(request, tools, state)
		.catch((failure: unknown) => ({ failure }));
	if ('state' in polled) {
		const content = savedForm(polled.state) as IDataObject;
		stored.set({ version: STATE_VERSION, configuration, content }, polled.items.length > 0);
		if (polled.failure === undefined) return polled.items;
	}
	// n8n would not activate the workflow.
	const isActivation = stored.isFirstPoll && !isScheduled && state !== undefined;
	const { failure } = polled;
	const isTolerated = isActivation && failure instanceof ServiceError && failure.isTemporary;
	if (!isTolerated) throw nodeError(node, failure);
	tools.log(
		`the first poll since the workflow was activated failed: ${messageOf(failure)}. The next poll tries again.`,
	);
	return [];
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	const { deadlineMs, fits, isScheduled, withinPoll } = timeLimit(context);
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const connection = connect(context, credential, { deadlineMs });
	const client = { ...connection, settings: withinPoll(connection.settings) };
	const request = watchRequest(context, client.settings);
	const log: PollTools['log'] = (message, level = 'warn') => {
		// IDs and names of fields are in it, as the service wrote them.
		const text = withoutControls(redact(message, client.secrets));
		context.logger[level](`${node.name}: ${text}`);
	};
	try {
		const schema = rowSchema(request.list.endpoint);
		const names = customFieldNames(node, schema, client.customFieldNames);
		const tools = { client, node, names, log, fits };
		const { event } = request;
		const items =
			event === 'recordChanged'
				? await pollWith(context, request, tools, recordWatcher, isScheduled)
				: await pollWith(context, request, tools, LIST_WATCHERS[event], isScheduled);
		const jsonOf = (row: RecordValue) => withOwnNames(row, names, schema) as IDataObject;
		return items.length > 0 ? [items.map((row) => ({ json: jsonOf(row) }))] : null;
	} catch (error) {
		throw nodeError(node, error);
	} finally {
		// A poll can show no hint about responses that differ from the service's document.
		const differences = differencesText(client.report, request.noun);
		if (differences !== '' && isNewDrift(client.baseUrl, differences)) log(differences);
	}
}

/** Identifies the trigger within the process. */
function triggerKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}

// n8n may begin a poll while the one before still runs, also after the workflow was published again. Both would emit
// the same changes.
const running = new Set<string>();

/**
 * Carries out a poll, or makes a sample when a person runs the node manually.
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
