// Carries out the operations of the resource Connection: they only read, so a further try of a run reads again.
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
import type { ServiceOperation } from '../serviceOperations';
import { getFromPath } from './getFromPath';
import { getTransactionStatus } from './getTransactionStatus';
import { checkRequest } from './serviceParameters';

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
	const { request, returnAs, file } = checkRequest(run);
	const { hasCredential } = client;
	const result = await check(client, { ...request, hasCredential }).catch((error: unknown) =>
		Promise.reject(nodeError(node, error)),
	);
	showCounts(run, result);
	const pairedItem = { item: 0 };
	if (returnAs === 'settings') return [{ json: { ...result.settings }, pairedItem }];
	if (returnAs === 'items')
		return result.answers.map((answer) => ({ json: { ...answer }, pairedItem }));
	const { binaryProperty, fileName } = file;
	const content = Buffer.from(checkFile(result));
	const stored = await context.helpers.prepareBinaryData(content, fileName, FILE_TYPE);
	const { requestCount } = result;
	const json = { fileName, mimeType: FILE_TYPE, requestCount };
	return [{ json, binary: { [binaryProperty]: stored }, pairedItem }];
}

/** Carries out an operation of the resource Connection. */
export async function runService(
	run: NodeRun,
	operation: ServiceOperation,
): Promise<INodeExecutionData[]> {
	const operations = { check: checkService, getTransactionStatus, getFromPath };
	return await operations[operation](run);
}
