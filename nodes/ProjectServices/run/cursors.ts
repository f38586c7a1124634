// Keeps cursors in the workflow's static data, each held by one execution at a time, from Get Changes to Commit
// Changes or its end.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { type Cursor, newCursor, savedCursor, savedForm } from '../../../client/changes/cursor';
import { messageOf, parameterError } from '../../shared/errors';
import {
	nextVersion,
	placeOf,
	revisionsAhead,
	savedVersion,
	setBounded,
} from '../../shared/staticData';

const storedCursor = savedVersion.extend({ version: z.literal(1), cursor: z.unknown() });
type StoredCursor = z.infer<typeof storedCursor>;

// What a person should know of a cursor that was not loaded as it was stored.
const older =
	'n8n returned an older state of the cursor, so the newer one in memory was used. A trigger of this workflow overwrites what executions save. Use a Schedule Trigger with an interval of 1 or a cron expression, or a sub-workflow.';
const lost =
	'n8n did not keep the state of the cursor that an earlier execution saved, so all records come as created. In queue mode, put Get Changes and Commit Changes into a sub-workflow, which keeps it.';
const damaged = 'The saved state of the cursor cannot be read, so all records come as created.';

export interface Loaded {
	readonly cursor: Cursor;
	/** Missing for a cursor that was never stored, or that cannot be read. */
	readonly stored?: StoredCursor;
	/** How many executions in a row found nothing of what one before them stored. */
	readonly losses: number;
	/** A hint for the person. */
	readonly problem?: string;
}

const dataKey = 'projectServicesCursors';

/** What was stored last at a place. */
interface Newest {
	readonly stored: StoredCursor;
	readonly losses: number;
	readonly characters: number;
	readonly execution: string;
}

const newest = new Map<string, Newest>();
const maxCharacters = 50_000_000;

function cursorsIn(context: IExecuteFunctions): IDataObject {
	return (context.getWorkflowStaticData('global')[dataKey] ?? {}) as IDataObject;
}

/** The cursor with a name, or a new one. */
export function load(context: IExecuteFunctions, name: string): Loaded {
	const found = cursorsIn(context)[name];
	const latest = newest.get(placeOf(context, name));
	// What an execution finds of its own store says nothing about what n8n keeps.
	const isContinued = latest?.execution === context.getExecutionId();
	const { data: saved } = storedCursor.safeParse(found);
	const isOlder = saved !== undefined && revisionsAhead(latest?.stored, saved) > 0;
	const stored = isOlder ? latest?.stored : saved;
	const { data: cursor } = savedCursor.safeParse(stored?.cursor);
	if (cursor) {
		const losses = isContinued ? latest.losses : 0;
		return { cursor, stored, losses, problem: isOlder ? older : undefined };
	}
	const losses = latest ? latest.losses + Number(!isContinued) : 0;
	if (found !== undefined) return { cursor: newCursor, losses, problem: damaged };
	// Once may be a workflow that was imported again.
	return { cursor: newCursor, losses, problem: losses > 1 ? lost : undefined };
}

/** Stores a cursor, which n8n saves when the execution ends, unless nothing has changed in it. */
export function store(
	context: IExecuteFunctions,
	name: string,
	{ stored, losses }: Loaded,
	cursor: Cursor,
): void {
	const saved = savedForm(cursor);
	const text = JSON.stringify(saved);
	if (stored && JSON.stringify(stored.cursor) === text) return;
	const next: StoredCursor = { version: 1, ...nextVersion(stored), cursor: saved };
	const execution = context.getExecutionId();
	const latest = { stored: next, characters: text.length, execution, losses };
	setBounded(newest, placeOf(context, name), latest, maxCharacters, (held) => held.characters);
	// n8n notices a change only where a property of its own object is set.
	context.getWorkflowStaticData('global')[dataKey] = { ...cursorsIn(context), [name]: next };
}

interface Holder {
	readonly execution: string;
	/** Aborts when the execution is stopped. */
	readonly signal: AbortSignal | undefined;
	/** Whether it is reading just now. */
	readonly isReading: boolean;
}

// In memory, so that a crash frees all; the processes of queue mode do not know of each other's.
const holders = new Map<string, Holder>();
const maxHolders = 1000;

/** Whether another execution has ended: it was stopped, or what n8n saved of it is the end. */
async function hasEnded(
	context: IExecuteFunctions,
	{ execution, signal }: Holder,
): Promise<boolean> {
	// A host that cannot tell must not block the cursor for ever.
	if (signal?.aborted || typeof context.getExecutionDataById !== 'function') return true;
	const data = await context.getExecutionDataById(execution).catch(async (error: unknown) => {
		const failed = parameterError(
			context.getNode(),
			`n8n cannot tell whether execution ${execution}, which has read these changes, has ended: ${messageOf(error)}`,
		);
		return await Promise.reject(failed);
	});
	if (data === undefined || data.resultData.error !== undefined) return true;
	return data.waitTill === undefined && !data.executionData?.nodeExecutionStack.length;
}

/**
 * Takes a cursor for the execution.
 *
 * @returns the ID of the other execution that holds it, if one does
 * @throws NodeOperationError where n8n cannot tell whether that one has ended
 */
export async function hold(context: IExecuteFunctions, name: string): Promise<string | undefined> {
	const place = placeOf(context, name);
	const execution = context.getExecutionId();
	const holder = holders.get(place);
	if (holder && !holder.isReading && holder.execution !== execution) {
		if (!(await hasEnded(context, holder))) return holder.execution;
	}
	// Another one may have come first in the meantime.
	const now = holders.get(place);
	if (now && (now.isReading || (now !== holder && now.execution !== execution)))
		return now.execution;
	const signal = context.getExecutionCancelSignal();
	setBounded(holders, place, { execution, signal, isReading: true }, maxHolders);
	return undefined;
}

/** Whether the execution holds a cursor: one that was reset while it read is free, or another one's. */
export function holds(context: IExecuteFunctions, name: string): boolean {
	return holders.get(placeOf(context, name))?.execution === context.getExecutionId();
}

/** Ends the reading of a cursor: the execution holds it on if it has changes to commit. */
export function holdUntilCommit(
	context: IExecuteFunctions,
	name: string,
	hasChanges: boolean,
): void {
	const place = placeOf(context, name);
	const holder = holders.get(place);
	if (holder?.execution !== context.getExecutionId()) return;
	if (hasChanges) holders.set(place, { ...holder, isReading: false });
	else holders.delete(place);
}

/** Frees a cursor, whoever holds it. */
export function release(context: IExecuteFunctions, name: string): void {
	holders.delete(placeOf(context, name));
}

/** Whether this execution may move a cursor; n8n saves nothing of a manual one, and gives a retried one an old state. */
export function mayMove(context: IExecuteFunctions): boolean {
	return context.getMode() !== 'manual' && context.getMode() !== 'retry';
}
