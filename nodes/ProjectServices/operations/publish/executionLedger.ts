// The ledger of a run's requests, kept with the execution: no try sends again what was accepted or may have been.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Batch } from '../../../../client/publish/batches';
import { type Divider, MAX_EXTRA_REQUESTS } from '../../../../client/publish/divide';
import {
	type Ledger,
	type LedgerEntries,
	noteDivided,
	shortFailure,
	wasDivided,
} from '../../../../client/publish/ledger';
import type { Run } from '../../nodeRun';
import { runKey, TOOL_RUN } from '../../runKey';

/**
 * The ledger of this run, whose entries its tries and retries share; they live as long as n8n keeps the execution. A
 * further try of the same execution, or a retry of it, must have the same data.
 */
export function openLedger(context: IExecuteFunctions) {
	const data = context.getContext('node');
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
	return { entries, used: new Map<string, number>(), isTool };
}

/**
 * How requests are divided, as the ledger has it under their keys.
 *
 * @param isOn Whether requests are divided that no earlier try divided
 */
export function dividerOf(
	{ client, context }: Pick<Run, 'client' | 'context'>,
	isOn: boolean,
	ledger: Ledger,
	keys: ReadonlyMap<Batch, string>,
): Divider {
	const keyOf = (batch: Batch) => keys.get(batch) ?? '';
	return {
		isOn,
		continues: context.continueOnFail(),
		wasDivided: (batch) => wasDivided(ledger, keyOf(batch)),
		noteDivided: (batch, refusal) => noteDivided(ledger, keyOf(batch), refusal, MAX_EXTRA_REQUESTS),
		asKept: (failure) => shortFailure(failure, client.secrets),
		refusesWhole: new Set(),
	};
}
