// The ledger of a run's requests, kept with the execution: no try sends again what was accepted or may have been.
import { Ledger, type LedgerEntries } from '../../../../client/publish/ledger';
import type { ServiceSettings } from '../../../../client/serviceSettings';
import type { WriteOptions } from '../../../shared/options';
import type { Run } from '../../nodeRun';
import { runKey, TOOL_RUN } from '../../runKey';

/** What a later try must have as the first one had it, because it decides what a request consists of. */
type RequestOptions = Pick<WriteOptions, 'recordsPerRequest'> &
	Pick<ServiceSettings, 'requestFormat'>;

/** What n8n keeps with the execution, each by the run of the node. */
interface ContextData {
	ledger?: Record<string, LedgerEntries>;
	requestOptions?: Record<string, RequestOptions>;
}

/**
 * The ledger of this run, whose entries its tries and retries share; they live as long as n8n keeps the execution. A
 * further try of the same execution, or a retry of it, must have the same data.
 *
 * @returns the ledger, the option that is another one than in an earlier try, and how both are forgotten
 */
export function openLedger(
	{ client, context }: Pick<Run, 'client' | 'context'>,
	{ recordsPerRequest, requestFormat }: RequestOptions,
) {
	const data: ContextData = context.getContext('node');
	const all = (data.ledger ??= {});
	const key = runKey(context);
	const isTool = key.startsWith(TOOL_RUN);
	const entries = (all[key] ??= {});
	const options = (data.requestOptions ??= {});
	const before = (options[key] ??= { recordsPerRequest, requestFormat });
	// An agent may word the same request differently: what may have been applied, whole or in halves, counts for all calls.
	const otherCalls = isTool
		? Object.entries(all).filter(([name]) => name.startsWith(TOOL_RUN))
		: [];
	for (const [hash, entry] of otherCalls.flatMap(([, earlier]) => Object.entries(earlier)))
		if (!('receipt' in entry)) entries[hash] ??= entry;
	// An agent that calls its tool again may well send other data.
	const ledger = new Ledger(client, entries, isTool);
	const changedOption =
		before.recordsPerRequest !== recordsPerRequest
			? ('recordsPerRequest' as const)
			: before.requestFormat !== requestFormat
				? ('requestFormat' as const)
				: undefined;
	const close = () => {
		ledger.close();
		delete options[key];
		if (Object.keys(options).length === 0) delete data.requestOptions;
	};
	return { ledger, changedOption, close };
}

/** The ledger of a run, opened. */
export type ExecutionLedger = ReturnType<typeof openLedger>;
