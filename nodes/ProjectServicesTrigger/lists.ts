// Watches lists: rows that are new or changed, and products that were removed from a catalog.
import { z } from 'zod/v4';

import {
	CHANGE_TYPES,
	commit,
	type Known,
	NOTHING_KNOWN,
	savedKnown,
} from '../../client/changes/knownRows';
import {
	newScan,
	type OpenScan,
	savedScan,
	scanChanges,
	type Scanned,
} from '../../client/changes/scanChanges';
import { announcedBy } from '../../client/reads/position';
import { isNoSuchPage, readPage } from '../../client/reads/readPage';
import { isListError } from '../../client/serviceError';
import { comparableId } from '../../client/ids';
import { identityOf, isId } from '../../client/changes/rowKeys';
import {
	inOrderOfChange,
	type RowFacts,
	versionOf,
} from '../../client/changes/whatCountsAsUpdated';
import type { Row } from '../../client/row';
import { messageOf, parameterError } from '../shared/errors';
import type { ListEvent } from './properties';
import { maxItems, type Polled, type PollTools, type Watcher, type WatchRequest } from './request';

/** What is known of a list between two polls, and a scan that has not reached its end. */
const schema = z.object({
	known: savedKnown,
	/** `isQuiet`: it is the first one and only finds out what exists. */
	scan: savedScan.extend({ isQuiet: z.boolean() }).optional(),
	/** Removed products, by their comparable IDs, that were emitted or that the service named before. */
	reported: z.array(z.string()).optional(),
});
type ListState = z.infer<typeof schema>;

/** What is known once all changes but the late ones are emitted; the next scan finds those again. */
function commitWithout({ known, given }: Scanned, late: ReadonlySet<string>): Known {
	return commit(known, new Map([...given].filter(([key]) => !late.has(key))));
}

function deletedIn({ changes }: Scanned): string[] {
	return changes.flatMap(({ change, key }) => (change === 'deleted' ? [key] : []));
}

/**
 * Scans a list from where the last poll stopped, as far as the time allows.
 *
 * @param saved Left out in the first poll of all
 * @returns the scan to save, and whether it only finds out what exists
 * @throws ServiceError or NodeOperationError; the saved state then stays as it is
 */
async function pollList(
	{ comparing, list, pageSize, emitExisting }: WatchRequest,
	{ client, node, fits, log }: PollTools,
	saved: ListState | undefined,
	facts: RowFacts,
	deletionLimit?: number,
) {
	const { known = NOTHING_KNOWN, scan: open } = saved ?? {};
	const isQuiet = saved === undefined ? !emitExisting : open?.isQuiet === true;
	const beginning = newScan(pageSize);
	const start = open?.position.size === pageSize ? open : beginning;
	const scanFrom = async (from: OpenScan) =>
		await scanChanges(from, {
			fetchPage: async (number, size, signal) => await readPage(client, list, number, size, signal),
			facts,
			known,
			wanted: new Set(CHANGE_TYPES),
			deletionLimit,
			withoutComparing: "turn off 'Detect Removed by Comparing'",
			isEnough: (changes) => !fits(isQuiet || facts.keysOnly ? 0 : changes),
		});
	const scanned = await scanFrom(start).catch(async (error: unknown) => {
		// A list that shrank since the last poll may have no such page any more.
		if (start === beginning || !(isNoSuchPage(error) || isListError(error)))
			return await Promise.reject(error);
		log(`begins again with page 1: ${messageOf(error)}.`);
		return await scanFrom(beginning);
	});
	const { complete, problem, repeats, scan, whole } = scanned;
	if (problem) throw parameterError(node, problem.message, undefined, problem.description);
	const { page, given, repeated } = scan.position;
	const total = announcedBy(scan.position);
	const count = given + repeated;
	const lacksRows = total !== undefined && count < total;
	if (repeats > 0)
		log(`${repeats} records have the ID of an earlier one; of these, the newest counts.`, 'info');
	if (!complete) log(`read up to page ${page - 1}; the next poll continues there.`, 'info');
	else if (comparing ? !whole : lacksRows) {
		log(
			`the list was not read completely: the service announced ${total ?? 'no number of'} records and returned ${count}. What is missing is found by the next complete reading.`,
		);
	}
	return { scanned, scan: complete ? undefined : { ...scan, isQuiet }, isQuiet };
}

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
	const late = new Set([...written.slice(maxItems).map(({ key }) => key), ...kept]);
	return {
		state: { known: commitWithout(scanned, late), scan },
		items: written.slice(0, maxItems).flatMap(({ row }) => (row ? [row] : [])),
	};
}

/** How many IDs that comparing found are kept, in case the service names them later. */
const maxCompared = 10_000;

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
	return [...gone.filter((id) => isNamed.has(id)), ...compared.slice(-maxCompared)];
}

/** @param key The product's ID, or the key of one without an ID */
function removalItem({ list }: WatchRequest, key: string, detectedBy: string): Row {
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
	const late = new Set(removals.slice(maxItems).map((removal) => removal.key));
	const known = comparing ? commitWithout(scanned, late) : NOTHING_KNOWN;
	if (!scanned.complete) return { state: { known, scan: polled.scan, reported }, items: [] };
	const emitted = removals.slice(0, maxItems);
	const found = isQuiet ? [...scanned.scan.named] : emitted.map((removal) => removal.key);
	const newlyReported = found.filter(isId).map(comparableId);
	return {
		state: { known, reported: reportedAfter(scanned.scan, [...reported, ...newlyReported]) },
		items: emitted.map(({ key: id, detectedBy }) => removalItem(request, id, detectedBy)),
	};
}

/** The first page of the list, with only a few rows. */
async function firstPage({ list, pageSize }: WatchRequest, { client }: PollTools) {
	return await readPage(client, list, 1, Math.min(pageSize, 10));
}

async function sampleRow(request: WatchRequest, tools: PollTools): Promise<Row> {
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
			: "The catalog holds no products. Check the 'Catalog ID', or publish the workflow and wait for the first one.",
	);
}

async function sampleRemoval(request: WatchRequest, tools: PollTools): Promise<Row> {
	const { deletedIds } = await firstPage(request, tools);
	const key = deletedIds.at(-1);
	if (key !== undefined) return removalItem(request, key, 'deletedProductIds');
	throw parameterError(
		tools.node,
		'There is no removed product to show as a sample',
		undefined,
		"The service names no deleted products for this catalog; it does so only with automated server exports. Otherwise turn on 'Detect Removed by Comparing' in the options. An item will hold Id, CatalogId and DetectedBy.",
	);
}

const rowWatcher: Watcher<ListState> = { schema, poll: pollRows, sample: sampleRow };

/** How each event of a list is watched. */
export const listWatchers: Readonly<Record<ListEvent, Watcher<ListState>>> = {
	changeOrderProjectPublished: rowWatcher,
	productChanged: rowWatcher,
	productRemoved: { schema, poll: pollRemovals, sample: sampleRemoval },
};
