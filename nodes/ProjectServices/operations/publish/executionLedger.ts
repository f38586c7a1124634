// The ledger of a run's requests, kept with the execution: no try sends again what was accepted or may have been.
import type { IExecuteFunctions } from 'n8n-workflow';

import { Ledger, type LedgerEntries } from '../../../../client/publish/ledger';
import type { Run } from '../../nodeRun';
import { runKey, TOOL_RUN } from '../../runKey';

/**
 * The ledger of this run, whose entries its tries and retries share; they live as long as n8n keeps the execution. A
 * further try of the same execution, or a retry of it, must have the same data.
 */
export function openLedger({ client, context }: Pick<Run, 'client' | 'context'>): Ledger {
	const data: ReturnType<IExecuteFunctions['getContext']> = context.getContext('node');
	const ledger: Record<string, LedgerEntries> = (data.ledger ??= {});
	const key = runKey(context);
	const isTool = key.startsWith(TOOL_RUN);
	const entries = (ledger[key] ??= {});
	// An agent may word the same request differently: what may have been applied, whole or in halves, counts for all calls.
	const otherCalls = isTool
		? Object.entries(ledger).filter(([name]) => name.startsWith(TOOL_RUN))
		: [];
	for (const [hash, entry] of otherCalls.flatMap(([, earlier]) => Object.entries(earlier)))
		if (!('receipt' in entry)) entries[hash] ??= entry;
	// An agent that calls its tool again may well send other data.
	return new Ledger(client, entries, isTool);
}
