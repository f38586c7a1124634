// Watches the rows of a list: those that are new or changed.
import { inOrderOfChange, versionOf } from '../../client/changes/whatCountsAsUpdated';
import { parameterError } from '../shared/errors';
import {
	commitWithout,
	deletedIn,
	firstPage,
	listState,
	type ListState,
	pollList,
} from './listScan';
import {
	MAX_ITEMS,
	type Polled,
	type PollTools,
	type Watcher,
	type WatchRequest,
} from './triggerRequest';
import type { RecordValue } from '../../wire/result';

async function pollRows(
	request: WatchRequest,
	tools: PollTools,
	saved: ListState | undefined,
): Promise<Polled<ListState>> {
	const facts = { ...request.list.endpoint, stateOnly: true };
	const { scanned, scan, isQuiet } = await pollList(request, tools, saved, facts);
	const written = isQuiet ? [] : scanned.changes.filter(({ row }) => row !== undefined);
	// A project leaves the list when it is imported; coming back is not a publication. Nor are records new that come back
	// after the whole list was empty.
	const isKept = request.event === 'changeOrderProjectPublished' || scanned.scan.present.size === 0;
	const kept = isKept ? deletedIn(scanned) : [];
	const late = new Set([...written.slice(MAX_ITEMS).map(({ key }) => key), ...kept]);
	return {
		state: { known: commitWithout(scanned, late), scan },
		items: written.slice(0, MAX_ITEMS).flatMap(({ row }) => (row ? [row] : [])),
	};
}

async function sampleRow(request: WatchRequest, tools: PollTools): Promise<RecordValue> {
	const { endpoint } = request.list;
	const { rows } = await firstPage(request, tools);
	const dated = rows.map((row) => ({ row, changedOn: versionOf(row, endpoint).changedOn }));
	// Of several with the latest date, the first one in the list.
	const latest = inOrderOfChange(dated.reverse()).at(-1);
	if (latest) return latest.row;
	const { rowNoun = request.noun, idParameter } = endpoint;
	throw parameterError(
		tools.node,
		`There is no ${rowNoun} to show as a sample`,
		undefined,
		idParameter === undefined
			? `No ${rowNoun} matches the filters. Change them, include imported ones, or publish the workflow and wait for the first one.`
			: "The catalog has no products. Check the 'Catalog ID', or publish the workflow and wait for the first one.",
	);
}

/** Watches the rows of a list. */
export const rowWatcher: Watcher<ListState> = {
	schema: listState,
	poll: pollRows,
	sample: sampleRow,
};
