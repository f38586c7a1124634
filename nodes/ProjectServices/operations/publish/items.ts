// The items of a write: one for each accepted request, one for each input item that failed, one for what was left out.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import type { Accepted, Failed, Outcomes } from '../../../../client/publish/execute';
import type { Plan, PlannedRequest } from '../../../../client/publish/plan';
import type { LeftOut, PlannedRecord } from '../../../../client/publish/unchangedRecords';
import { pushTo } from '../../../../client/values/pushTo';
import { counted } from '../../../../wire/result';
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

/** The records that are left out, by what is known of them. */
function leftOutGroups({ lists }: Plan): PlannedRecord[][] {
	const groups = new Map<string, PlannedRecord[]>();
	for (const row of lists.flatMap(({ leftOut }) => leftOut)) {
		const { pendingIn = '', wasRefused } = row.leftOut ?? {};
		pushTo(groups, wasRefused ? 'refused' : `pending ${pendingIn}`, row);
	}
	return [...groups.values()];
}

function leftOutCount({ pendingIn, wasRefused }: LeftOut, count: number): IDataObject {
	if (wasRefused) return { refusedCount: count };
	return pendingIn === undefined
		? { unchangedCount: count }
		: { pendingCount: count, [messageIdField]: pendingIn };
}

/**
 * The items for records that are not sent: one for those that the service accepted before as they are, and one for each
 * transaction in which records are pending.
 *
 * @param failed Input items that leave by the error output
 */
export function leftOutItems(
	plan: Plan,
	dryRun: boolean,
	failed: ReadonlyMap<number, unknown> = new Map(),
): INodeExecutionData[] {
	const carried = new Set(plan.requests.flatMap(({ items }) => items));
	return leftOutGroups(plan).flatMap((rows) => {
		const inputs = new Set(rows.map(({ itemIndex }) => itemIndex));
		const all = [...inputs].sort((a, b) => a - b);
		const own = all.filter((item) => !carried.has(item));
		// An input item with several records may have some in a request, and others left out.
		const items = (own.length > 0 ? own : all).filter((item) => !failed.has(item));
		const count = leftOutCount(rows[0]?.leftOut ?? {}, rows.length);
		return items.length === 0
			? []
			: [requestItem({ ...(dryRun && { dryRun }), recordCount: 0, ...count }, { items })];
	});
}

/** What a person must know of records that are left out as pending. */
export function leftOutHints(plan: Plan): string[] {
	const groups = leftOutGroups(plan);
	const pending = groups.filter(([row]) => row?.leftOut?.pendingIn !== undefined);
	const records = pending.flat().length;
	const refused = groups.filter(([row]) => row?.leftOut?.wasRefused).flat().length;
	return [
		records === 0
			? ''
			: `${counted(records, 'unchanged record')} ${records === 1 ? 'is' : 'are'} pending in ${counted(pending.length, 'transaction')} of an earlier execution, and ${records === 1 ? 'was' : 'were'} not sent again.`,
		refused === 0
			? ''
			: `${counted(refused, 'record')} ${refused === 1 ? 'was' : 'were'} pending in the first try of this execution, and the service has refused the transaction since. The next execution sends what was refused.`,
	].filter((text) => text !== '');
}

function receiptItem(accepted: Accepted): INodeExecutionData {
	const { confirmation, fromEarlierTry, receipt, request } = accepted;
	// Once a record is applied, earlier reasons are of no use.
	const rows = confirmation?.status === 'applied' ? [] : request.rows;
	const reasons = new Set(rows.flatMap(({ refusedBefore }) => refusedBefore?.said ?? []));
	const json = {
		...receipt,
		...confirmation,
		recordCount: request.recordCount,
		...(reasons.size > 0 && { refusedBefore: [...reasons] }),
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
		...leftOutItems(plan, false, failed),
		...accepted.filter((each) => !hasFailed(each)).map(receiptItem),
		...[...failed].map(([item, ofItem]) =>
			failedRequestsItem(item, ofItem, acceptedOf.get(item) ?? [], refusedText, secrets),
		),
	];
}
