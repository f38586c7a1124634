// The state of a workflow's nodes in its static data: cursors and states of triggers, as one value. n8n saves static
// data as a whole, and whoever ends last wins. So this process keeps the newest state, and puts that very object into
// static data: whichever copy n8n saves, it has the newest state.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isRecord } from '../../../api/schema/types';
import { setBounded } from './bounded';
import { claimNewest, claimNext, confirmNewest, isSequence, type WitnessContext } from './witness';

/** Anything but a number is read as -1, which is out of range, so that only its node starts over. */
const savedSequence = z.number().catch(-1);

const savedEntry = z.object({
	/** The ID of the node that stored it; empty once that node has found its states outdated. */
	node: z.string(),
	/** The node's sequence number then; 0 where nothing witnesses the entry. */
	sequence: savedSequence,
	/** Milliseconds since 1970, larger each time that something is stored in the workflow. */
	storedAt: z.number(),
	value: z.unknown(),
});
export type Entry = Readonly<z.infer<typeof savedEntry>>;

/** What replaces the node and the number of an entry once its node found it outdated. */
const DISOWNED = { node: '', sequence: 0 };

const SECTIONS = ['cursors', 'triggers'] as const;
type Section = (typeof SECTIONS)[number];

const savedEntries = z.record(z.string(), savedEntry);

const savedState = z.object({
	/** The workflow that it belongs to; a copy of the workflow starts without state. */
	workflow: z.string(),
	/** The newest sequence number of each node, by the node's ID. */
	sequences: z.record(z.string(), savedSequence),
	cursors: savedEntries,
	triggers: savedEntries,
});
type SavedState = Readonly<z.infer<typeof savedState>>;

/** A copy of a state, without the mark that n8n hides in every object of static data. */
function copyOf(state: object): Record<string, unknown> {
	const parts = Object.entries(state);
	return Object.fromEntries(
		parts.map(([name, part]) => [name, isRecord(part) ? { ...part } : part]),
	);
}

/** The name of the state in the static data of a workflow. */
export const STATIC_KEY = 'projectServices';

/** Of each kind, a workflow keeps this many; the one unused longest goes. */
const MAX_ENTRIES = 50;

/** A process keeps the states of this many workflows. */
const MAX_WORKFLOWS = 1000;

/** Whether an entry is newer than another one of the same name. */
function isNewer(a: Entry, b: Entry | undefined): boolean {
	if (b === undefined) return true;
	return a.node === b.node && a.sequence !== b.sequence
		? a.sequence > b.sequence
		: a.storedAt > b.storedAt;
}

type StateContext = Pick<IExecuteFunctions, 'getNode' | 'getWorkflow' | 'getWorkflowStaticData'>;

/** The newest state of a workflow that this process knows. */
export class WorkflowState {
	/** The state that n8n saves; an object has the entry that is unused longest first. */
	readonly saved: SavedState;
	/** How many times each node's sequence number was asked for. */
	private readonly questions = new Map<string, number>();
	/** When something was stored last. */
	private lastStoredAt = 0;
	private lastJob: Promise<unknown> = Promise.resolve();

	constructor(readonly workflow: string) {
		this.saved = { workflow, sequences: {}, cursors: {}, triggers: {} };
	}

	/** The state that n8n saves, as it is at that moment. */
	toJSON(): object {
		return copyOf(this.saved);
	}

	/** Takes over what is newer in a saved state; a number out of range makes its node begin again. */
	merge(saved: SavedState): void {
		for (const [node, sequence] of Object.entries(saved.sequences))
			if (isSequence(sequence) && sequence > this.sequenceOf(node))
				this.setSequence(node, sequence);
		for (const section of SECTIONS)
			for (const [name, entry] of Object.entries(saved[section])) {
				const usable = isSequence(entry.sequence) ? entry : { ...entry, ...DISOWNED };
				if (isNewer(usable, this.get(section, name))) this.insert(section, name, usable);
			}
	}

	private insert(section: Section, name: string, entry: Entry): void {
		this.lastStoredAt = Math.max(this.lastStoredAt, entry.storedAt);
		this.saved[section][name] = entry;
	}

	get(section: Section, name: string): Entry | undefined {
		return this.saved[section][name];
	}

