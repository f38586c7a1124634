// What is said of a list that was read, in full sentences.
import { counted, countText } from '../../wire/result';
import type { ListOutcome } from './wholeList';

type Counts = Pick<ListOutcome, 'announced' | 'count' | 'cameTwice'>;

/** The sentence that a list is short, with both numbers. */
export function shortText({ announced, count, cameTwice }: Counts): string {
	const missing = cameTwice
		? 'rows may be missing: the order changes between pages'
		: `${countText(announced - count)} may be missing`;
	const advice = count === 0 ? " Check 'First Page' in the credential." : '';
	return `The service announced ${counted(announced, 'record')} and returned ${countText(count)} (${missing}).${advice}`;
}

export function repeatsText(repeats: number): string {
	const have = repeats === 1 ? 'has' : 'have';
	return `IDs repeat: ${counted(repeats, 'record')} ${have} the ID of an earlier one.`;
}

/** What is said of a list, in full sentences. */
export function listRemarks(outcome: ListOutcome): string[] {
	const { certainty, repeated } = outcome;
	return [
		...(repeated > 0 ? [repeatsText(repeated)] : []),
		...(certainty === 'short' ? [shortText(outcome)] : []),
	];
}
