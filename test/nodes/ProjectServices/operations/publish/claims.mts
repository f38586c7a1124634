// What the node says about its input items after an execution: which were accepted, which were not applied.
import type { INodeExecutionData, ITaskData } from 'n8n-workflow';

import type { RunResult } from '../../../engine.mjs';
import { pairsOf } from './writing.mjs';

/** How the node accounts for an input item. */
export type Claim = 'accepted' | 'not applied' | 'uncertain';

const uncertain = /may or may not have been applied/;

function claimOf({ json }: INodeExecutionData): Claim {
	if (json.error === undefined) return 'accepted';
	const isUncertain = uncertain.test(`${String(json.error)}\n${JSON.stringify(json.details)}`);
	return isUncertain ? 'uncertain' : 'not applied';
}

/** The claims of a run that ended without an error; every input item has exactly one. */
function claimsOfItems(task: ITaskData, count: number): Claim[] {
	const claims: Claim[] = [];
	for (const item of (task.data?.main ?? []).flatMap((items) => items ?? []))
		for (const index of pairsOf([item])) {
			if (claims[index] !== undefined) throw new Error(`Item ${index} came out twice.`);
			claims[index] = claimOf(item);
		}
	for (let index = 0; index < count; index++)
		if (claims[index] === undefined) throw new Error(`Item ${index} did not come out.`);
	return claims;
}

function numberIn(text: string, pattern: RegExp): number {
	return Number(pattern.exec(text)?.[1] ?? 0);
}

/** "0 to 3, 5" as numbers. */
function rangesIn(text: string): number[] {
	return text.split(', ').flatMap((range) => {
		const [first = 0, last = first] = range.split(' to ').map(Number);
		return Array.from({ length: last - first + 1 }, (_, index) => first + index);
	});
}

/** The claims of an error that ended a run; `order` is the order in which its items are sent. */
function claimsOfError(
	{ description = '', message }: Error & { description?: string },
	order: readonly number[],
) {
	const claims: Claim[] = [];
	if (description.startsWith('Nothing was sent.')) return order.map((): Claim => 'not applied');
	const accepted = numberIn(description, /^Sent and received before: (\d+) record/m);
	const said = `${message}\n${description}`;
	const request = /^The failed request carried (\d+) records? \(input items? ([^)]*)\)/m;
	const [, carried, items] = request.exec(description) ?? [];
	const left = numberIn(description, /^Not sent: (\d+) record/m);
	if (items === undefined) throw new Error(`The error says nothing about its request: ${said}`);
	const failed = rangesIn(items);
	if (numberIn(message, /, after (\d+) record/) !== accepted || Number(carried) !== failed.length)
		throw new Error(said);
	if (accepted + failed.length + left !== order.length)
		throw new Error(`Some records are not accounted for: ${said}`);
	for (const [place, index] of order.entries()) {
		const isFailed = failed.includes(index);
		if (isFailed !== (place >= accepted && place < accepted + failed.length))
			throw new Error(`Another request failed: ${said}`);
		if (isFailed) claims[index] = uncertain.test(description) ? 'uncertain' : 'not applied';
		else claims[index] = place < accepted ? 'accepted' : 'not applied';
	}
	return claims;
}

/**
 * The claims about every input item of every run, by run; what no run reached was not applied.
 *
 * @param orders For each run, its items' indices in the order in which they are sent
 */
export function claimsOf(
	{ data, error }: RunResult,
	orders: ReadonlyArray<readonly number[]>,
): Claim[][] {
	const tasks = data.resultData.runData['Project Services'] ?? [];
	return orders.map((order, run) => {
		// The output of the start node that a run got its items from.
		const task = tasks.find(({ source: [from] }) => (from?.previousNodeOutput ?? 0) === run);
		if (!task) return order.map(() => 'not applied');
		if (task.error && error) return claimsOfError(error, order);
		return claimsOfItems(task, order.length);
	});
}
