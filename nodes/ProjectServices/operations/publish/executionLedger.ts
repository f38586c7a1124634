// The ledger of a run's requests, kept with the execution: no try sends again what was accepted or may have been.
import type { WriteEndpoint } from '../../../../api/endpoint';
import { Ledger, type LedgerEntries } from '../../../../client/publish/ledger';
import { bodyFormat, type ServiceSettings } from '../../../../client/serviceSettings';
import { type NodeError, parameterError, quoted } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import { setBounded } from '../../../shared/state/bounded';
import type { Run } from '../../nodeRun';
import { runKey, TOOL_RUN } from '../../runKey';

/** What a later try must have as the first one had it, because it decides what a request consists of. */
type RequestOptions = Pick<ServiceSettings, 'recordsPerRequest' | 'requestFormat'>;

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
 */
export class ExecutionLedger {
	readonly ledger: Ledger;
	private readonly data: ContextData;
	private readonly key: string;
	private readonly options: RequestOptions;
	/** The options of the first try. */
	private readonly before: RequestOptions;

	/** @throws NodeOperationError where another retry of the execution sent something */
	constructor(
		private readonly run: Pick<Run<WriteEndpoint>, 'client' | 'context' | 'endpoint' | 'node'>,
	) {
		const { client, context, endpoint } = run;
		const data: ContextData = (this.data = context.getContext('node'));
		const key = (this.key = runKey(context));
		const { recordsPerRequest } = client.settings;
		this.options = { recordsPerRequest, requestFormat: bodyFormat(endpoint, client.settings) };
		this.before = (data.requestOptions ??= {})[key] ??= this.options;
		this.checkOtherRetry();
		const all = (data.ledger ??= {});
		const entries = (all[key] ??= {});
		// An agent may word the same request differently, and may well send other data when it calls its tool again. What
		// may have been applied, whole or in halves, counts for all calls.
		const isTool = key.startsWith(TOOL_RUN);
		const calls = isTool ? Object.entries(all).filter(([name]) => name.startsWith(TOOL_RUN)) : [];
		for (const [hash, entry] of calls.flatMap(([, earlier]) => Object.entries(earlier)))
			if (!('receipt' in entry)) entries[hash] ??= entry;
		this.ledger = new Ledger(client, entries, isTool);
	}

	/** The execution that this one retries, by workflow and node; empty where it is no retry. */
	private get retried(): string {
		const { context } = this.run;
		const { sentBy = '' } = this.data;
		if (sentBy === '' || sentBy === context.getExecutionId()) return '';
		return `${context.getWorkflow().id} ${context.getNode().id} ${sentBy}`;
	}

	private checkOtherRetry(): void {
		const { context, node } = this.run;
		const retry = retries.get(this.retried);
		if (retry === undefined || retry === context.getExecutionId()) return;
		throw parameterError(
			node,
			`This execution was retried before, by execution ${retry}, which sent records`,
			undefined,
			'Nothing was sent now, because what that retry sent is not known here. Retry the newest try instead, or start a new execution.',
		);
	}

	/** To be called before something is sent. */
	begin(): void {
		const { data, retried, run } = this;
		const execution = run.context.getExecutionId();
		if (retried !== '') setBounded(retries, retried, execution, MAX_RETRIES);
		data.sentBy = execution;
	}

	/** The error of a try that would send other requests than the try before. */
	differenceError(): NodeError {
		const { before, options, run } = this;
		const names = ['recordsPerRequest', 'requestFormat'] as const;
		const changed = names.find((name) => before[name] !== options[name]);
		return parameterError(
			run.node,
			changed
				? `${quoted(labelOf(changed))} is not what it was in an earlier try of this execution, in which some records were sent`
				: 'The data differ from those of an earlier try of this execution, some of which were sent',
			undefined,
			changed
				? 'Nothing was sent now. Change it back, or start a new execution.'
				: 'Nothing was sent now. An expression such as $now gives another value each time: compute it in a node before this one. To send other data than before, start a new execution.',
		);
	}

	close(): void {
		const { data, key, ledger } = this;
		ledger.close();
		delete data.sentBy;
		delete data.requestOptions?.[key];
		if (Object.keys(data.requestOptions ?? {}).length === 0) delete data.requestOptions;
	}
}
