// Carries out the operations of the resource Service: they only read, so a further try of a run reads again.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import {
	check,
	checkFile,
	type CheckResult,
	isReached,
	UNKNOWN,
} from '../../../../client/check/check';
import { readPath } from '../../../../client/service/readPath';
import { transactionStatuses } from '../../../../client/service/transactionStatus';
import { countText, type RecordValue } from '../../../../wire/result';
import { errorItem } from '../../../shared/errorItems';
import { nodeError, parameterError } from '../../../shared/errors';
import { readEachItem, resultOf } from '../../eachItem';
import { mayContinue, type NodeRun } from '../../nodeRun';
import type { ServiceOperation } from '../serviceOperations';
import { checkRequest, pathRequest, statusGroups } from './serviceParameters';

const FILE_TYPE = 'application/json';

function showCounts({ report }: NodeRun, { answers, requestCount }: CheckResult): void {
	const open = answers.filter(({ answer }) => answer === UNKNOWN).length;
	const hint = `${countText(answers.length - open)} of ${countText(answers.length)} questions answered with ${countText(requestCount)} request${requestCount === 1 ? '' : 's'}.`;
	report.hint(hint, 'info');
	const [reachable] = answers;
	if (!isReached(answers) && reachable)
		report.hint(`${reachable.evidence.replace(/\.?$/, '.')} ${reachable.consequence}`, 'warning');
}

/** Checks the service once, whatever the number of input items. */
async function checkService(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, context, node } = run;
	const { request, file } = checkRequest(run);
	const { hasCredential } = client;
	const result = await check(client, { ...request, hasCredential }).catch((error: unknown) =>
		Promise.reject(nodeError(node, error)),
	);
	showCounts(run, result);
	const pairedItem = { item: 0 };
	if (!file) return result.answers.map((answer) => ({ json: { ...answer }, pairedItem }));
	const { binaryProperty, fileName } = file;
	const content = Buffer.from(checkFile(result));
	const stored = await context.helpers.prepareBinaryData(content, fileName, FILE_TYPE);
	const { requestCount } = result;
	const json = { fileName, mimeType: FILE_TYPE, requestCount };
	return [{ json, binary: { [binaryProperty]: stored }, pairedItem }];
}

/** Gives the status of the MessageIds of all input items, which are asked for and waited for together. */
async function getTransactionStatus(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, node, options, report } = run;
	const failed = new Map<number, unknown>();
	const fail = (items: readonly number[], error: unknown) => {
		if (!mayContinue(run, error)) throw nodeError(node, error, items[0]);
		for (const item of items) failed.set(item, error);
	};
	const groups = statusGroups(run, (item, error) => fail([item], error));
	const requests = groups.map(({ request }) => request);
	const checked = await transactionStatuses(client, requests, {
		concurrency: options.concurrency,
		onFailure: ({ [messageIdField]: messageId, error }, request) =>
			fail(groups[requests.indexOf(request)]?.items.get(messageId) ?? [], error),
		onWait: (open, milliseconds) =>
			report.progress(
				`${countText(open)} not final yet; asked again in ${Math.ceil(milliseconds / 1000)} seconds`,
			),
	}).catch((error: unknown) => Promise.reject(nodeError(node, error)));
	const found: Array<{ readonly items: readonly number[]; readonly json: IDataObject }> = [];
	for (const [index, { items }] of groups.entries()) {
		const result = checked[index];
		if (!result?.ok) {
			const all = [...items.values()].flat();
			fail(all, parameterError(node, result?.problem ?? '', all[0]));
			continue;
		}
		for (const remark of result.value.remarks) report.hint(remark);
		for (const status of result.value.results)
			if ('status' in status)
				found.push({
					items: items.get(status[messageIdField]) ?? [],
					json: { ...status } as IDataObject,
				});
	}
	found.sort((a, b) => (a.items[0] ?? 0) - (b.items[0] ?? 0));
	const statuses = found.map(({ items, json }) => {
		const [first, ...others] = items.map((item) => ({ item }));
		return { json, pairedItem: others.length === 0 ? first : [first, ...others] };
	});
	const errors = [...failed].map(([item, error]) => errorItem(error, item));
	return [...(statuses as INodeExecutionData[]), ...errors];
}

const NOT_FOUND = {
	rowNoun: 'record',
	advice: () => "If you expected some, check 'Path', 'Query' and 'Items Under'.",
} as const;

/** Reads the records under a path for each input item. */
async function getFromPath(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, node, options, report } = run;
	return await readEachItem(run, options.concurrency, NOT_FOUND, async (itemIndex) => {
		const { request, keep } = pathRequest(run, itemIndex);
		const result = await readPath(client, request);
		if (!result.ok) throw parameterError(node, result.problem, itemIndex);
		for (const remark of result.value.remarks) report.hint(remark);
		const rows = result.value.rows.map((row) => keep(row) as RecordValue);
		return resultOf({ rows, unsplit: 0 }, itemIndex);
	});
}

/** Carries out an operation of the resource Service. */
export async function runService(
	run: NodeRun,
	operation: ServiceOperation,
): Promise<INodeExecutionData[]> {
	const operations = { check: checkService, getTransactionStatus, getFromPath };
	return await operations[operation](run);
}
