// Commit Changes moves the cursors: what the execution was given is processed.
import type { INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { parameterError } from '../../../shared/errors';
import { isTrial } from '../../../shared/state/workflowState';
import type { Run } from '../../nodeRun';
import { type Feed, feedsOf } from './changesRequest';
import { commitDelivered, markRetriedUncertain, mayMoveCursor } from './cursors';
import { releaseAfterCommit } from './lock';

type FeedRun = Run<ReadEndpoint>;

/** The feeds to commit. */
function feedsToCommit(run: FeedRun): Feed[] {
	const fail = (error: unknown) => {
		throw error;
	};
	return feedsOf(run, fail).map(({ feed }) => feed);
}

/** Commit Changes of an execution that may not move a cursor. */
function skipCommit(run: FeedRun): void {
	const { context, report } = run;
	const feeds = feedsToCommit(run);
	if (isTrial(context)) {
		const hint =
			'A manual execution does not commit, nor does an evaluation: the next execution gets these changes again.';
		report.hint(hint, 'info');
	} else {
		const isOvertaken = feeds.map(({ name }) => markRetriedUncertain(context, name)).includes(true);
		report.hint(
			isOvertaken
				? 'A retried execution does not commit. Another execution has read the list in the meantime, so what was written now may be outdated. The next execution returns these records again, unless n8n is restarted before.'
				: 'A retried execution does not commit: the next execution gets these changes again.',
		);
	}
}

/**
 * Marks what this execution was given as processed.
 *
 * @throws NodeOperationError when there is no such cursor
 */
export async function commitChanges(run: FeedRun): Promise<INodeExecutionData[]> {
	const { context, node, report } = run;
	const pairedItem = { item: 0 };
	if (!mayMoveCursor(context)) {
		skipCommit(run);
		return [{ json: { committed: false, changes: 0 }, pairedItem }];
	}
	let changes = 0;
	let committed = true;
	const committedCursors: string[] = [];
	for (const { name, cursorName, itemIndex } of feedsToCommit(run)) {
		const result = await commitDelivered(context, name);
		if (result === undefined) {
			const earlier = committedCursors.map((each) => `"${each}"`).join(', ');
			const committedBefore = earlier === '' ? '' : `. Committed before: ${earlier}`;
			throw parameterError(
				node,
				`There is nothing to commit: this workflow has no cursor "${cursorName}" for this list${committedBefore}`,
				itemIndex,
				"Place Get Changes before Commit Changes in the same workflow (a sub-workflow has cursors of its own), with the same credential, list and 'Cursor Name'.",
			);
		}
		releaseAfterCommit(context, name);
		changes += result.changes;
		committed &&= !result.isOvertaken;
		if (result.isOvertaken)
			report.hint(
				`The changes of the cursor "${cursorName}" that this execution was given are no longer pending: another execution has read the list since. They come again in the next execution, as they are then.`,
			);
		else committedCursors.push(cursorName);
	}
	return [{ json: { committed, changes }, pairedItem }];
}
