// Only Changed Records: the memory of what the service accepted last from this node. It is believed only where n8n's
// database confirms that nothing was published since it was stored: otherwise every record is sent.
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import {
	type AcceptedRecords,
	type Memory,
	packAccepted,
	unpackAccepted,
} from '../../../../client/publish/acceptedRecords';
import { isExpected, messageOf } from '../../../shared/errors';
import type { WriteOptions } from '../../../shared/options';
import { feedIdentity } from '../../../shared/state/feedIdentity';
import { loadState, saveState, type WorkflowState } from '../../../shared/state/workflowState';
import { runKey } from '../../runKey';
import type { Run } from '../../nodeRun';

const savedMemory = z.object({ accepted: z.string() });

/** The memory of a node that executions use just now; those of this process share it. */
interface NodeMemory extends Memory {
	users: number;
	/** The last sequence number that this process took for it. */
	claimed: number;
}

const active = new Map<string, NodeMemory>();

async function loadMemory(context: IExecuteFunctions, state: WorkflowState): Promise<NodeMemory> {
	const entry = state.get('memories', context.getNode().id);
	const saved = savedMemory.safeParse(entry?.value).data;
	const isBelieved =
		entry && saved ? (await state.isNewest(context, entry.sequence)).isNewest : false;
	const records = unpackAccepted(isBelieved && saved ? saved.accepted : '');
	return { records, underWay: new Map(), users: 0, claimed: 0 };
}

function memoryKey(context: IExecuteFunctions, state: WorkflowState): string {
	return `${state.workflow} ${context.getNode().id}`;
}

/** Whether no other process has published since this one took its last sequence number. */
async function isLatest(
	context: IExecuteFunctions,
	state: WorkflowState,
	{ claimed }: NodeMemory,
): Promise<boolean> {
	const isOwn = claimed === state.sequenceOf(context.getNode().id);
	return isOwn && (await state.isNewest(context, claimed)).isNewest;
}

/** Takes the memory of the node for an execution that sends something. */
async function takeMemory(context: IExecuteFunctions, state: WorkflowState): Promise<NodeMemory> {
	const key = memoryKey(context, state);
	const used = active.get(key);
	// Another process may have published since the executions that use the memory began.
	if (used && !(await isLatest(context, state, used))) used.records.clear();
	const memory = used ?? (await loadMemory(context, state));
	// Whatever was stored is outdated from now on: this run may be stopped after it has sent something.
	memory.claimed = await state.claimNewest(context);
	memory.users++;
	active.set(key, memory);
	return memory;
}

/** Gives the memory back. The execution that ends last stores what all of them did. */
async function giveBack(
	{ context, node, report }: Pick<Run, 'context' | 'node' | 'report'>,
	state: WorkflowState,
	memory: NodeMemory,
): Promise<void> {
	memory.users--;
	if (memory.users > 0) return;
	active.delete(memoryKey(context, state));
	const isNewest = await isLatest(context, state, memory);
	const sequence = isNewest ? await state.claimNext(context) : undefined;
	if (sequence === undefined) {
		// Another process has published meanwhile: what it stores is outdated, too.
		await state.claimNewest(context);
		return;
	}
	const value = { accepted: packAccepted(memory.records) };
	const gone = state.set('memories', node.id, { node: node.id, sequence, value });
	if (gone.length > 0)
		report.hint(
			'A workflow keeps the accepted records of 50 nodes. Those of the node that was unused longest were forgotten: it sends all of its records the next time.',
		);
	if (!['manual', 'retry'].includes(context.getMode())) saveState(context, state);
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
	const remembers = onlyChanged && context.getMode() !== 'manual';
	if (onlyChanged && !remembers) {
		const text =
			"'Only Changed Records' applies to production executions. In a manual execution, all records are sent and none are remembered.";
		report.hint(text, 'info');
	}
	const { state } = loadState(context);
	const activeMemory = () => active.get(memoryKey(context, state));
	const hasMemory = activeMemory() !== undefined || state.get('memories', node.id) !== undefined;
	// With the option off, only a memory that is known can be outdated; a workflow without an ID was never saved.
	if (!remembers && (dryRun || state.workflow === '' || !(onlyChanged || hasMemory)))
		return undefined;
	const memory = await state.alone(async () =>
		dryRun
			? (activeMemory() ?? (await loadMemory(context, state)))
			: await takeMemory(context, state),
	);
	if (forgetAccepted && !dryRun) memory.records.clear();
	const decisions: Record<string, string> = (context.getContext('node').onlyChanged ??= {});
	const key = runKey(context);
	const leftOut = unpackAccepted(decisions[key] ?? '');
	return {
		memory,
		remembers,
		accepted: forgetAccepted ? (new Map() as AcceptedRecords) : memory.records,
		leftOut,
		isFirstTry: decisions[key] === undefined,
		listIdentity: (path: string, id: string | undefined) =>
			feedIdentity(node, client.baseUrl, path, { id }),
		/** Keeps what is left out, so that other tries of this run make the same requests. */
		keepDecisions: (decided: AcceptedRecords) => {
			decisions[key] ??= packAccepted(decided);
		},
		/** To be called when nothing will be repeated: an agent may make the same call again. */
		forgetDecisions: () => {
			delete decisions[key];
		},
		/** To be called at the end; what is stored, n8n saves when the execution ends. */
		close: async () => {
			if (dryRun) return;
			const job = async () => await giveBack(run, state, memory);
			await state.alone(job).catch(async (error: unknown) => {
				if (!isExpected(error)) return await Promise.reject(error);
				report.hint(`What was accepted is not remembered: ${messageOf(error)}`);
			});
		},
	};
}

/** What a publish remembers, opened. */
export type AcceptedMemory = NonNullable<Awaited<ReturnType<typeof openMemory>>>;
