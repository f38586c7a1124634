// Only Changed Records: the memory of what the service accepted last from this node, opened for one run, and what the
// tries of that run decided with it.
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { savedForm, savedTable } from '../../../../client/changes/packedTables';
import {
	type RefusedTransaction,
	Memory,
	refusalsForm,
	restoreRefusals,
	savedRefusals,
} from '../../../../client/publish/memory';
import type { Plan } from '../../../../client/publish/plan';
import type { KnownRecords } from '../../../../client/publish/unchangedRecords';
import { messageOf } from '../../../shared/errors';
import type { WriteOptions } from '../../../shared/options';
import { feedIdentity } from '../../../shared/state/feedIdentity';
import { isTrial, loadState, type WorkflowState } from '../../../shared/state/workflowState';
import { runKey } from '../../runKey';
import type { Run } from '../../nodeRun';
import { hasMemory, NodeMemory, peekMemory } from './nodeMemory';

type MemoryRun = Pick<Run, 'client' | 'context' | 'report'>;

/** What every try of a run has to plan as the first one did. */
interface Decisions {
	/** The hashes of what is left out, by key. */
	readonly leftOut: ReadonlyMap<string, string>;
	/** The records that are sent in smaller requests, by key. */
	readonly refused: ReadonlyMap<string, RefusedTransaction>;
}

const savedDecisions = z.object({ leftOut: savedTable, refused: savedRefusals });

/** The decisions of one run, which n8n keeps with the execution. */
class RunDecisions {
	private readonly saved: Record<string, unknown>;
	private readonly key: string;

	constructor(context: IExecuteFunctions) {
		this.saved = context.getContext('node').onlyChanged ??= {};
		this.key = runKey(context);
	}

	/** Those of the first try; none if this is the first. */
	get first(): Decisions | undefined {
		const { data } = savedDecisions.safeParse(this.saved[this.key]);
		return data && { leftOut: data.leftOut, refused: restoreRefusals(data.refused) };
	}

	/** Keeps those of the first try. */
	keep({ leftOut, refused }: Decisions): void {
		this.saved[this.key] ??= { leftOut: savedForm(leftOut), refused: refusalsForm(refused) };
	}

	forget(): void {
		delete this.saved[this.key];
	}
}

/** Whether the run divides transactions that were refused in an earlier execution. */
function dividesRefused({ client, context }: MemoryRun, { confirm }: WriteOptions): boolean {
	return confirm === 'wait' && client.settings.refusedAppliesNothing && context.continueOnFail();
}

/** The memory of a node, opened for one run. */
export class OnlyChangedMemory {
	/** What a plan takes from the memory. */
	readonly known: KnownRecords;
	private readonly decisions: RunDecisions;

	private constructor(
		private readonly run: MemoryRun,
		private readonly state: WorkflowState,
		memory: Memory,
		options: WriteOptions,
		/** Left out where the run sends nothing. */
		private readonly taken?: NodeMemory,
	) {
		const { client, context } = run;
		this.decisions = new RunDecisions(context);
		const { first } = this.decisions;
		const refused = dividesRefused(run, options) ? memory.refused : undefined;
		this.known = {
			memory,
			remembers: options.onlyChanged && !isTrial(context),
			leftOutBefore: first?.leftOut,
			// Other tries make the same requests, whatever the settings are then.
			refused: first ? first.refused : refused,
			listIdentity: (path, id) => feedIdentity(client, path, { id }),
		};
	}

	/**
	 * Opens the memory of a publish: with 'Only Changed Records', or where the node has one that this run makes outdated.
	 *
	 * @throws NodeOperationError where n8n cannot tell whether the memory is the newest; nothing was sent then
	 */
	static async open(run: MemoryRun, options: WriteOptions): Promise<OnlyChangedMemory | undefined> {
		const { context, report } = run;
		const { dryRun, forgetAccepted, onlyChanged } = options;
		const remembers = onlyChanged && !isTrial(context);
		if (onlyChanged && !remembers)
			report.hint(
				"'Only Changed Records' applies to production executions. In a manual execution or an evaluation, all records are sent and none are remembered.",
				'info',
			);
		const { state } = loadState(context);
		return await state.runExclusive(async () => {
			if (dryRun) {
				if (!remembers) return undefined;
				const memory = forgetAccepted ? new Memory() : await peekMemory(context, state);
				return new OnlyChangedMemory(run, state, memory, options);
			}
			// With the option off, only a memory that is known can be outdated; a workflow without an ID was never saved.
			const outdates = state.workflow !== '' && (onlyChanged || hasMemory(context, state));
			if (!remembers && !outdates) return undefined;
			const taken = await NodeMemory.take(context, state);
			if (forgetAccepted) taken.memory.clear();
			return new OnlyChangedMemory(run, state, taken.memory, options, taken);
		});
	}

	/** To be called before something is sent, so that other tries of this run make the same requests. */
	keepDecisions({ leftOut }: Plan): void {
		this.decisions.keep({ leftOut, refused: this.known.refused ?? new Map() });
	}

	/** To be called when nothing will be repeated: an agent may make the same call again. */
	forgetDecisions(): void {
		this.decisions.forget();
	}

	/** To be called at the end; what is stored, n8n saves when the execution ends. */
	async close(): Promise<void> {
		const { run, state, taken } = this;
		// What was sent counts in any case.
		await state
			.runExclusive(async () => await taken?.giveBack(run, state))
			.catch((error: unknown) =>
				run.report.hint(`What was accepted is not remembered: ${messageOf(error)}`),
			);
	}
}
