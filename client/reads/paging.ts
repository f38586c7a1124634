// Pagination: reads a list page by page to its end, whatever the service says of its total. The one paging engine.
import { listError, statusOf } from '../serviceError';
import { isNoSuchPage, type Page } from './readPage';
import { announcedBy, type Position } from './position';
import { judge, type Judged, type KeyedRows, type ScanSettings } from './judgedPage';
import { assertEnd } from './endlessList';
import { ahead } from './readAhead';
import type { RecordValue } from '../../wire/result';

/** Fetches a page, from 1. The signal aborts a page that is no longer needed. */
export type FetchPage = (number: number, size: number, signal?: AbortSignal) => Promise<Page>;

interface ScannedPage {
	readonly number: number;
	/** Undefined for a page that does not exist; `again` are the rows that an earlier page held. */
	readonly page: (Page & KeyedRows & { readonly again: readonly RecordValue[] }) | undefined;
	/** Where to continue, unless the list ends here. */
	readonly position: Position;
	readonly ended: boolean;
}

function advanced(position: Position, { page, again, count, hash }: Judged): Position {
	const { size, total = page.total } = position;
	const isFirst = position.page === 1;
	const perPage =
		(isFirst || position.perPage === true) &&
		(page.total === count || (count === 0 && page.total === undefined));
	// A service that returns another number of rows than requested, although it has more, has a page size of its own.
	const hasOwnSize = count > 0 && count !== size && total !== undefined && total > count;
	const isShort = perPage && count > 0 && count < size;
	return {
		page: position.page + 1,
		size,
		step: isFirst && (hasOwnSize || isShort) ? count : position.step,
		given: position.given + count - again.length,
		repeated: position.repeated + again.length,
		nulls: (position.nulls ?? 0) + (page.nulls ?? 0),
		perPage,
		total,
		steady: position.steady && page.total !== undefined && page.total === total,
		previous: hash ?? position.previous,
	};
}

/** Pages of a service that caps their size hold a multiple of this number of rows. */
const ROUND = 100;

/** Whether a page with rows was the last; `position` is the one after it. Only a total says so. */
function isLast({ count, page: { total: latest } }: Judged, position: Position): boolean {
	const { page, size, step = size, given, total } = position;
	if (total === undefined || given < (latest ?? total)) return false;
	// All announced rows are here, but a total may be too small: only a short page is the end. A first page that is short
	// may be as long as the service makes pages, and its total may count only them.
	if (page === 2 && count < size) return count % ROUND !== 0;
	return count < step;
}

/** Whether a failure says that the list has ended before this page. */
function endsList(error: unknown, position: Position): boolean {
	const { page, given } = position;
	const total = announcedBy(position) ?? given;
	// Where rows are missing, only a plain "not found" is the end of the list.
	return page > 1 && (given < total ? statusOf(error) === 404 : isNoSuchPage(error));
}

/**
 * Reads a list from a position to its end. The last page that it gives has `ended`.
 *
 * An empty or repeated page where more is announced is fetched once more before it is believed.
 *
 * @throws ServiceError of the kind `list` when the list cannot be read to its end; whatever `fetchPage` throws
 */
export async function* scanPages(
	fetchPage: FetchPage,
	start: Position,
	settings: ScanSettings = {},
): AsyncGenerator<ScannedPage> {
	const { limit = Infinity, concurrency = 1 } = settings;
	let position = start;
	/** An empty page where more was announced: only the next page shows whether it was the end or a gap. */
	let gap: number | undefined;
	const last = () => {
		const { total = 0, size, step = size } = position;
		return Math.ceil(Math.min(total, limit) / step);
	};
	// A failure counts when its page has its turn: then it is known how many rows came before.
	const fetch = async (number: number, signal?: AbortSignal) =>
		await fetchPage(number, start.size, signal).then(
			(page) => ({ page }),
			(error: unknown) => ({ error }),
		);
	const judged = (fetched: Awaited<ReturnType<typeof fetch>>) =>
		'error' in fetched ? fetched : judge(fetched.page, position, settings);
	for await (const fetched of ahead(start.page, last, concurrency, fetch)) {
		const number = position.page;
		let found = judged(fetched);
		const isDoubtful =
			'page' in found && (found.isEmpty || found.isRepeated) && position.given < found.announced;
		if (isDoubtful && gap === undefined) found = judged(await fetch(number));
		if ('error' in found) {
			const isEnd = gap === undefined ? endsList(found.error, position) : isNoSuchPage(found.error);
			if (!isEnd) throw found.error;
			yield { number, page: undefined, position, ended: true };
			return;
		}
		const { page, unseen, again, announced, isEmpty, isRepeated } = found;
		if (gap !== undefined && !isEmpty)
			throw listError(
				`The service returned no records as page ${gap}, but some as page ${number}, so the list cannot be read to its end`,
			);
		if (isRepeated) {
			if (position.given < announced)
				throw listError(
					`The service repeated the records of an earlier page as page ${number}, so the list cannot be read to its end`,
				);
			// A service that does not page, or that gives its last page for every later one, repeats rows at the end.
			const steady = position.steady && page.total === position.total;
			const rest = { ...page, rows: [], keys: [], again: [] };
			yield { number, page: rest, position: { ...position, steady }, ended: true };
			return;
		}
		position = advanced(position, found);
		const ended = isEmpty
			? gap !== undefined || position.given >= announced
			: isLast(found, position);
		if (isEmpty) gap = number;
		yield { number, page: { ...page, ...unseen, again }, position, ended };
		if (ended) return;
		if (!isEmpty) assertEnd(position, found, limit !== Infinity);
	}
}
