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
	type ChangeScanSettings,
	newScan,
	type OpenScan,
	savedScan,
	scanChanges,
	type Scanned,
} from '../../client/changes/scanChanges';
import type { RowFacts } from '../../client/changes/whatCountsAsUpdated';
import { listSource } from '../../client/reads/listSource';
import { missingText, onePageText, repeatsText } from '../../client/reads/listTexts';
import { announcedTotal, fullPageSize } from '../../client/reads/position';
import { isNoSuchPage, readPage } from '../../client/reads/readPage';
import { isListError } from '../../client/failures/serviceError';
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

/** Goes on with a scan; where the list has no such page any more, because it shrank, begins with page 1 again. */
async function continueScan(
	open: OpenScan | undefined,
	pageSize: number,
	settings: ChangeScanSettings,
	log: PollTools['log'],
): Promise<Scanned> {
	const beginning = newScan(pageSize);
	if (open?.position.size !== pageSize) return await scanChanges(beginning, settings);
	return await scanChanges(open, settings).catch(async (error: unknown) => {
		if (!isNoSuchPage(error) && !isListError(error)) return await Promise.reject(error);
		log(`begins again with page 1: ${messageOf(error)}.`);
		return await scanChanges(beginning, settings);
	});
}

/** @param comparing Whether what is missing counts as removed, so that only a whole reading finds it */
function logScan(scanned: Scanned, comparing: boolean, log: PollTools['log']): void {
	const { complete, repeats, whole } = scanned;
	const { position } = scanned.scan;
	if (repeats > 0) log(`${repeatsText(repeats)} Of these, the newest counts.`, 'info');
	if (!complete) {
		log(`read up to page ${position.page - 1}; the next poll continues there.`, 'info');
		return;
	}
	const count = position.distinctRows + position.duplicateRows;
	const total = announcedTotal(position);
	const hasEnough = comparing ? whole : total === undefined || count >= total;
	if (hasEnough) return;
	log(
		total === undefined
			? `what is missing cannot be found: the service does not say how many records the list has in all. It returned ${count}.`
			: `the list was not read completely. ${missingText(total, count, fullPageSize(position))} What is missing is found by the next complete reading.`,
	);
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
	const isQuiet = isQuietPoll(request, saved);
	const scanned = await continueScan(
		saved?.scan,
		request.pageSize,
		{
			...listSource(client, request.list),
			facts,
			known: saved?.known ?? NOTHING_KNOWN,
			changeTypes: new Set(CHANGE_TYPES),
			deletionLimit,
			withoutComparing: "turn off 'Detect Removed by Comparing'",
			isEnough: (changes) => !fits(isQuiet || facts.keysOnly ? 0 : changes),
		},
		log,
	);
	const { complete, problem, scan } = scanned;
	if (problem) throw parameterError(node, problem.message, undefined, problem.description);
	logScan(scanned, request.comparing, log);
	const info = saved ? undefined : onePageText(scan.position);
	if (info) log(info, 'info');
	return { scanned, scan: complete ? undefined : { ...scan, isQuiet }, isQuiet };
}

/** The first page of the list, with only a few rows. */
export async function firstPage({ list, pageSize }: WatchRequest, { client }: PollTools) {
	return await readPage(client, list, 1, Math.min(pageSize, 10));
}
