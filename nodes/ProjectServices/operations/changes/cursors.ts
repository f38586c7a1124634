// Keeps cursors in the workflow's state, and with an execution what it was given.
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import {
	addDelivered,
	changeCount,
	commitCursor,
	type Cursor,
	knownForReading,
	NEW_CURSOR,
	savedCursor,
} from '../../../../client/changes/feedCursor';
import { commit, type DeliveredChanges } from '../../../../client/changes/knownRows';
import { savedForm, savedTable } from '../../../../client/changes/packedTables';
import {
	type Entry,
	isTrial,
	loadState,
	saveState,
	type WorkflowState,
} from '../../../shared/state/workflowState';

export const REPAIRED =
	"n8n's database had an older state of the cursor than n8n's memory: executions overlapped, one was stopped, or a polling trigger of this workflow saved its own copy. The newer state was used and is stored again.";

const WHAT_TO_DO =
	"Records that were given since and are gone by now are not reported as deleted: compare your copy with the whole list once, or empty it and turn on 'Start Over' for one execution.";

const OUTDATED = `The newest state of the cursor is lost: n8n kept an older one, because an execution was stopped, executions overlapped, or a polling trigger saved its own copy, and n8n was restarted then. Changes since the older state come again, unless they were undone. ${WHAT_TO_DO}`;

const LOST = `The state of the cursor is lost: n8n did not keep it, so all records come as created. ${WHAT_TO_DO} In queue mode, put Get Changes and Commit Changes into a sub-workflow, which keeps it.`;

const DAMAGED = `The state of the cursor is lost: what is saved cannot be read, so all records come as created. ${WHAT_TO_DO}`;

const OF_ANOTHER_NODE = `Another Get Changes node stored this cursor: a second one, or one that was deleted or copied. n8n cannot confirm that node's state, so a newer one may be lost. ${WHAT_TO_DO}`;

/** Of a cursor that starts over. No state has this time, so a commit finds only what the same process stored. */
const STARTED_OVER = -1;

export interface LoadedCursor {
	readonly cursor: Cursor;
	/** When it was stored; 0 for one that never was. */
	readonly storedAt: number;
	/** Whether it has to be stored again, though nothing changes. */
	readonly needsStore: boolean;
	/** Whether n8n's database confirms that no other process has stored a state of this node since. */
	readonly isNewest: boolean;
	/** Whether that holds for the cursor itself: this node stored it. */
	readonly isConfirmed: boolean;
	/** What a person should know of a cursor that was not loaded as it was stored. */
	readonly remark?: string | undefined;
}

/** Whether this execution may move a cursor; a trial does not count, and n8n gives a retried one an old state. */
export function mayMoveCursor(context: IExecuteFunctions): boolean {
	return !isTrial(context) && context.getMode() !== 'retry';
}

function cursorIn(entry: Entry | undefined): Cursor | undefined {
	return savedCursor.safeParse(entry?.value).data;
}

/** Why a stored cursor may not be the newest one. */
function staleReason(
	entry: Entry | undefined,
	stored: Cursor | undefined,
	isNewest: boolean,
	isConfirmed: boolean,
): string | undefined {
	if (entry === undefined) return isNewest ? undefined : LOST;
	if (stored === undefined) return DAMAGED;
	if (isConfirmed) return undefined;
	return isNewest && entry.node !== '' ? OF_ANOTHER_NODE : OUTDATED;
}

/**
 * A cursor as this process knows it, with what only n8n's saved state says of it.
 *
 * @param saved What n8n gave the execution
 * @param isNewest Whether no other process has stored a state of this node since
 */
function reconciled(
	entry: Entry | undefined,
	saved: Entry | undefined,
	isNewest: boolean,
	isConfirmed: boolean,
): LoadedCursor {
	const stored = cursorIn(entry);
	const cursor = stored ?? NEW_CURSOR;
	const { storedAt = 0 } = entry ?? {};
	const { storedAt: savedAt = 0 } = saved ?? {};
	const isRepaired = storedAt > savedAt;
	// An execution that this process does not know has stored later what must come again.
	const later = (savedAt > storedAt ? cursorIn(saved) : undefined) ?? NEW_CURSOR;
	const { known } = cursor;
	const uncertain = new Set([...known.uncertain, ...knownForReading(later).uncertain]);
	// Rows that were missing in a state that is not confirmed may have come back since.
	const missing = isConfirmed ? known.missing : new Set<string>();
	return {
		cursor: { ...cursor, known: { ...known, uncertain, missing } },
		storedAt,
		isNewest,
		isConfirmed,
		needsStore: isRepaired || !isConfirmed,
		remark:
			staleReason(entry, stored, isNewest, isConfirmed) ?? (isRepaired ? REPAIRED : undefined),
	};
}

