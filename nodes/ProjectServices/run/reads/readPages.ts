// The reads in pages: change order projects and product catalogs.
import type { IDataObject } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { isoDate } from '../../../../client/dates';
import { type ListSettings, readList } from '../../../../client/reads/lists';
import { type FetchPage, isNoSuchPage } from '../../../../client/reads/pages';
import {
	type ListPage,
	noPage,
	type QueryValues,
	readPage,
	type Row,
	subjectOf,
} from '../../../../client/reads/read';
import { comparableId, keyOf } from '../../../../client/reads/keys';
import { rowFilter } from '../../../../client/reads/rowFilters';
import { changedAfter, momentKey } from '../../../../client/timestamps';
import type { RowFilter } from '../../../../wire/projection';
import { countText } from '../../../../wire/result';
import { parameterError } from '../../../shared/errors';
import { filterValues } from '../../../shared/filters';
import { defaultPageSize, isOn, responseFormat, wholeNumber } from '../../../shared/optionValues';
import { listOf, optionsOf } from '../../../shared/parameters';
import { divide, isWhole, type Shaped, type Shaping, shapeRows } from '../items';
import { returnAs } from '../output';
import { type Run, showHint, showProgress } from '../run';

export type PagedRun = Run<ReadEndpoint>;

function progressText(
	{ endpoint, noun }: PagedRun,
	{ total }: ListPage,
	number: number,
	rows: number,
): string {
	const of = total === undefined ? '' : ` of ${countText(total)}`;
	return `page ${number}, ${countText(rows)}${of} ${endpoint.rowNoun ?? noun}s`;
}

/**
 * Which rows changed later than the moment under Updated After.
 *
 * @throws NodeOperationError when that is not a date
 */
function updatedAfter(
	{ context, endpoint, node, parameters }: PagedRun,
	itemIndex: number,
): RowFilter | undefined {
	const { changedOn } = endpoint;
	const value = optionsOf(parameters, itemIndex).updatedAfter;
	if (changedOn === undefined || value === undefined || value === null || value === '')
		return undefined;
	const moment = momentKey(isoDate(value, context.getTimezone()));
	if (moment !== undefined)
		return { fields: [changedOn], matches: changedAfter(moment, changedOn) };
	throw parameterError(
		node,
		`'Updated After' is not a date: "${String(value)}"`,
		itemIndex,
		'Enter a date such as 2026-03-31T08:00:00Z.',
	);
}

/** The filters that are applied while reading, because the service does not know them. */
function chosenRows({ endpoint, parameters }: PagedRun, itemIndex: number): RowFilter | undefined {
	const { rowFilters } = endpoint;
	if (!rowFilters) return undefined;
	const given = parameters('filters', itemIndex, {}) as IDataObject;
	const equals = Object.keys(rowFilters.equals).map((name) => [name, listOf(given[name])]);
	return rowFilter(rowFilters, {
		search: String(given.search ?? ''),
		equals: Object.fromEntries(equals) as Record<string, string[]>,
	});
}

/** All filters as one. The key is read of every row, so that pages can be told apart. */
function rowsToRead(run: PagedRun, itemIndex: number): RowFilter | undefined {
	const filters = [updatedAfter(run, itemIndex), chosenRows(run, itemIndex)].filter(
		(filter) => filter !== undefined,
	);
	return filters.length === 0
		? undefined
		: {
				fields: [run.endpoint.key, ...filters.flatMap(({ fields }) => fields)],
				matches: (row) => filters.every(({ matches }) => matches(row)),
			};
}

/** A list as it is to be read: its pages, which of its rows, and what becomes of them. */
export interface ListRead {
	readonly fetchPage: FetchPage<ListPage>;
	readonly settings: Omit<ListSettings<ListPage>, 'onPage'>;
	/** The page under Page Number, if only that one is read. */
	readonly pageNumber: number | undefined;
	readonly shape: (rows: readonly Row[]) => Shaped;
}

/**
 * What the parameters say about a list.
 *
 * @param asText Whether rows are wanted as JSON text; they come as such where nothing is to be done to them
 * @throws NodeOperationError for a parameter that is wrong
 */
