// The reads in pages: change order projects and product catalogs.
import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Paging, ReadEndpoint } from '../../api/endpoint';
import { fieldsOf } from '../../api/kinds';
import { fetchAnswer } from './answers';
import { apiError, parameterError } from './errors';
import { countUnsplit, divide, type Shaping, shapeRows } from './items';
import { type Page, readSeries, SeriesProblem, type SeriesSettings } from './paging';
import { listOf, optionsOf } from './parameters';
import { type QueryValues, readRequest } from './request';
import { progress, remark, type Run } from './run';
import { defaultPageSize, responseFormat, returnAs, wholeNumber } from './settings';
import { updatedSince } from './updates';

type PagedRun = Run<ReadEndpoint>;

/** One page of an answer: its rows, what stands around them, and what belongs to the whole series. */
export interface AnswerPage extends Page {
	readonly head: IDataObject;
	readonly gathered: readonly unknown[];
}

/** The optional parameters under Filters, as the endpoint's query takes them. */
export function filterValues(
	{ endpoint, parameters }: Pick<PagedRun, 'endpoint' | 'parameters'>,
	itemIndex: number,
): QueryValues {
	const filters = parameters('filters', itemIndex, {}) as IDataObject;
	const entries = fieldsOf(endpoint.query).map(({ name }): [string, QueryValues[string]] => {
		const value = filters[name];
		if (name === 'clients' || name === 'progresses') {
			const values = listOf(value);
			return [name, values.length > 0 ? values : undefined];
		}
		return [
			name,
			value === undefined || value === null || value === ''
				? undefined
				: (value as string | boolean),
		];
	});
	return Object.fromEntries(entries);
}

/** The page that an answer is. */
export function pageOf(answer: IDataObject, endpoint: ReadEndpoint, { total }: Paging): AnswerPage {
	const rows = answer[endpoint.rows ?? ''];
	const gathered = answer[endpoint.gathered ?? ''];
	const count = Number(answer[total] ?? NaN);
	return {
		head: answer,
		rows: Array.isArray(rows) ? rows : [],
		gathered: Array.isArray(gathered) ? gathered : [],
		...(Number.isSafeInteger(count) && count >= 0 ? { total: count } : {}),
	};
}

/** The id that a row is known by. */
export function idOf(row: unknown): string | undefined {
	const id = (row as IDataObject | null)?.Id;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

function progressText(
	{ endpoint, noun }: PagedRun,
	pages: number,
	rows: number,
	total: number | undefined,
): string {
	const read = rows.toLocaleString('en-US');
	const of = total === undefined ? '' : ` of ${total.toLocaleString('en-US')}`;
	const what = 'id' in endpoint.query ? (endpoint.rows ?? '').toLowerCase() : `${noun}s`;
	return `page ${pages}, ${read}${of} ${what}`;
}

function seriesSettings(run: PagedRun, paging: Paging, itemIndex: number): SeriesSettings {
	const { endpoint, node, parameters } = run;
	const options = optionsOf(parameters, itemIndex);
	const all = parameters('returnAll', itemIndex, false) === true;
	const wanted = updatedSince(node, options.updatedAfter, run.context.getTimezone());
	return {
		pageSize: wholeNumber(node, 'pageSize', options.pageSize, defaultPageSize(endpoint, paging)),
		limit: all ? Infinity : wholeNumber(node, 'limit', parameters('limit', itemIndex, undefined)),
		concurrency: wholeNumber(node, 'concurrency', options.concurrency),
		...(wanted ? { wanted } : {}),
		key: idOf,
		progress: (pages, rows, total) => progress(run, progressText(run, pages, rows, total)),
	};
}

function distinct(values: Iterable<unknown>): unknown[] {
	const seen = new Set<string>();
	return [...values].filter((value) => {
		const name = String(value);
		return !seen.has(name) && Boolean(seen.add(name));
	});
}

/** Says in the error of a later page which one it is; the first one is what everybody expects. */
function namePage(error: unknown, number: number): unknown {
	if (number > 1 && error instanceof NodeApiError) {
		error.description =
			`${error.description ?? ''}\nIt happened while reading page ${number}.`.trim();
	}
	return error;
}

/** Reads the pages of one input item and shapes their rows. */
export async function readPages(
	run: PagedRun,
	required: QueryValues,
	shaping: Shaping,
	itemIndex: number,
): Promise<readonly IDataObject[]> {
	const { endpoint, parameters, node } = run;
	const { paging } = endpoint;
	if (!paging) throw parameterError(node, 'This operation does not read in pages', itemIndex);
	const values = { ...required, ...filterValues(run, itemIndex), ...required };
	const accept = responseFormat(node, optionsOf(parameters, itemIndex));
	// Rows are told apart by their ids, and a date decides which of them count.
	const { updatedAfter } = optionsOf(parameters, itemIndex);
	const division = divide(shaping, 'Id', ...(updatedAfter ? ['UpdatedOn'] : []));
	const subject =
		'id' in required ? `the ${run.noun} with the ID "${String(required.id)}"` : undefined;
	let head: IDataObject = {};
	const gathered: unknown[] = [];
	const fetchPage = async (number: number, size: number): Promise<AnswerPage> => {
		const query = { ...values, [paging.number]: number, [paging.size]: size };
		const page = pageOf(
			(await fetchAnswer(
				run,
				readRequest(endpoint, query, accept, subject),
				itemIndex,
				division.projection,
			).catch((error: unknown) => Promise.reject(namePage(error, number)))) as IDataObject,
			endpoint,
			paging,
		);
		if (number === 1) head = page.head;
		for (const value of page.gathered) gathered.push(value);
		return page;
	};
	const series = await readSeries(fetchPage, seriesSettings(run, paging, itemIndex)).catch(
		(error: unknown) => {
			if (!(error instanceof SeriesProblem)) return Promise.reject(error);
			return Promise.reject(
				apiError(
					node,
					{
						message: error.message,
						description: 'Run the node again. If it keeps failing, tell whoever runs the service.',
					},
					itemIndex,
				),
			);
		},
	);
	for (const sentence of series.remarks) remark(run, sentence);
	return present(
		run,
		series.rows as IDataObject[],
		head,
		distinct(gathered),
		division.rest,
		itemIndex,
	);
}

function present(
	run: PagedRun,
	rows: IDataObject[],
	head: IDataObject,
	gathered: unknown[],
	shaping: Shaping,
	itemIndex: number,
): readonly IDataObject[] {
	const { rows: collection = '', gathered: series } = run.endpoint;
	run.tally.unsplit += countUnsplit(rows, shaping);
	const shaped = shapeRows(rows, shaping);
	if (series === undefined) return shaped;
	if (returnAs(run, itemIndex) === 'catalog') {
		const known = Array.isArray(head[series]) || gathered.length > 0;
		return [
			{ ...head, [collection]: shaped, ...(known ? { [series]: gathered } : {}) } as IDataObject,
		];
	}
	if (gathered.length > 0) {
		remark(
			run,
			`The service named ${gathered.length} deleted products. To see their IDs, set Return As to Catalog.`,
			'info',
		);
	}
	return shaped;
}
