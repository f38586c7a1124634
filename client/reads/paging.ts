// Pagination: reads a list page by page to its end, whatever the service says of its total. The one paging engine.
import { listError, statusOf } from '../serviceError';
import { isNoSuchPage, type Page } from './readPage';
import {
	announcedTotal,
	fullPageSize,
	type ListPosition,
	mayBeCapped,
	type TotalsKnowledge,
} from './position';
import { inspectPage, type InspectedPage, type KeyedRows, type PageSettings } from './inspectPage';
import { assertEnd } from './endlessList';
import type { FetchPage } from './listSource';
import { ahead } from './readAhead';
import type { RecordValue } from '../../wire/result';

/** Totals that certainly count the list. */
const ALWAYS_WHOLE = Number.MAX_SAFE_INTEGER;

export interface ScanSettings extends PageSettings {
	readonly totals?: TotalsKnowledge;
	/** Pages that are read at once, as soon as the total is known; 1 by default. */
	readonly concurrency?: number;
	/** The most rows that are needed: no page after them is read ahead. */
	readonly limit?: number;
}

export interface ScannedPage {
	readonly number: number;
	/** Undefined for a page that does not exist; `duplicates` are the rows that an earlier page held. */
	readonly page: (Page & KeyedRows & { readonly duplicates: readonly RecordValue[] }) | undefined;
	/** Where to continue, unless the list ends here. */
	readonly position: ListPosition;
	readonly ended: boolean;
}

type Fetched = { readonly page: Page } | { readonly error: unknown };
type PageOutcome = InspectedPage | { readonly error: unknown };

function positionAfter(
	position: ListPosition,
	{ page, duplicates, count, hash }: InspectedPage,
): ListPosition {
	const { size, total = page.total } = position;
	const equalsPage = page.total === count || (count === 0 && page.total === undefined);
	// A service that returns another number of rows than requested, although it has more, has a page size of its own.
	const isShort = count < size && (page.total ?? 0) >= count;
	const isLong = count > size && (page.total ?? 0) > count;
	const hasOwnSize = position.page === 1 && count > 0 && (isShort || isLong);
	const next = {
		...position,
		page: position.page + 1,
		servicePageSize: hasOwnSize ? count : position.servicePageSize,
		distinctRows: position.distinctRows + count - duplicates.length,
		duplicateRows: position.duplicateRows + duplicates.length,
		nullRows: position.nullRows + (page.nulls ?? 0),
		total,
		totalIsConstant: position.totalIsConstant && page.total !== undefined && page.total === total,
		totalsEqualPages: position.totalsEqualPages && equalsPage,
		previousPageHash: hash ?? position.previousPageHash,
	};
	// An empty page only shows that a short first page was the whole list.
	const confirms = count === 0 && page.total === undefined && mayBeCapped(position);
	return confirms ? { ...next, totalIsConstant: position.totalIsConstant } : next;
}

/** One scan of a list: its position, and the outcome of each page. */
class Scan {
	/** An empty page where more was announced: only the next page shows whether it was the end or a gap. */
	private gap: number | undefined;

	constructor(
		public position: ListPosition,
		private readonly settings: ScanSettings,
	) {}

	/** The last page worth reading ahead. */
	lastPage(): number {
		const { total = 0 } = this.position;
		const { limit = Infinity } = this.settings;
		return Math.ceil(Math.min(total, limit) / fullPageSize(this.position));
	}

	inspect(fetched: Fetched): PageOutcome {
		return 'error' in fetched ? fetched : inspectPage(fetched.page, this.position, this.settings);
	}

	/** Whether a page is to be fetched once more before it is believed: it brings nothing where more is announced. */
	isDoubtful(found: PageOutcome): boolean {
		if ('error' in found || this.gap !== undefined) return false;
		return (found.isEmpty || found.isRepeated) && this.lacksRows(found);
	}

	/** @throws ServiceError where the list cannot be read to its end */
	take(found: PageOutcome): ScannedPage {
		if ('error' in found) return this.endAtMissingPage(found.error);
		if (this.gap !== undefined && !found.isEmpty)
			throw listError(
				`The service returned no records as page ${this.gap}, but some as page ${this.position.page}, so the list cannot be read to its end`,
			);
		if (found.isRepeated) return this.endAtRepeatedPage(found);
		return found.isEmpty ? this.passEmptyPage(found) : this.takeRows(found);
	}

