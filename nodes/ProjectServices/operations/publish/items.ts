// The items of a write: one for each accepted request, one for each input item that failed, one for what was left out.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import type { Accepted, Failed, Outcomes } from '../../../../client/publish/execute';
import type { Plan, PlannedRequest } from '../../../../client/publish/plan';
import type { ListedRecord } from '../../../../client/publish/recordLists';
import { pushTo } from '../../../../client/pushTo';
import { counted } from '../../../../wire/result';
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

/** The records that are left out, by the MessageId of the transaction in which they are pending; '' for none. */
function leftOutRecords({ lists }: Plan): Map<string, ListedRecord[]> {
	const groups = new Map<string, ListedRecord[]>();
	for (const { leftOut } of lists)
		for (const row of leftOut) {
			pushTo(groups, row.leftOut?.pendingIn ?? '', row);
		}
	return groups;
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
	return [...leftOutRecords(plan)].flatMap(([messageId, records]) => {
		const all = [...new Set(records.map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b);
		const own = all.filter((item) => !carried.has(item));
		// An input item with several records may have some in a request, and others left out.
		const items = (own.length > 0 ? own : all).filter((item) => !failed.has(item));
		const count =
			messageId === ''
				? { unchangedCount: records.length }
				: { pendingCount: records.length, [messageIdField]: messageId };
		return items.length === 0
			? []
			: [requestItem({ ...(dryRun && { dryRun }), recordCount: 0, ...count }, { items })];
	});
}

/** Says how many records are left out because they are pending; empty for none. */
export function pendingText(plan: Plan): string {
	const pending = leftOutRecords(plan);
	pending.delete('');
	const records = [...pending.values()].flat().length;
	return records === 0
		? ''
		: `${counted(records, 'unchanged record')} ${records === 1 ? 'is' : 'are'} pending in ${counted(pending.size, 'transaction')} of an earlier execution, and ${records === 1 ? 'was' : 'were'} not sent again.`;
}

function receiptItem({
	request,
	receipt,
	fromEarlierTry,
	confirmation,
}: Accepted): INodeExecutionData {
	const { recordCount, rows } = request;
	// Once it is applied, earlier reasons are of no use.
	const reasons = new Set(rows.flatMap(({ refusedBefore: before }) => before?.said ?? []));
	const refusedBefore = confirmation?.status !== 'applied' && reasons.size > 0 && [...reasons];
	const json = {
		...{ ...receipt, ...confirmation, recordCount },
		...(refusedBefore && { refusedBefore }),
	};
	return requestItem({ ...json, ...(fromEarlierTry && { fromEarlierTry }) }, request);
}

/** Outcomes by the input items that their requests carried. */
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
