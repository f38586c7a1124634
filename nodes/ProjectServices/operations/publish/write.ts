// A write: what was checked is planned and sent, and every input item comes out once.
import type { INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import type { WriteEndpoint } from '../../../../api/endpoint';
import { execute, type Outcomes, RepeatablePlan } from '../../../../client/publish/execute';
import { type Plan, planPublish } from '../../../../client/publish/plan';
import { truncate } from '../../../../client/truncate';
import { countText } from '../../../../wire/result';
import { errorItem } from '../../../shared/errorItems';
import { nodeError, parameterError, quoted } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import { bodyFormat } from '../../mapping/bodyFormat';
import { listed } from '../../mapping/listed';
import type { Run } from '../../nodeRun';
import { checkChangeLimit } from './changeLimit';
import { StatusPoll } from './confirmation';
import { compareWithService } from './compareWithService';
import { dryRunItems } from './dryRun';
import { type ExecutionLedger, openLedger } from './executionLedger';
import { hintsOn, MAX_NAME_LENGTH, recordCountOf, recordsOf, stopError } from './failureTexts';
import { firstInput, itemsOf, leftOutItems, pendingText } from './items';
import { saveMessageId } from './messageIds';
import type { AcceptedMemory } from './onlyChangedMemory';
import type { WriteRequest } from './publishRequest';

/** What a write needs of the run. */
type WriteRun = Pick<
	Run<WriteEndpoint>,
	'client' | 'context' | 'endpoint' | 'node' | 'noun' | 'report'
>;

/** @throws NodeOperationError where a further try of an execution would send other requests than the try before */
function repeatablePlan(
	run: WriteRun,
	plan: Plan,
	ledger: ExecutionLedger,
	memory: AcceptedMemory | undefined,
): RepeatablePlan {
	const keep = () => memory?.keepDecisions(plan);
	const { changedOption, otherRetry } = ledger;
	if (otherRetry !== undefined)
		throw parameterError(
			run.node,
			`This execution was retried before, by execution ${otherRetry}, which sent records`,
			undefined,
			'Nothing was sent now, because what that retry sent is not known here. Retry the newest try instead, or start a new execution.',
		);
	const repeatable = RepeatablePlan.of(plan, ledger.ledger, keep);
	if (repeatable) {
		ledger.begin();
		return repeatable;
	}
	throw parameterError(
		run.node,
		changedOption
			? `${quoted(labelOf(changedOption))} is not what it was in an earlier try of this execution, in which some records were sent`
			: 'The data differ from those of an earlier try of this execution, some of which were sent',
		undefined,
		changedOption
			? 'Nothing was sent now. Change it back, or start a new execution.'
			: 'Nothing was sent now. An expression such as $now gives another value each time: compute it in a node before this one. To send other data than before, start a new execution.',
	);
}

/** Sends the requests, and tells a person how it goes. */
async function sendRequests(
	run: WriteRun,
	plan: RepeatablePlan,
	{ divideRefused, resendUncertain }: WriteRequest['options'],
	memory: AcceptedMemory | undefined,
	statuses: StatusPoll | undefined,
): Promise<Outcomes> {
	const { client, context, endpoint, report } = run;
	return await execute(plan, {
		...{ client, endpoint, memory, resendUncertain },
		confirm: statuses?.settings,
		divides: divideRefused,
		continues: context.continueOnFail(),
		onAccepted: ({ receipt }, { accepted, failed }, unsent) => {
			saveMessageId(context, receipt[messageIdField]);
			const number = accepted.length + failed.length;
			const records = recordCountOf([...accepted, ...failed].map(({ request }) => request));
			if (number + unsent > 1)
				report.progress(
					`request ${number} of ${number + unsent}, ${countText(records)} records sent`,
				);
		},
	});
}

/**
 * Sends what was planned: its items.
 *
 * @throws NodeApiError when a request fails and the node stops, with what had been sent before
 */
async function publish(
	run: WriteRun,
	plan: Plan,
	{ options }: WriteRequest,
	ledger: ExecutionLedger,
	memory: AcceptedMemory | undefined,
	statuses: StatusPoll | undefined,
): Promise<INodeExecutionData[]> {
	const { client, report } = run;
	const outcomes = await sendRequests(
		run,
		repeatablePlan(run, plan, ledger, memory),
		options,
		memory,
		statuses,
	);
	const { accepted, stop } = outcomes;
	for (const remark of statuses?.remarks() ?? []) report.hint(remark);
	if (stop) throw stopError(run, { ...outcomes, stop });
	for (const hint of hintsOn(outcomes, plan)) report.hint(hint, 'info');
	const sentEarlier = accepted.filter(({ fromEarlierTry }) => fromEarlierTry);
	if (sentEarlier.length > 0)
		report.hint(
			`${recordsOf(sentEarlier.map(({ request }) => request))} had been accepted in an earlier try and were not sent again.`,
			'info',
		);
	return itemsOf(outcomes, plan, client.secrets);
}

/** Asks what became of the transactions that were pending when an earlier execution ended, before anything is sent. */
async function askForPending(
	{ node }: WriteRun,
	statuses: StatusPoll,
	{ memory }: AcceptedMemory,
): Promise<void> {
	const { pendingIds } = memory;
	if (pendingIds.length === 0) return;
	const known = await statuses
		.askOnce(pendingIds)
		.catch((error: unknown) => Promise.reject(nodeError(node, error)));
	memory.resolvePending(known);
}

/** Carries out what was checked: the items, and what Dry Run says of them. */
async function carryOut(
	run: WriteRun,
	request: WriteRequest,
	ledger: ExecutionLedger,
	memory: AcceptedMemory | undefined,
): Promise<{ readonly items: readonly INodeExecutionData[]; readonly summary: string }> {
	const { options, lists } = request;
	const statuses =
		options.confirm === 'wait' ? new StatusPoll(run, options.confirmMinutes) : undefined;
	if (statuses && memory && !options.dryRun) await askForPending(run, statuses, memory);
	const plan = planPublish(lists, {
		endpoint: run.endpoint,
		format: bodyFormat(run.endpoint, run.client.settings),
		accept: run.client.settings.responseFormat,
		maxRecords: options.recordsPerRequest,
		known: memory,
	});
	const pending = pendingText(plan);
	if (pending !== '') run.report.hint(pending, 'info');
	const stopped = memory && checkChangeLimit(run, options, memory, plan);
	if (options.compareWithService) {
		const { items, summary } = await compareWithService(run, request, plan);
		return { items, summary: [summary, stopped].filter(Boolean).join(' ') };
	}
	const items = options.dryRun
		? [...leftOutItems(plan, true), ...(await dryRunItems(run, plan.requests))]
		: await publish(run, plan, request, ledger, memory, statuses);
	return { items, summary: stopped ?? `The real run would send ${recordsOf(plan.requests)}.` };
}

function showDryRun({ context, report }: WriteRun, summary: string): void {
	if (context.getMode() === 'manual')
		report.hint(`'Dry Run': nothing was sent. ${summary}`, 'info');
	else
		report.hint(
			`'Dry Run' is on in a production execution: nothing was sent. ${summary} Turn it off to send the records.`,
		);
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
	run: WriteRun,
	request: WriteRequest,
	memory?: AcceptedMemory,
): Promise<INodeExecutionData[]> {
	const { options, rejected, ignored } = request;
	const ledger = openLedger(run, {
		recordsPerRequest: options.recordsPerRequest,
		requestFormat: bodyFormat(run.endpoint, run.client.settings),
	});
	const carriedOut = await carryOut(run, request, ledger, memory).finally(
		async () => await memory?.close(),
	);
	if (options.dryRun) showDryRun(run, carriedOut.summary);
	const names = ignored.map((name) => truncate(name, MAX_NAME_LENGTH));
	if (names.length > 0)
		run.report.hint(`Left out, because the record has no such field: ${listed(names, ', ')}`);
	const errorItems = rejected.map(({ itemIndex, reasons: [message, ...moreReasons] }) =>
		errorItem({ message, description: listed(moreReasons, '\n') }, itemIndex),
	);
	const items = [...errorItems, ...carriedOut.items].sort((a, b) => firstInput(a) - firstInput(b));
	// n8n runs the node again only when it threw, or when the first item holds an error.
	if (items.every(({ json }) => json.error === undefined)) {
		ledger.close();
		memory?.forgetDecisions();
	}
	return items;
}
