// What operations that read for each input item share: rows become items, and hints tell what was not found.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fanOut } from '../../client/transport/fanOut';
import { throwIfCancelled } from '../../client/transport/serviceClient';
import type { RecordValue } from '../../wire/result';
import { errorItemOrThrow } from '../shared/errorItems';
import type { NodeRun } from './nodeRun';

/** The items for some rows. */
export function itemsFromRows(
	rows: readonly RecordValue[],
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData[] {
	return rows.map((row) => ({ json: row as IDataObject, pairedItem }));
}

/** What is said of an input item for which nothing was found. */
interface NotFound {
	/** The word for a row, for messages. */
	readonly rowNoun: string;
	readonly advice: (itemIndex: number) => string;
}

/** Reads for each input item, and says what was not found. */
export async function readEachItem(
	run: NodeRun,
	{ rowNoun, advice }: NotFound,
	read: (itemIndex: number) => Promise<INodeExecutionData[]>,
	concurrency = run.client.settings.concurrency,
): Promise<INodeExecutionData[]> {
	const { client, itemCount, report } = run;
	const readItem = async (itemIndex: number): Promise<INodeExecutionData[]> => {
		try {
			throwIfCancelled(client);
			return await read(itemIndex);
		} catch (error) {
			return [errorItemOrThrow(run, error, itemIndex)];
		}
	};
	// No signal is passed on: a node that continues on failure keeps what it read before it was stopped.
	const results = await fanOut({ clock: client.clock }, itemCount, concurrency, readItem);
	const empty = results.filter(({ length }) => length === 0).length;
	if (empty > 0) {
		// Without items, it looks as if the node had not been executed.
		const where = itemCount === 1 ? '' : ` for ${empty} of ${itemCount} input items`;
		const hint = `No ${rowNoun}s were found${where}. ${advice(results.findIndex(({ length }) => length === 0))}`;
		report.hint(hint, 'info');
	}
	return results.flat();
}
