// Reads the list of a feed, and says what follows from it.
import { type ListRequest, listOf } from '../reads/list';
import { repeatsText, shortText } from '../reads/listTexts';
import { wholeList } from '../reads/wholeList';
import type { ServiceClient } from '../transport/serviceClient';
import type { Followed, ListFound } from './follow';

export interface FeedReading extends ListFound {
	/** Why deletions are not found, in a full sentence. */
	readonly problem: string | undefined;
}

/** How deletions are found in a list that cannot be compared. */
function adviceFor({ endpoint }: ListRequest): string {
	const compare = 'Compare your copy with the whole list now and then.';
	if (endpoint.deletedIds === undefined) return compare;
	return `If it names all of them, set 'Find Deletions' to Named by the Service. Otherwise: ${compare}`;
}

/** @throws ServiceError when a request fails or the list does not end */
export async function readFeed(
	client: ServiceClient,
	list: ListRequest,
	onPage?: (number: number, rows: number) => void,
): Promise<FeedReading> {
	const { rows, deletedIds, ...outcome } = await wholeList(
		listOf(client, list),
		({ number }, count) => onPage?.(number, count),
	);
	const isWhole = outcome.certainty === 'whole' && outcome.nulls === 0;
	const problem =
		outcome.certainty === 'short'
			? `${shortText(outcome)} Deletions are found by the next whole reading.`
			: outcome.nulls > 0
				? 'Entries of the list came as null. Deletions are found by the next whole reading.'
				: `The service announces no usable total of the list, so removals are found only where it names them. ${adviceFor(list)}`;
	return { rows, deletedIds, isWhole, problem: isWhole ? undefined : problem };
}

/** What is said of a reading and what followed from it, in full sentences. */
export function feedRemarks(
	{ problem }: FeedReading,
	{ isAllUpdated, repeats }: Followed,
	namedOnly: boolean,
): string[] {
	const remarks: string[] = [];
	if (repeats > 0) remarks.push(`${repeatsText(repeats)} Of these, the newest counts.`);
	if (isAllUpdated)
		remarks.push(
			'Every known record came as updated. If that happens each time, one of their fields changes by itself: ask the operator of the service which.',
		);
	if (problem !== undefined && !namedOnly) remarks.push(problem);
	return remarks;
}
