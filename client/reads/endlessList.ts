// When a list does not end: how many pages and rows are read at most.
import { countText } from '../../wire/result';
import { announcedTotal, fullPageSize, type ListPosition } from './position';
import { listError } from '../failures/serviceError';
import type { InspectedPage } from './inspectPage';

/** Without a total, no list has more pages and rows than this. */
export const MAX_PAGES = 10_000;
const MAX_ROWS = 500_000;

/** With a total, whatever it says. */
const MAX_ANNOUNCED_PAGES = 100_000;
const MAX_ANNOUNCED_ROWS = 10_000_000;

/** A total that is too low allows at least two more pages. */
const MIN_EXTRA_PAGES = 2;

/**
 * Stops a list that does not end: a total that grows is believed up to twice the first one. Where a limit ends the
 * list, a total that is too low does not matter.
 */
export function assertEnd(
	position: ListPosition,
	{ page: { total: latest = position.total }, newRows }: InspectedPage,
	hasLimit: boolean,
): void {
	const { page, distinctRows } = position;
	const total = announcedTotal(position);
	const bringsRows = newRows.rows.length > 0;
	const read = `${countText(page - 1)} pages (${countText(distinctRows)} records)`;
	if (total === undefined || latest === undefined) {
		if (page <= MAX_PAGES && distinctRows < MAX_ROWS) return;
		throw listError(
			`The list did not end after ${read}, and the service announced no total: in that case, at most ${countText(MAX_PAGES)} pages and ${countText(MAX_ROWS)} records are read`,
		);
	}
	if (page > MAX_ANNOUNCED_PAGES || distinctRows >= MAX_ANNOUNCED_ROWS)
		throw listError(
			`The list did not end after ${read}, of ${countText(latest)} records that the service announced: at most ${countText(MAX_ANNOUNCED_PAGES)} pages and ${countText(MAX_ANNOUNCED_ROWS)} records are read`,
		);
	const counted = Math.max(total, Math.min(latest, 2 * total));
	const announced = Math.ceil(counted / fullPageSize(position));
	// Short pages need more requests, and end when they bring no new rows.
	if (bringsRows && distinctRows < counted) return;
	if (page <= announced + Math.max(MIN_EXTRA_PAGES, announced)) return;
	if (hasLimit && bringsRows && page <= MAX_PAGES) return;
	throw listError(
		`The list does not end: ${countText(distinctRows)} records came, but the service announced ${countText(latest)}`,
	);
}
