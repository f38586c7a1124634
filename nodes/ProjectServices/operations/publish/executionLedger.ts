// The ledger of a run's requests, kept with the execution: no try sends again what was accepted or may have been.
import { Ledger, type LedgerEntries } from '../../../../client/publish/ledger';
import type { ServiceSettings } from '../../../../client/serviceSettings';
import type { WriteOptions } from '../../../shared/options';
import { setBounded } from '../../../shared/state/bounded';
import type { Run } from '../../nodeRun';
import { runKey, TOOL_RUN } from '../../runKey';

/** What a later try must have as the first one had it, because it decides what a request consists of. */
type RequestOptions = Pick<WriteOptions, 'recordsPerRequest'> &
	Pick<ServiceSettings, 'requestFormat'>;

/** What n8n keeps with the execution, each by the run of the node. */
interface ContextData {
	ledger?: Record<string, LedgerEntries>;
	requestOptions?: Record<string, RequestOptions>;
	/** The execution that sent something last: a retry has the data of another one. */
	sentBy?: string;
}

/** By node and execution: the retry of it that sent something. Another retry does not know what that one sent. */
const retries = new Map<string, string>();
const MAX_RETRIES = 10_000;

/**
 * The ledger of this run, whose entries its tries and retries share; they live as long as n8n keeps the execution. A
 * further try of the same execution, or a retry of it, must have the same data.
 *
 * @returns the ledger; the option that is another one than in an earlier try; the retry that was made before this one;
 * what is to be called before something is sent, and when nothing will be repeated
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
	const execution = context.getExecutionId();
	const { sentBy = execution } = data;
	const retried = `${context.getWorkflow().id} ${context.getNode().id} ${sentBy}`;
	const other = sentBy === execution ? undefined : retries.get(retried);
	const begin = () => {
		if (sentBy !== execution) setBounded(retries, retried, execution, MAX_RETRIES);
		data.sentBy = execution;
	};
	const close = () => {
		ledger.close();
		delete data.sentBy;
		delete options[key];
		if (Object.keys(options).length === 0) delete data.requestOptions;
	};
	const otherRetry = other === execution ? undefined : other;
	return { ledger, changedOption, otherRetry, begin, close };
}

/** The ledger of a run, opened. */
export type ExecutionLedger = ReturnType<typeof openLedger>;
