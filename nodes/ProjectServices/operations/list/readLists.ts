// Carries out a read in pages for each input item: change order projects and product catalogs.
import type { INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { readList } from '../../../../client/reads/readList';
import { listSource } from '../../../../client/reads/listSource';
import { byComparableId } from '../../../../client/values/ids';
import { counted, type RecordValue } from '../../../../wire/result';
import { itemsFromRows, readEachItem } from '../../eachItem';
import { notFoundTexts } from '../requiredValues';
import type { Run } from '../../nodeRun';
import { readFile, showPage } from './file';
import { type ListRequest, listRequest } from './listRequest';
import { idleFiltersHint } from './rowFilters';

type ListRun = Run<ReadEndpoint>;

async function readAllPages(run: ListRun, { list, settings }: ListRequest) {
	// What is around the rows in the first page.
	let head: RecordValue = {};
	let deletedIds: string[] = [];
	const { fetchPage, ...listFacts } = listSource(run.client, list);
	const { rows, remarks, info } = await readList(
		fetchPage,
		{ ...settings, ...listFacts },
		(page, number, count) => {
			if (number === 1) {
				head = page.response;
				deletedIds = [];
			}
			for (const id of page.deletedIds) deletedIds.push(id);
			showPage(run, page, number, count);
		},
	);
	for (const remark of remarks) run.report.hint(remark);
	if (info) run.report.hint(info, 'info');
	return { rows, head, deletedIds: [...byComparableId(deletedIds).values()] };
}

/** Reads the pages of a list: the json of an item per row, or of one for the whole list. */
async function readPages(run: ListRun, request: ListRequest): Promise<readonly RecordValue[]> {
	const { isOneItem, shape } = request;
	const { rows: collection = '', deletedIds: deletedField } = run.endpoint;
	const { rows, head, deletedIds } = await readAllPages(run, request);
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
export async function readLists(run: ListRun): Promise<INodeExecutionData[]> {
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
