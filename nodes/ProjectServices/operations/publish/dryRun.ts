// Dry Run: what would be sent, byte for byte, or what it would change. Nothing is sent.
import type { INodeExecutionData } from 'n8n-workflow';

import type { Plan } from '../../../../client/publish/plan';
import type { PlannedRequest } from '../../../../client/publish/plannedRequest';
import { urlOf } from '../../../../client/transport/serviceRequest';
import { errorItemOrThrow } from '../../../shared/errorItems';
import type { Run, WriteRun } from '../../nodeRun';
import { recordsText } from './failureTexts';
import { requestItem } from './items';
import { type ComparedRun, planItems } from './onlyChanged';

/** A longer body is binary data as well. */
const MAX_BODY_BYTES = 100_000;

/** @param number The request's number in the run, from 1 */
async function dryRunItem(
	{ client, context }: Pick<Run, 'client' | 'context'>,
	planned: PlannedRequest,
	number: number,
): Promise<INodeExecutionData> {
	const request = planned.encode();
	const { contentType = '', text: body = '' } = request.body ?? {};
	const bytes = Buffer.from(body);
	const target = { method: request.method, url: urlOf(client, request), contentType };
	const { recordCount } = planned;
	const item = requestItem(
		{ dryRun: true, ...target, recordCount, bytes: bytes.length, body },
		planned.items,
	);
	if (bytes.length <= MAX_BODY_BYTES) return item;
	const format = ['json', 'xml'].find((name) => contentType.includes(name)) ?? 'txt';
	const fileName = `request-${number}.${format}`;
	const data = await context.helpers.prepareBinaryData(bytes, fileName, contentType);
	return { ...item, binary: { data } };
}

/** An item for each request; what cannot be written fails as without Dry Run. */
async function requestItems(
	run: Pick<Run, 'client' | 'context' | 'node'>,
	requests: readonly PlannedRequest[],
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const [index, request] of requests.entries())
		try {
			items.push(await dryRunItem(run, request, index + 1));
		} catch (error) {
			for (const item of request.items) items.push(errorItemOrThrow(run, error, item));
		}
	return items;
}

/**
 * The items of a plan that is not carried out.
 *
 * @param stopped Why nothing would be sent without Dry Run
 */
export async function dryRunItems(
	run: WriteRun,
	{ requests }: Plan,
	compared: ComparedRun | undefined,
	stopped: string | undefined,
): Promise<INodeExecutionData[]> {
	const { context, report } = run;
	const { items, summary } = compared
		? planItems(compared)
		: {
				items: await requestItems(run, requests),
				summary: `Without it, the node would send ${recordsText(requests)}.`,
			};
	const text = stopped
		? `${summary} Without it, the node would send nothing: ${stopped}.`
		: summary;
	if (context.getMode() === 'manual') report.hint(`'Dry Run': nothing was sent. ${text}`, 'info');
	else
		report.hint(
			`'Dry Run' is on in a production execution: nothing was sent. ${text} Turn off 'Dry Run' to send the records.`,
		);
	return items;
}
