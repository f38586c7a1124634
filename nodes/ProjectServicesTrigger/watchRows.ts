// Watches the rows of a list: those that are new or changed.
import { type Known, NOTHING_KNOWN } from '../../client/changes/knownRows';
import { reasonsBetween, signatureByReason } from '../../client/changes/reasons';
import { comparableRowKey } from '../../client/changes/rowKeys';
import type { Change } from '../../client/changes/scannedRows';
import {
	inOrderOfChange,
	type RowFacts,
	versionOf,
} from '../../client/changes/whatCountsAsUpdated';
import { withField } from '../shared/addedField';
import { parameterError } from '../shared/errors';
import {
	commitWithout,
	deletedIn,
	firstPage,
	listState,
	type ListState,
	pollList,
} from './listScan';
import { NEW, REASONS } from './triggerPanel';
import {
	MAX_ITEMS,
	type Polled,
	type PollTools,
	type Watcher,
	type WatchRequest,
} from './triggerRequest';
import type { RecordValue } from '../../wire/result';

/** The endpoint of a list that tells why its rows changed. */
function withReasons({ list: { endpoint } }: WatchRequest) {
	const { reasons } = endpoint;
	return reasons && { ...endpoint, reasons };
}

/** How rows are compared: where the list tells reasons, only what shows them counts. */
function factsFor(request: WatchRequest, timeZone: string): RowFacts {
	const facts = withReasons(request);
	if (!facts) return { ...request.list.endpoint, timeZone };
	return { ...facts, timeZone, signatureOf: (row) => signatureByReason(row, facts, timeZone) };
}

/** The items of new and changed rows; where the list tells reasons, of those that have a chosen one. */
function itemsOf(changes: readonly Change[], request: WatchRequest, { committed }: Known) {
	const facts = withReasons(request);
	if (!facts) return changes.flatMap(({ key, row }) => (row ? [{ key, item: row }] : []));
	const before = new Map([...committed].map(([key, known]) => [comparableRowKey(key), known]));
	return changes.flatMap(({ key, replaces = key, row, signature }) => {
		if (row === undefined) return [];
		const earlier = before.get(comparableRowKey(key)) ?? before.get(comparableRowKey(replaces));
		const reasons = earlier === undefined ? [NEW] : reasonsBetween(earlier, signature, facts);
		const isChosen = reasons.some((reason) => request.reasons.includes(reason));
		return isChosen ? [{ key, item: withField(row, REASONS, reasons) }] : [];
	});
}

async function pollRows(
	request: WatchRequest,
	tools: PollTools,
	saved: ListState | undefined,
): Promise<Polled<ListState>> {
	const facts = factsFor(request, tools.client.settings.timeZone);
	const { scanned, scan, isQuiet } = await pollList(request, tools, saved, facts);
	const changes = isQuiet ? [] : scanned.changes;
	const found = itemsOf(changes, request, saved?.known ?? NOTHING_KNOWN);
	// A project leaves the list when it is imported; coming back is not a publication. Nor are records new that come back
	// after the whole list was empty.
	const isKept = request.event === 'changeOrderProjectPublished' || scanned.scan.present.size === 0;
	const kept = isKept ? deletedIn(scanned) : [];
	const deferred = new Set([...found.slice(MAX_ITEMS).map(({ key }) => key), ...kept]);
	return {
		state: { known: commitWithout(scanned, deferred), scan },
		items: found.slice(0, MAX_ITEMS).map(({ item }) => item),
	};
}

async function sampleRow(request: WatchRequest, tools: PollTools): Promise<RecordValue> {
	const { endpoint } = request.list;
	const { rows } = await firstPage(request, tools);
	const { timeZone } = tools.client.settings;
	const facts = { ...endpoint, timeZone };
	const dated = rows.map((row) => ({ row, changedOn: versionOf(row, facts).changedOn }));
	// Of several with the latest date, the first one in the list.
	const latest = inOrderOfChange(dated.reverse()).at(-1);
	if (latest) return withReasons(request) ? withField(latest.row, REASONS, [NEW]) : latest.row;
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
