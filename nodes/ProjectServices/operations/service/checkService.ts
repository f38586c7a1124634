// Check: asks the service once, whatever the number of input items. It only reads, so a further try reads again.
import type { INodeExecutionData } from 'n8n-workflow';

import {
	check,
	checkFile,
	type CheckResult,
	isReached,
	UNKNOWN,
} from '../../../../client/check/check';
import { countText } from '../../../../wire/result';
import { nodeError } from '../../../shared/errors';
import type { NodeRun } from '../../nodeRun';
import { checkRequest } from './checkRequest';

const FILE_NAME = 'service-check.json';
const FILE_TYPE = 'application/json';

function showCounts({ report }: NodeRun, { answers, requestCount }: CheckResult): void {
	const open = answers.filter(({ answer }) => answer === UNKNOWN).length;
	const hint = `${countText(answers.length - open)} of ${countText(answers.length)} questions answered with ${countText(requestCount)} request${requestCount === 1 ? '' : 's'}.`;
	report.hint(hint, 'info');
	const [reachable] = answers;
	if (!isReached(answers) && reachable)
		report.hint(`${reachable.evidence.replace(/\.?$/, '.')} ${reachable.consequence}`, 'warning');
}

export async function checkService(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, context, node } = run;
	const { ids, returnAs, options } = checkRequest(run);
	const { binaryProperty, fileName, maxRequests } = options;
	const { hasCredential } = client;
	const result = await check(client, { ids, maxRequests, hasCredential }).catch((error: unknown) =>
		Promise.reject(nodeError(node, error)),
	);
	showCounts(run, result);
	const pairedItem = { item: 0 };
	if (returnAs === 'settings') return [{ json: { ...result.settings }, pairedItem }];
	if (returnAs === 'items')
		return result.answers.map((answer) => ({ json: { ...answer }, pairedItem }));
	const file = { fileName: fileName || FILE_NAME, mimeType: FILE_TYPE };
	const stored = await context.helpers.prepareBinaryData(
		Buffer.from(checkFile(result)),
		file.fileName,
		FILE_TYPE,
	);
	const json = { ...file, requestCount: result.requestCount };
	return [{ json, binary: { [binaryProperty]: stored }, pairedItem }];
}
