// Only Changed Records: the memory of what the service accepted last from this node. It is believed only where n8n's
// database confirms that nothing was published since it was stored: otherwise every record is sent.
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { savedForm, savedTable } from '../../../../client/changes/packedTables';
import {
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
import {
	isTrial,
	loadState,
	saveState,
	type WorkflowState,
} from '../../../shared/state/workflowState';
import { runKey } from '../../runKey';
import type { Run } from '../../nodeRun';

type MemoryRun = Pick<Run, 'client' | 'context' | 'node' | 'report'>;

/** The memories that executions use just now, by workflow and node. */
const active = new Map<string, SharedMemory>();

function memoryKey(context: IExecuteFunctions, state: WorkflowState): string {
	return `${state.workflow} ${context.getNode().id}`;
}

/** What was stored last, if this node did. */
function storedEntry(context: IExecuteFunctions, state: WorkflowState) {
	const { id } = context.getNode();
	const entry = state.get('memories', id);
	return entry?.node === id ? entry : undefined;
}

/** The memory of the node for an execution that sends nothing. */
async function peekMemory(context: IExecuteFunctions, state: WorkflowState): Promise<Memory> {
	const shared = active.get(memoryKey(context, state));
	if (shared) return shared.memory;
	const stored = storedEntry(context, state);
	const isNewest = stored !== undefined && (await state.isNewest(context, stored.sequence));
	return Memory.restore(isNewest ? stored.value : undefined);
}

/** The memory of a node while executions of this process send something; they share it. */
class SharedMemory {
	private users = 1;

	/**
	 * @param claimed The sequence number that this process took: while it is the newest, no other process has published
	 * @param isContested Whether another process publishes, or was killed while it did: then nothing is remembered
	 */
	private constructor(
		readonly memory: Memory,
		private claimed: number,
		private isContested: boolean,
	) {}

	/** Whatever was stored is outdated from now on: this run may be stopped after it has sent something. */
	static async take(context: IExecuteFunctions, state: WorkflowState): Promise<SharedMemory> {
		const shared = active.get(memoryKey(context, state));
		if (shared) {
			await shared.join(context, state);
			return shared;
		}
		const stored = storedEntry(context, state);
		const next = await state.claimNext(context, stored?.sequence ?? 0);
		const memory = Memory.restore(next === undefined ? undefined : stored?.value);
		const claimed = next ?? (await state.claimNewest(context));
		const taken = new SharedMemory(memory, claimed, next === undefined);
		active.set(memoryKey(context, state), taken);
		return taken;
	}

	private async join(context: IExecuteFunctions, state: WorkflowState): Promise<void> {
		if (!(await state.isNewest(context, this.claimed))) {
			this.isContested = true;
			this.memory.clear();
			this.claimed = await state.claimNewest(context);
		}
		this.users++;
	}

	/** Gives the memory back. The execution that ends last stores what all of them did. */
	async giveBack(run: MemoryRun, state: WorkflowState): Promise<void> {
		this.users--;
		if (this.users > 0) return;
		await this.store(run, state).finally(() => active.delete(memoryKey(run.context, state)));
	}

	/** Stores the memory; an empty one where another process may have sent the same records. */
	private async store({ context, report }: MemoryRun, state: WorkflowState): Promise<void> {
		const { claimed, isContested, memory } = this;
		const isOwn = !isContested && (await state.isNewest(context, claimed));
		const next = isOwn ? await state.claimNext(context, claimed) : undefined;
		if (next === undefined) memory.clear();
		// What another process stores meanwhile is outdated as well.
		const sequence = next ?? (await state.claimNewest(context));
		const { id } = context.getNode();
		const evicted = state.set('memories', id, { node: id, sequence, value: memory.saved() });
		if (evicted.length > 0)
			report.hint(
				'A workflow keeps the accepted records of 50 nodes. Those of the node that was unused longest were forgotten: it sends all of its records the next time.',
			);
		if (!isTrial(context) && context.getMode() !== 'retry') saveState(context, state);
	}
}

/** What every try of a run has to plan as the first one did. */
const savedDecisions = z.object({ leftOut: savedTable, refused: savedRefusals });

/** The memory of a node, opened for one run. */
export class OnlyChangedMemory {
	/** What a plan takes from the memory. */
	readonly known: KnownRecords;
	/** What was decided, by run; n8n keeps it with the execution. */
	private readonly decisions: Record<string, unknown>;
	private readonly key: string;

	/** @param taken Left out where the run sends nothing */
	private constructor(
		private readonly run: MemoryRun,
		private readonly state: WorkflowState,
		{ confirm, onlyChanged }: WriteOptions,
		memory: Memory,
		private readonly taken?: SharedMemory,
	) {
		const { client, context } = run;
		this.decisions = context.getContext('node').onlyChanged ??= {};
		this.key = runKey(context);
		const { data: first } = savedDecisions.safeParse(this.decisions[this.key]);
		const dividesRefused =
			confirm === 'wait' && client.settings.refusedAppliesNothing && context.continueOnFail();
		const refused = dividesRefused ? memory.refused : undefined;
		this.known = {
			memory,
			service: feedIdentity(client, '', {}),
			remembers: onlyChanged && !isTrial(context),
			leftOutBefore: first?.leftOut,
			// Other tries make the same requests, whatever the settings are then.
			refused: first ? restoreRefusals(first.refused) : refused,
			listIdentity: (path, id) => feedIdentity(client, path, { id }),
		};
	}

	/**
	 * Opens the memory of a publish: with 'Only Changed Records', or where the node has one that this run makes outdated.
	 *
	 * @throws NodeOperationError where n8n cannot tell whether the memory is the newest; nothing was sent then
	 */
	static async open(run: MemoryRun, options: WriteOptions): Promise<OnlyChangedMemory | undefined> {
		const { context, node, report } = run;
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
				return new OnlyChangedMemory(run, state, options, memory);
			}
			const hasMemory =
				active.has(memoryKey(context, state)) || state.get('memories', node.id) !== undefined;
			// With the option off, only a memory that is known can be outdated; a workflow without an ID was never saved.
			const outdates = state.workflow !== '' && (onlyChanged || hasMemory);
			if (!remembers && !outdates) return undefined;
			const taken = await SharedMemory.take(context, state);
			if (forgetAccepted) taken.memory.clear();
			return new OnlyChangedMemory(run, state, options, taken.memory, taken);
		});
	}

	/** To be called before something is sent, so that other tries of this run make the same requests. */
	keepDecisions({ leftOut }: Plan): void {
		const { refused = [] } = this.known;
		this.decisions[this.key] ??= { leftOut: savedForm(leftOut), refused: refusalsForm(refused) };
	}

	/** To be called when nothing will be repeated: an agent may make the same call again. */
	forgetDecisions(): void {
		delete this.decisions[this.key];
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
