// The items of a write: one for each accepted request, one for each input item that failed, one for what was left out.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Accepted, Failed, Outcomes } from '../../../../client/publish/execute';
import type { Plan, PlannedRequest } from '../../../../client/publish/plan';
import { pushTo } from '../../../../client/values/pushTo';
import { failedRequestsItem, refusedOneByOne } from './failureTexts';

/** An item that is paired with the input items that a request carried. */
export function requestItem(
	json: IDataObject,
	{ items }: Pick<PlannedRequest, 'items'>,
): INodeExecutionData {
	return { json, pairedItem: items.map((item) => ({ item })) };
}

export function firstInput({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : 0;
}

function receiptItem(accepted: Accepted): INodeExecutionData {
	const { confirmation, fromEarlierTry, receipt, request } = accepted;
	const json = {
		...receipt,
		...confirmation,
		recordCount: request.recordCount,
		...(fromEarlierTry && { fromEarlierTry }),
	};
	return requestItem(json, request);
}

function byItem<T extends Accepted | Failed>(outcomes: readonly T[]): Map<number, T[]> {
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
		...accepted.filter((each) => !hasFailed(each)).map(receiptItem),
		...[...failed].map(([item, ofItem]) =>
			failedRequestsItem(item, ofItem, acceptedOf.get(item) ?? [], refusedText, secrets),
		),
	];
}
