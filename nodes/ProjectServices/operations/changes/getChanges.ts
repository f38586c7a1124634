// Get Changes reads a list and gives what differs from the last commit.
import type { INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { knownForReading } from '../../../../client/changes/feedCursor';
import { identityOf } from '../../../../client/changes/rowKeys';
import { newScan, scanChanges, type Scanned } from '../../../../client/changes/scanChanges';
import { listSource } from '../../../../client/reads/listSource';
import { missingText, onePageText, repeatsText } from '../../../../client/reads/listTexts';
import { announcedTotal, fullPageSize } from '../../../../client/reads/position';
import { countText, type RecordValue } from '../../../../wire/result';
import { parameterError } from '../../../shared/errors';
import { checkSharedReading } from '../../../shared/optionValues';
import { isTrial } from '../../../shared/state/workflowState';
import { itemsFromRows } from '../../eachItem';
import { withChange } from '../../items/change';
import { errorItemOrThrow, type Run } from '../../nodeRun';
import { idleFiltersHint } from '../list/rowFilters';
import { changesRequest, type Feed, feedsOf } from './changesRequest';
import {
	hasPending,
	type LoadedCursor,
	loadCursor,
	mayMoveCursor,
	REPAIRED,
	storeDelivered,
} from './cursors';
import { endReading, lock } from './lock';

type FeedRun = Run<ReadEndpoint>;

/** Explains why no row was deleted, where a reading did not certainly hold the whole list. */
function incompleteHint({ scan: { position } }: Scanned): string {
	const { distinctRows, duplicateRows } = position;
	const total = announcedTotal(position);
	const count = distinctRows + duplicateRows;
	if (total === undefined)
		return `No record is reported as deleted because it is missing: the service does not say how many records the list has in all. It returned ${countText(count)}.`;
	const counts = total === count ? '' : ` ${missingText(total, count, fullPageSize(position))}`;
	return `The list changed while it was read, or may not be complete, so no record is reported as deleted this time; the next complete reading finds deletions.${counts}`;
}

const NEWEST_COUNTS = 'Of records with the same ID, the newest counts.';

const OVERTAKEN_HINT =
	'Another process of n8n has read this list meanwhile. This execution gets no changes; a later one gets them.';

/** Reads a feed: the records with their change, of deleted ones only what identifies them. */
async function read(run: FeedRun, feed: Feed, loaded: LoadedCursor): Promise<RecordValue[]> {
	const { client, context, endpoint, node, report } = run;
	const { list, pageSize, shape, ...settings } = changesRequest(run, feed);
	const { remark } = loaded;
	if (remark) report.hint(remark, remark === REPAIRED ? 'info' : 'warning');
	const idle = idleFiltersHint(run, feed.itemIndex);
	if (idle) report.hint(idle);
	const scanned = await scanChanges(newScan(pageSize), {
		...settings,
		...listSource(client, list),
		facts: { ...endpoint, timeZone: client.settings.timeZone },
		known: knownForReading(loaded.cursor),
		onPage: ({ total }, number, rows, changed) => {
			const of = total === undefined ? '' : ` of ${countText(total)}`;
			report.progress(`page ${number}, ${countText(rows)}${of} records, ${changed} changes`);
		},
	});
	const { changes, delivered, known, problem } = scanned;
	if (problem) throw parameterError(node, problem.message, feed.itemIndex, problem.description);
	if (!scanned.whole && !settings.namedOnly) report.hint(incompleteHint(scanned));
	if (scanned.repeats > 0) report.hint(`${repeatsText(scanned.repeats)} ${NEWEST_COUNTS}`);
	const info = onePageText(scanned.scan.position);
	if (info) report.hint(info, 'info');
	if (mayMoveCursor(context)) {
		const stored = await storeDelivered(context, feed.name, loaded, known, delivered);
		if (stored.hint) report.hint(stored.hint);
		if (stored.isOvertaken) {
			report.hint(OVERTAKEN_HINT);
			return [];
		}
	}
	return changes.map(({ change, key, row }) => {
		const shaped = row ? shape.shapeWhole(row) : identityOf(key, endpoint);
		return withChange(shaped, change);
	});
}

/** Reads a feed if no other execution has locked its cursor. */
async function readLocked(run: FeedRun, feed: Feed): Promise<RecordValue[]> {
	const { context } = run;
	const { cursorName, itemIndex, name } = feed;
	const { startOver } = run.optionsOf(['startOver'], itemIndex);
	if (!mayMoveCursor(context))
		return await read(run, feed, await loadCursor(context, name, startOver));
	const owner = await lock(context, name);
	if (owner !== undefined) {
		const hint = `Execution ${owner} has read the changes of the cursor "${cursorName}" and has neither committed them nor ended. This execution gets none; a later one gets them.`;
		run.report.hint(hint);
		return [];
	}
	let hasChanges = false;
	try {
		const loaded = await loadCursor(context, name, startOver);
		hasChanges = hasPending(context, loaded);
		const rows = await read(run, feed, loaded);
		hasChanges ||= rows.length > 0;
		return rows;
	} finally {
		endReading(context, name, hasChanges);
	}
}

/**
 * Gives the changes of the feeds that the input items ask for, each feed once.
 *
 * @throws NodeApiError or NodeOperationError where the node must stop
 */
export async function getChanges(run: FeedRun): Promise<INodeExecutionData[]> {
	if (run.context.getMode() === 'retry') {
		const hint =
			'A retried execution gets no changes, because n8n does not give it the current state of the cursor. The next execution gets them.';
		run.report.hint(hint);
		return [];
	}
	if (isTrial(run.context))
		run.report.hint(
			'A manual execution shows the changes, but does not move the cursor; nor does an evaluation.',
			'info',
		);
	const items: INodeExecutionData[] = [];
	const fail = (error: unknown, item: number) =>
		void items.push(errorItemOrThrow(run, error, item));
	const feeds = feedsOf(run, fail);
	for (const feed of feeds) checkSharedReading(run.node, run.parameters, feed.items);
	for (const { feed, items: itemIndexes } of feeds)
		try {
			const rows = await readLocked(run, feed);
			for (const item of itemsFromRows(rows, { item: feed.itemIndex })) items.push(item);
		} catch (error) {
			for (const item of itemIndexes) fail(error, item);
		}
	return items;
}
