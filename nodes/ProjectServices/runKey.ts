// Which run of the node this is: its tries and retries have the same key.
import type { IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson, shortHash } from '../../client/values/hashes';

export const TOOL_RUN = 'tool ';

/**
 * The run that n8n repeats as a whole. Iterations of a loop are different runs. An AI agent's tool gets a new run for
 * each try, so its calls are told apart by their input: what is left there belongs to an equal call that failed.
 */
export function runKey(context: IExecuteFunctions): string {
	const { isToolExecution }: Partial<IExecuteFunctions> = context;
	return isToolExecution?.call(context)
		? `${TOOL_RUN}${shortHash(canonicalJson(context.getInputData().map(({ json }) => json)))}`
		: String(context.getWorkflowDataProxy(0).$runIndex);
}
