// A write: what was checked is planned and sent, and every input item comes out once.
import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { WriteEndpoint } from '../../../../api/endpoint';
import { messageIdField } from '../../../../api/shared';
import { type Accepted, execute } from '../../../../client/publish/execute';
import { type Plan, planPublish } from '../../../../client/publish/plan';
import { truncate } from '../../../../client/failures/truncate';
import { counted, joinLimited } from '../../../../wire/result';
import { bodyFormat } from '../../../../client/serviceSettings';
import { errorItem, isErrorItem } from '../../../shared/errorItems';
import type { Run } from '../../nodeRun';
import { StatusPoll } from './confirmation';
import { dryRunItems } from './dryRun';
import { ExecutionLedger } from './executionLedger';
import { hintsOn, MAX_NAME_LENGTH, stopError } from './failureTexts';
import { firstInput, itemsOf } from './items';
import type { WriteRequest } from './publishRequest';

/** n8n keeps ten values per execution in all; half of them are left to the workflow. */
const MESSAGE_ID_KEYS = ['', 2, 3, 4, 5].map((number) => `${messageIdField}${number}`);

/** Saves the MessageId with the execution: n8n's list of executions can be searched by it. n8n 1 cannot. */
export function saveMessageId(
	{ customData }: IExecuteFunctions & { customData?: Pick<Map<string, string>, 'get' | 'set'> },
	{ receipt: { [messageIdField]: messageId } }: Pick<Accepted, 'receipt'>,
): void {
	if (customData === undefined || typeof messageId !== 'string' || messageId === '') return;
	const free = MESSAGE_ID_KEYS.find((key) =>
		[undefined, '', messageId].includes(customData.get(key)),
	);
	if (free !== undefined) customData.set(free, messageId);
}

/** Whether n8n may run the node again. Its Retry On Fail takes any first item with `error` for a failure, receipts as well. */
function mayBeRepeated({ retryOnFail }: INode, items: readonly INodeExecutionData[]): boolean {
	// Which item will be the first is not known before they are sorted.
	return items.some((item) => isErrorItem(item) || (retryOnFail && item.json.error !== undefined));
}

/** Sends what was planned, and waits for its status where that is asked for. */
async function sendPlan(
	{ client, context, endpoint, node, report }: Run<WriteEndpoint>,
	{ options, rejected }: WriteRequest,
	plan: Plan,
	ledger: ExecutionLedger,
	statuses?: StatusPoll,
): Promise<readonly INodeExecutionData[]> {
	const outcomes = await execute(plan, ledger.ledger, {
		client,
		endpoint,
		confirm: statuses,
		continues: context.continueOnFail(),
		resendUncertain: options.resendUncertain,
		onStart: () => ledger.begin(),
		onAccepted: (accepted, { done, records, unsent }) => {
			saveMessageId(context, accepted);
			if (done + unsent > 1)
				report.progress(`request ${done} of ${done + unsent}, ${counted(records, 'record')} sent`);
		},
	});
	if (!outcomes) throw ledger.differenceError();
	for (const remark of statuses?.remarks() ?? []) report.hint(remark);
	if (outcomes.stop) throw stopError(node, outcomes.stop, outcomes, client.secrets);
	for (const hint of hintsOn(outcomes, plan)) report.hint(hint, 'info');
	const items = itemsOf(outcomes, plan, client.secrets);
	if (rejected.length === 0 && !mayBeRepeated(node, items)) ledger.close();
	return items;
}

/** Plans what was checked, and sends it or shows what would be sent. */
async function carryOut(
	run: Run<WriteEndpoint>,
	request: WriteRequest,
): Promise<readonly INodeExecutionData[]> {
	const { client, endpoint } = run;
	const { lists, options } = request;
	const ledger = options.dryRun ? undefined : new ExecutionLedger(run);
	const statuses =
		options.confirm === 'wait' ? new StatusPoll(run, options.confirmMinutes) : undefined;
	const plan = planPublish(lists, {
		endpoint,
		maxRecords: client.settings.recordsPerRequest,
		format: bodyFormat(endpoint, client.settings),
		accept: client.settings.responseFormat,
	});
	return ledger
		? await sendPlan(run, request, plan, ledger, statuses)
		: await dryRunItems(run, request, plan);
}

/**
 * Carries out a write for all input items: one item for each request, which is paired with every input item that it
 * carried.
 *
 * Everything is checked first. If an item is wrong, nothing at all is sent, unless the node continues on failure:
 * then the wrong items become error items and the others are sent.
 *
 * @throws NodeOperationError for wrong items or parameters; NodeApiError when a request fails, with what had been
 * sent before
 */
export async function write(
	run: Run<WriteEndpoint>,
	request: WriteRequest,
): Promise<INodeExecutionData[]> {
	const { ignored, rejected } = request;
	const items = await carryOut(run, request);
	const names = ignored.map((name) => truncate(name, MAX_NAME_LENGTH));
	if (names.length > 0)
		run.report.hint(`Left out, because the record has no such field: ${joinLimited(names, ', ')}`);
	const errorItems = rejected.map(({ itemIndex, reasons: [message, ...moreReasons] }) =>
		errorItem({ message, description: joinLimited(moreReasons, '\n') }, itemIndex),
	);
	return [...errorItems, ...items].sort((a, b) => firstInput(a) - firstInput(b));
}
