// Get Changes reads a list and gives what differs from the last commit.
import type { INodeExecutionData } from 'n8n-workflow';

import { follow } from '../../../../client/changes/follow';
import { feedRemarks, readFeed } from '../../../../client/changes/readFeed';
import { identityOf } from '../../../../client/values/rowKeys';
import { countText, type RecordValue } from '../../../../wire/result';
import { parameterError } from '../../../shared/errors';
import { idleFiltersHint } from '../../../shared/filters';
import { withChange } from '../../../shared/items/change';
import { checkAgreement, OF_READING } from '../../../shared/collections';
import { itemsFromRows } from '../../eachItem';
import { errorItemOrThrow } from '../../../shared/errorItems';
import type { ReadRun } from '../../nodeRun';
import { changesRequest, type Feed, feedsOf } from './changesRequest';
import { mayMoveCursor, takeReading } from './cursors';

const MOVES_NOTHING =
	'A manual execution shows the changes, but does not move the cursor; nor does a retried one or an evaluation.';

const STARTED_OVER =
	"'Start Over' is on: the cursor was forgotten, and every record is given as created. Turn it off again.";

/** Reads a feed: the records with their change, of deleted ones only what identifies them. */
async function readChanges(run: ReadRun, feed: Feed): Promise<RecordValue[]> {
	const { client, context, endpoint, node, report } = run;
	const { list, settings, shape, startOver } = changesRequest(run, feed);
	const idle = idleFiltersHint(run, feed.itemIndex);
	if (idle) report.hint(idle);
	if (startOver && mayMoveCursor(context)) report.hint(STARTED_OVER);
	const reading = await readFeed(client, list, (number, rows) =>
		report.progress(`page ${number}, ${countText(rows)} records`),
	);
	const { followed, remarks } = await takeReading(context, feed.keys.own, startOver, (known) =>
		follow(known, reading, settings),
	);
	for (const remark of remarks) report.hint(remark);
	const { changes, problem } = followed;
	if (problem) throw parameterError(node, problem.message, feed.itemIndex, problem.description);
	for (const remark of feedRemarks(reading, followed, settings.namedOnly)) report.hint(remark);
	return changes.map(({ change, key, row }) => {
		const shaped = row ? shape.shapeWhole(row) : identityOf(key, endpoint);
		return withChange(shaped, change);
	});
}

/**
 * Gives the changes of the feeds that the input items ask for, each feed once.
 *
 * @throws NodeApiError or NodeOperationError where the node must stop
 */
export async function getChanges(run: ReadRun): Promise<INodeExecutionData[]> {
	if (!mayMoveCursor(run.context)) run.report.hint(MOVES_NOTHING, 'info');
	const items: INodeExecutionData[] = [];
	const fail = (error: unknown, item: number) =>
		void items.push(errorItemOrThrow(run, error, item));
	const feeds = feedsOf(run, fail);
	for (const feed of feeds) checkAgreement(run.node, run.parameters, OF_READING, feed.items);
	for (const { feed, items: itemIndexes } of feeds)
		try {
			const rows = await readChanges(run, feed);
			for (const item of itemsFromRows(rows, { item: feed.itemIndex })) items.push(item);
		} catch (error) {
			for (const item of itemIndexes) fail(error, item);
		}
	return items;
}
