// Whether reading records by their IDs marks their projects as imported: the list before and after tells.
import { CHECKED } from '../../api/checkedFields';
import { comparableId } from '../ids';
import { evidenceOf, type Outcome, type ProjectRow } from './outcome';
import { type Conclusion, type PageProbe, unknown } from './pageProbe';
import type { Prober } from './prober';
import { member, recordsIn } from './records';

/** A page of the list, before and after records were read by ID, and the projects of those records. */
export interface ListComparison {
	readonly before: Outcome;
	readonly after: Outcome;
	/** In lower case. */
	readonly read: ReadonlySet<string>;
}

function projectsOf(outcomes: readonly Outcome[]): Set<string> {
	const ids = outcomes.flatMap((outcome) => {
		const asked = outcome.probe.query?.[CHECKED.projectQuery];
		const own = (recordsIn(outcome) ?? []).map((record) => member(record, CHECKED.projectId));
		return outcome.isFound && typeof asked === 'object' ? [asked.value, ...own] : own;
	});
	const texts = ids.filter((id): id is string => typeof id === 'string' && id !== '');
	return new Set(texts.map((id) => comparableId(id).toLowerCase()));
}

type Rows = ReadonlyArray<readonly [key: string, row: ProjectRow]>;

function rowsOf(outcome: Outcome): Rows {
	return [...(outcome.page?.projects ?? [])];
}

/** The rows that are not imported yet and belong to these projects. */
function openRows(outcome: Outcome, read: ReadonlySet<string>): Rows {
	return rowsOf(outcome).filter(
		([, { ids, imported }]) => imported === '' && ids.some((id) => read.has(id)),
	);
}

/** Reads a page of the list again; undefined where none shows what was read by ID. */
export async function compareProjects(
	prober: Prober,
	{ first, second, other, end }: PageProbe,
	records: readonly Outcome[],
): Promise<ListComparison | undefined> {
	const read = projectsOf(records);
	const pages = [first, second, other, end?.last].filter((page) => page !== undefined);
	const before = pages.find((page) => openRows(page, read).length > 0);
	const after = before && (await prober.repeat(before));
	return after && { before, after, read };
}

/** The rows that are missing after the reads, or have got another date of import. */
export function changedRows({ before, after }: ListComparison): Rows {
	const later = after.page?.projects;
	return later
		? rowsOf(before).filter(([key, row]) => later.get(key)?.imported !== row.imported)
		: [];
}

export function concludeImported(comparison: ListComparison | undefined): Conclusion {
	if (!comparison)
		return unknown('The pages of the list that were read show no project that was read by ID.');
	const { before, after, read } = comparison;
	const shown = evidenceOf(before, after);
	if (!after.page) return unknown(shown);
	const changed = changedRows(comparison);
	if (changed.length === 0)
		return {
			answer: 'no',
			evidence: `${shown}: no row changed at once; a mark that is set later would not be seen`,
		};
	const isRead = ([, { ids }]: Rows[number]) => ids.some((id) => read.has(id));
	const count = new Set(changed.map(([, { ids }]) => ids[0])).size;
	const note = `${count} project${count === 1 ? ' was' : 's were'} marked while Check ran.`;
	const isOther = rowsOf(before).some((row) => row[1].imported === '' && !isRead(row));
	if (changed.every(isRead) && isOther)
		return {
			answer: 'yes',
			evidence: `${shown}: ${changed.length} rows of what was read changed`,
			note: `Check marked ${count} project${count === 1 ? '' : 's'} itself.`,
		};
	const evidence = `${shown}: ${changed.length} rows changed, also of what was not read. Reading the list marks them, or someone else imports`;
	return { evidence, note };
}
