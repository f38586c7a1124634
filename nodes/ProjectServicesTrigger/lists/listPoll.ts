// One poll of a list: what changed since the last one, and the state between two polls.
import { z } from 'zod/v4';

import {
	changeTypes,
	commit,
	type Known,
	maxRows,
	nothingKnown,
} from '../../../client/changes/compare';
import { saveKnown, savedKnown, saveScan, savedScan } from '../../../client/changes/saved';
import {
	type Change,
	openScan,
	type OpenScan,
	scanChanges,
	type Scanned,
} from '../../../client/changes/scan';
import type { RowFacts } from '../../../client/changes/signature';
import { firstPosition } from '../../../client/reads/pages';
import { countText } from '../../../wire/wording';
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
	readonly state: ListState;
	/** What is to be emitted; nothing while a first scan only finds out what exists. */
	readonly changes: readonly Change[];
	readonly scanned: Scanned;
	/** Whether this is part of a first scan that emits nothing. */
	readonly isQuiet: boolean;
}

const all = new Set(changeTypes);

/** What is known once what a poll found was emitted. */
export type CommitPoll = (scanned: Scanned) => Known;

export const commitAll: CommitPoll = ({ known, given }) => commit(known, given);

/** Rows that left the list stay known: they are not new when they come back as they were. */
export const commitWritten: CommitPoll = ({ known, given }) =>
	commit(known, { ...given, deleted: new Set() });

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
	commitPoll: CommitPoll,
): Promise<ListPoll> {
	const { known = nothingKnown, scan: open } = saved ?? {};
	const isQuiet = saved === undefined ? !watch.emitExisting : open?.isQuiet === true;
	const start =
		open?.position.size === watch.pageSize ? open : openScan(firstPosition(watch.pageSize));
	const fits = newBudget(watch.budget);
	const scanned = await scanChanges(start, {
		fetchPage: async (number, size) => await readListPage(watch, number, size),
		facts,
		known,
		wanted: all,
		onPage: (_page, _number, _rows, changes) => (fits(isQuiet ? 0 : changes) ? undefined : 'stop'),
	});
	if (scanned.tooMany) {
		throw parameterError(
			watch.node,
			`The list has more than ${countText(maxRows)} rows, too many to follow their changes`,
			undefined,
			"Read the whole list on a schedule with the Project Services node instead, with 'Return As' set to File.",
		);
	}
	const { complete, scan } = scanned;
	if (!complete)
		logAbout(
			watch,
			`read up to page ${scan.position.page - 1}; the next poll continues there.`,
			'info',
		);
	return {
		state: { known: commitPoll(scanned), scan: complete ? undefined : { ...scan, isQuiet } },
		changes: isQuiet ? [] : scanned.changes,
		scanned,
		isQuiet,
	};
}
