// A write: what was checked is compared, planned and sent, and every input item comes out once.
import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import { Sender } from '../../../../client/publish/execute';
import { acceptedIn, failedIn, type Outcome } from '../../../../client/publish/outcome';
import { type Plan, planWrite, runListsOf } from '../../../../client/publish/plan';
import { truncate } from '../../../../client/failures/truncate';
import { joinLimited } from '../../../../wire/result';
import { bodyFormat } from '../../../../client/serviceSettings';
import { errorItem, isErrorItem } from '../../../shared/errorItems';
import { adviceFor } from '../../mapping/sentences';
import type { WriteRun } from '../../nodeRun';
import { checkStatusSettings, confirmOutcomes } from './confirmation';
import { dryRunItems } from './dryRun';
import { ExecutionLedger } from './executionLedger';
import { hintsOn, MAX_NAME_LENGTH, stopError } from './failureTexts';
import { firstInput, itemsOf } from './items';
import { changeLimitProblem, compareRecords, refuseTooManyChanges } from './onlyChanged';
import type { WriteRequest } from './publishRequest';

/** n8n keeps ten values per execution in all, of this length; half of them are left to the workflow. */
const MESSAGE_ID_KEYS = ['', 2, 3, 4, 5].map((number) => `${messageIdField}${number}`);
const MAX_VALUE_LENGTH = 512;

/** Saves a MessageId with the execution: n8n's list of executions can be searched by it. The last key has several. */
function saveMessageId(
	{ customData }: IExecuteFunctions & { customData?: Pick<Map<string, string>, 'get' | 'set'> },
	messageId = '',
): void {
	if (customData === undefined || messageId === '') return;
	const held = MESSAGE_ID_KEYS.map((key) => customData.get(key) ?? '');
	if (held.some((ids) => ids.split(' ').includes(messageId))) return;
	const free = MESSAGE_ID_KEYS.find((_, index) => held[index] === '') ?? MESSAGE_ID_KEYS[4];
	const ids = `${customData.get(free) ?? ''} ${messageId}`.trim();
	if (ids.length <= MAX_VALUE_LENGTH) customData.set(free, ids);
}

/** Whether n8n may execute the node again. Its Retry On Fail takes any first item with `error` for a failure, receipts as well. */
function mayBeRepeated({ retryOnFail }: INode, items: readonly INodeExecutionData[]): boolean {
	// Which item will be the first is not known before they are sorted.
	return items.some((item) => isErrorItem(item) || (retryOnFail && item.json.error !== undefined));
}

/** Sends what was planned, and waits for its status where that is asked for. */
async function sendPlan(
	run: WriteRun,
	{ options, rejected }: WriteRequest,
	plan: Plan,
	ledger: ExecutionLedger,
): Promise<readonly INodeExecutionData[]> {
	const { client, context, endpoint, node, report } = run;
	const continues = context.continueOnFail();
	const onProgress = (text: string) => report.progress(text);
	const { entries } = ledger;
	const sender = new Sender(plan, { client, endpoint, entries, continues, onProgress });
	ledger.begin();
	let outcomes: readonly Outcome[] = await sender.sendAll();
	let stopped: unknown;
	if (options.confirm === 'wait')
		({ outcomes, error: stopped } = await confirmOutcomes(
			run,
			sender,
			outcomes,
			options.confirmMinutes,
		));
	for (const { messageId } of acceptedIn(outcomes)) saveMessageId(context, messageId);
	if (!continues && (stopped !== undefined || failedIn(outcomes).length > 0))
		throw stopError(node, stopped, outcomes, client.secrets);
	for (const hint of hintsOn(outcomes, endpoint, sender.wasTooLarge)) report.hint(hint, 'info');
	const items = itemsOf(outcomes, plan.unchanged, client.secrets);
	if (rejected.length === 0 && !mayBeRepeated(node, items)) ledger.close();
	return items;
}

/** Plans what was checked, and sends it or shows what would be sent. */
async function carryOut(
	run: WriteRun,
	request: WriteRequest,
): Promise<readonly INodeExecutionData[]> {
	const { client, endpoint, report } = run;
	const { options, names, rejected } = request;
	if (options.confirm === 'wait') checkStatusSettings(run);
	if (options.resendUncertain && run.context.getMode() !== 'manual')
		report.hint(
			"'Resend Uncertain Requests' is on: when this execution is retried, records that may have been applied are sent again. Turn it off once they are looked up.",
		);
	const lists = runListsOf(request.lists, endpoint, client.baseUrl);
	const ledger = options.dryRun ? undefined : new ExecutionLedger(run);
	ledger?.check(lists);
	const compared = options.onlyChanged ? await compareRecords(run, lists, names) : undefined;
	const tooMany = compared && changeLimitProblem(compared, options.changeLimit);
	if (ledger) refuseTooManyChanges(run, tooMany);
	const settings = {
		endpoint,
		maxRecords: client.settings.recordsPerRequest,
		format: bodyFormat(endpoint, client.settings),
		accept: client.settings.responseFormat,
		resendUncertain: options.resendUncertain,
		refusedAppliesNothing: client.settings.refusedAppliesNothing,
		hasWrongItems: rejected.length > 0,
	};
	const plan = planWrite(lists, settings, ledger?.entries, compared?.known);
	return ledger
		? await sendPlan(run, request, plan, ledger)
		: await dryRunItems(run, plan, compared, tooMany);
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
export async function write(run: WriteRun, request: WriteRequest): Promise<INodeExecutionData[]> {
	const { ignored, rejected } = request;
	const items = await carryOut(run, request);
	const names = ignored.map((name) => truncate(name, MAX_NAME_LENGTH));
	if (names.length > 0)
		run.report.hint(`Left out, because the record has no such field: ${joinLimited(names, ', ')}`);
	const errorItems = rejected.map(({ itemIndex, reasons }) => {
		const [message, ...more] = reasons;
		const lines = [...more, adviceFor(reasons)].filter((line) => line !== '');
		return errorItem({ message, description: joinLimited(lines, '\n') }, itemIndex);
	});
	return [...errorItems, ...items].sort((a, b) => firstInput(a) - firstInput(b));
}
