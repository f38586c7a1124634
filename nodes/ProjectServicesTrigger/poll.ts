// One poll: what to watch, from which state, and what becomes of both.
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { nodeError } from '../shared/errors';
import { removalWatcher } from './lists/watchRemovals';
import { rowWatcher } from './lists/watchRows';
import { recordWatcher } from './records/watchRecords';
import { loadState, saveState } from './state';
import { logAbout, type Watch, watchOf } from './watch';
import type { Watcher } from './watcher';

// n8n may begin a poll while the one before still runs. Both would emit the same changes.
const running = new WeakSet<object>();

async function pollWith<State extends object>(
	watch: Watch,
	watcher: Watcher<State>,
): Promise<INodeExecutionData[][] | null> {
	const { context, configuration, emitExisting } = watch;
	if (context.getMode() === 'manual') return [[{ json: await watcher.sample(watch) }]];
	const data = context.getWorkflowStaticData('node');
	const { state: saved, reason } = loadState(data, configuration, watcher);
	if (reason !== undefined) {
		const existing = emitExisting
			? 'everything that exists is emitted'
			: 'only what changes from now on is emitted';
		logAbout(watch, `starts over, because ${reason}: ${existing}.`);
	}
	const { state, items, failure } = await watcher.poll(watch, saved);
	// The last thing that is done: whatever fails above leaves the state as it was.
	saveState(data, configuration, watcher, state);
	if (failure !== undefined) throw nodeError(watch.node, failure);
	return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}

async function pollEvent(watch: Watch): Promise<INodeExecutionData[][] | null> {
	switch (watch.event) {
		case 'changeOrderProjectPublished':
		case 'productChanged':
			return await pollWith(watch, rowWatcher(watch.event));
		case 'productRemoved':
			return await pollWith(watch, removalWatcher);
		case 'recordChanged':
			return await pollWith(watch, recordWatcher);
		default:
			return watch.event satisfies never;
	}
}

// The same differences in every poll are worth one line.
const logged = new WeakMap<object, string>();

/** Says in the log how the responses of a poll differ from the service's document; a poll can show no hint. */
function logDrift(watch: Watch): void {
	const data = watch.context.getWorkflowStaticData('node');
	const differences = watch.drift.sentences().join(' ');
	if (differences !== '' && logged.get(data) !== differences) logAbout(watch, differences);
	logged.set(data, differences);
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = await watchOf(context);
	return await pollEvent(watch)
		.catch((error: unknown) => Promise.reject(nodeError(watch.node, error)))
		.finally(() => logDrift(watch));
}

/**
 * Carries out a poll, or makes a sample when a person runs the node manually.
 *
 * @returns null when there is nothing to emit
 * @throws NodeApiError or NodeOperationError; then nothing is emitted, and no change is lost
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await pollOnce(context);
	const data = context.getWorkflowStaticData('node');
	if (running.has(data)) {
		context.logger.info(
			`${context.getNode().name}: this poll is skipped, because the previous one is still running.`,
		);
		return null;
	}
	running.add(data);
	try {
		return await pollOnce(context);
	} finally {
		running.delete(data);
	}
}
