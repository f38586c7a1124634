// One poll: what to watch, from which saved state, and what becomes of both.
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { rowSchema } from '../../api/endpoint';
import { savedForm } from '../../client/changes/packedTables';
import type { Row } from '../../client/row';
import { redact } from '../../client/transport/redaction';
import { connect } from '../shared/connection';
import { customFieldNames } from '../shared/customFieldNames';
import { differencesText, isNewDrift } from '../shared/drift';
import { nodeError, withoutControls } from '../shared/errors';
import { feedIdentity } from '../shared/state/feedIdentity';
import { withOwnNames } from '../shared/ownNames';
import { loadState, saveState } from '../shared/state/workflowState';
import { startOverText, stateToContinue } from './firstPoll';
import type { ListState } from './listScan';
import type { ListEvent } from './properties';
import { removalWatcher } from './watchRemovals';
import { rowWatcher } from './watchRows';
import { recordWatcher } from './watchRecords';
import {
	MAX_ITEMS,
	type PollTools,
	watchRequest,
	type WatchRequest,
	type Watcher,
} from './request';

// A longer pause that the service asks for is left to n8n's own back-off between polls.
const LONGEST_WAIT_MS = 30_000;

/** How each event of a list is watched. */
const LIST_WATCHERS: Readonly<Record<ListEvent, Watcher<ListState>>> = {
	changeOrderProjectPublished: rowWatcher,
	productChanged: rowWatcher,
	productRemoved: removalWatcher,
};

/** Milliseconds that n8n gives a poll; five minutes where it does not say. */
function pollBudgetMs(context: IPollFunctions): number {
	const { getPollBudgetMs }: IPollFunctions & { getPollBudgetMs?: () => unknown } = context;
	const budget = getPollBudgetMs?.call(context);
	return typeof budget === 'number' && budget > 0 ? budget : 300_000;
}

/**
 * A test whether another request fits: as long as the slowest one so far, within four fifths of the budget; and
 * whether the items so far are not too many for one execution. Its clock cannot be set.
 */
function newBudget(budgetMs: number): PollTools['fits'] {
	const start = performance.now();
	let last = start;
	let slowest = 0;
	return (items) => {
		const now = performance.now();
		slowest = Math.max(slowest, now - last);
		last = now;
		return items < MAX_ITEMS && now - start + slowest <= budgetMs * 0.8;
	};
}

/**
 * With durable poll cursors, n8n gives each poll a plain copy of the static data of its node, which it keeps or
 * discards together with what the poll emits. Otherwise it is an object that notices changes.
 */
function hasDurableCursor(data: object): boolean {
	return !('__dataChanged' in data);
}

/** The saved state of the trigger: by the ID of its node, since n8n keeps the static data of a node by its name. */
function storedState(context: IPollFunctions) {
	const { id } = context.getNode();
	const data = context.getWorkflowStaticData('node');
	const { state: workflow, isCopy } = loadState(context);
	const value = workflow.get('triggers', id)?.value;
	if (hasDurableCursor(data)) {
		const set = (state: IDataObject) => void (data.state = state);
		return { value: data.state ?? value, isCopy, set };
	}
	const set = (state: IDataObject) => {
		workflow.set('triggers', id, { node: id, sequence: 0, value: state });
		saveState(context, workflow);
	};
	return { value, isCopy, set };
}

async function pollWith<State>(
	context: IPollFunctions,
	request: WatchRequest,
	tools: PollTools,
	watcher: Watcher<State>,
): Promise<readonly Row[]> {
	if (context.getMode() === 'manual') return [await watcher.sample(request, tools)];
	const { event, list } = request;
	const { client, node } = tools;
	const identity = feedIdentity(node, client.baseUrl, list.endpoint.path, list.values);
	const configuration = `${event} ${identity}`;
	const stored = storedState(context);
	const { state, reason = stored.isCopy ? 'its workflow is a copy of another one' : undefined } =
		stored.value === undefined ? {} : stateToContinue(stored.value, configuration, watcher);
	if (reason !== undefined) tools.log(startOverText(request, reason));
	const polled = await watcher.poll(request, tools, state);
	// The last thing that is done: whatever fails above leaves the state as it was.
	stored.set({ configuration, content: savedForm(polled.state) as IDataObject });
	if (polled.failure !== undefined) throw nodeError(tools.node, polled.failure);
	return polled.items;
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	const request = watchRequest(context);
	const budgetMs = pollBudgetMs(context);
	const timeoutMs = Math.min(300_000, Math.max(10_000, budgetMs));
	// Whatever the service does, a poll ends before the next ones are skipped; a page needs two seconds at most.
	const deadlineMs = Math.max(2000, Math.floor(budgetMs * 0.9));
	const client = await connect(context, { timeoutMs, longestWaitMs: LONGEST_WAIT_MS, deadlineMs });
	const log: PollTools['log'] = (message, level = 'warn') => {
		// IDs and names of fields are in it, as the service wrote them.
		const text = withoutControls(redact(message, client.secrets));
		context.logger[level](`${node.name}: ${text}`);
	};
	try {
		const schema = rowSchema(request.list.endpoint);
		const names = customFieldNames(node, {}, schema, client.customFieldNames);
		const tools = { client, node, names, log, fits: newBudget(budgetMs) };
		const { event } = request;
		const items =
			event === 'recordChanged'
				? await pollWith(context, request, tools, recordWatcher)
				: await pollWith(context, request, tools, LIST_WATCHERS[event]);
		const jsonOf = (row: Row) => withOwnNames(row, names, schema) as IDataObject;
		return items.length > 0 ? [items.map((row) => ({ json: jsonOf(row) }))] : null;
	} catch (error) {
		throw nodeError(node, error);
	} finally {
		// A poll can show no hint about responses that differ from the service's document.
		const differences = differencesText(client.report, request.noun, client.secrets);
		if (differences !== '' && isNewDrift(client.baseUrl, differences)) log(differences);
	}
}

/** Identifies the trigger within the process. */
function placeOf(context: IPollFunctions): string {
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
	const place = placeOf(context);
	if (running.has(place)) {
		const message = 'this poll is skipped, because the previous one is still running.';
		context.logger.info(`${context.getNode().name}: ${message}`);
		return null;
	}
	running.add(place);
	try {
		return await pollOnce(context);
	} finally {
		running.delete(place);
	}
}
