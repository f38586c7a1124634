// One poll of a list: what changed since the last one, and the state between two polls.
import { z } from 'zod/v4';

import { changeTypes, commit, type Known, nothingKnown } from '../../../client/changes/compare';
import { saveKnown, savedKnown, saveScan, savedScan } from '../../../client/changes/saved';
import { openScan, type OpenScan, scanChanges, type Scanned } from '../../../client/changes/scan';
import type { RowFacts } from '../../../client/changes/signature';
import { firstPosition, isNoSuchPage } from '../../../client/reads/pages';
import { isListError } from '../../../client/serviceError';
import { parameterError } from '../../shared/errors';
import { newBudget } from '../budget';
import { readListPage } from '../requests';
import { logAbout, type Watch } from '../watch';

/** What is known of a list between two polls, and a scan that has not reached its end. */
export interface ListState {
	readonly known: Known;
	/** `isQuiet`: it is the first one and only finds out what exists. */
	readonly scan?: (OpenScan & { readonly isQuiet: boolean }) | undefined;
}

export const savedList = z.object({
	known: savedKnown,
	scan: savedScan.extend({ isQuiet: z.boolean() }).optional(),
}) satisfies z.ZodType<ListState, unknown>;

export function saveList({ known, scan }: ListState) {
	return {
		known: saveKnown(known),
		scan: scan && { ...saveScan(scan), isQuiet: scan.isQuiet },
	};
}

export interface ListPoll {
	readonly scanned: Scanned;
	/** What to save of the scan. */
	readonly open: ListState['scan'];
	/** Whether this is part of a first scan that only finds out what exists. */
	readonly isQuiet: boolean;
}

const all = new Set(changeTypes);

/** What is known once all changes but the late ones count as emitted; the next scan finds those again. */
export function commitWithout({ known, given }: Scanned, late: ReadonlySet<string>): Known {
	return commit(known, {
		written: new Map([...given.written].filter(([key]) => !late.has(key))),
		deleted: new Set([...given.deleted].filter((key) => !late.has(key))),
	});
}

/**
 * Scans a list from where the last poll stopped, as far as the time allows.
 *
 * @param saved Left out in the first poll of all
 * @throws ServiceError or NodeOperationError; the saved state then stays as it is
 */
export async function pollList(
	watch: Watch,
	saved: ListState | undefined,
	facts: RowFacts,
	deletionLimit?: number,
): Promise<ListPoll> {
	const { known = nothingKnown, scan: open } = saved ?? {};
	const isQuiet = saved === undefined ? !watch.emitExisting : open?.isQuiet === true;
	const beginning = openScan(firstPosition(watch.pageSize));
	const start = open?.position.size === watch.pageSize ? open : beginning;
	const fits = newBudget(watch.budget);
	const scanFrom = async (from: OpenScan) =>
		await scanChanges(from, {
			fetchPage: async (number, size) => await readListPage(watch, number, size),
			facts,
			known,
			wanted: all,
			deletionLimit,
			onPage: (_page, _number, _rows, changes) =>
				fits(isQuiet || facts.keysOnly ? 0 : changes) ? undefined : 'stop',
		});
	const scanned = await scanFrom(start).catch(async (error: unknown) => {
		// A list that shrank since the last poll may have no such page any more.
		if (start === beginning || !(isNoSuchPage(error) || isListError(error)))
			return await Promise.reject(error);
		logAbout(watch, `begins again with page 1: ${(error as Error).message}.`);
		return await scanFrom(beginning);
	});
	const { complete, problem, scan } = scanned;
	if (problem) throw parameterError(watch.node, problem.message, undefined, problem.description);
	if (!complete)
		logAbout(
			watch,
			`read up to page ${scan.position.page - 1}; the next poll continues there.`,
			'info',
		);
	return { scanned, open: complete ? undefined : { ...scan, isQuiet }, isQuiet };
}
