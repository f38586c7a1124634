// Get Changes: reads a list and gives what differs from what counts as done.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { changeTypes, type ChangeType } from '../../../../client/changes/compare';
import { addGiven, knownForReading, pendingCount } from '../../../../client/changes/cursor';
import { type Change, openScan, scanChanges, type Scanned } from '../../../../client/changes/scan';
import { identityOf } from '../../../../client/changes/signature';
import { firstPosition } from '../../../../client/reads/pages';
import { readPage, subjectOf } from '../../../../client/reads/read';
import { countText } from '../../../../wire/wording';
import { errorItem, nodeError, parameterError } from '../../../shared/errors';
import { defaultPageSize, responseFormat, wholeNumber } from '../../../shared/optionValues';
import { optionsOf } from '../../../shared/parameters';
import { type Shaping, shapeRows } from '../items';
import { shapingOf } from '../output';
import { mayContinue, showHint, showProgress } from '../run';
import { load, type Loaded, type LoadProblem, store } from './cursorStore';
import { type Feed, feedOf, type FeedRun, itemsToRead, mayMove } from './feeds';
import { endReading, hold } from './holders';

const problemHints: Readonly<Record<LoadProblem, string>> = {
	older:
		'n8n returned an older state of the cursor, so the newer one in memory was used. A trigger of this workflow overwrites what executions save. Use a Schedule Trigger with an interval of 1 or a cron expression, or a sub-workflow.',
	lost: 'n8n did not keep the state of the cursor that an earlier execution saved, so all records come as created. In queue mode, put Get Changes and Commit Changes into a sub-workflow, which keeps it.',
	damaged: 'The saved state of the cursor cannot be read, so all records come as created.',
};

function wantedTypes({ node, parameters }: FeedRun, itemIndex: number): Set<ChangeType> {
	const given = parameters('changeTypes', itemIndex, changeTypes);
	const names = (Array.isArray(given) ? given : String(given).split(',')).map((name) =>
		String(name).trim(),
	);
	const wanted = changeTypes.filter((type) => names.includes(type));
	const unknown = names.find((name) => !wanted.some((type) => type === name));
	if (wanted.length > 0 && unknown === undefined) return new Set(wanted);
	throw parameterError(
		node,
		unknown === undefined || unknown === ''
			? "'Change Types' is empty"
			: `'Change Types' holds "${unknown}"`,
		itemIndex,
		`Choose at least one of ${changeTypes.join(', ')}.`,
	);
}

/** The items' json: records with their change, of deleted ones only what identifies them. */
function itemsOf(
	{ endpoint }: FeedRun,
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

function hintAtReading(run: FeedRun, { whole, scan }: Scanned): void {
	if (whole) return;
	const { repeated: again, total } = scan.position;
	const count = scan.present.size;
	const announced = total === undefined ? 'no number of records' : `${countText(total)} records`;
	const counts =
		total === count ? '' : ` The service announced ${announced} and returned ${countText(count)}.`;
	const repeated = again === 0 ? '' : ` ${countText(again)} records came more than once.`;
	showHint(
		run,
		`The list changed while it was read, or may not be complete, so no record is reported as deleted this time; the next complete reading finds deletions.${counts}${repeated}`,
	);
}

async function scan(run: FeedRun, feed: Feed, known: Parameters<typeof scanChanges>[1]['known']) {
	const { client, endpoint, node, noun, parameters } = run;
	const { itemIndex, query } = feed;
	const { paging } = endpoint;
	if (!paging) throw parameterError(node, 'The changes of this list cannot be followed', itemIndex);
	const options = optionsOf(parameters, itemIndex);
	const list = {
		endpoint,
		values: query,
		accept: responseFormat(node, options),
		subject: subjectOf(endpoint, noun, query),
	};
	const size = wholeNumber(node, 'pageSize', options.pageSize, defaultPageSize(endpoint, paging));
	const scanned = await scanChanges(openScan(firstPosition(size)), {
		fetchPage: async (number, rows) => await readPage(client, list, number, rows),
		facts: endpoint,
		known,
		wanted: wantedTypes(run, itemIndex),
		concurrency: wholeNumber(node, 'concurrency', options.concurrency),
		deletionLimit: wholeNumber(node, 'deletionLimit', options.deletionLimit),
		onPage: ({ total }, number, rows, changes) => {
			const of = total === undefined ? '' : ` of ${countText(total)}`;
			showProgress(run, `page ${number}, ${countText(rows)}${of} records, ${changes} changes`);
		},
	});
	const { problem } = scanned;
	if (problem) throw parameterError(node, problem.message, itemIndex, problem.description);
	return scanned;
}

async function read(run: FeedRun, feed: Feed, loaded: Loaded): Promise<IDataObject[]> {
	const { context } = run;
	if (loaded.problem) showHint(run, problemHints[loaded.problem]);
	const known = knownForReading(loaded.cursor);
	const shaping = shapingOf(run, feed.itemIndex);
	const scanned = await scan(run, feed, known);
	hintAtReading(run, scanned);
	if (mayMove(run)) {
		const given = { execution: context.getExecutionId(), ...scanned.given };
		store(context, feed.name, loaded, addGiven(scanned.known, loaded.cursor.pending, given));
	}
	return itemsOf(run, scanned.changes, shaping);
}

/** Reads a feed if no other execution holds its cursor. */
async function readAlone(run: FeedRun, feed: Feed): Promise<IDataObject[]> {
	const { context } = run;
	if (!mayMove(run)) return await read(run, feed, load(context, feed.name));
	const holder = await hold(context, feed.place);
	if (holder !== undefined) {
		showHint(
			run,
			`Execution ${holder} has read the changes of the cursor "${feed.cursorName}" and has neither committed them nor ended. This execution gets none; a later one gets them.`,
		);
		return [];
	}
	const loaded = load(context, feed.name);
	let hasChanges = pendingCount(loaded.cursor, context.getExecutionId()) > 0;
	try {
		const items = await read(run, feed, loaded);
		hasChanges ||= items.length > 0;
		return items;
	} finally {
		endReading(feed.place, hasChanges);
	}
}

/**
 * Gives the changes of the feeds that the input items mean, each feed once.
 *
 * @throws NodeApiError or NodeOperationError where the node must stop
 */
export async function getChanges(run: FeedRun): Promise<INodeExecutionData[]> {
	if (run.context.getMode() === 'retry') {
		showHint(
			run,
			'A retried execution gets no changes, because n8n does not give it the current state of the cursor. The next execution gets them.',
		);
		return [];
	}
	if (run.context.getMode() === 'manual')
		showHint(run, 'A manual execution shows the changes, but does not move the cursor.', 'info');
	const items: INodeExecutionData[] = [];
	const done = new Set<string>();
	for (const itemIndex of itemsToRead(run)) {
		const outcome = await Promise.resolve()
			.then(async () => {
				const feed = feedOf(run, itemIndex);
				if (done.has(feed.name)) return [];
				done.add(feed.name);
				return await readAlone(run, feed);
			})
			.then(
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
