// Keeps cursors in the workflow's state, and with an execution what it was given, which outlives a wait and a restart.
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import {
	addGiven,
	changeCount,
	commitCursor,
	type Cursor,
	knownForReading,
	NEW_CURSOR,
	savedCursor,
} from '../../../../client/changes/feedCursor';
import { commit, type GivenChanges } from '../../../../client/changes/knownRows';
import { savedForm, savedTable } from '../../../../client/changes/packedTables';
import { claim } from '../../../shared/state/witness';
import {
	type Entry,
	loadState,
	saveState,
	type WorkflowState,
} from '../../../shared/state/workflowState';

/** What a person should know of a cursor that was not loaded as it was stored. */
interface Remark {
	readonly text: string;
	readonly type: 'info' | 'warning';
}

const REPAIRED: Remark = {
	type: 'info',
	text: "n8n's database had an older state of the cursor than n8n's memory: executions overlapped, one was stopped, or a polling trigger of this workflow saved its own copy. The newer state was used and is stored again.",
};

const WHAT_TO_DO =
	'Records that were given since and are gone by now are not reported as deleted: compare your copy with the whole list once, or empty it and use Reset Changes.';

const OUTDATED: Remark = {
	type: 'warning',
	text: `The newest state of the cursor is lost: n8n kept an older one, because an execution was stopped, executions overlapped, or a polling trigger saved its own copy, and n8n was restarted then. Changes since the older state come again, unless they were undone. ${WHAT_TO_DO}`,
};

const LOST: Remark = {
	type: 'warning',
	text: `The state of the cursor is lost: n8n did not keep it, so all records come as created. ${WHAT_TO_DO} In queue mode, put Get Changes and Commit Changes into a sub-workflow, which keeps it.`,
};

const DAMAGED: Remark = {
	type: 'warning',
	text: `The state of the cursor is lost: what is saved cannot be read, so all records come as created. ${WHAT_TO_DO}`,
};

export interface LoadedCursor {
	readonly cursor: Cursor;
	/** When it was stored; 0 for one that never was. */
	readonly storedAt: number;
	/** Whether it has to be stored again, though nothing changes. */
	readonly isStale: boolean;
	/** Whether n8n's database confirms that it is the newest one. */
	readonly isNewest: boolean;
	readonly remark?: Remark;
}

function cursorIn(entry: Entry | undefined): Cursor | undefined {
	return savedCursor.safeParse(entry?.value).data;
}

/**
 * The cursor with a name, or a new one.
 *
 * @throws NodeOperationError where n8n cannot tell whether it is the newest
 */
export async function loadCursor(context: IExecuteFunctions, name: string): Promise<LoadedCursor> {
	const { state, hostEntry } = loadState(context);
	const { id } = context.getNode();
	return await state.alone(async () => {
		// A manual execution stores nothing, and its workflow may not be saved yet.
		const { isNewest, isWorn } = mayMove(context)
			? await state.isNewest(context, state.sequenceOf(id))
			: { isNewest: true, isWorn: false };
		const entry = state.get('cursors', name);
		const cursor = cursorIn(entry);
		const { storedAt = 0 } = entry ?? {};
		const isRepaired = storedAt > (hostEntry('cursors', name)?.storedAt ?? 0);
		const remark = () => {
			if (entry === undefined) return isNewest ? undefined : LOST;
			if (cursor === undefined) return DAMAGED;
			if (!isNewest) return OUTDATED;
			return isRepaired && mayMove(context) ? REPAIRED : undefined;
		};
		const { known, ...rest } = cursor ?? NEW_CURSOR;
		return {
			// What an outdated state missed may have come since.
			cursor: { ...rest, known: isNewest ? known : { ...known, missing: new Set() } },
			storedAt,
			isNewest,
			isStale: isRepaired || isWorn || !isNewest,
			remark: remark(),
		};
	});
}

const savedReceived = z.object({
	execution: z.string(),
	/** When the state was stored on which this builds; 0 for none. */
	base: z.number(),
	/** The node that read, and its sequence number then. */
	node: z.string(),
	sequence: z.number(),
	given: savedTable,
});
/** What an execution was given of a list and has not committed. */
type Received = Readonly<z.infer<typeof savedReceived>>;

/** What this execution was given, by cursor: kept with its data, so it outlives a wait, and a retry has it. */
function receivedBy(context: IExecuteFunctions): Record<string, unknown> {
	return (context.getContext('flow').projectServicesReceived ??= {}) as Record<string, unknown>;
}

function receivedOf(context: IExecuteFunctions, name: string): Received | undefined {
	return savedReceived.safeParse(receivedBy(context)[name]).data;
}

