// Check: asks the service once, whatever the number of input items. It only reads, so a further try reads again.
import type { INodeExecutionData } from 'n8n-workflow';

import { check, checkFile, type CheckResult, UNKNOWN } from '../../../../client/check/check';
import { countText } from '../../../../wire/result';
import { nodeError } from '../../../shared/errors';
import type { NodeRun } from '../../nodeRun';
import { checkRequest } from './checkRequest';

const FILE_NAME = 'service-check.json';
const FILE_TYPE = 'application/json';

function showCounts({ report }: NodeRun, { answers, requestCount }: CheckResult): void {
	const answered = answers.filter(({ answer }) => answer !== UNKNOWN).length;
	report.hint(
		`${countText(answered)} of ${countText(answers.length)} questions answered with ${countText(requestCount)} request${requestCount === 1 ? '' : 's'}.`,
		'info',
	);
	const reachable = answers.find(({ id }) => id === 'reachable');
	if (reachable && reachable.answer !== 'yes')
		report.hint(`${reachable.evidence} ${reachable.consequence}`);
}

export async function checkService(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, context, node } = run;
	const { ids, returnAs, options } = checkRequest(run);
	const { maxRequests, binaryProperty, fileName = '' } = options;
	const { hasCredential } = client;
	const result = await check(client, { ids, maxRequests, hasCredential }).catch((error: unknown) =>
		Promise.reject(nodeError(node, error)),
	);
	showCounts(run, result);
	const { answers, settings, requestCount } = result;
	const pairedItem = { item: 0 };
	if (returnAs === 'settings') return [{ json: { ...settings }, pairedItem }];
	if (returnAs === 'items') return answers.map((answer) => ({ json: { ...answer }, pairedItem }));
	const file = { fileName: fileName || FILE_NAME, mimeType: FILE_TYPE };
	const content = Buffer.from(checkFile(result));
	const stored = await context.helpers.prepareBinaryData(content, file.fileName, FILE_TYPE);
	const json = { ...file, requestCount };
	return [{ json, binary: { [binaryProperty]: stored }, pairedItem }];
}
