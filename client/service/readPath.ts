// Get From Path: the records under any path below the base URL, page by page, without a schema.
import { isRecord } from '../../api/schema/types';
import { PAGING } from '../../api/shared';
import { shortHash } from '../hashes';
import { readList } from '../reads/readList';
import type { Page } from '../reads/readPage';
import type { ServiceClient } from '../transport/serviceClient';
import { namesOf, presentText, valueAt } from './valueAt';
import {
	belowBaseUrl,
	type Checked,
	encodedPath,
	type InputProblem,
	inputProblem,
	pathProblem,
} from './path';
import { readUntyped, type UntypedResponse } from './readUntyped';
import type { RecordValue } from '../../wire/result';

export interface PathRequest {
	/** Below the base URL, with a slash in front. */
	readonly path: string;
	readonly query: ReadonlyArray<readonly [name: string, value: string]>;
	/** The names that lead to the collection, with dots between them; empty for the list at the root or the one record. */
	readonly itemsUnder: string;
	/** `pageNumber`: the service takes `pageNumber` from 1, and `pageSize` where one is given. */
	readonly paging: 'none' | 'pageNumber';
	/** Infinity for all. */
	readonly limit: number;
	/** Rows per page; left out, the service decides. */
	readonly pageSize?: number;
	/** With paging, the one page to read; left out, all of them. */
	readonly pageNumber?: number;
	readonly accept: 'json' | 'xml';
}

interface PathRows {
	/** Exact, as in every read: a number with more digits than JavaScript holds is a string of them. */
	readonly rows: readonly RecordValue[];
	/** What a person must know of the list, in full sentences. */
	readonly remarks: readonly string[];
}

const ONE_RECORD =
	"The response is one record, so no other page was read. If a field of it has the records, enter the field under 'Records Under'.";
/** What a page may hold where nobody said: only a page that repeats the one before is compared with it. */
const USUAL_PAGE_SIZE = 50;

/** What is wrong with a request, if anything. */
function problemOf({ path, query, paging, pageSize }: PathRequest): InputProblem | undefined {
	const problem = pathProblem(path.trim());
	if (problem !== undefined) return inputProblem('path', `${problem}.`);
	if (query.some(([name]) => name.trim() === ''))
		return inputProblem('query', 'has a parameter without a name.');
	const set = query.map(([name]) => name.trim().toLowerCase());
	const isPage = (name: string) => set.includes(name.toLowerCase());
	if (paging === 'pageNumber' && isPage(PAGING.number))
		return inputProblem(
			'query',
			`has ${PAGING.number}, which 'Paging' sets. Remove one of the two.`,
		);
	if (paging === 'pageNumber' && pageSize !== undefined && isPage(PAGING.size))
		return inputProblem('query', `has ${PAGING.size}, as the options have. Remove one of the two.`);
	return undefined;
}

/**
 * The elements of a list in XML: an element that comes again is a list already; an element that holds elements of one
 * name alone stands for the list of them, however many there are.
 */
function listInXml(value: unknown, name: string): unknown {
	if (value === '') return [];
	if (!isRecord(value)) return value;
	const members = Object.values(value);
	const [inner] = members;
	if (members.length !== 1) return value;
	const isArray = /^ArrayOf/i.test(name);
	return Array.isArray(inner) || isRecord(inner) || isArray ? [inner].flat() : value;
}

class MissingName {
	constructor(readonly problem: InputProblem) {}
}

/** What a response has: rows, or one record that is in no list. */
interface Content {
	readonly rows: readonly RecordValue[];
	readonly isOneRecord: boolean;
}

const NOTHING: Content = { rows: [], isOneRecord: false };

/** The content of a response. A value that is not a record becomes one with the field `value`. */
function contentOf(
	{ value, isXml, rootName }: UntypedResponse,
	itemsUnder: string,
	page: number,
	secrets: readonly string[],
): Content {
	if (value === undefined || value === null) return NOTHING;
	const names = namesOf(itemsUnder);
	const found = valueAt(value, names);
	if (!found.ok) {
		// After the first page, an empty list may be left out; in XML, it may leave an empty element behind.
		const isLast = page > 1 && found.missing === names.at(-1);
		if (isLast || (isXml && found.within === '')) return NOTHING;
		const what = `has "${found.missing}", which the response lacks: ${presentText(found.present, secrets)}.`;
		throw new MissingName(inputProblem('itemsUnder', what));
	}
	const list = isXml ? listInXml(found.value, names.at(-1) ?? rootName) : found.value;
	if (list === null) return NOTHING;
	if (isRecord(list) && page > 1 && Object.keys(list).length === 0) return NOTHING;
	const rows = [list].flat().map((row): RecordValue => (isRecord(row) ? row : { value: row }));
	return { rows, isOneRecord: isRecord(list) };
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
): Promise<Checked<PathRows>> {
	const problem = problemOf(request);
	if (problem) return problem;
	const { query, itemsUnder, paging, limit, pageSize, pageNumber, accept } = request;
	const below = belowBaseUrl(client);
	const path = encodedPath(request.path.trim());
	/** The pages that came, as hashes: some services give an earlier one again instead of none. */
	const seen = new Set<string>();
	let hasOneRecord = false;
	const fetchPage = async (number: number, size: number, signal?: AbortSignal): Promise<Page> => {
		const noRows = { rows: [], response: {}, deletedIds: [] };
		if (hasOneRecord) return noRows;
		const isPaged = paging === 'pageNumber';
		const pages: Array<readonly [string, string]> = isPaged
			? [[PAGING.number, String(number)]]
			: [];
		if (isPaged && pageSize !== undefined) pages.push([PAGING.size, String(size)]);
		const signals = [client.signal, signal].filter((each) => each !== undefined);
		const stoppable = signal ? { ...below, signal: AbortSignal.any(signals) } : below;
		const asked = { path, query: [...query, ...pages], accept, subject: path };
		const response = await readUntyped(stoppable, { ...asked, page: isPaged ? number : undefined });
		const { rows, isOneRecord } = contentOf(response, itemsUnder, number, client.secrets);
		hasOneRecord = isOneRecord && number === 1;
		const hash = shortHash(JSON.stringify(rows), 22);
		if (isPaged && seen.has(hash)) return noRows;
		seen.add(hash);
		return { ...noRows, rows };
	};
	try {
		if (paging === 'none') {
			const { rows } = await fetchPage(1, limit);
			return { ok: true, value: { rows: rows.slice(0, limit), remarks: [] } };
		}
		if (pageNumber !== undefined) {
			const { rows } = await fetchPage(pageNumber, pageSize ?? USUAL_PAGE_SIZE);
			return { ok: true, value: { rows, remarks: [] } };
		}
		const settings = { pageSize: pageSize ?? USUAL_PAGE_SIZE, limit, concurrency: 1 };
		const { rows, remarks } = await readList(fetchPage, settings);
		return { ok: true, value: { rows, remarks: hasOneRecord ? [ONE_RECORD] : remarks } };
	} catch (error) {
		if (error instanceof MissingName) return error.problem;
		throw error;
	}
}
