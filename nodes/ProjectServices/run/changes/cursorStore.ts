// Keeps cursors in the workflow's static data, and the newest ones in memory: n8n may give back an older state.
import { randomUUID } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { type Cursor, newCursor } from '../../../../client/changes/cursor';
import { saveCursor, savedCursor } from '../../../../client/changes/saved';

const storedCursor = z.object({
	version: z.literal(1),
	/** Which cursor this is, wherever its workflow goes. */
	lineage: z.string(),
	/** Counts what was stored. */
	revision: z.number().int(),
	cursor: z.unknown(),
});
type StoredCursor = z.infer<typeof storedCursor>;

/** What a person should know of a cursor that was not loaded as it was stored. */
export type LoadProblem =
	/** n8n gave back an older state; the newer one was still in memory. */
	| 'older'
	/** n8n did not keep what an execution before stored. */
	| 'lost'
	| 'damaged';

export interface Loaded {
	readonly cursor: Cursor;
	/** Missing for a cursor that was never stored, or that cannot be read. */
	readonly stored?: StoredCursor | undefined;
	readonly problem?: LoadProblem | undefined;
}

const dataKey = 'projectServicesCursors';

/** What was stored last at a place. */
interface Newest {
	readonly stored: StoredCursor;
	readonly characters: number;
	readonly execution: string;
	/** How many executions in a row found nothing of what one before them stored. */
	readonly losses: number;
}

// Executions save their static data when they end, each over that of the others, and some triggers save what
// they loaded when the workflow was activated. Within a process, the newest is known.
const newest = new Map<string, Newest>();
const maxCharacters = 50_000_000;

/** Remembers what was stored, and forgets what was stored longest ago where that is too much in all. */
function remember(place: string, latest: Newest): void {
	newest.delete(place);
	newest.set(place, latest);
	let characters = 0;
	for (const stored of newest.values()) characters += stored.characters;
	for (const [oldest, stored] of newest) {
		if (characters <= maxCharacters) return;
		newest.delete(oldest);
		characters -= stored.characters;
	}
}

function cursorsIn(context: IExecuteFunctions): IDataObject {
	return (context.getWorkflowStaticData('global')[dataKey] ?? {}) as IDataObject;
}

/** Identifies a cursor within this process. */
export function placeOf(context: IExecuteFunctions, name: string): string {
	return `${context.getWorkflow().id ?? ''} ${name}`;
}

/** How many executions in a row found nothing of what one before them stored. */
function countLosses(context: IExecuteFunctions, name: string): number {
	const before = newest.get(placeOf(context, name));
	if (before === undefined) return 0;
	return before.execution === context.getExecutionId() ? before.losses : before.losses + 1;
}

/** The cursor with a name, or a new one. */
export function load(context: IExecuteFunctions, name: string): Loaded {
	const found = cursorsIn(context)[name];
	if (found === undefined) {
		const losses = countLosses(context, name);
		// Once may be a workflow that was imported again.
		return { cursor: newCursor, problem: losses > 1 ? 'lost' : undefined };
	}
	const { data: saved } = storedCursor.safeParse(found);
	if (saved === undefined) return { cursor: newCursor, problem: 'damaged' };
	const known = newest.get(placeOf(context, name))?.stored;
	const isOlder = known?.lineage === saved.lineage && known.revision > saved.revision;
	const stored = isOlder ? known : saved;
	const { data: cursor } = savedCursor.safeParse(stored.cursor);
	if (cursor === undefined) return { cursor: newCursor, problem: 'damaged' };
	return { cursor, stored, problem: isOlder ? 'older' : undefined };
}

/** Stores a cursor, which n8n saves when the execution ends, unless nothing has changed in it. */
export function store(
	context: IExecuteFunctions,
	name: string,
	{ stored }: Loaded,
	cursor: Cursor,
): void {
	const saved = saveCursor(cursor);
	const text = JSON.stringify(saved);
	if (stored && JSON.stringify(stored.cursor) === text) return;
	const next: StoredCursor = {
		version: 1,
		lineage: stored?.lineage ?? randomUUID(),
		revision: (stored?.revision ?? 0) + 1,
		cursor: saved,
	};
	const execution = context.getExecutionId();
	const place = placeOf(context, name);
	const isContinued = newest.get(place)?.execution === execution;
	// What an execution finds of its own store says nothing about what n8n keeps.
	const losses = stored === undefined || isContinued ? countLosses(context, name) : 0;
	remember(place, { stored: next, characters: text.length, execution, losses });
	// n8n notices a change only where a property of its own object is set.
	context.getWorkflowStaticData('global')[dataKey] = { ...cursorsIn(context), [name]: next };
}
