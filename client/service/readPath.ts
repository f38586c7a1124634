// Get From Path: the records under any path below the base URL, page by page, without a schema.
import { PAGING } from '../../api/shared';
import { shortHash } from '../values/hashes';
import { readList } from '../reads/readList';
import { readSinglePage } from '../reads/listSource';
import type { Page } from '../reads/readPage';
import { saysThatItFailed } from '../failures/saidFailure';
import { isEmptyResponse } from '../failures/serviceError';
import { firstPageNumber } from '../serviceSettings';
import type { ServiceClient } from '../transport/serviceClient';
import { counted, type RecordValue } from '../../wire/result';
import { announcementIn, type Content, rowsIn } from './listInResponse';
import { belowBaseUrl, encodedPath, type InputProblem, inputProblem, pathProblem } from './path';
import { readUntyped, type UntypedResponse } from './readUntyped';
import { presentText } from './valueAt';

export interface PathRequest {
	/** Below the base URL. */
	readonly path: string;
	readonly query: ReadonlyArray<readonly [name: string, value: string]>;
	/** The names that lead to the collection, with dots between them; empty for the list at the root or the one record. */
	readonly itemsUnder: string;
	/** `pageNumber`: the service takes `pageNumber`, and `pageSize` where one is given. */
	readonly paging: 'none' | 'pageNumber';
	/** Infinity for all. */
	readonly limit: number;
	/** Rows per page; left out, the service decides. */
	readonly pageSize?: number;
	/** With paging, the one page to read, from 1; left out, all of them. */
	readonly pageNumber?: number;
}

interface PathRows {
	/** Exact, as in every read: a number with more digits than JavaScript holds is a string of them. */
	readonly rows: readonly RecordValue[];
	/** What a person must know of the list, in full sentences. */
	readonly remarks: readonly string[];
}

const ONE_RECORD =
	"The response is one record, so no other page was read. If a field of it has the records, enter the field under 'Records Under'.";
const SAME_PAGE =
	"The service gave page 1 again as page 2: it does not take pageNumber, and the list may be cut off. Set 'Paging' to None, and ask the operator how to read on.";
/** The page size where the service decides: without a total, it is used for nothing but telling repeated pages. */
const USUAL_PAGE_SIZE = 50;

function queryProblem({ query, paging, pageSize }: PathRequest): string | undefined {
	if (query.some(([name]) => name.trim() === '')) return 'has a parameter without a name.';
	if (query.flat().some((text) => /\p{Surrogate}/u.test(text)))
		return 'contains a broken character (half of a surrogate pair).';
	if (paging === 'none') return undefined;
	const has = (parameter: string) =>
		query.some(([name]) => name.trim().toLowerCase() === parameter.toLowerCase());
	if (has(PAGING.number))
		return `has ${PAGING.number}, which 'Paging' sets. Remove one of the two.`;
	if (pageSize !== undefined && has(PAGING.size))
		return `has ${PAGING.size}, as the options have. Remove one of the two.`;
	return undefined;
}

const NO_ROWS: Page = { rows: [], response: {}, deletedIds: [] };

/** The pages under a path, with what they say of themselves. */
class PathPages {
	/** That the response lacks what `itemsUnder` names. */
	problem: InputProblem | undefined;
	/** Whether page 1 is one record instead of a list. */
	private isOneRecord = false;
	private firstHash = '';
	/** Whether page 2 is page 1 again. */
	private isSamePage = false;
	/** That the latest response says that there is more than it has. */
	private more: string | undefined;
	/** The largest number of rows that a page announced. */
	private announced = 0;
	private readonly below: ServiceClient;

	constructor(
		client: ServiceClient,
		private readonly request: PathRequest,
	) {
		this.below = belowBaseUrl(client);
	}

