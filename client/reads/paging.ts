// Pagination: reads a list page by page to its end, whatever the service says of its total. The one paging engine.
import { listError, statusOf } from '../failures/serviceError';
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

interface PageScanSettings extends PageSettings {
	readonly totals?: TotalsKnowledge;
	/** Pages that are read at once, as soon as the total is known; 1 by default. */
	readonly concurrency?: number;
	/** The most rows that are needed: no page after them is read ahead. */
	readonly limit?: number;
}

interface ScannedPage {
	readonly number: number;
	/** Undefined for a page that does not exist; `duplicates` are the rows that an earlier page had. */
	readonly page: (Page & KeyedRows & { readonly duplicates: readonly RecordValue[] }) | undefined;
	/** Where to continue, unless the list ends here. */
	readonly position: ListPosition;
	readonly ended: boolean;
}

type FetchedPage = { readonly page: Page } | { readonly error: unknown };
type PageOutcome = InspectedPage | { readonly error: unknown };

/** Whether the first page shows that the service has a page size of its own, and more rows than it returned. */
function showsOwnPageSize(position: ListPosition, { page, count }: InspectedPage): boolean {
	if (position.page !== 1 || count === 0) return false;
	const announced = page.total ?? 0;
	return count < position.size ? announced >= count : count > position.size && announced > count;
}

function positionAfter(position: ListPosition, inspected: InspectedPage): ListPosition {
	const { page, duplicates, count, hash } = inspected;
	const { total = page.total } = position;
	const equalsPage = page.total === count || (count === 0 && page.total === undefined);
	const next = {
		...position,
		page: position.page + 1,
		servicePageSize: showsOwnPageSize(position, inspected) ? count : position.servicePageSize,
		distinctRows: position.distinctRows + count - duplicates.length,
		duplicateRows: position.duplicateRows + duplicates.length,
		nullRows: position.nullRows + (page.nulls ?? 0),
		total,
		totalIsConstant: position.totalIsConstant && page.total !== undefined && page.total === total,
		totalsEqualPages: position.totalsEqualPages && equalsPage,
		previousPageHash: hash ?? position.previousPageHash,
	};
	// An empty page after a short first one shows that that was the whole list, and says nothing of totals.
	const isOnlyEnd = count === 0 && page.total === undefined && mayBeCapped(position);
	return isOnlyEnd ? { ...next, totalIsConstant: position.totalIsConstant } : next;
}

/**
 * One scan of a list. Each page is inspected, fetched once more where it is doubtful, and taken: it has rows, is empty,
 * repeats an earlier one or does not exist.
 */
class Scan {
	/** An empty page where more was announced: only the next page shows whether it was the end or a gap. */
	private gap: number | undefined;

	constructor(
		public position: ListPosition,
		private readonly settings: PageScanSettings,
	) {}

	/** The last page worth reading ahead. */
	lastPage(): number {
		const { total = 0 } = this.position;
		const { limit = Infinity } = this.settings;
		return Math.ceil(Math.min(total, limit) / fullPageSize(this.position));
	}

	inspect(fetched: FetchedPage): PageOutcome {
		return 'error' in fetched ? fetched : inspectPage(fetched.page, this.position, this.settings);
	}

	/** Whether a page is to be fetched once more before it is believed: it brings nothing where more is announced. */
	isDoubtful(outcome: PageOutcome): boolean {
		if ('error' in outcome || this.gap !== undefined) return false;
		return (outcome.isEmpty || outcome.isRepeated) && this.isShortOf(outcome);
	}

	/** @throws ServiceError where the list cannot be read to its end */
	take(outcome: PageOutcome): ScannedPage {
		if ('error' in outcome) return this.endAtMissingPage(outcome.error);
		if (this.gap !== undefined && !outcome.isEmpty)
			throw listError(
				`The service returned no records as page ${this.gap}, but some as page ${this.position.page}, so the list cannot be read to its end`,
			);
		if (outcome.isRepeated) return this.endAtRepeatedPage(outcome);
		return outcome.isEmpty ? this.passEmptyPage(outcome) : this.takeRows(outcome);
	}

