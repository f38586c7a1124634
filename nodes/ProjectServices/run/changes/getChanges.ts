// Get Changes: reads a list and gives what differs from what counts as done.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { addGiven, knownForReading, pendingCount } from '../../../../client/changes/cursor';
import { identityOf } from '../../../../client/changes/rowVersion';
import { type Change, newScan, scanChanges, type Scanned } from '../../../../client/changes/scan';
import { readPage } from '../../../../client/reads/read';
import { countText } from '../../../../wire/result';
import { errorItem, nodeError, parameterError } from '../../../shared/errors';
import { changesRequest, type Feed, feedItems, feedOf } from '../../input/changesRequest';
import { type Shaping, shapeRows } from '../items';
import { mayContinue, type Run, showHint, showProgress } from '../run';
import { hold, holdUntilCommit, load, type Loaded, mayMove, store } from './cursors';

/** The items' json: records with their change, of deleted ones only what identifies them. */
function itemsOf(
	endpoint: ReadEndpoint,
	changes: readonly Change[],
	shaping: Shaping,
): IDataObject[] {
	const fields = shaping.fields && [...new Set([endpoint.key, ...shaping.fields])];
	return changes.map(({ change, key, row }) => {
		const [shaped] = row
			? shapeRows([row as IDataObject], { ...shaping, fields, splitOut: undefined }).rows
			: [identityOf(key, endpoint) as IDataObject];
		return { ...shaped, change };
	});
}

/** Says why no row was deleted, where a reading did not certainly hold the whole list. */
function incompleteHint({ scan }: Scanned): string {
	const { repeated: again, total } = scan.position;
	const count = scan.present.size;
	const announced = total === undefined ? 'no number of records' : `${countText(total)} records`;
	const counts =
		total === count ? '' : ` The service announced ${announced} and returned ${countText(count)}.`;
	const repeated = again === 0 ? '' : ` ${countText(again)} records came more than once.`;
	return `The list changed while it was read, or may not be complete, so no record is reported as deleted this time; the next complete reading finds deletions.${counts}${repeated}`;
}

async function read(run: Run<ReadEndpoint>, feed: Feed, loaded: Loaded): Promise<IDataObject[]> {
	const { client, context, endpoint, node } = run;
	const { list, pageSize, shaping, ...settings } = changesRequest(run, feed);
	if (loaded.problem) showHint(run, loaded.problem);
	const scanned = await scanChanges(newScan(pageSize), {
		...settings,
		fetchPage: async (number, rows) => await readPage(client, list, number, rows),
		facts: endpoint,
		known: knownForReading(loaded.cursor),
		onPage: ({ total }, number, rows, changes) => {
			const of = total === undefined ? '' : ` of ${countText(total)}`;
			showProgress(run, `page ${number}, ${countText(rows)}${of} records, ${changes} changes`);
		},
	});
	const { problem } = scanned;
	if (problem) throw parameterError(node, problem.message, feed.itemIndex, problem.description);
	if (!scanned.whole) showHint(run, incompleteHint(scanned));
	if (mayMove(context)) {
		const pending = { execution: context.getExecutionId(), given: scanned.given };
		const after = addGiven(scanned.known, loaded.cursor.pending, pending);
		store(context, feed.name, loaded, after);
	}
	return itemsOf(endpoint, scanned.changes, shaping);
}

/** Reads a feed if no other execution holds its cursor. */
async function readAlone(run: Run<ReadEndpoint>, feed: Feed): Promise<IDataObject[]> {
	const { context } = run;
	const { cursorName, name } = feed;
	if (!mayMove(context)) return await read(run, feed, load(context, name));
	const holder = await hold(context, name);
	if (holder !== undefined) {
		showHint(
			run,
			`Execution ${holder} has read the changes of the cursor "${cursorName}" and has neither committed them nor ended. This execution gets none; a later one gets them.`,
		);
		return [];
	}
	const loaded = load(context, name);
	let hasChanges = pendingCount(loaded.cursor, context.getExecutionId()) > 0;
	try {
		const items = await read(run, feed, loaded);
		hasChanges ||= items.length > 0;
		return items;
	} finally {
		holdUntilCommit(context, name, hasChanges);
	}
}

/**
 * Gives the changes of the feeds that the input items mean, each feed once.
 *
 * @throws NodeApiError or NodeOperationError where the node must stop
 */
export async function getChanges(run: Run<ReadEndpoint>): Promise<INodeExecutionData[]> {
	const mode = run.context.getMode();
	if (mode === 'retry') {
		showHint(
			run,
			'A retried execution gets no changes, because n8n does not give it the current state of the cursor. The next execution gets them.',
		);
		return [];
	}
	if (mode === 'manual')
		showHint(run, 'A manual execution shows the changes, but does not move the cursor.', 'info');
	const items: INodeExecutionData[] = [];
	const done = new Set<string>();
	const readOnce = async (itemIndex: number) => {
		const feed = feedOf(run, itemIndex);
		if (done.has(feed.name)) return [];
		done.add(feed.name);
		return await readAlone(run, feed);
	};
	for (const itemIndex of feedItems(run)) {
		const outcome = await readOnce(itemIndex).then(
			(json) => json.map((one) => ({ json: one, pairedItem: { item: itemIndex } })),
			(error: unknown) =>
				mayContinue(run, error)
					? [errorItem(error, itemIndex)]
					: Promise.reject(nodeError(run.node, error, itemIndex)),
		);
		for (const item of outcome) items.push(item);
	}
	return items;
}
