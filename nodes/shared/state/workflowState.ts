// What the nodes of a workflow keep in its static data: cursors, memories of accepted records and states of triggers,
// as one value. n8n saves static data whole, whoever ends last, so this process keeps the newest state beside it, and
// what it puts into static data is that state itself: whichever copy n8n saves holds the newest.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isRecord } from '../../../api/schema/types';
import { setBounded } from './bounded';
import {
	claimNewest,
	claimNext,
	confirmNewest,
	isRecorded,
	MANY_QUESTIONS,
	type WitnessContext,
} from './witness';

const savedEntry = z.object({
	/** The node that stored it, and its sequence number then; 0 where nothing witnesses it. */
	node: z.string(),
	sequence: z.number().int(),
	/** Milliseconds since 1970, larger each time that something is stored in the workflow. */
	storedAt: z.number(),
	value: z.unknown(),
});
export type Entry = Readonly<z.infer<typeof savedEntry>>;

const SECTIONS = ['cursors', 'memories', 'triggers'] as const;
type Section = (typeof SECTIONS)[number];

const savedState = z.object({
	/** The workflow that it belongs to; a copy of the workflow starts without state. */
	workflow: z.string(),
	/** The newest sequence number of each node, by the node's ID. */
	sequences: z.record(z.string(), z.number().int()),
	...(Object.fromEntries(
		SECTIONS.map((section) => [section, z.record(z.string(), savedEntry)]),
	) as Record<Section, z.ZodRecord<z.ZodString, typeof savedEntry>>),
});

/** A copy without the mark that n8n hides in every object of static data, and that zod takes for an entry. */
function unmarked(saved: unknown): unknown {
	if (!isRecord(saved)) return saved;
	const parts = Object.entries(saved);
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
	private readonly sequences = new Map<string, number>();
	/** How many questions were asked about each node's sequence number. */
	private readonly asked = new Map<string, number>();
	private readonly sections: Readonly<Record<Section, Map<string, Entry>>> = {
		cursors: new Map(),
		memories: new Map(),
		triggers: new Map(),
	};
	/** When something was stored last. */
	private latest = 0;
	private turn: Promise<unknown> = Promise.resolve();

	constructor(readonly workflow: string) {}

	/** What n8n saves, as it is at that moment. */
	toJSON(): object {
		const sections = Object.entries(this.sections).map(([section, entries]) => [
			section,
			Object.fromEntries(entries),
		]);
		return {
			workflow: this.workflow,
			sequences: Object.fromEntries(this.sequences),
			...Object.fromEntries(sections),
		};
	}

	/** Takes over what is newer in a saved state. */
	merge(saved: z.infer<typeof savedState>): void {
		for (const [node, sequence] of Object.entries(saved.sequences))
			if (sequence > this.sequenceOf(node)) this.setSequence(node, sequence);
		for (const section of SECTIONS)
			for (const [name, entry] of Object.entries(saved[section]))
				if (isNewer(entry, this.get(section, name))) this.put(section, name, entry);
	}

	private put(section: Section, name: string, entry: Entry): void {
		this.latest = Math.max(this.latest, entry.storedAt);
		this.sections[section].set(name, entry);
	}

	get(section: Section, name: string): Entry | undefined {
		return this.sections[section].get(name);
	}

	/**
	 * Sets an entry.
	 *
	 * @returns the names of entries that had to go
	 */
	set(section: Section, name: string, entry: Omit<Entry, 'storedAt'>): string[] {
		this.put(section, name, { ...entry, storedAt: Math.max(Date.now(), this.latest + 1) });
		this.use(section, name);
		const entries = this.sections[section];
		const evicted = [...entries.keys()].slice(0, Math.max(0, entries.size - MAX_ENTRIES));
		for (const key of evicted) entries.delete(key);
		return evicted;
	}

	/** Notes that an entry is in use, though nothing changes in it: a map has the one unused longest first. */
	use(section: Section, name: string): void {
		const entries = this.sections[section];
		const entry = entries.get(name);
		if (entry === undefined) return;
		entries.delete(name);
		entries.set(name, entry);
	}

	sequenceOf(node: string): number {
		return this.sequences.get(node) ?? 0;
	}

	setSequence(node: string, sequence: number): void {
		this.sequences.set(node, sequence);
		this.asked.delete(node);
	}

	/**
	 * Whether no state of this node was stored after the one with this sequence number, here or by another process.
	 *
	 * @throws NodeOperationError where n8n cannot tell
	 */
	async isNewest(context: WitnessContext, sequence: number): Promise<boolean> {
		const { id } = context.getNode();
		const isCurrent = sequence === this.sequenceOf(id);
		const before = isCurrent ? (this.asked.get(id) ?? 0) : 0;
		const asked = await confirmNewest(context, sequence, before);
		if (asked !== undefined && isCurrent) this.asked.set(id, asked);
		return asked !== undefined;
	}

	/** Whether there is little room left for questions, so that the node's state is to be stored again. */
	isNearlyExhausted(node: string): boolean {
		return (this.asked.get(node) ?? 0) >= MANY_QUESTIONS;
	}

	/**
	 * Takes a sequence number that follows another one: all states before it are outdated then.
	 *
	 * @returns undefined where another process may have taken one: then a state of this one may be outdated
	 * @throws NodeOperationError where n8n cannot tell
	 */
	async claimNext(context: WitnessContext, sequence: number): Promise<number | undefined> {
		const next = (await isRecorded(context, sequence))
			? await claimNext(context, sequence)
			: undefined;
		if (next !== undefined) this.setSequence(context.getNode().id, next);
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
		for (const entries of Object.values(this.sections))
			for (const [name, entry] of entries)
				if (entry.node === id) entries.set(name, { ...entry, node: '' });
		return sequence;
	}

	/** Runs one job after another: sequence numbers are asked for and taken in several steps. */
	async runExclusive<T>(job: () => Promise<T>): Promise<T> {
		const result = this.turn.then(job);
		this.turn = result.catch(() => undefined);
		return await result;
	}
}

const states = new Map<string, WorkflowState>();

interface LoadedState {
	readonly state: WorkflowState;
	/** What n8n gave the execution, or the trigger, of an entry. */
	readonly loadedEntry: (section: Section, name: string) => Entry | undefined;
	/** Whether n8n gave the state of another workflow, of which this one is a copy. */
	readonly isCopy: boolean;
}

/** The newest state of the workflow: what n8n gives, and what this process knows. */
export function loadState(context: StateContext): LoadedState {
	const id = String(context.getWorkflow().id ?? '');
	const state = states.get(id) ?? new WorkflowState(id);
	const found = context.getWorkflowStaticData('global')[STATIC_KEY] as unknown;
	const saved = found === state ? undefined : savedState.safeParse(unmarked(found)).data;
	const isOwn = saved?.workflow === id;
	if (isOwn) state.merge(saved);
	setBounded(states, id, state, MAX_WORKFLOWS);
	const loadedEntry: LoadedState['loadedEntry'] = (section, name) => {
		if (found === state) return state.get(section, name);
		return isOwn ? saved[section][name] : undefined;
	};
	return { state, loadedEntry, isCopy: saved !== undefined && !isOwn };
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
