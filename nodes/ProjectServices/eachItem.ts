// What operations that read for each input item share: rows become items, and hints tell what was not found.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fanOut } from '../../client/transport/fanOut';
import { throwIfCancelled } from '../../client/transport/serviceClient';
import { countText, type RecordValue } from '../../wire/result';
import type { ShapedRows } from './items/shape';
import type { Report } from './report';
import { errorItemOrThrow, type NodeRun } from './nodeRun';

/** The items for some rows. */
export function itemsFromRows(
	rows: readonly RecordValue[],
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData[] {
	return rows.map((row) => ({ json: row as IDataObject, pairedItem }));
}

export function showUnsplit(report: Report, unsplit: number): void {
	if (unsplit === 0) return;
	const [skipped, their] =
		unsplit === 1 ? ['1 record was', 'its'] : [`${countText(unsplit)} records were`, 'their'];
	report.hint(`${skipped} skipped: ${their} 'Split Out' collection is empty.`, 'info');
}

/** What became of an input item. */
interface ItemResult {
	readonly items: INodeExecutionData[];
	/** How many of its records were skipped because their collection is empty. */
	readonly unsplit: number;
}

/** The result of an input item whose rows become items. */
export function resultOf({ rows, unsplit }: ShapedRows, itemIndex: number): ItemResult {
	return { items: itemsFromRows(rows, { item: itemIndex }), unsplit };
}

/** What is said of an input item for which nothing was found. */
interface NotFound {
	/** What a row is called. */
	readonly rowNoun: string;
	readonly advice: (itemIndex: number) => string;
}

/** Reads for each input item, and tells a person what was not found or skipped. */
export async function readEachItem(
	run: NodeRun,
	{ rowNoun, advice }: NotFound,
	read: (itemIndex: number) => Promise<ItemResult>,
	concurrency = run.client.settings.concurrency,
): Promise<INodeExecutionData[]> {
	const { client, itemCount, report } = run;
	const readItem = async (itemIndex: number): Promise<ItemResult> => {
		try {
			throwIfCancelled(client);
			return await read(itemIndex);
		} catch (error) {
			return { items: [errorItemOrThrow(run, error, itemIndex)], unsplit: 0 };
		}
	};
	// Without the signal: where the node continues, what was read before it was stopped is kept.
	const results = await fanOut({ clock: client.clock }, itemCount, concurrency, readItem);
	const isEmptyResult = ({ items, unsplit }: ItemResult) => items.length + unsplit === 0;
	const empty = results.filter(isEmptyResult).length;
	if (empty > 0) {
		// Without items, it looks as if the node had not run.
		const where = itemCount === 1 ? '' : ` for ${empty} of ${itemCount} input items`;
		const hint = `No ${rowNoun}s were found${where}. ${advice(results.findIndex(isEmptyResult))}`;
		report.hint(hint, 'info');
	}
	const skipped = results.reduce((sum, { unsplit }) => sum + unsplit, 0);
	showUnsplit(report, skipped);
	return results.flatMap(({ items }) => items);
}