	/** @throws ServiceError */
	readonly fetchPage = async (number: number, size: number): Promise<Page> => {
		// One record has no second page.
		if (this.isOneRecord && number > 1) return NO_ROWS;
		const response = await this.ask(number, size);
		if (!response || response.value === undefined || response.value === null) return NO_ROWS;
		if (saysThatItFailed(response.value))
			throw response.failWith('The service responded with an error instead of data');
		const found = rowsIn(response, this.request.itemsUnder, number === 1);
		if (!found.ok) {
			const present = presentText(found.present, this.below.secrets);
			const text = `has "${found.missing}", which the response lacks: ${present}.`;
			this.problem = inputProblem('itemsUnder', text);
			return NO_ROWS;
		}
		this.notePage(number, response, found.value);
		return { ...NO_ROWS, rows: found.value.rows };
	};

	private notePage(number: number, response: UntypedResponse, content: Content): void {
		const { rows, isOneRecord } = content;
		const { more, count } = announcementIn(response, this.request.itemsUnder);
		this.more = more;
		this.announced = Math.max(this.announced, count);
		if (number > 2) return;
		const hash = shortHash(JSON.stringify(rows), 22);
		if (number === 1) {
			this.isOneRecord = isOneRecord;
			this.firstHash = hash;
		} else this.isSamePage = rows.length > 0 && hash === this.firstHash;
	}

	private async ask(number: number, size: number): Promise<UntypedResponse | undefined> {
		const { request, below } = this;
		const accept = below.settings.responseFormat;
		const path = encodedPath(request.path);
		const query = [...request.query];
		const isPaged = request.paging === 'pageNumber';
		if (isPaged) query.push([PAGING.number, String(number - 1 + firstPageNumber(below.settings))]);
		if (isPaged && request.pageSize !== undefined) query.push([PAGING.size, String(size)]);
		const page = isPaged ? number : undefined;
		return await readUntyped(below, { path, query, accept, subject: path, page }).catch(
			(error: unknown) => {
				if (number > 1 && isEmptyResponse(error)) return undefined;
				throw error;
			},
		);
	}

	/** What a person must know of the list, after this number of rows. */
	remarks(count: number): string[] {
		const { limit, paging } = this.request;
		if (paging === 'pageNumber' && this.isOneRecord) return [ONE_RECORD];
		if (this.isSamePage) return [SAME_PAGE];
		if (count >= limit || this.isOneRecord) return [];
		const advice =
			paging === 'none' ? " To read on, set 'Paging', or enter the next page under 'Query'." : '';
		if (this.announced > count)
			return [
				`The response announces ${counted(this.announced, 'record')}, and ${count} came: the list may be cut off.${advice}`,
			];
		if (paging === 'none' && this.more !== undefined)
			return [`The response says that there is more: ${this.more}.${advice}`];
		return [];
	}
}

async function readRows(pages: PathPages, request: PathRequest): Promise<PathRows> {
	const { fetchPage } = pages;
	const { paging, limit, pageNumber, pageSize = USUAL_PAGE_SIZE } = request;
	if (paging === 'none') {
		const { rows } = await fetchPage(1, pageSize);
		return { rows: rows.slice(0, limit), remarks: pages.remarks(rows.length) };
	}
	if (pageNumber !== undefined) {
		const { rows } = await readSinglePage(fetchPage, pageNumber, pageSize);
		return { rows, remarks: [] };
	}
	const { rows, remarks } = await readList(fetchPage, { pageSize, limit, concurrency: 1 });
	return { rows, remarks: [...remarks, ...pages.remarks(rows.length)] };
}

/**
 * Reads the records under a path.
 *
 * @returns the rows, or what is wrong with a parameter: nothing was sent then, unless `itemsUnder` names what the
 *   response lacks
 * @throws ServiceError when a request fails, or a response is neither JSON nor XML
 */
export async function readPath(
	client: ServiceClient,
	request: PathRequest,
): Promise<{ readonly ok: true; readonly value: PathRows } | InputProblem> {
	const ofPath = pathProblem(request.path);
	if (ofPath !== undefined) return inputProblem('path', `${ofPath}.`);
	const ofQuery = queryProblem(request);
	if (ofQuery !== undefined) return inputProblem('query', ofQuery);
	const pages = new PathPages(client, request);
	const value = await readRows(pages, request);
	return pages.problem ?? { ok: true, value };
}
