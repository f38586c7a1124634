// Commit Changes moves the cursors: what the execution was given is processed.
import type { INodeExecutionData } from 'n8n-workflow';

import { parameterError } from '../../../shared/errors';
import { isTrial } from '../../../shared/state/workflowState';
import type { ReadRun } from '../../nodeRun';
import { feedsOf } from './changesRequest';
import { commitReceived, cursorsOf, mayMoveCursor } from './cursors';

const TRIAL =
	'A manual execution does not commit, nor does an evaluation: the next execution gets these changes again.';

/**
 * Marks what this execution was given as processed.
 *
 * @throws NodeOperationError when there is no such cursor
 */
export async function commitChanges(run: ReadRun): Promise<INodeExecutionData[]> {
	const { context, node, report } = run;
	const feeds = feedsOf(run, (error) => {
		throw error;
	});
	let changes = 0;
	if (isTrial(context)) report.hint(TRIAL, 'info');
	let committed = mayMoveCursor(context);
	for (const { feed } of isTrial(context) ? [] : feeds) {
		const { cursorName, itemIndex, keys } = feed;
		const { isKnown, received } = cursorsOf(context, keys.list);
		if (!isKnown)
			throw parameterError(
				node,
				`There is nothing to commit: this workflow has no cursor "${cursorName}" for this list`,
				itemIndex,
				"Place Get Changes before Commit Changes in the same workflow (a sub-workflow has cursors of its own), with the same credential, list and 'Cursor Name'.",
			);
		for (const key of received) {
			const result = await commitReceived(context, key);
			changes += result.changes;
			if (!result.isOvertaken) continue;
			committed = false;
			report.hint(
				`The changes of the cursor "${cursorName}" were not committed: the next execution gives them again. This one waited until n8n was restarted, was retried, or another one has read the list since.`,
			);
		}
	}
	return [{ json: { committed, changes }, pairedItem: { item: 0 } }];
}
