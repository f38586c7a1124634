// Which run of the node this is: its tries and retries have the same key.
import type { IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson, shortHash } from '../../client/values/hashes';

/**
 * A run is one time that an execution comes to the node, with all its tries: each round of a loop and each call of an AI
 * agent is another one. With Retry On Fail, n8n gives each try of an agent's tool a number of its own, so its tries are
 * told by their input.
 */
export function runKey(context: IExecuteFunctions): string {
	const { isToolExecution }: Partial<IExecuteFunctions> = context;
	return isToolExecution?.call(context) && context.getNode().retryOnFail
		? `tool ${shortHash(canonicalJson(context.getInputData().map(({ json }) => json)))}`
		: String(context.getWorkflowDataProxy(0).$runIndex);
}