export function listRead(
	run: PagedRun,
	required: QueryValues,
	shaping: Shaping,
	itemIndex: number,
	asText = false,
): ListRead {
	const { client, endpoint, node, noun, parameters } = run;
	const { paging } = endpoint;
	if (!paging) throw parameterError(node, 'This operation does not read pages', itemIndex);
	const options = optionsOf(parameters, itemIndex);
	const where = rowsToRead(run, itemIndex);
	const { projection, rest } = divide(shaping, ...(where?.fields ?? [endpoint.key]));
	const list = {
		endpoint,
		values: { ...filterValues(run, itemIndex), ...required },
		accept: responseFormat(node, options),
		subject: subjectOf(endpoint, noun, required),
		projection: {
			...projection,
			where,
			textBy: asText && isWhole(shaping) ? endpoint.key : undefined,
		},
	};
	const all = isOn(node, 'returnAll', parameters('returnAll', itemIndex, false), itemIndex);
	const { pageNumber } = options;
	return {
		fetchPage: async (number, size) => await readPage(client, list, number, size),
		settings: {
			pageSize: wholeNumber(node, 'pageSize', options.pageSize, defaultPageSize(endpoint, paging)),
			limit: all ? Infinity : wholeNumber(node, 'limit', parameters('limit', itemIndex, undefined)),
			concurrency: wholeNumber(node, 'concurrency', options.concurrency),
			wanted: where?.matches,
			key: (row) => keyOf(row, endpoint.key),
			isPartial: projection.fields !== undefined || where !== undefined,
		},
		pageNumber:
			pageNumber === undefined || pageNumber === ''
				? undefined
				: wholeNumber(node, 'pageNumber', pageNumber),
		shape: (rows) => shapeRows(rows as IDataObject[], rest),
	};
}

/** Says how far a list was read. */
export function showPage(run: PagedRun, page: ListPage, number: number, rows: number): void {
	showProgress(run, progressText(run, page, number, rows));
}

/** Whether there are more pages; a service with a page size of its own leaves that open. */
function moreText({ rows, total }: ListPage, number: number, pageSize: number): string {
	const reached = (number - 1) * pageSize + rows.length;
	if (rows.length === 0 || reached === total) return 'There are no more pages.';
	return total !== undefined && rows.length >= pageSize && reached < total
		? `There are more pages: the list has ${countText(total)} records.`
		: 'There may be more pages; the list ends with a page without records.';
}

/** Reads the one page under Page Number, and says whether there are more. */
async function readOnePage(
	run: PagedRun,
	{ fetchPage, settings }: ListRead,
	number: number,
): Promise<{ readonly page: ListPage; readonly rows: Row[] }> {
	const { pageSize, wanted } = settings;
	const page: ListPage = await fetchPage(number, pageSize).catch((error: unknown) =>
		number > 1 && isNoSuchPage(error) ? noPage : Promise.reject(error),
	);
	const { rows } = page;
	showHint(
		run,
		`Page ${number}, ${rows.length} records. ${moreText(page, number, pageSize)}`,
		'info',
	);
	return { page, rows: rows.filter((row) => wanted?.(row) ?? true) };
}

interface ReadRows {
	readonly rows: readonly Row[];
	/** What is around the rows in the first page. */
	readonly head: Row;
	readonly deletedIds: readonly unknown[];
}

async function readRows(run: PagedRun, list: ListRead): Promise<ReadRows> {
	if (list.pageNumber !== undefined) {
		const { page, rows } = await readOnePage(run, list, list.pageNumber);
		return { rows, head: page.response, deletedIds: page.deletedIds };
	}
	let head: Row = {};
	let deletedIds = new Map<string, unknown>();
	const { rows, remarks } = await readList(list.fetchPage, {
		...list.settings,
		onPage: (page, number, count) => {
			if (number === 1) {
				head = page.response;
				deletedIds = new Map();
			}
			for (const id of page.deletedIds) deletedIds.set(comparableId(String(id)), id);
			showPage(run, page, number, count);
		},
	});
	for (const remark of remarks) showHint(run, remark);
	return { rows, head, deletedIds: [...deletedIds.values()] };
}

/** Reads the pages of one input item and shapes their rows. */
export async function readPages(
	run: PagedRun,
	required: QueryValues,
	shaping: Shaping,
	itemIndex: number,
): Promise<Shaped> {
	const list = listRead(run, required, shaping, itemIndex);
	const isOneItem = returnAs(run, itemIndex) === 'whole';
	const read = await readRows(run, list);
	const shaped = list.shape(read.rows);
	return { ...shaped, rows: presented(run, shaped.rows, read, isOneItem) };
}

/** The items' json: one for each row, or the whole list as one. */
function presented(
	run: PagedRun,
	rows: readonly IDataObject[],
	{ head, deletedIds }: ReadRows,
	isOneItem: boolean,
): readonly IDataObject[] {
	const { rows: collection = '', deletedIds: deletedField } = run.endpoint;
	if (deletedField === undefined) return rows;
	if (isOneItem) {
		const isNamed = Array.isArray(head[deletedField]) || deletedIds.length > 0;
		return [
			{
				...head,
				[collection]: rows,
				...(isNamed && { [deletedField]: deletedIds }),
			} as IDataObject,
		];
	}
	if (deletedIds.length > 0) {
		showHint(
			run,
			`The service named ${deletedIds.length} deleted products. To see their IDs, set 'Return As' to Catalog.`,
			'info',
		);
	}
	return rows;
}
