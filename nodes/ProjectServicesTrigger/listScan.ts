// What the ways of watching a list share: its scan, which goes on where the last poll stopped, and what is kept of it.
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
import { isListError } from '../../client/serviceError';
import { listSource } from '../../client/reads/listSource';
import { missingText } from '../../client/reads/listTexts';
import { announcedTotal, fullPageSize } from '../../client/reads/position';
import { isNoSuchPage, readPage } from '../../client/reads/readPage';
import type { RowFacts } from '../../client/changes/whatCountsAsUpdated';
import { messageOf, parameterError } from '../shared/errors';
import { isQuietPoll } from './firstPoll';
import type { PollTools, WatchRequest } from './triggerRequest';

/** What is known of a list between two polls, and a scan that has not reached its end. */
export const listState = z.object({
	known: savedKnown,
	/** `isQuiet`: it is the first one and only finds out what exists. */
	scan: savedScan.extend({ isQuiet: z.boolean() }).optional(),
	/** Removed products, by their comparable IDs, that were emitted or that the service named before. */
	reported: z.array(z.string()).optional(),
});
export type ListState = z.infer<typeof listState>;

/** What is known once all changes but the deferred ones are emitted; the next scan finds those again. */
export function commitWithout({ known, delivered }: Scanned, deferred: ReadonlySet<string>): Known {
	return commit(known, new Map([...delivered].filter(([key]) => !deferred.has(key))));
}

/** The keys of the rows that are gone. */
export function deletedIn({ changes }: Scanned): string[] {
	return changes.flatMap(({ change, key }) => (change === 'deleted' ? [key] : []));
}

/**
 * Scans a list from where the last poll stopped, as far as the time allows.
 *
 * @param saved Left out in the first poll of all
 * @returns the scan to save, and whether it only finds out what exists
 * @throws ServiceError or NodeOperationError; the saved state then stays as it is
 */
export async function pollList(
	request: WatchRequest,
	{ client, node, fits, log }: PollTools,
	saved: ListState | undefined,
	facts: RowFacts,
	deletionLimit?: number,
) {
	const { comparing, list, pageSize } = request;
	const { known = NOTHING_KNOWN, scan: open } = saved ?? {};
	const isQuiet = isQuietPoll(request, saved);
	const beginning = newScan(pageSize);
	const start = open?.position.size === pageSize ? open : beginning;
	const scanFrom = async (from: OpenScan) =>
		await scanChanges(from, {
			...listSource(client, list),
			facts,
			known,
			changeTypes: new Set(CHANGE_TYPES),
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
	const { page, distinctRows, duplicateRows } = scan.position;
	const total = announcedTotal(scan.position);
	const count = distinctRows + duplicateRows;
	const lacksRows = total !== undefined && count < total;
	if (repeats > 0)
		log(`${repeats} records have the ID of an earlier one; of these, the newest counts.`, 'info');
	if (!complete) log(`read up to page ${page - 1}; the next poll continues there.`, 'info');
	else if (comparing ? !whole : lacksRows) {
		log(
			total === undefined
				? `what is missing cannot be found: the service does not say how many records the list has in all. It returned ${count}.`
				: `the list was not read completely. ${missingText(total, count, fullPageSize(scan.position))} What is missing is found by the next complete reading.`,
		);
	}
	return { scanned, scan: complete ? undefined : { ...scan, isQuiet }, isQuiet };
}

/** The first page of the list, with only a few rows. */
export async function firstPage({ list, pageSize }: WatchRequest, { client }: PollTools) {
	return await readPage(client, list, 1, Math.min(pageSize, 10));
}
