// The items of a write: one for each received request, one for each input item that failed, one for what is unchanged.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	acceptedIn,
	failedIn,
	type Accepted,
	type Outcome,
} from '../../../../client/publish/outcome';
import type { Row } from '../../../../client/publish/plannedRequest';
import { pushTo } from '../../../../client/values/pushTo';
import { failedRequestsItem, refusedOneByOne } from './failureTexts';

/** An item that is paired with input items. */
export function requestItem(json: IDataObject, items: readonly number[]): INodeExecutionData {
	return { json, pairedItem: items.map((item) => ({ item })) };
}

export function firstInput({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : 0;
}

/** The item of the records that the service has as they are; without one where all their input items come out otherwise. */
function unchangedItems(
	unchanged: readonly Row[],
	carried: ReadonlySet<number>,
	failed: ReadonlyMap<number, unknown>,
): INodeExecutionData[] {
	const all = [...new Set(unchanged.map(({ itemIndex }) => itemIndex))];
	const own = all.filter((item) => !carried.has(item));
	// An input item with several records may have some in a request, and others unchanged.
	const items = (own.length > 0 ? own : all).filter((item) => !failed.has(item));
	const json = { recordCount: 0, unchangedCount: unchanged.length };
	return items.length === 0 ? [] : [requestItem(json, items)];
}

/** The item of a receipt, paired with the input items of its request that have not failed elsewhere. */
function receiptItem(
	{ confirmation, fromEarlierTry, receipt, request }: Accepted,
	failed: ReadonlyMap<number, unknown>,
) {
	const { items, recordCount } = request;
	const json = {
		...receipt,
		...confirmation,
		recordCount,
		...(fromEarlierTry && { fromEarlierTry }),
	};
	return requestItem(
		json,
		items.filter((item) => !failed.has(item)),
	);
}

function byItem<T extends Outcome>(outcomes: readonly T[]): Map<number, T[]> {
	const items = new Map<number, T[]>();
	for (const outcome of outcomes)
		for (const item of outcome.request.items) pushTo(items, item, outcome);
	return items;
}

/**
 * The items of an execution. The body of one input item may be divided into several requests: if one of them fails,
 * the item has failed.
 */
export function itemsOf(
	outcomes: readonly Outcome[],
	unchanged: readonly Row[],
	secrets: readonly string[],
): INodeExecutionData[] {
	const accepted = acceptedIn(outcomes);
	const failures = failedIn(outcomes);
	const failed = byItem(failures);
	const acceptedOf = byItem(accepted);
	const refusedText = refusedOneByOne(outcomes);
	const hasFailed = ({ request: { items } }: Accepted) =>
		items.length > 0 && items.every((item) => failed.has(item));
	const carried = new Set(outcomes.flatMap(({ request: { items } }) => items));
	return [
		...unchangedItems(unchanged, carried, failed),
		...accepted.filter((each) => !hasFailed(each)).map((each) => receiptItem(each, failed)),
		...[...failed].map(([item, ofItem]) =>
			failedRequestsItem(item, ofItem, acceptedOf.get(item) ?? [], refusedText, secrets),
		),
	];
}
