// Keeps cursors in the workflow's state, and with an execution what it was given.
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { deliveredBy, type Followed } from '../../../../client/changes/follow';
import {
	changeCount,
	commit,
	type Delivered,
	type KnownRows,
	markUncertain,
	NOTHING_KNOWN,
	packDelivered,
	packKnown,
	savedDelivered,
	savedKnown,
} from '../../../../client/changes/knownRows';
import { cursorNameIn, differenceOf } from '../../../shared/state/feedIdentity';
import {
	type Entry,
	isTrial,
	loadState,
	saveState,
	type WorkflowState,
} from '../../../shared/state/workflowState';

const NOT_NEWEST =
	"n8n does not have the newest state of the cursor: some changes come again. Records that were deleted meanwhile may still be in your copy: compare it once with the whole list, or empty it and turn on 'Start Over' for one execution.";

const savedCursor = z.object({
	known: savedKnown,
	/** The execution that was given changes last; only it may commit. */
	reader: z.string(),
});
type Cursor = Readonly<z.infer<typeof savedCursor>>;

function cursorIn(entry: Entry | undefined): Cursor | undefined {
	return savedCursor.safeParse(entry?.value).data;
}

/** Stores a cursor; says which other ones had to go. */
function storeCursor(
	state: WorkflowState,
	key: string,
	{ node, sequence }: Pick<Entry, 'node' | 'sequence'>,
	{ known, reader }: Cursor,
): string | undefined {
	const value = { known: packKnown(known), reader };
	const gone = state.set('cursors', key, { node, sequence, value });
	if (gone.length === 0) return undefined;
	const names = gone.map((other) => `"${cursorNameIn(other)}"`).join(', ');
	return `A workflow keeps 50 cursors. The one unused longest was removed: ${names}. Its next Get Changes gives every record as created.`;
}

/** Whether this execution may move a cursor; a trial does not count, and of a retried one n8n saves nothing. */
export function mayMoveCursor(context: IExecuteFunctions): boolean {
	return !isTrial(context) && context.getMode() !== 'retry';
}

const savedReceived = z.object({
	/** Whether n8n confirmed the cursor when the list was read. */
	isConfirmed: z.boolean(),
	delivered: savedDelivered,
});
type Received = Readonly<z.infer<typeof savedReceived>>;

/** What this execution was given, by cursor: kept with its data, so it outlives a wait, and a retry has it. */
function receivedByCursor(context: IExecuteFunctions): Record<string, unknown> {
	return (context.getContext('flow').projectServicesReceived ??= {}) as Record<string, unknown>;
}

function receivedOf(context: IExecuteFunctions, key: string): Received | undefined {
	return savedReceived.safeParse(receivedByCursor(context)[key]).data;
}

function keepReceived(context: IExecuteFunctions, key: string, received: Received): void {
	const { isConfirmed, delivered } = received;
	receivedByCursor(context)[key] = { isConfirmed, delivered: packDelivered(delivered) };
}

/** What is known, with the rows that another process has given as uncertain: they must be given again. */
function withOthersUncertain(known: KnownRows, others: KnownRows): KnownRows {
	const rows = new Map(known);
	for (const [key, row] of others)
		if (row.isUncertain) rows.set(key, { ...(rows.get(key) ?? row), isUncertain: true });
	return rows;
}

/** In a state that is not confirmed, a missing row may have come back since. */
function withoutMissing(known: KnownRows): KnownRows {
	return new Map([...known].map(([key, row]) => [key, { ...row, isMissing: false }]));
}

/** What is known of a list, as n8n and this process have it. */
async function currentKnown(context: IExecuteFunctions, key: string, startsOver: boolean) {
	const { loaded, state } = loadState(context);
	const { id } = context.getNode();
	const isNewest = await state.isNewest(context);
	const entry = state.get('cursors', key);
	const cursor = cursorIn(entry);
	const saved = loaded?.cursors[key];
	const isOwn = startsOver || entry === undefined || (entry.node === id && cursor !== undefined);
	const isConfirmed = isNewest && isOwn;
	const { storedAt = 0 } = entry ?? {};
	const { storedAt: savedAt = 0 } = saved ?? {};
	const others = savedAt > storedAt ? cursorIn(saved)?.known : undefined;
	const all = withOthersUncertain(cursor?.known ?? NOTHING_KNOWN, others ?? NOTHING_KNOWN);
	return {
		before: cursor,
		known: startsOver ? NOTHING_KNOWN : isConfirmed ? all : withoutMissing(all),
		isConfirmed,
		/** Whether it has to be stored again, though nothing changes. */
		needsStore: startsOver || !isConfirmed || savedAt !== storedAt,
	};
}

/** Why a cursor starts over although the workflow has another one of its name; undefined where it does not. */
function newCursorText(state: WorkflowState, key: string): string | undefined {
	if (state.get('cursors', key)) return undefined;
	const difference = differenceOf(key, state.names('cursors'));
	if (difference === undefined) return undefined;
	const name = cursorNameIn(key);
	const advice = difference.includes('key')
		? "A cursor of another name than \"default\" goes on with any key: enter one under 'Cursor Name', such as the tenant's."
		: 'To go on from that one, set it back; otherwise compare your copy once with the whole list for deletions.';
	return `The cursor "${name}" starts over: this workflow has one of that name for ${difference}. ${advice}`;
}