/**
 * The cursor with a name, or a new one.
 *
 * @param startsOver Whether the stored one is forgotten
 * @throws NodeOperationError where n8n cannot tell whether it is the newest
 */
export async function loadCursor(
	context: IExecuteFunctions,
	name: string,
	startsOver = false,
): Promise<LoadedCursor> {
	const { state, loaded } = loadState(context);
	const { id } = context.getNode();
	return await state.runExclusive(async () => {
		const entry = state.get('cursors', name);
		// A manual execution stores nothing, and its workflow may not be saved yet.
		if (!mayMoveCursor(context)) {
			const cursor = (startsOver ? undefined : cursorIn(entry)) ?? NEW_CURSOR;
			const { storedAt = 0 } = entry ?? {};
			return { cursor, storedAt, isNewest: true, isConfirmed: true, needsStore: false };
		}
		const isNewest = await state.isNewest(context, state.sequenceOf(id));
		if (startsOver) {
			const start = { cursor: NEW_CURSOR, storedAt: STARTED_OVER, needsStore: true };
			return { ...start, isNewest, isConfirmed: isNewest };
		}
		const isConfirmed = isNewest && (entry === undefined || entry.node === id);
		return reconciled(entry, loaded?.cursors[name], isNewest, isConfirmed);
	});
}

const savedReceived = z.object({
	execution: z.string(),
	/** When the state was stored on which this builds; 0 for none. */
	base: z.number(),
	/** The node that read, and its sequence number then. */
	node: z.string(),
	sequence: z.number(),
	/** Whether n8n's database confirmed the cursor when it was read. */
	isConfirmed: z.boolean(),
	delivered: savedTable,
});
/** What an execution was given of a list and has not committed. */
type Received = Readonly<z.infer<typeof savedReceived>>;

/** What this execution was given, by cursor: kept with its data, so it outlives a wait, and a retry has it. */
function receivedByCursor(context: IExecuteFunctions): Record<string, unknown> {
	return (context.getContext('flow').projectServicesReceived ??= {}) as Record<string, unknown>;
}

function receivedOf(context: IExecuteFunctions, cursor: string): Received | undefined {
	return savedReceived.safeParse(receivedByCursor(context)[cursor]).data;
}

function keepReceived(context: IExecuteFunctions, cursor: string, received: Received): void {
	receivedByCursor(context)[cursor] = savedForm(received);
}

/** Stores a cursor; the hint says which other ones had to go. */
function storeCursor(
	state: WorkflowState,
	name: string,
	entry: Pick<Entry, 'node' | 'sequence'>,
	cursor: Cursor,
): string | undefined {
	const gone = state.set('cursors', name, { ...entry, value: savedForm(cursor) });
	if (gone.length === 0) return undefined;
	const names = gone.map((key) => `"${key.replace(/ \S+$/, '')}"`).join(', ');
	return `A workflow keeps 50 cursors. The one unused longest was removed: ${names}. Its next Get Changes gives every record as created.`;
}

/**
 * Stores what an execution is given. n8n saves it when the execution ends, unless nothing has changed in it.
 *
 * @returns whether another process has read the same list meanwhile: then nothing was stored, and nothing may be given
 * @throws NodeOperationError where n8n cannot tell whether another process was faster
 */
export async function storeDelivered(
	context: IExecuteFunctions,
	name: string,
	loaded: LoadedCursor,
	known: Cursor['known'],
	latest: DeliveredChanges,
) {
	const { isConfirmed, isNewest, needsStore, storedAt: base } = loaded;
	const { state } = loadState(context);
	const { id: node } = context.getNode();
	const execution = context.getExecutionId();
	const cursor = addDelivered(known, loaded.cursor.pending, { execution, delivered: latest });
	const delivered = cursor.pending?.delivered ?? new Map<string, string>();
	const received = { execution, base, node, isConfirmed, delivered };
	return await state.runExclusive(async () => {
		state.markUsed('cursors', name);
		const before = state.get('cursors', name);
		const isSame = JSON.stringify(before?.value) === JSON.stringify(savedForm(cursor));
		if (before && isSame && !needsStore) {
			keepReceived(context, name, { ...received, sequence: before.sequence });
			return { isOvertaken: false };
		}
		// Another execution of this process has found that a state of this node is outdated.
		const isDisowned = before !== undefined && before.node !== node;
		if (isDisowned && isConfirmed && base !== STARTED_OVER) return { isOvertaken: true };
		const sequence = isNewest
			? await state.claimNext(context, state.sequenceOf(node))
			: await state.claimNewest(context);
		if (sequence === undefined) return { isOvertaken: true };
		keepReceived(context, name, { ...received, sequence });
		const hint = storeCursor(state, name, { node, sequence }, cursor);
		saveState(context, state);
		return { isOvertaken: false, hint };
	});
}

