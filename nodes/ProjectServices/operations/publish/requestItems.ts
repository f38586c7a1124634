// The items of a write: one for each request, paired with every input item that it carried.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Batch, Unchanged } from '../../../../client/publish/batches';

/** An item that is paired with what a request carried, then with what was left out of its list. */
export function requestItem(
	json: IDataObject,
	{ items, unchanged }: Pick<Batch, 'items' | 'unchanged'>,
): INodeExecutionData {
	const carried = [...items, ...(unchanged?.items ?? [])].sort((a, b) => a - b);
	return {
		json: { ...json, ...(unchanged && { unchangedCount: unchanged.records }) },
		pairedItem: carried.map((item) => ({ item })),
	};
}

/** The first input item that an item comes from. */
export function firstInput({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : 0;
}

/** The item for records that are not sent, because the service accepted them before as they are. */
export function unchangedItem(unchanged: Unchanged, dryRun: boolean): INodeExecutionData {
	const what = dryRun ? { dryRun } : { success: true };
	return requestItem({ ...what, recordCount: 0 }, { items: [], unchanged });
}