	private endAtMissingPage(error: unknown): ScannedPage {
		const { page: number, distinctRows } = this.position;
		const isShort = distinctRows < (announcedTotal(this.position) ?? distinctRows);
		// Where rows are missing, only a plain "not found" is the end of the list.
		const isEnd = isShort && this.gap === undefined ? statusOf(error) === 404 : isNoSuchPage(error);
		if (number === 1 || !isEnd) throw error;
		this.learnWhole();
		return { number, page: undefined, position: this.position, ended: true };
	}

	/** A service that does not page, or that gives its last page for every later one, repeats rows at the end. */
	private endAtRepeatedPage(inspected: InspectedPage): ScannedPage {
		const { page: number, size, total, totalIsConstant, distinctRows } = this.position;
		const { page, count } = inspected;
		if (this.isShortOf(inspected))
			throw listError(
				`The service repeated the records of an earlier page as page ${number}, so the list cannot be read to its end`,
			);
		// A total of a page that is exactly full may count that page alone.
		const isConfirmed = total === distinctRows && total !== size;
		this.learnWhole();
		this.position = {
			...this.position,
			isOnePage: number === 2 && count === distinctRows && !isConfirmed,
			totalIsConstant: totalIsConstant && page.total === total,
		};
		const rest = { ...page, rows: [], keys: [], duplicates: [] };
		return { number, page: rest, position: this.position, ended: true };
	}

	private passEmptyPage(inspected: InspectedPage): ScannedPage {
		const ended = this.gap !== undefined || !this.isShortOf(inspected);
		this.gap = this.position.page;
		if (ended) this.learnWhole(inspected.page.total);
		return this.advance(inspected, ended);
	}

	private takeRows(inspected: InspectedPage): ScannedPage {
		const before = this.position;
		const scanned = this.advance(inspected, false);
		const { distinctRows, total, totalIsConstant } = this.position;
		const isReached = distinctRows === (inspected.page.total ?? total);
		const isShort = inspected.count < fullPageSize(before);
		if (!isReached || !isShort) return scanned;
		if (mayBeCapped(this.position))
			return { ...scanned, ended: distinctRows < (this.settings.totals?.wholeBelow ?? 0) };
		// The total is larger than the first page, and right.
		if (totalIsConstant && inspected.newRows.rows.length > 0) this.learn(ALWAYS_WHOLE);
		return { ...scanned, ended: true };
	}

	private advance(inspected: InspectedPage, ended: boolean): ScannedPage {
		const { page, newRows, duplicates } = inspected;
		const { page: number } = this.position;
		this.position = positionAfter(this.position, inspected);
		return {
			number,
			page: { ...page, ...newRows, duplicates },
			position: this.position,
			ended,
		};
	}

	/** Whether a page announces more rows than there were before it. */
	private isShortOf({ announced }: InspectedPage): boolean {
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
	settings: PageScanSettings = {},
): AsyncGenerator<ScannedPage> {
	const { limit = Infinity, concurrency = 1 } = settings;
	const scan = new Scan(start, settings);
	// A failure counts when its page has its turn: then it is known how many rows came before.
	const fetch = async (number: number, signal?: AbortSignal): Promise<FetchedPage> =>
		await fetchPage(number, start.size, signal).then(
			(page) => ({ page }),
			(error: unknown) => ({ error }),
		);
	for await (const fetched of ahead(start.page, () => scan.lastPage(), concurrency, fetch)) {
		let outcome = scan.inspect(fetched);
		if (scan.isDoubtful(outcome)) outcome = scan.inspect(await fetch(scan.position.page));
		const scanned = scan.take(outcome);
		yield scanned;
		if (scanned.ended) return;
		if (!('error' in outcome || outcome.isEmpty))
			assertEnd(scan.position, outcome, limit !== Infinity);
	}
}