/** Keeps that nothing is left to commit of what an execution was given. */
function emptyReceived(
	context: IExecuteFunctions,
	state: WorkflowState,
	name: string,
	received: Received,
): void {
	const { sequence = 0, storedAt: base = 0 } = state.get('cursors', name) ?? {};
	keepReceived(context, name, { ...received, sequence, base, delivered: new Map() });
}

interface Committed {
	readonly changes: number;
	/** Whether the changes are no longer pending, so that they come again. */
	readonly isOvertaken: boolean;
}

/** Has what an execution was given come again: it may have written old rows over newer ones. */
function markUncertain(state: WorkflowState, name: string, keys: Iterable<string>): boolean {
	const entry = state.get('cursors', name);
	const cursor = cursorIn(entry);
	if (!entry || !cursor) return false;
	const uncertain = new Set([...cursor.known.uncertain, ...keys]);
	storeCursor(state, name, entry, { ...cursor, known: { ...cursor.known, uncertain } });
	return true;
}

/**
 * Takes a sequence number for a commit.
 *
 * @returns false where another process has committed since the changes were read: who wrote last is unknown
 */
async function claimCommit(
	context: IExecuteFunctions,
	state: WorkflowState,
	received: Received | undefined,
): Promise<boolean> {
	// Where the cursor was not confirmed, neither is what this process knows of earlier commits.
	const isUnconfirmed = received?.isConfirmed === false;
	const newest = state.sequenceOf(context.getNode().id);
	if (!isUnconfirmed && (await state.claimNext(context, newest)) !== undefined) return true;
	await state.claimNewest(context);
	return isUnconfirmed;
}

/** Commits what an execution received of a cursor that n8n has lost since, or of which it gave an older state. */
function commitReceived(
	state: WorkflowState,
	name: string,
	cursor: Cursor | undefined,
	{ delivered, node, sequence }: Received,
): void {
	// What an execution before this one was given and did not commit stays uncertain.
	const known = { ...knownForReading(cursor ?? NEW_CURSOR), missing: new Set<string>() };
	storeCursor(state, name, { node, sequence }, { known: commit(known, delivered) });
	if (sequence > state.sequenceOf(node)) state.setSequence(node, sequence);
}

/**
 * Marks what this execution was given as processed.
 *
 * @returns undefined where the workflow has no such cursor
 * @throws NodeOperationError where n8n cannot tell whether another execution was faster
 */
export async function commitDelivered(
	context: IExecuteFunctions,
	name: string,
): Promise<Committed | undefined> {
	const { state } = loadState(context);
	const received = receivedOf(context, name);
	return await state.runExclusive(async (): Promise<Committed | undefined> => {
		const entry = state.get('cursors', name);
		const cursor = cursorIn(entry);
		if (!cursor && !received) return undefined;
		const isPending = cursor?.pending?.execution === context.getExecutionId();
		const { delivered } = (isPending ? cursor.pending : received) ?? {};
		if (delivered === undefined || delivered.size === 0) return { changes: 0, isOvertaken: false };
		// It waited, and n8n was restarted meanwhile: what n8n gave is the state of its start.
		const isUntouched = isPending || (entry?.storedAt ?? 0) === received?.base;
		const isOvertaken = !isUntouched || !(await claimCommit(context, state, received));
		if (isOvertaken) {
			// Without the cursor, this state must not take the place of the one that n8n has saved.
			if (markUncertain(state, name, delivered.keys())) saveState(context, state);
		} else {
			if (isPending && entry) storeCursor(state, name, entry, commitCursor(cursor));
			else if (received) commitReceived(state, name, cursor, received);
			saveState(context, state);
		}
		if (received) emptyReceived(context, state, name, received);
		return { changes: isOvertaken ? 0 : changeCount(delivered), isOvertaken };
	});
}

/**
 * Has what a retried execution was given come again, if another one has read the list since.
 *
 * @returns whether one has
 */
export function markRetriedUncertain(context: IExecuteFunctions, name: string): boolean {
	const { state } = loadState(context);
	const received = receivedOf(context, name);
	const execution = cursorIn(state.get('cursors', name))?.pending?.execution;
	if (!received || received.delivered.size === 0 || execution === received.execution) return false;
	return markUncertain(state, name, received.delivered.keys());
}

/** Whether this execution has changes of a cursor to commit. */
export function hasPending(context: IExecuteFunctions, { cursor }: LoadedCursor): boolean {
	return cursor.pending?.execution === context.getExecutionId();
}
