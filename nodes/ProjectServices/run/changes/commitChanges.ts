// Commit Changes and Reset Changes: what was given counts as done, or nothing does any more.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { commitCursor, newCursor, pendingCount } from '../../../../client/changes/cursor';
import { parameterError } from '../../../shared/errors';
import { showHint } from '../run';
import { load, store } from './cursorStore';
import { type Feed, feedOf, type FeedRun, itemsToRead, mayMove } from './feeds';
import { release } from './holders';

/** The feeds that the input items mean, each once. */
function feedsOf(run: FeedRun): Feed[] {
	const feeds = itemsToRead(run).map((itemIndex) => feedOf(run, itemIndex));
	return [...new Map(feeds.map((feed) => [feed.name, feed])).values()];
}

function oneItem(json: IDataObject): INodeExecutionData[] {
	return [{ json, pairedItem: { item: 0 } }];
}

/** Commits one cursor; the number of changes that count as done by that. */
function commitFeed(
	{ context, node }: FeedRun,
	{ name, place, cursorName, itemIndex }: Feed,
): number {
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
	release(context, place);
	return count;
}

/**
 * Counts what this execution was given as done.
 *
 * @throws NodeOperationError when there is no such cursor
 */
export function commitChanges(run: FeedRun): INodeExecutionData[] {
	if (!mayMove(run)) {
		const mode = run.context.getMode() === 'manual' ? 'manual' : 'retried';
		const hint = `A ${mode} execution does not commit: the next execution gets these changes again.`;
		showHint(run, hint, mode === 'manual' ? 'info' : 'warning');
		return oneItem({ committed: false, changes: 0 });
	}
	const counts = feedsOf(run).map((feed) => commitFeed(run, feed));
	return oneItem({ committed: true, changes: counts.reduce((sum, count) => sum + count, 0) });
}

/** Forgets cursors: the next reading gives every row as created. */
export function resetChanges(run: FeedRun): INodeExecutionData[] {
	if (!mayMove(run)) {
		showHint(
			run,
			"n8n saves nothing of a manual or retried execution, so the cursor stays as it is. Run this node in a published workflow, or start over with another 'Cursor Name'.",
		);
		return oneItem({ reset: false });
	}
	for (const { name, place } of feedsOf(run)) {
		store(run.context, name, load(run.context, name), newCursor);
		release(run.context, place);
	}
	return oneItem({ reset: true });
}
