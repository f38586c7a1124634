// Carries out a read in pages for each input item: change order projects and product catalogs.
import type { INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { readList } from '../../../../client/reads/readList';
import { listSource, readSinglePage } from '../../../../client/reads/listSource';
import { missingText } from '../../../../client/reads/listTexts';
import type { Page } from '../../../../client/reads/readPage';
import { byComparableId } from '../../../../client/values/ids';
import { counted, type RecordValue } from '../../../../wire/result';
import { readEachItem, resultOf } from '../../eachItem';
import type { ShapedRows } from '../../items/shape';
import { notFoundTexts } from '../../mapping/requiredValues';
import type { Run } from '../../nodeRun';
import { readFile, showPage } from './file';
import { type ListRequest, listRequest } from './listRequest';
import { idleFiltersHint } from './rowFilters';

type ListRun = Run<ReadEndpoint>;

/** Whether there are more pages. A service may have a page size of its own, and count only the first page. */
function moreText({ rows, total }: Page, number: number, pageSize: number): string {
	const reached = (number - 1) * pageSize + rows.length;
	if (rows.length === 0 && number === 1 && total) return missingText(total, 0, pageSize);
	if (rows.length === 0 || (reached === total && number > 1)) return 'There are no more pages.';
	return total !== undefined && rows.length >= pageSize && reached < total
		? `There are more pages: the list has ${counted(total, 'record')}.`
		: 'There may be more pages; the list ends with a page without records.';
}

/** Reads one page, and tells whether there are more. */
async function readOnePage(
	run: ListRun,
	{ list, settings: { pageSize } }: ListRequest,
	number: number,
) {
	const { fetchPage, matches = () => true } = listSource(run.client, list);
	const page = await readSinglePage(fetchPage, number, pageSize);
	const { rows, response, deletedIds } = page;
	const more = moreText(page, number, pageSize);
	run.report.hint(`Page ${number}, ${counted(rows.length, 'record')}. ${more}`, 'info');
	return { rows: rows.filter(matches), head: response, deletedIds };
}

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

/** Reads the pages of a list, or one of them: the json of an item per row, or of one for the whole list. */
async function readPages(run: ListRun, request: ListRequest): Promise<ShapedRows> {
	const { isOneItem, pageNumber, shape } = request;
	const { rows: collection = '', deletedIds: deletedField } = run.endpoint;
	const { rows, head, deletedIds } =
		pageNumber === undefined
			? await readAllPages(run, request)
			: await readOnePage(run, request, pageNumber);
	const shaped = shape.shapeRows(rows);
	if (deletedField === undefined) return shaped;
	if (isOneItem) {
		const isNamed = Array.isArray(head[deletedField]) || deletedIds.length > 0;
		const deleted = isNamed && { [deletedField]: deletedIds };
		return { ...shaped, rows: [{ ...head, [collection]: shaped.rows, ...deleted }] };
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
		if (!request.file) return resultOf(await readPages(run, request), itemIndex);
		const item = await readFile(run, request, request.file);
		return { items: [{ ...item, pairedItem: { item: itemIndex } }], unsplit: 0 };
	};
	// A list reads its own pages at once; input items then wait for each other.
	return await readEachItem(run, notFoundTexts(run), readItem, 1);
}