	private endAtMissingPage(error: unknown): ScannedPage {
		const { page: number, distinctRows } = this.position;
		const isShort = distinctRows < (announcedTotal(this.position) ?? distinctRows);
		// Where rows are missing, only a plain "not found" is the end of the list.
		const isPlain = this.gap === undefined && isShort;
		if (number === 1 || !(isPlain ? statusOf(error) === 404 : isNoSuchPage(error))) throw error;
		this.learnWhole();
		return { number, page: undefined, position: this.position, ended: true };
	}

	/** A service that does not page, or that gives its last page for every later one, repeats rows at the end. */
	private endAtRepeatedPage(found: InspectedPage): ScannedPage {
		const { page: number, total, totalIsConstant } = this.position;
		const { page } = found;
		if (this.lacksRows(found))
			throw listError(
				`The service repeated the records of an earlier page as page ${number}, so the list cannot be read to its end`,
			);
		this.learnWhole();
		this.position = {
			...this.position,
			totalIsConstant: totalIsConstant && page.total === total,
		};
		const rest = { ...page, rows: [], keys: [], duplicates: [] };
		return { number, page: rest, position: this.position, ended: true };
	}

	private passEmptyPage(found: InspectedPage): ScannedPage {
		const ended = this.gap !== undefined || !this.lacksRows(found);
		this.gap = this.position.page;
		if (ended) this.learnWhole(found.page.total);
		return this.advance(found, ended);
	}

	private takeRows(found: InspectedPage): ScannedPage {
		const before = this.position;
		const scanned = this.advance(found, false);
		const { distinctRows, total, totalIsConstant } = this.position;
		const isReached = distinctRows === (found.page.total ?? total);
		const isShort = found.count < fullPageSize(before);
		if (!isReached || !isShort) return scanned;
		if (mayBeCapped(this.position))
			return { ...scanned, ended: distinctRows < (this.settings.totals?.wholeBelow ?? 0) };
		// The total is larger than the first page, and right.
		if (totalIsConstant && found.newRows.rows.length > 0) this.learn(ALWAYS_WHOLE);
		return { ...scanned, ended: true };
	}

	private advance(found: InspectedPage, ended: boolean): ScannedPage {
		const { page, newRows, duplicates } = found;
		const { page: number } = this.position;
		this.position = positionAfter(this.position, found);
		return {
			number,
			page: { ...page, ...newRows, duplicates },
			position: this.position,
			ended,
		};
	}

	private lacksRows({ announced }: InspectedPage): boolean {
		return this.position.distinctRows < announced;
	}

	/**
	 * Notes that a short first page was the whole list.
	 *
	 * @param totalAfter The total of an empty page after it: one that counts pages would be 0
	 */
	private learnWhole(totalAfter?: number): void {
		const { distinctRows } = this.position;
		if (!mayBeCapped(this.position)) return;
		this.learn(totalAfter === distinctRows ? ALWAYS_WHOLE : distinctRows);
	}

	private learn(wholeBelow: number): void {
		const { totals } = this.settings;
		if (totals) totals.wholeBelow = Math.max(totals.wholeBelow, wholeBelow);
	}
}

/**
 * Reads a list from a position to its end. The last page that it gives has `ended`.
 *
 * @throws ServiceError of the kind `list` when the list cannot be read to its end; whatever `fetchPage` throws
 */
export async function* scanPages(
	fetchPage: FetchPage,
	start: ListPosition,
	settings: ScanSettings = {},
): AsyncGenerator<ScannedPage> {
	const { limit = Infinity, concurrency = 1 } = settings;
	const scan = new Scan(start, settings);
	// A failure counts when its page has its turn: then it is known how many rows came before.
	const fetch = async (number: number, signal?: AbortSignal): Promise<Fetched> =>
		await fetchPage(number, start.size, signal).then(
			(page) => ({ page }),
			(error: unknown) => ({ error }),
		);
	for await (const fetched of ahead(start.page, () => scan.lastPage(), concurrency, fetch)) {
		let found = scan.inspect(fetched);
		if (scan.isDoubtful(found)) found = scan.inspect(await fetch(scan.position.page));
		const scanned = scan.take(found);
		yield scanned;
		if (scanned.ended) return;
		if (!('error' in found || found.isEmpty)) assertEnd(scan.position, found, limit !== Infinity);
	}
}
