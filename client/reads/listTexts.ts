// What a person must know about a list that was read, in full sentences.
import { counted, countText } from '../../wire/result';
import type { ListPosition } from './position';

/**
 * @param returned How many of the announced records came
 * @param pageSize How many records a full page has
 */
export function missingText(total: number, returned: number, pageSize: number): string {
	const counts = `The service announced ${counted(total, 'record')} and returned ${countText(returned)}.`;
	if (returned > total) return `${counts} All records that it returned are here.`;
	const missing = total - returned;
	const mayBeFirstPage = returned === 0 || missing === pageSize;
	const advice = mayBeFirstPage
		? " Its pages may start at 0: check 'First Page' in the credential."
		: '';
	return `${counts} ${countText(missing)} may be missing.${advice}`;
}

/** A hint that the list may have more than its one page; undefined where nothing speaks for it. */
export function onePageText({ distinctRows, isOnePage }: ListPosition): string | undefined {
	if (!isOnePage) return undefined;
	return `The service gave page 1 again as page 2, so the list ended after ${counted(distinctRows, 'record')}. If the service does not take pageNumber, it may have more: ask the operator how to read on.`;
}

export function repeatsText(repeats: number): string {
	const have = repeats === 1 ? 'has' : 'have';
	return `IDs repeat: ${counted(repeats, 'record')} ${have} the ID of an earlier one.`;
}

/** @param totals The totals that the pages announced */
export function changedText(totals: ReadonlySet<number>, attempts: number): string {
	const [first = 0, second = first] = totals;
	const how =
		totals.size > 1
			? `${counted(first, 'record')}, then ${countText(second)}`
			: 'records came again with other content';
	return `The list changed while it was read (${how}), ${attempts} times in a row: records may be missing. Run the node again when the list changes less.`;
}
