// Dry Run: what a request would send, byte for byte, as an item.
import type { INodeExecutionData } from 'n8n-workflow';

import type { Batch } from '../../../../client/publish/batches';
import { type ServiceRequest, urlOf } from '../../../../client/transport/serviceRequest';
import type { Run } from '../../nodeRun';
import { requestItem } from './requestItems';

/** A longer body is given as binary data, too. */
const MAX_BODY_BYTES = 100_000;

/** @param number The request's number in the run, from 1 */
export async function dryRunItem(
	{ client, context }: Pick<Run, 'client' | 'context'>,
	batch: Batch,
	request: ServiceRequest,
	number: number,
): Promise<INodeExecutionData> {
	const { contentType = '', text: body = '' } = request.body ?? {};
	const bytes = Buffer.from(body);
	const target = { method: request.method, url: urlOf(client, request), contentType };
	const { recordCount } = batch;
	const item = requestItem(
		{ dryRun: true, ...target, recordCount, bytes: bytes.length, body },
		batch,
	);
	if (bytes.length <= MAX_BODY_BYTES) return item;
	const format = ['json', 'xml'].find((name) => contentType.includes(name)) ?? 'txt';
	const fileName = `request-${number}.${format}`;
	const data = await context.helpers.prepareBinaryData(bytes, fileName, contentType);
	return { ...item, binary: { data } };
}
