// The items of a write: one for each accepted request, one for each input item that failed, one for what was left out.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import type { Accepted, Failed, Outcomes } from '../../../../client/publish/execute';
import type { Plan, PlannedRequest } from '../../../../client/publish/plan';
import type { LeftOut, PlannedRecord } from '../../../../client/publish/unchangedRecords';
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

/** Records that are left out for one reason. */
interface LeftOutGroup {
	readonly reason: LeftOut;
	readonly records: PlannedRecord[];
}

function leftOutGroups({ lists }: Plan): LeftOutGroup[] {
	const groups = new Map<string, LeftOutGroup>();
	for (const row of lists.flatMap(({ leftOut }) => leftOut)) {
		const { leftOut: reason = {} } = row;
		const key = reason.wasRefused ? 'refused' : `pending ${reason.pendingIn ?? ''}`;
		const group = groups.get(key) ?? { reason, records: [] };
		groups.set(key, group);
		group.records.push(row);
	}
	return [...groups.values()];
}

function leftOutCount({ reason: { pendingIn, wasRefused }, records }: LeftOutGroup): IDataObject {
	if (wasRefused) return { refusedCount: records.length };
	if (pendingIn === undefined) return { unchangedCount: records.length };
	return { pendingCount: records.length, [messageIdField]: pendingIn };
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
	return leftOutGroups(plan).flatMap((group) => {
		const inputs = new Set(group.records.map(({ itemIndex }) => itemIndex));
		const all = [...inputs].sort((a, b) => a - b);
		const own = all.filter((item) => !carried.has(item));
		// An input item with several records may have some in a request, and others left out.
		const items = (own.length > 0 ? own : all).filter((item) => !failed.has(item));
		if (items.length === 0) return [];
		const json = { ...(dryRun && { dryRun }), recordCount: 0, ...leftOutCount(group) };
		return [requestItem(json, { items })];
	});
}

/** What a person must know of records that are left out as pending. */
export function leftOutHints(plan: Plan): string[] {
	const hints: string[] = [];
	const groups = leftOutGroups(plan);
	const pending = groups.filter(({ reason }) => reason.pendingIn !== undefined);
	const refused = groups
		.filter(({ reason }) => reason.wasRefused)
		.flatMap(({ records }) => records);
	const records = pending.flatMap((group) => group.records).length;
	if (records > 0)
		hints.push(
			`${counted(records, 'unchanged record')} ${records === 1 ? 'is' : 'are'} pending in ${counted(pending.length, 'transaction')} of an earlier execution, and ${records === 1 ? 'was' : 'were'} not sent again.`,
		);
	if (refused.length > 0)
		hints.push(
			`${counted(refused.length, 'record')} ${refused.length === 1 ? 'was' : 'were'} pending in the first try of this execution, and the service has refused the transaction since. The next execution sends what was refused.`,
		);
	return hints;
}

/** The reasons for which records of a request were refused before; once they are applied, those are of no use. */
function earlierReasons({ request, confirmation }: Accepted): string[] {
	if (confirmation?.status === 'applied') return [];
	return [...new Set(request.rows.flatMap(({ refusedBefore }) => refusedBefore?.said ?? []))];
}

function receiptItem(accepted: Accepted): INodeExecutionData {
	const { confirmation, fromEarlierTry, receipt, request } = accepted;
	const refusedBefore = earlierReasons(accepted);
	const json = {
		...receipt,
		...confirmation,
		recordCount: request.recordCount,
		...(refusedBefore.length > 0 && { refusedBefore }),
		...(fromEarlierTry && { fromEarlierTry }),
	};
	return requestItem(json, request);
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