	/**
	 * Sets an entry.
	 *
	 * @returns the names of entries that had to go
	 */
	set(section: Section, name: string, entry: Omit<Entry, 'storedAt'>): string[] {
		this.insert(section, name, { ...entry, storedAt: Math.max(Date.now(), this.lastStoredAt + 1) });
		this.markUsed(section, name);
		const entries = this.saved[section];
		const evicted = Object.keys(entries).slice(0, -MAX_ENTRIES);
		for (const key of evicted) delete entries[key];
		return evicted;
	}

	names(section: Section): string[] {
		return Object.keys(this.saved[section]);
	}

	/** Notes that an entry is in use, though nothing changes in it. */
	markUsed(section: Section, name: string): void {
		const entries = this.saved[section];
		const entry = entries[name];
		if (entry === undefined) return;
		delete entries[name];
		entries[name] = entry;
	}

	sequenceOf(node: string): number {
		return this.saved.sequences[node] ?? 0;
	}

	setSequence(node: string, sequence: number): void {
		this.saved.sequences[node] = sequence;
		this.questions.delete(node);
	}

	/**
	 * Whether no state of this node was stored after the newest one that is known, here or by another process.
	 *
	 * @throws NodeOperationError where n8n cannot tell
	 */
	async isNewest(context: WitnessContext): Promise<boolean> {
		const { id } = context.getNode();
		const asked = await confirmNewest(context, this.sequenceOf(id), this.questions.get(id) ?? 0);
		if (asked !== undefined) this.questions.set(id, asked);
		return asked !== undefined;
	}

	/**
	 * Takes the next sequence number of this node: all states before it are outdated then.
	 *
	 * @returns undefined where another process may have taken one: then a state of this one may be outdated
	 * @throws NodeOperationError where n8n cannot tell
	 */
	async claimNext(context: WitnessContext): Promise<number | undefined> {
		const { id } = context.getNode();
		const next = await claimNext(context, this.sequenceOf(id));
		if (next !== undefined) this.setSequence(id, next);
		return next;
	}

	/**
	 * Takes a sequence number above all that were taken. What this process knows of the node may be outdated, so
	 * nothing of it is confirmed any more.
	 *
	 * @throws NodeOperationError where n8n cannot tell
	 */
	async claimNewest(context: WitnessContext): Promise<number> {
		const { id } = context.getNode();
		const sequence = await claimNewest(context, this.sequenceOf(id));
		this.setSequence(id, sequence);
		for (const section of SECTIONS)
			for (const [name, entry] of Object.entries(this.saved[section]))
				if (entry.node === id) this.saved[section][name] = { ...entry, ...DISOWNED };
		return sequence;
	}

	/** Runs one job after another: sequence numbers are asked for and taken in several steps. */
	async runExclusive<T>(job: () => Promise<T>): Promise<T> {
		const result = this.lastJob.then(job);
		this.lastJob = result.catch(() => undefined);
		return await result;
	}
}

const states = new Map<string, WorkflowState>();

/**
 * The newest state of the workflow: what n8n gives, and what this process knows.
 *
 * @param kept What the caller knows of it, in case it was evicted
 */
export function loadState(context: StateContext, kept?: WorkflowState) {
	const id = String(context.getWorkflow().id ?? '');
	const state = states.get(id) ?? kept ?? new WorkflowState(id);
	const found = context.getWorkflowStaticData('global')[STATIC_KEY] as unknown;
	const saved = found === state ? state.saved : savedState.safeParse(copyOf(Object(found))).data;
	const isOwn = saved?.workflow === id;
	if (isOwn && found !== state) state.merge(saved);
	setBounded(states, id, state, MAX_WORKFLOWS);
	return {
		state,
		/** The state that n8n gave the execution or the trigger, if it is of this workflow. */
		loaded: isOwn ? saved : undefined,
		/** Whether n8n gave the state of another workflow, of which this one is a copy. */
		isCopy: saved !== undefined && !isOwn,
	};
}

/** Whether the execution is a trial, by hand or of n8n's evaluations: it moves no cursor and remembers nothing. */
export function isTrial(context: Pick<IExecuteFunctions, 'getMode'>): boolean {
	return ['manual', 'evaluation'].includes(context.getMode());
}

/** Has n8n save the state with the rest of the workflow's static data. */
export function saveState(context: StateContext, state: WorkflowState): void {
	// n8n notices a change only where a property of its own object is set.
	context.getWorkflowStaticData('global')[STATIC_KEY] = state as unknown as IDataObject;
}
