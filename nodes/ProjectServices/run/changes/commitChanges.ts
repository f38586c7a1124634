// Commit Changes and Reset Changes: what was given counts as done, or nothing does any more.
import type { INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { commitCursor, newCursor, pendingCount } from '../../../../client/changes/cursor';
import { parameterError } from '../../../shared/errors';
import { type Feed, feedItems, feedOf } from '../../input/changesRequest';
import { type Run, showHint } from '../run';
import { load, mayMove, release, store } from './cursors';

/** The feeds that the input items mean, each once. */
function feedsOf(run: Run<ReadEndpoint>): Iterable<Feed> {
	const feeds = feedItems(run).map((itemIndex) => feedOf(run, itemIndex));
	return new Map(feeds.map((feed) => [feed.name, feed])).values();
}

/**
 * Counts what this execution was given as done.
 *
 * @throws NodeOperationError when there is no such cursor
 */
export function commitChanges(run: Run<ReadEndpoint>): INodeExecutionData[] {
	const { context, node } = run;
	const pairedItem = { item: 0 };
	if (!mayMove(context)) {
		const mode = context.getMode() === 'manual' ? 'manual' : 'retried';
		const hint = `A ${mode} execution does not commit: the next execution gets these changes again.`;
		showHint(run, hint, mode === 'manual' ? 'info' : 'warning');
		return [{ json: { committed: false, changes: 0 }, pairedItem }];
	}
	let changes = 0;
	for (const { name, cursorName, itemIndex } of feedsOf(run)) {
		const loaded = load(context, name);
		if (loaded.stored === undefined) {
			throw parameterError(
				node,
				`There is nothing to commit: this workflow has no cursor "${cursorName}" for this list`,
				itemIndex,
				"Place Get Changes before Commit Changes in the same workflow (a sub-workflow has cursors of its own), with the same list and the same 'Cursor Name'.",
			);
		}
		const count = pendingCount(loaded.cursor, context.getExecutionId());
		if (count > 0) store(context, name, loaded, commitCursor(loaded.cursor));
		release(context, name);
		changes += count;
	}
	return [{ json: { committed: true, changes }, pairedItem }];
}

/** Forgets cursors: the next reading gives every row as created. */
export function resetChanges(run: Run<ReadEndpoint>): INodeExecutionData[] {
	const { context } = run;
	const reset = mayMove(context);
	if (reset) {
		for (const { name } of feedsOf(run)) {
			store(context, name, load(context, name), newCursor);
			release(context, name);
		}
	} else {
		showHint(
			run,
			"n8n saves nothing of a manual or retried execution, so the cursor stays as it is. Run this node from an active workflow, or start over with another 'Cursor Name'.",
		);
	}
	return [{ json: { reset }, pairedItem: { item: 0 } }];
}
