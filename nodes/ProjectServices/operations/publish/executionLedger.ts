// The ledger of a run, kept with the execution: no try sends again what was received or may have been applied.
import type { LedgerEntries } from '../../../../client/publish/ledger';
import { hasOtherData } from '../../../../client/publish/plan';
import type { RunList } from '../../../../client/publish/plannedRequest';
import { parameterError } from '../../../shared/errors';
import { setBounded } from '../../../shared/state/bounded';
import type { WriteRun } from '../../nodeRun';
import { runKey } from '../../runKey';

/** What n8n keeps with the execution. */
interface ContextData {
	/** The requests that were sent, by the run of the node. */
	ledger?: Record<string, LedgerEntries>;
	/** The execution that sent something last: a retry has the data of another one. */
	sentBy?: string;
}

/** The retry that sent something, by node and execution: no other retry knows what it sent. */
const retries = new Map<string, string>();
const MAX_RETRIES = 10_000;

export class ExecutionLedger {
	/** The requests that this run has sent, in all tries of the execution. */
	readonly entries: LedgerEntries;
	private readonly data: ContextData;
	private readonly key: string;

	constructor(private readonly run: Pick<WriteRun, 'client' | 'context' | 'node'>) {
		this.data = run.context.getContext('node');
		this.key = runKey(run.context);
		this.entries = (this.data.ledger ??= {})[this.key] ??= [];
	}

	/** The execution that this one retries, by workflow and node; empty where it is no retry. */
	private get retried(): string {
		const { context } = this.run;
		const { sentBy = '' } = this.data;
		if (sentBy === '' || sentBy === context.getExecutionId()) return '';
		return `${context.getWorkflow().id} ${context.getNode().id} ${sentBy}`;
	}

	/** @throws NodeOperationError where what was sent is not known, or the data are others than those of an earlier try */
	check(lists: readonly RunList[]): void {
		const { client, context, node } = this.run;
		const retry = retries.get(this.retried);
		if (retry !== undefined && retry !== context.getExecutionId())
			throw parameterError(
				node,
				`This execution was retried before, by execution ${retry}, which sent records`,
				undefined,
				'Nothing was sent now, because what that retry sent is not known here. Retry the newest try instead, or start a new execution.',
			);
		if (hasOtherData(lists, this.entries, client.settings.refusedAppliesNothing))
			throw parameterError(
				node,
				'The data differ from those of an earlier try of this execution, some of which were sent',
				undefined,
				'Nothing was sent now. An expression such as $now gives another value each time: compute it in a node before this one. To send other data than before, start a new execution.',
			);
	}

	/** To be called before something is sent. */
	begin(): void {
		const { data, retried, run } = this;
		const execution = run.context.getExecutionId();
		if (retried !== '') setBounded(retries, retried, execution, MAX_RETRIES);
		data.sentBy = execution;
	}

	/** To be called once no further try of the run can come. */
	close(): void {
		const { data, key } = this;
		delete data.ledger?.[key];
		if (Object.keys(data.ledger ?? {}).length > 0) return;
		delete data.ledger;
		delete data.sentBy;
	}
}