/** Has what an execution was given come again: it may have written old rows over newer ones. */
function giveAgain(state: WorkflowState, key: string, delivered: Delivered): boolean {
	const entry = state.get('cursors', key);
	const cursor = cursorIn(entry);
	if (!entry || !cursor) return false;
	storeCursor(state, key, entry, { ...cursor, known: markUncertain(cursor.known, delivered) });
	return true;
}

interface Taken {
	readonly followed: Followed;
	readonly remarks: readonly string[];
}

/**
 * Compares a reading with what is known of the list, and notes what the execution is given. Nothing is noted where the
 * changes must not be given.
 *
 * @param follow Compares the reading with what is known
 * @throws NodeOperationError where n8n cannot tell whether its state is the newest
 */
export async function takeReading(
	context: IExecuteFunctions,
	key: string,
	startsOver: boolean,
	follow: (known: KnownRows) => Followed,
): Promise<Taken> {
	const { state } = loadState(context);
	const starting = startsOver ? undefined : newCursorText(state, key);
	const remarks = starting === undefined ? [] : [starting];
	if (!mayMoveCursor(context)) {
		const stored = startsOver ? undefined : cursorIn(state.get('cursors', key));
		const known = stored?.known ?? NOTHING_KNOWN;
		if (isTrial(context)) return { followed: follow(known), remarks };
		// n8n gives a retried execution the state of the first one, and saves nothing of it.
		const followed = follow(withoutMissing(known));
		giveAgain(state, key, deliveredBy(followed.changes));
		return { followed, remarks: [...remarks, NOT_NEWEST] };
	}
	// Another execution of this process may read the same list: each goes on from the one before.
	return await state.runExclusive(async () => {
		const current = await currentKnown(context, key, startsOver);
		const { before, isConfirmed, known } = current;
		if (!isConfirmed) remarks.push(NOT_NEWEST);
		const followed = follow(known);
		if (followed.problem) return { followed, remarks };
		const reader = context.getExecutionId();
		const latest = deliveredBy(followed.changes);
		const earlier = before?.reader === reader ? receivedOf(context, key)?.delivered : undefined;
		const delivered: Delivered = new Map([...(earlier ?? []), ...latest]);
		const cursor = { known: markUncertain(followed.known, latest), reader };
		const isSame = before !== undefined && packKnown(before.known) === packKnown(cursor.known);
		state.markUsed('cursors', key);
		if (isSame && latest.size === 0 && !current.needsStore) return { followed, remarks };
		const next = isConfirmed ? await state.claimNext(context) : undefined;
		const sequence = next ?? (await state.claimNewest(context));
		// Another process has stored a state meanwhile.
		if (isConfirmed && next === undefined) remarks.push(NOT_NEWEST);
		keepReceived(context, key, { isConfirmed: next !== undefined, delivered });
		const hint = storeCursor(state, key, { node: context.getNode().id, sequence }, cursor);
		if (hint !== undefined) remarks.push(hint);
		saveState(context, state);
		return { followed, remarks };
	});
}

/** The cursors of a list: those that this execution was given changes of, and whether the workflow has any. */
export function cursorsOf(context: IExecuteFunctions, list: string) {
	const isOfList = (key: string) => key.startsWith(`${list}.`);
	const received = Object.keys(receivedByCursor(context)).filter(isOfList);
	const { state } = loadState(context);
	return { received, isKnown: received.length > 0 || state.names('cursors').some(isOfList) };
}

interface Committed {
	readonly changes: number;
	/** Whether the state for the commit is gone, so that the changes come again. */
	readonly isOvertaken: boolean;
}

/**
 * Takes a sequence number for a commit.
 *
 * @returns whether no other process has committed since the changes were read: else who wrote last is unknown
 */
async function claimCommit(
	context: IExecuteFunctions,
	state: WorkflowState,
	{ isConfirmed }: Received,
): Promise<boolean> {
	if (isConfirmed && (await state.claimNext(context)) !== undefined) return true;
	await state.claimNewest(context);
	// Where the cursor was not confirmed, neither is what this process knows of earlier commits.
	return !isConfirmed;
}

/**
 * Marks what this execution was given of a cursor as processed.
 *
 * @throws NodeOperationError where n8n cannot tell whether another execution was faster
 */
export async function commitReceived(context: IExecuteFunctions, key: string): Promise<Committed> {
	const { state } = loadState(context);
	const received = receivedOf(context, key);
	if (received === undefined || received.delivered.size === 0)
		return { changes: 0, isOvertaken: false };
	const { delivered } = received;
	if (!mayMoveCursor(context)) {
		giveAgain(state, key, delivered);
		return { changes: 0, isOvertaken: true };
	}
	return await state.runExclusive(async () => {
		const entry = state.get('cursors', key);
		const cursor = cursorIn(entry);
		const isReader = cursor?.reader === context.getExecutionId();
		const isOvertaken = !isReader || !(await claimCommit(context, state, received));
		if (!isOvertaken && entry && cursor) {
			storeCursor(state, key, entry, { ...cursor, known: commit(cursor.known, delivered) });
			saveState(context, state);
		} else if (giveAgain(state, key, delivered)) saveState(context, state);
		keepReceived(context, key, { ...received, delivered: new Map() });
		return { changes: isOvertaken ? 0 : changeCount(delivered), isOvertaken };
	});
}
