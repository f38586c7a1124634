// Whether a stored state is the newest one. n8n's deduplication store tells: it is written at once and is the same for
// every process, while static data comes back older whenever another execution or a trigger saves its own copy. The
// store compares a number with the newest one of this node and records the larger of the two. It cannot be read, and
// it is not atomic: two processes may both be told that their number is the newest, and a slow one may write a smaller
// number over a larger one. So a number is asked again before it is believed.
import type { IExecuteFunctions } from 'n8n-workflow';

import { messageOf, parameterError } from '../errors';

export type WitnessContext = Pick<IExecuteFunctions, 'getNode' | 'helpers'>;

/** Every question records a number of its own: a sequence number has room for half a year of them, one a minute. */
const SLOTS_PER_SEQUENCE = 2 ** 18;

/** Sequence numbers of one generation: each process picks one at random, so that no two take the same. */
const VARIANTS = 2 ** 12;

/** Records a number if it is larger than the newest one of this node; whether it was. */
async function recordIfLarger(context: WitnessContext, number: number): Promise<boolean> {
	const record = async () => {
		const mode = { mode: 'latestIncrementalKey' } as const;
		const { new: larger } = await context.helpers.checkProcessedAndRecord([number], 'node', mode);
		return larger.length > 0;
	};
	// Two processes that record for the first time at the same moment both insert, and one of them fails.
	return await record()
		.catch(record)
		.catch(async (error: unknown) => {
			const failed = parameterError(
				context.getNode(),
				`n8n cannot tell whether its stored state is the newest: ${messageOf(error)}`,
				undefined,
				'Nothing was read or sent. The node needs the database of n8n; run it again when that responds.',
			);
			return await Promise.reject(failed);
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
 * @throws NodeOperationError where n8n cannot tell
 */
export async function isStillRecorded(
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
	if (!(await recordIfLarger(context, generation * SLOTS_PER_SEQUENCE))) return undefined;
	const next = generation + 1 + Math.floor(Math.random() * (VARIANTS - 1));
	return (await recordSequence(context, next)) ? next : undefined;
}

/**
 * Takes a sequence number above all that are recorded.
 *
 * @param sequence The newest one that is known
 * @throws NodeOperationError where n8n cannot tell
 */
export async function claimNewest(context: WitnessContext, sequence: number): Promise<number> {
	let next = sequence;
	for (let step = 1; ; step *= 2) {
		next = nextGeneration(next) + step * VARIANTS + Math.floor(Math.random() * VARIANTS);
		// Another process that stores at this moment may still write its smaller number over this one.
		if (await recordSequence(context, next, 4)) return next;
	}
}