/** Stores a cursor; the hint says which other ones had to go. */
function put(
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

export interface Stored {
	/** Whether another process has read the same list meanwhile: then nothing was stored, and nothing may be given. */
	readonly isOvertaken: boolean;
	readonly hint?: string | undefined;
}

/**
 * Stores what an execution is given. n8n saves it when the execution ends, unless nothing has changed in it.
 *
 * @throws NodeOperationError where n8n cannot tell whether another process was faster
 */
export async function storeGiven(
	context: IExecuteFunctions,
	name: string,
	loaded: LoadedCursor,
	known: Cursor['known'],
	given: GivenChanges,
): Promise<Stored> {
	const { state } = loadState(context);
	const { id: node } = context.getNode();
	const execution = context.getExecutionId();
	const cursor = addGiven(known, loaded.cursor.pending, { execution, given });
	return await state.alone(async () => {
		const keep = (sequence: number) => {
			const table = cursor.pending?.given ?? new Map<string, string>();
			const received: Received = { execution, base: loaded.storedAt, node, sequence, given: table };
			receivedBy(context)[name] = savedForm(received);
		};
		state.use('cursors', name);
		const before = state.get('cursors', name);
		const isSame =
			before !== undefined && JSON.stringify(before.value) === JSON.stringify(savedForm(cursor));
		if (isSame && !loaded.isStale) {
			keep(before.sequence);
			return { isOvertaken: false };
		}
		const sequence = loaded.isNewest
			? await state.claimNext(context)
			: await state.claimNewest(context);
		if (sequence === undefined) return { isOvertaken: true };
		keep(sequence);
		const hint = put(state, name, { node, sequence }, cursor);
		saveState(context, state);
		return { isOvertaken: false, hint };
	});
}

interface Committed {
	readonly changes: number;
	/** Whether the changes are no longer pending, so that they come again. */
	readonly isOvertaken: boolean;
}

/** Has what an execution was given come again: it may have written old rows over newer ones. */
function takeBack(state: WorkflowState, name: string, keys: Iterable<string>): boolean {
	const entry = state.get('cursors', name);
	const cursor = cursorIn(entry);
	if (!entry || !cursor) return false;
	const uncertain = new Set([...cursor.known.uncertain, ...keys]);
	put(state, name, entry, { ...cursor, known: { ...cursor.known, uncertain } });
	return true;
}

/**
 * Marks what this execution was given as processed.
 *
 * @returns undefined where the workflow has no such cursor
 * @throws NodeOperationError where n8n cannot tell whether another execution was faster
 */
export async function commitGiven(
	context: IExecuteFunctions,
	name: string,
): Promise<Committed | undefined> {
	const { state } = loadState(context);
	const received = receivedOf(context, name);
	return await state.alone(async (): Promise<Committed | undefined> => {
		const entry = state.get('cursors', name);
		const cursor = cursorIn(entry);
		if (!cursor && !received) return undefined;
		const done = (changes: number, isOvertaken = false) => {
			const { sequence, storedAt } = state.get('cursors', name) ?? { sequence: 0, storedAt: 0 };
			const rest = { ...received, sequence, base: storedAt, given: new Map<string, string>() };
			if (received) receivedBy(context)[name] = savedForm(rest);
			return { changes, isOvertaken };
		};
		const { pending } = cursor ?? {};
		if (entry && cursor && pending?.execution === context.getExecutionId()) {
			await claim(context, entry.sequence);
			put(state, name, entry, commitCursor(cursor));
			saveState(context, state);
			return done(changeCount(pending.given));
		}
		if (!received || received.given.size === 0) return { changes: 0, isOvertaken: false };
		// It waited, and n8n was restarted meanwhile: what n8n gave is the state of its start.
		const isUntouched = (entry?.storedAt ?? 0) === received.base;
		if (isUntouched && (await claim(context, received.sequence))) {
			// What an execution before this one was given and did not commit stays uncertain.
			const known = knownForReading(cursor ?? NEW_CURSOR);
			const committed = commit({ ...known, missing: new Set() }, received.given);
			const { node, sequence } = received;
			put(state, name, { node, sequence }, { known: committed });
			if (sequence > state.sequenceOf(node)) state.setSequence(node, sequence);
			saveState(context, state);
			return done(changeCount(received.given));
		}
		if (takeBack(state, name, received.given.keys())) saveState(context, state);
		return done(0, true);
	});
}

/**
 * Has what a retried execution was given come again, if another one has read the list since.
 *
 * @returns whether one has
 */
export function takeBackRetried(context: IExecuteFunctions, name: string): boolean {
	const { state } = loadState(context);
	const received = receivedOf(context, name);
	const execution = cursorIn(state.get('cursors', name))?.pending?.execution;
	if (!received || received.given.size === 0 || execution === received.execution) return false;
	return takeBack(state, name, received.given.keys());
}

/** Forgets a cursor: the next reading gives every row as created. */
export function resetCursor(context: IExecuteFunctions, name: string): void {
	const { state } = loadState(context);
	const { node, sequence } = state.get('cursors', name) ?? { node: '', sequence: 0 };
	put(state, name, { node, sequence }, NEW_CURSOR);
	saveState(context, state);
}

/** Whether this execution has changes of a cursor to commit. */
export function hasPending(context: IExecuteFunctions, { cursor }: LoadedCursor): boolean {
	return cursor.pending?.execution === context.getExecutionId();
}

/** Whether this execution may move a cursor; n8n saves nothing of a manual one, and gives a retried one an old state. */
export function mayMove(context: IExecuteFunctions): boolean {
	return context.getMode() !== 'manual' && context.getMode() !== 'retry';
}
