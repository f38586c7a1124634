// Where the ledger of writes is kept: in n8n's data of the execution, which tries and retries of it share.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { LedgerEntries } from '../../../../client/publish/ledger';

/**
 * The run that n8n repeats as a whole. Iterations of a loop are different runs. An AI agent's tool gets a new run for
 * each try, so all its calls share one: what is left there belongs to calls that failed.
 */
export function runKey(context: IExecuteFunctions): string {
	const { isToolExecution } = context as Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;
	return isToolExecution?.call(context)
		? 'tool'
		: String(context.getWorkflowDataProxy(0).$runIndex);
}

/** The ledger entries of this run; they live as long as n8n keeps the execution. */
export function ledgerEntries(context: IExecuteFunctions): LedgerEntries {
	const data: IDataObject = context.getContext('node');
	const ledger = (data.ledger ??= {}) as Record<string, LedgerEntries>;
	return (ledger[runKey(context)] ??= {});
}
