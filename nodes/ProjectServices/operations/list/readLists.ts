// Carries out a read in pages for each input item: change order projects and product catalogs.
import type { INodeExecutionData } from 'n8n-workflow';

import { listOf } from '../../../../client/reads/list';
import { listRemarks } from '../../../../client/reads/listTexts';
import { wholeList } from '../../../../client/reads/wholeList';
import { counted, type RecordValue } from '../../../../wire/result';
import { itemsFromRows, readEachItem } from '../../eachItem';
import { notFoundTexts } from '../requiredValues';
import type { ReadRun } from '../../nodeRun';
import { readFile, showPage } from './file';
import { listRequest, type ReadList } from './listRequest';
import { idleFiltersHint } from '../../../shared/filters';

/** Reads a list: the json of an item per row, or of one for the whole list. */
async function readPages(
	run: ReadRun,
	{ isOneItem, list, shape }: ReadList,
): Promise<readonly RecordValue[]> {
	const { rows: collection = '', deletedIds: deletedField } = run.endpoint;
	const { rows, head, deletedIds, ...outcome } = await wholeList(
		listOf(run.client, list),
		(page, count) => showPage(run, page, count),
	);
	for (const remark of listRemarks(outcome)) run.report.hint(remark);
	const shaped = shape.shapeRows(rows);
	if (deletedField === undefined) return shaped;
	if (isOneItem) {
		const isNamed = Array.isArray(head[deletedField]) || deletedIds.length > 0;
		const deleted = isNamed && { [deletedField]: deletedIds };
		return [{ ...head, [collection]: shaped, ...deleted }];
	}
	if (deletedIds.length > 0) {
		const hint = `The service named ${counted(deletedIds.length, 'deleted product')}. To see their IDs, set 'Return As' to Catalog.`;
		run.report.hint(hint, 'info');
	}
	return shaped;
}

/** Carries out a read in pages for each input item. */
export async function readLists(run: ReadRun): Promise<INodeExecutionData[]> {
	const readItem = async (itemIndex: number) => {
		const request = listRequest(run, itemIndex);
		const idle = idleFiltersHint(run, itemIndex);
		if (idle) run.report.hint(idle);
		if (!request.file) return itemsFromRows(await readPages(run, request), { item: itemIndex });
		const item = await readFile(run, request, request.file);
		return [{ ...item, pairedItem: { item: itemIndex } }];
	};
	// A list reads its own pages at once; input items then wait for each other.
	return await readEachItem(run, notFoundTexts(run), readItem, 1);
}
