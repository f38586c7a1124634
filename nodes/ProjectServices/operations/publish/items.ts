// The items of a write: one for each accepted request, one for each input item that failed, one for what was left out.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Accepted, Failed, Outcomes } from '../../../../client/publish/execute';
import type { Plan, PlannedRequest } from '../../../../client/publish/plan';
import { failedRequestsItem, refusedOneByOne } from './failureTexts';

/** An item that is paired with the input items that a request carried. */
export function requestItem(
	json: IDataObject,
	{ items }: Pick<PlannedRequest, 'items'>,
): INodeExecutionData {
	return { json, pairedItem: items.map((item) => ({ item })) };
}

/** The first input item that an item comes from. */
export function firstInput({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : 0;
}

/**
 * The item for records that are not sent, because the service accepted them before as they are; none without any.
 *
 * @param failed Input items that leave by the error output
 */
export function unchangedItems(
	{ lists, requests }: Plan,
	dryRun: boolean,
	failed: ReadonlyMap<number, unknown> = new Map(),
): INodeExecutionData[] {
	const leftOut = lists.flatMap((list) => list.leftOut);
	if (leftOut.length === 0) return [];
	const all = [...new Set(leftOut.map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b);
	const carried = new Set(requests.flatMap(({ items }) => items));
	const own = all.filter((item) => !carried.has(item));
	// An input item with several records may have some in a request, and others left out.
	const items = (own.length > 0 ? own : all).filter((item) => !failed.has(item));
	if (items.length === 0) return [];
	const what = dryRun ? { dryRun } : {};
	return [requestItem({ ...what, recordCount: 0, unchangedCount: leftOut.length }, { items })];
}

function receiptItem({ request, receipt, fromEarlierTry }: Accepted): INodeExecutionData {
	const { recordCount } = request;
	return requestItem(
		{ ...receipt, recordCount, ...(fromEarlierTry && { fromEarlierTry }) },
		request,
	);
}

/** What became of requests, by the input items that they carried. */
function byItem<T extends Accepted | Failed>(outcomes: readonly T[]): Map<number, T[]> {
	const items = new Map<number, T[]>();
	for (const outcome of outcomes)
		for (const item of outcome.request.items) {
			const ofItem = items.get(item) ?? [];
			ofItem.push(outcome);
			items.set(item, ofItem);
		}
	return items;
}

/**
 * The items of an execution. The body of one input item may be divided into several requests: if one of them fails,
 * the item has failed.
 */
export function itemsOf(
	{ accepted, failed: failures }: Outcomes,
	plan: Plan,
	secrets: readonly string[],
): INodeExecutionData[] {
	const failed = byItem(failures);
	const acceptedOf = byItem(accepted);
	const refusedText = refusedOneByOne(failures, plan);
	const hasFailed = ({ request: { items } }: Accepted) =>
		items.length > 0 && items.every((item) => failed.has(item));
	return [
		...unchangedItems(plan, false, failed),
		...accepted.filter((each) => !hasFailed(each)).map(receiptItem),
		...[...failed].map(([item, ofItem]) =>
			failedRequestsItem(item, ofItem, acceptedOf.get(item) ?? [], refusedText, secrets),
		),
	];
}
