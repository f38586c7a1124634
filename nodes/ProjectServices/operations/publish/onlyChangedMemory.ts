// Only Changed Records: the memory of what the service accepted last from this node. It is believed only where n8n's
// database confirms that nothing was published since it was stored: otherwise every record is sent.
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { savedForm, savedTable } from '../../../../client/changes/packedTables';
import {
	Memory,
	type EarlierRefusal,
	refusalsForm,
	restoreRefusals,
	savedRefusals,
} from '../../../../client/publish/memory';
import type { Plan } from '../../../../client/publish/plan';
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

/** A memory that executions use just now; those of this process share it. */
interface SharedMemory {
	readonly memory: Memory;
	users: number;
	/** The sequence number that this process took for it: while it is the newest, no other process has published. */
	claimed: number;
	/** Whether another process publishes, or was killed while it did: then nothing is remembered. */
	isContested: boolean;
}

/** What other tries of a run have to plan as the first one did. */
const savedDecisions = z.object({ leftOut: savedTable, refused: savedRefusals });

/** By workflow and node. */
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

/**
 * Takes the memory of the node for an execution that sends something. Whatever was stored is outdated from now on: this
 * run may be stopped after it has sent something.
 */
async function takeMemory(context: IExecuteFunctions, state: WorkflowState): Promise<SharedMemory> {
	const key = memoryKey(context, state);
	const used = active.get(key);
	if (used) {
		if (!(await state.isNewest(context, used.claimed))) {
			used.isContested = true;
			used.memory.clear();
			used.claimed = await state.claimNewest(context);
		}
		used.users++;
		return used;
	}
	const stored = storedEntry(context, state);
	const next = await state.claimNext(context, stored?.sequence ?? 0);
	const shared: SharedMemory = {
		memory: Memory.restore(next === undefined ? undefined : stored?.value),
		users: 1,
		claimed: next ?? (await state.claimNewest(context)),
		isContested: next === undefined,
	};
	active.set(key, shared);
	return shared;
}

/** Stores what the executions that used the memory did; nothing where another process may have sent the same records. */
async function storeMemory(
	{ context, node, report }: Pick<Run, 'context' | 'node' | 'report'>,
	state: WorkflowState,
	{ claimed, isContested, memory }: SharedMemory,
): Promise<void> {
	const isOwn = !isContested && (await state.isNewest(context, claimed));
	const next = isOwn ? await state.claimNext(context, claimed) : undefined;
	if (next === undefined) memory.clear();
	// What another process stores meanwhile is outdated as well.
	const sequence = next ?? (await state.claimNewest(context));
	const entry = { node: node.id, sequence, value: memory.saved() };
	if (state.set('memories', node.id, entry).length > 0)
		report.hint(
			'A workflow keeps the accepted records of 50 nodes. Those of the node that was unused longest were forgotten: it sends all of its records the next time.',
		);
	if (!isTrial(context) && context.getMode() !== 'retry') saveState(context, state);
}

/** Gives the memory back. The execution that ends last stores what all of them did. */
async function giveBack(
	run: Pick<Run, 'context' | 'node' | 'report'>,
	state: WorkflowState,
	shared: SharedMemory,
): Promise<void> {
	shared.users--;
	if (shared.users > 0) return;
	try {
		await storeMemory(run, state, shared);
	} finally {
		active.delete(memoryKey(run.context, state));
	}
}

/**
 * Opens the memory of a publish: with 'Only Changed Records', or where the node has one that this run makes outdated.
 *
 * @throws NodeOperationError where n8n cannot tell whether the memory is the newest; nothing was sent then
 */
export async function openMemory(
	run: Pick<Run, 'client' | 'context' | 'node' | 'report'>,
	{ dryRun, forgetAccepted, onlyChanged }: WriteOptions,
) {
	const { client, context, node, report } = run;
	const remembers = onlyChanged && !isTrial(context);
	if (onlyChanged && !remembers) {
		const text =
			"'Only Changed Records' applies to production executions. In a manual execution or an evaluation, all records are sent and none are remembered.";
		report.hint(text, 'info');
	}
	const { state } = loadState(context);
	let taken: SharedMemory | undefined;
	const memory = await state.runExclusive(async () => {
		const hasMemory =
			active.has(memoryKey(context, state)) || state.get('memories', node.id) !== undefined;
		// With the option off, only a memory that is known can be outdated; a workflow without an ID was never saved.
		if (!remembers && (dryRun || state.workflow === '' || !(onlyChanged || hasMemory)))
			return undefined;
		if (dryRun) return forgetAccepted ? new Memory() : await peekMemory(context, state);
		taken = await takeMemory(context, state);
		return taken.memory;
	});
	if (memory === undefined) return undefined;
	if (forgetAccepted) memory.clear();
	const decisions: Record<string, unknown> = (context.getContext('node').onlyChanged ??= {});
	const key = runKey(context);
	const before = savedDecisions.safeParse(decisions[key]).data;
	return {
		memory,
		remembers,
		/** What the first try left out. */
		leftOutBefore: before?.leftOut,
		/** The records of refused transactions, as the first try knew them. */
		refusedBefore: before && restoreRefusals(before.refused),
		listIdentity: (path: string, id: string | undefined) => feedIdentity(client, path, { id }),
		/** Keeps what is left out and divided, so that other tries of this run make the same requests. */
		keepDecisions: ({ leftOut }: Plan, refused: ReadonlyMap<string, EarlierRefusal>) => {
			decisions[key] ??= { leftOut: savedForm(leftOut), refused: refusalsForm(refused) };
		},
		/** To be called when nothing will be repeated: an agent may make the same call again. */
		forgetDecisions: () => {
			delete decisions[key];
		},
		/** To be called at the end; what is stored, n8n saves when the execution ends. */
		close: async () => {
			const used = taken;
			if (!used) return;
			const job = async () => await giveBack(run, state, used);
			// What was sent counts in any case.
			await state
				.runExclusive(job)
				.catch((error: unknown) =>
					report.hint(`What was accepted is not remembered: ${messageOf(error)}`),
				);
		},
	};
}

/** What a publish remembers, opened. */
export type AcceptedMemory = NonNullable<Awaited<ReturnType<typeof openMemory>>>;
