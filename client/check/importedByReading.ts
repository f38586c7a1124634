// Whether reading records by their IDs marks their projects as imported: the list before and after tells.
import { CHECK_FIELDS } from '../../api/checkedFields';
import { counted } from '../../wire/result';
import { comparableId, idText } from '../values/ids';
import { type Conclusion, evidenceOf, type Outcome } from './outcome';
import type { Prober } from './prober';
import { idIn, member, rowKey } from './records';

interface ProjectRow {
	readonly key: string;
	/** The project that it belongs to. */
	readonly project: string;
	/** When it was imported; empty where it was not. */
	readonly imported: string;
	/** Whether one of the records that were read belongs to its project. */
	readonly isRead: boolean;
}

/** A page of the list, before and after records were read by ID. */
export interface ListComparison {
	readonly before: Outcome;
	readonly after: Outcome;
	/** Rows that are missing afterwards, or have got another date of import. */
	readonly changed: readonly ProjectRow[];
	/** Whether the page had a row that was neither read nor imported: it shows what reading the list does. */
	readonly hasUnread: boolean;
}

/** The projects of the records that were read. */
function projectsOf(records: readonly Outcome[]): Set<string> {
	const ids = records.flatMap(({ probe, records: found }) => {
		if (!found) return [];
		const asked = comparableId(idText(probe.query?.[CHECK_FIELDS.projectQuery])).toLowerCase();
		return [asked, ...found.map((record) => idIn(record, CHECK_FIELDS.projectId))];
	});
	return new Set(ids.filter((id) => id !== ''));
}

function rowsOf({ page, probe }: Outcome, read: ReadonlySet<string>): ProjectRow[] {
	return (page?.rows ?? []).map((row) => {
		const ids = CHECK_FIELDS.projectIds.map((name) => idIn(row, name)).filter((id) => id !== '');
		return {
			key: rowKey(probe.endpoint, row),
			project: ids[0],
			imported: idText(member(row, CHECK_FIELDS.importedOn)).replace(/^0001-.*/, ''),
			isRead: ids.some((id) => read.has(id)),
		};
	});
}

/** Reads a page of the list again; undefined where none shows what was read by ID. */
export async function compareProjects(
	prober: Prober,
	pages: readonly Outcome[],
	records: readonly Outcome[],
): Promise<ListComparison | undefined> {
	const read = projectsOf(records);
	const before = pages.find((page) =>
		rowsOf(page, read).some(({ isRead, imported }) => isRead && imported === ''),
	);
	const after = before && (await prober.ask(before.probe));
	if (!after) return undefined;
	const rows = rowsOf(before, read);
	const later = new Map(rowsOf(after, read).map(({ key, imported }) => [key, imported]));
	const changed = after.page ? rows.filter(({ key, imported }) => later.get(key) !== imported) : [];
	const hasUnread = rows.some(({ isRead, imported }) => !isRead && imported === '');
	return { before, after, changed, hasUnread };
}

export function concludeImported(comparison: ListComparison | undefined): Conclusion {
	if (!comparison)
		return { evidence: 'The pages of the list that were read show no project that was read by ID' };
	const { before, after, changed, hasUnread } = comparison;
	const evidence = evidenceOf(before, after);
	if (!after.page) return { evidence };
	if (changed.length === 0)
		return {
			answer: 'no',
			evidence: `${evidence}: no row changed at once; a mark that is set later would not be seen`,
		};
	const count = new Set(changed.map(({ project }) => project)).size;
	const projects = counted(count, 'project');
	const marked = `${projects} ${count === 1 ? 'was' : 'were'} marked while Check ran.`;
	const rows = `${evidence}: ${counted(changed.length, 'row')} changed`;
	if (!changed.every(({ isRead }) => isRead))
		return {
			evidence: `${rows}, also of projects that were not read. Reading the list marks them, or someone else imports`,
			note: marked,
		};
	if (!hasUnread)
		return {
			evidence: `${rows}, all of projects that were read. No other row shows that reading the list marks none`,
			note: marked,
		};
	return {
		answer: 'yes',
		evidence: `${rows}, all of projects that were read`,
		note: `Check marked ${projects} itself.`,
	};
}
