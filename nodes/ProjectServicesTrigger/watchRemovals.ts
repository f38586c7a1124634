// Watches a catalog for products that are removed: those that the service names, and those that comparing misses.
import { NOTHING_KNOWN } from '../../client/changes/knownRows';
import type { OpenScan, Scanned } from '../../client/changes/scanChanges';
import { identityOf, isId } from '../../client/changes/rowKeys';
import { comparableId } from '../../client/values/ids';
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

/** How many IDs that comparing found are kept, in case the service names them later. */
const MAX_COMPARED = 10_000;

/** The products that the service names as deleted, and those that comparing misses, each reported once. */
function removalsIn(scanned: Scanned, reported: ReadonlySet<string>) {
	const { named, present } = scanned.scan;
	const gone = [...named].filter((key) => !present.has(key));
	const missed = deletedIn(scanned).filter((key) => !named.has(key));
	return [
		...gone.map((key) => ({ key, detectedBy: 'deletedProductIds' })),
		...missed.map((key) => ({ key, detectedBy: 'comparing' })),
	].filter(({ key }) => !reported.has(comparableId(key)));
}

/** The IDs not to emit again: those that the service still names, and the latest that comparing found. */
function reportedAfter({ present, named }: OpenScan, reported: readonly string[]): string[] {
	const [isPresent, isNamed] = [present, named].map((keys) => new Set([...keys].map(comparableId)));
	const gone = reported.filter((id) => !isPresent.has(id));
	const compared = gone.filter((id) => !isNamed.has(id));
	return [...gone.filter((id) => isNamed.has(id)), ...compared.slice(-MAX_COMPARED)];
}

/** @param key The product's ID, or the key of one without an ID */
function removalItem({ list }: WatchRequest, key: string, detectedBy: string): RecordValue {
	const { endpoint, values } = list;
	const CatalogId = String(values[endpoint.idParameter ?? '']);
	return { ...identityOf(key, endpoint), CatalogId, DetectedBy: detectedBy };
}

async function pollRemovals(
	request: WatchRequest,
	tools: PollTools,
	saved: ListState | undefined,
): Promise<Polled<ListState>> {
	const { comparing, deletionLimit, list } = request;
	const { key, alternativeKey } = list.endpoint;
	// Only the keys are read, so no product is taken for changed.
	const facts = { key, alternativeKey, keysOnly: true };
	const polled = await pollList(request, tools, saved, facts, deletionLimit);
	const { scanned, isQuiet } = polled;
	const reported = saved?.reported ?? [];
	const removals = scanned.complete && !isQuiet ? removalsIn(scanned, new Set(reported)) : [];
	const deferred = new Set(removals.slice(MAX_ITEMS).map((removal) => removal.key));
	// Without comparing, only what shows where the list ends is kept.
	const { wholeBelow } = scanned.known;
	const known = comparing ? commitWithout(scanned, deferred) : { ...NOTHING_KNOWN, wholeBelow };
	if (!scanned.complete) return { state: { known, scan: polled.scan, reported }, items: [] };
	const emitted = removals.slice(0, MAX_ITEMS);
	const found = isQuiet ? [...scanned.scan.named] : emitted.map((removal) => removal.key);
	const newlyReported = found.filter(isId).map(comparableId);
	return {
		state: { known, reported: reportedAfter(scanned.scan, [...reported, ...newlyReported]) },
		items: emitted.map(({ key: id, detectedBy }) => removalItem(request, id, detectedBy)),
	};
}

async function sampleRemoval(request: WatchRequest, tools: PollTools): Promise<RecordValue> {
	const { deletedIds } = await firstPage(request, tools);
	const key = deletedIds.at(-1);
	if (key !== undefined) return removalItem(request, key, 'deletedProductIds');
	throw parameterError(
		tools.node,
		'There is no removed product to show as a sample',
		undefined,
		"The service names no deleted products for this catalog; it does so only with automated server exports. Otherwise turn on 'Detect Removed by Comparing' in the options. An item has Id, CatalogId and DetectedBy.",
	);
}

/** Watches a catalog for removed products. */
export const removalWatcher: Watcher<ListState> = {
	schema: listState,
	poll: pollRemovals,
	sample: sampleRemoval,
};
