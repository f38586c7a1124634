// One poll: what to watch, from which state, and what becomes of both.
import type { IPollFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Watcher } from './polled';
import { loadState, saveState } from './state';
import { tell, type Watch, watchOf } from './watch';
import { recordWatcher } from './watchRecords';
import { removalWatcher } from './watchRemovals';
import { rowWatcher } from './watchRows';

// n8n may begin a poll while the one before is still under way. Both would emit the same changes.
const underWay = new WeakSet<object>();

async function pollFor<State extends object>(
	watch: Watch,
	{ schema, poll, sample }: Watcher<State>,
): Promise<INodeExecutionData[][] | null> {
	const { context, configuration } = watch;
	if (context.getMode() === 'manual') return [[{ json: await sample(watch) }]];
	const data = context.getWorkflowStaticData('node');
	const loaded = loadState(data, configuration, schema);
	if (loaded.fresh && loaded.reason !== undefined) {
		const existing = watch.emitExisting
			? 'everything that exists is given'
			: 'only what changes from now on is given';
		tell(watch, `starts anew, because ${loaded.reason}: ${existing}.`);
	}
	const { state, items } = await poll(watch, loaded.fresh ? undefined : loaded.content);
	// The last thing that is done: whatever fails above leaves the state as it was.
	saveState(data, configuration, state);
	return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}

async function dispatch(watch: Watch): Promise<INodeExecutionData[][] | null> {
	switch (watch.event) {
		case 'changeOrderProjectPublished':
		case 'productChanged':
			return await pollFor(watch, rowWatcher(watch.event));
		case 'productRemoved':
			return await pollFor(watch, removalWatcher);
		case 'recordChanged':
			return await pollFor(watch, recordWatcher);
		default:
			return watch.event satisfies never;
	}
}

/**
 * Carries out a poll, or makes a sample when a person runs the node by hand.
 *
 * @returns null when there is nothing to emit
 * @throws NodeApiError or NodeOperationError; nothing is emitted or marked then
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await dispatch(await watchOf(context));
	const data = context.getWorkflowStaticData('node');
	if (underWay.has(data)) {
		context.logger.info(
			`${context.getNode().name}: the poll before is still under way; this one is left out.`,
		);
		return null;
	}
	underWay.add(data);
	try {
		return await dispatch(await watchOf(context));
	} finally {
		underWay.delete(data);
	}
}
