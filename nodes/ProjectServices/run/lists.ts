// The reads in pages, as items or as a file: change order projects and product catalogs.
import { createHash } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../api/endpoint';
import { readList } from '../../../client/reads/readList';
import { writeListFile } from '../../../client/reads/writeListFile';
import { type Page, readPage, readSinglePage } from '../../../client/reads/readPage';
import { byComparableId } from '../../../client/ids';
import type { Row } from '../../../client/row';
import { fileFormats } from '../../../wire/file/write';
import { countText } from '../../../wire/result';
import { idleFiltersHint, type ListFile, type ListRequest, listRequest } from '../input/lists';
import { readEachItem, resultOf, type Shaped, shapeRows } from './reads';
import { type Run, showHint, showProgress } from './run';

type ListRun = Run<ReadEndpoint>;

/** Tells how far a list was read. */
function showPage(run: ListRun, { total }: Page, number: number, rows: number): void {
	const { endpoint, noun } = run;
	const of = total === undefined ? '' : ` of ${countText(total)}`;
	showProgress(run, `page ${number}, ${countText(rows)}${of} ${endpoint.rowNoun ?? noun}s`);
}

/** Whether there are more pages; a service with a page size of its own leaves that open. */
function moreText({ rows, total }: Page, number: number, pageSize: number): string {
	const reached = (number - 1) * pageSize + rows.length;
	if (rows.length === 0 || reached === total) return 'There are no more pages.';
	return total !== undefined && rows.length >= pageSize && reached < total
		? `There are more pages: the list has ${countText(total)} records.`
		: 'There may be more pages; the list ends with a page without records.';
}

/** Reads one page, and tells whether there are more. */
async function readOnePage(
	run: ListRun,
	{ list, settings: { pageSize, wanted } }: ListRequest,
	number: number,
) {
	const page = await readSinglePage(run.client, list, number, pageSize);
	const { rows, response, deletedIds } = page;
	const more = moreText(page, number, pageSize);
	showHint(run, `Page ${number}, ${rows.length} records. ${more}`, 'info');
	return { rows: wanted ? rows.filter(wanted) : rows, head: response, deletedIds };
}

async function readAllPages(run: ListRun, { list, settings }: ListRequest) {
	// What is around the rows in the first page.
	let head: Row = {};
	let deletedIds: string[] = [];
	const { rows, remarks } = await readList(
		async (number, size, signal) => await readPage(run.client, list, number, size, signal),
		settings,
		(page, number, count) => {
			if (number === 1) {
				head = page.response;
				deletedIds = [];
			}
			for (const id of page.deletedIds) deletedIds.push(id);
			showPage(run, page, number, count);
		},
	);
	for (const remark of remarks) showHint(run, remark);
	return { rows, head, deletedIds: [...byComparableId(deletedIds).values()] };
}

/** Reads the pages of a list, or one of them: the json of an item per row, or of one for the whole list. */
async function readPages(run: ListRun, request: ListRequest): Promise<Shaped> {
	const { isOneItem, pageNumber, rest } = request;
	const { rows: collection = '', deletedIds: deletedField } = run.endpoint;
	const { rows, head, deletedIds } =
		pageNumber === undefined
			? await readAllPages(run, request)
			: await readOnePage(run, request, pageNumber);
	const shaped = shapeRows(rows, rest);
	if (deletedField === undefined) return shaped;
	if (isOneItem) {
		const isNamed = Array.isArray(head[deletedField]) || deletedIds.length > 0;
		const deleted = isNamed && { [deletedField]: deletedIds };
		return { ...shaped, rows: [{ ...head, [collection]: shaped.rows, ...deleted }] };
	}
	if (deletedIds.length > 0) {
		const hint = `The service named ${deletedIds.length} deleted products. To see their IDs, set 'Return As' to Catalog.`;
		showHint(run, hint, 'info');
	}
	return shaped;
}

type Binary = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/**
 * A stream of chunks as n8n's helpers take it. n8n's rules bar the module `stream`; a hash is a stream, and its
 * class makes streams.
 */
function streamOf(chunks: AsyncIterable<Uint8Array>): Binary {
	const { from }: { readonly from: (source: AsyncIterable<Uint8Array>) => Binary } = Object(
		createHash('sha256').constructor,
	);
	return from(chunks);
}

/** Reads the pages of a list into a file, written while the service responds: one item with binary data. */
async function readFile(
	run: ListRun,
	{ list, rest, settings }: ListRequest,
	{ binaryProperty, fileName, ...format }: ListFile,
): Promise<INodeExecutionData> {
	const { client, context, endpoint, noun } = run;
	const { mimeType } = fileFormats[format.format];
	const { isLimited, recordCount, remarks, stored } = await writeListFile(
		async (number, size, signal) => await readPage(client, list, number, size, signal),
		settings,
		{ ...format, shape: (rows) => shapeRows(rows, rest).rows },
		async (chunks) => await context.helpers.prepareBinaryData(streamOf(chunks), fileName, mimeType),
		(page, number, records) => showPage(run, page, number, records),
	);
	for (const remark of remarks) showHint(run, remark);
	if (isLimited) {
		const hint = `The file holds ${countText(settings.limit)} ${endpoint.rowNoun ?? noun}s, as many as 'Limit' allows, and there may be more. Turn on 'Return All' for all of them.`;
		showHint(run, hint);
	}
	return { json: { fileName, mimeType, recordCount }, binary: { [binaryProperty]: stored } };
}

/** Carries out a read in pages for each input item. */
export async function readLists(run: ListRun): Promise<INodeExecutionData[]> {
	// A list reads its own pages at once; input items then wait for each other.
	return await readEachItem(run, 1, async (itemIndex) => {
		const request = listRequest(run, itemIndex);
		const idle = idleFiltersHint(run, itemIndex);
		if (idle) showHint(run, idle);
		if (!request.file) return resultOf(await readPages(run, request), itemIndex);
		const item = await readFile(run, request, request.file);
		return { items: [{ ...item, pairedItem: { item: itemIndex } }], unsplit: 0 };
	});
}
