// Whether a stored state is the newest one. n8n's deduplication store tells: it is written at once and is the same for
// every process, while static data comes back older whenever another execution or a trigger saves its own copy. The
// store compares a number with the newest one of this node and records the larger of the two. It cannot be read, and
// it is not atomic: two processes may both be told that their number is the newest, and a slow one may write a smaller
// number over a larger one. So a number is asked again before it is believed.
import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { messageOf, parameterError } from '../errors';

export type WitnessContext = Pick<IExecuteFunctions, 'getNode' | 'helpers'>;

/** Every question records a number of its own: a sequence number has room for half a year of them, one a minute. */
const SLOTS_PER_SEQUENCE = 2 ** 18;

/** Sequence numbers of one generation: each process picks one at random, so that no two take the same. */
const VARIANTS = 2 ** 12;

/** How many generations are skipped at once where the newest number is not known. */
const SKIPPED_GENERATIONS = 2 ** 8;

/** After this many attempts to take a larger number, the node begins again. */
const MAX_ATTEMPTS = 64;

/** A larger sequence number, multiplied by its slots, would not be an exact JavaScript number. */
const MAX_SEQUENCE = 2 ** 35 - VARIANTS;

/** From this attempt on, a process waits a random time, so that two of them do not collide again. */
const FIRST_PAUSED_ATTEMPT = 4;
const MAX_PAUSE_MS = 20;

const MODE = { mode: 'latestIncrementalKey' } as const;

/** Whether a number can be a sequence number; 0 is that of a node that has stored nothing. */
export function isSequence(number: number): boolean {
	return Number.isInteger(number) && number >= 0 && number < MAX_SEQUENCE;
}

function untoldError(context: WitnessContext, reason: string) {
	return parameterError(
		context.getNode(),
		`n8n cannot tell whether its stored state is the newest: ${reason}`,
		undefined,
		'No change was given or committed. The node needs the database of n8n; execute it again when that responds.',
	);
}

async function ask<T>(context: WitnessContext, question: () => Promise<T>): Promise<T> {
	// Two processes that record for the first time at the same moment both insert, and one of them fails.
	return await question()
		.catch(question)
		.catch(async (error: unknown) => await Promise.reject(untoldError(context, messageOf(error))));
}

/** Records a number if it is larger than the newest one of this node; whether it was. */
async function recordIfLarger(context: WitnessContext, number: number): Promise<boolean> {
	return await ask(context, async () => {
		const recorded = await context.helpers.checkProcessedAndRecord([number], 'node', MODE);
		return recorded.new.length > 0;
	});
}

function nextGeneration(sequence: number): number {
	return (Math.floor(sequence / VARIANTS) + 1) * VARIANTS;
}

/** Records a sequence number, if it is larger than what is recorded, and asks again whether it still is there. */
async function recordSequence(
	context: WitnessContext,
	sequence: number,
	checks = 1,
): Promise<boolean> {
	if (!(await recordIfLarger(context, sequence * SLOTS_PER_SEQUENCE))) return false;
	for (let check = 0; check < checks; check++)
		if (await recordIfLarger(context, sequence * SLOTS_PER_SEQUENCE)) return false;
	return true;
}

/**
 * Whether a sequence number is recorded. A database that has not recorded it is another one or an older copy, or a
 * slower process has written a smaller number over it.
 *
 * @param asked How many questions about it are known to have been asked
 */
async function isStillRecorded(
	context: WitnessContext,
	sequence: number,
	asked = 0,
): Promise<boolean> {
	if (sequence === 0 || !(await recordIfLarger(context, sequence * SLOTS_PER_SEQUENCE + asked)))
		return true;
	// Asking has recorded it, so from now on every question about it is to be answered with no.
	await recordIfLarger(context, nextGeneration(sequence) * SLOTS_PER_SEQUENCE);
	return false;
}

/**
 * Whether no state of this node was stored after the one with this sequence number.
 *
 * @param asked How many questions about it are known to have been asked
 * @returns the number of questions that were asked by now; undefined where a newer state was stored, or never this one
 * @throws NodeOperationError where n8n cannot tell
 */
export async function confirmNewest(
	context: WitnessContext,
	sequence: number,
	asked: number,
): Promise<number | undefined> {
	if (!(await isStillRecorded(context, sequence, asked))) return undefined;
	// A process that was restarted does not know how many were asked; the steps grow by an eighth.
	for (let slot = asked + 1; slot < SLOTS_PER_SEQUENCE; slot += 1 + ((slot - asked) >> 3))
		if (await recordIfLarger(context, sequence * SLOTS_PER_SEQUENCE + slot)) return slot;
	return undefined;
}

/**
 * Takes a sequence number of the next generation: then all states before it are outdated.
 *
 * @returns undefined where another process has taken one, or takes one at the same moment
 * @throws NodeOperationError where n8n cannot tell
 */
export async function claimNext(
	context: WitnessContext,
	sequence: number,
): Promise<number | undefined> {
	const generation = nextGeneration(sequence);
	if (!isSequence(generation) || !(await isStillRecorded(context, sequence))) return undefined;
	if (!(await recordIfLarger(context, generation * SLOTS_PER_SEQUENCE))) return undefined;
	const next = generation + 1 + Math.floor(Math.random() * (VARIANTS - 1));
	return (await recordSequence(context, next)) ? next : undefined;
}

/**
 * Takes a sequence number above all that are recorded. Where that is out of range, those of this node begin again.
 *
 * @param sequence The newest one that is known
 * @throws NodeOperationError where n8n cannot tell, or takes no number
 */
export async function claimNewest(context: WitnessContext, sequence: number): Promise<number> {
	let next = sequence;
	for (let attempt = 1; attempt < 2 * MAX_ATTEMPTS; attempt++) {
		if (attempt >= FIRST_PAUSED_ATTEMPT) await sleep(Math.random() * MAX_PAUSE_MS);
		next = nextGeneration(next) + SKIPPED_GENERATIONS * VARIANTS;
		if (!isSequence(next) || attempt === MAX_ATTEMPTS) {
			await ask(context, async () => await context.helpers.clearAllProcessedItems('node', MODE));
			next = VARIANTS;
		}
		next += Math.floor(Math.random() * VARIANTS);
		// Another process that stores at this moment may still write its smaller number over this one.
		if (await recordSequence(context, next, 4)) return next;
	}
	throw untoldError(context, 'it takes no number of this node');
}
