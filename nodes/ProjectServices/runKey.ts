// Which run of the node this is: its tries and retries have the same key.
import type { IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson, shortHash } from '../../client/values/hashes';

/**
 * The run that n8n repeats as a whole. Rounds of a loop and calls of an AI agent are different runs. With Retry On Fail, an
 * agent's tool gets a new run for each try, so its tries are told by their input.
 */
export function runKey(context: IExecuteFunctions): string {
	const { isToolExecution }: Partial<IExecuteFunctions> = context;
	return isToolExecution?.call(context) && context.getNode().retryOnFail
		? `tool ${shortHash(canonicalJson(context.getInputData().map(({ json }) => json)))}`
		: String(context.getWorkflowDataProxy(0).$runIndex);
}
