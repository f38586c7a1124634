// The memory of accepted records of a node. It is believed only where n8n's database confirms that nothing was published
// since it was stored. The executions of this process share it while they use it.
import type { IExecuteFunctions } from 'n8n-workflow';

import { Memory } from '../../../../client/publish/memory';
import { isTrial, saveState, type WorkflowState } from '../../../shared/state/workflowState';
import type { Run } from '../../nodeRun';

/** By workflow and node. */
const active = new Map<string, NodeMemory>();

function memoryKey(context: IExecuteFunctions, state: WorkflowState): string {
	return `${state.workflow} ${context.getNode().id}`;
}

/** What was stored last, if this node did. */
function storedEntry(context: IExecuteFunctions, state: WorkflowState) {
	const { id } = context.getNode();
	const entry = state.get('memories', id);
	return entry?.node === id ? entry : undefined;
}

/** Whether executions of the node remember what was accepted, or did. */
export function hasMemory(context: IExecuteFunctions, state: WorkflowState): boolean {
	const stored = state.get('memories', context.getNode().id);
	return stored !== undefined || active.has(memoryKey(context, state));
}

/** The memory for an execution that sends nothing. */
export async function peekMemory(
	context: IExecuteFunctions,
	state: WorkflowState,
): Promise<Memory> {
	const shared = active.get(memoryKey(context, state));
	if (shared) return shared.memory;
	const stored = storedEntry(context, state);
	const isNewest = stored !== undefined && (await state.isNewest(context, stored.sequence));
	return Memory.restore(isNewest ? stored.value : undefined);
}

/** The memory of a node while executions that send something use it. */
export class NodeMemory {
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

	/** Takes the memory. What was stored is outdated from now on, since this run may be killed after it sent something. */
	static async take(context: IExecuteFunctions, state: WorkflowState): Promise<NodeMemory> {
		const key = memoryKey(context, state);
		const shared = active.get(key);
		if (shared) {
			await shared.join(context, state);
			return shared;
		}
		const stored = storedEntry(context, state);
		const claimed = await state.claimNext(context, stored?.sequence ?? 0);
		const taken =
			claimed === undefined
				? new NodeMemory(new Memory(), await state.claimNewest(context), true)
				: new NodeMemory(Memory.restore(stored?.value), claimed, false);
		active.set(key, taken);
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
	async giveBack(run: Pick<Run, 'context' | 'report'>, state: WorkflowState): Promise<void> {
		this.users--;
		if (this.users > 0) return;
		try {
			await this.store(run, state);
		} finally {
			active.delete(memoryKey(run.context, state));
		}
	}

	/** Stores the memory; an empty one where another process may have sent the same records. */
	private async store(
		{ context, report }: Pick<Run, 'context' | 'report'>,
		state: WorkflowState,
	): Promise<void> {
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
