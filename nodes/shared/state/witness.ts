// Whether a stored state is the newest one. n8n's deduplication store tells: it is written at once and is the same for
// every process, while static data comes back older whenever another execution or a trigger saves its own copy. The
// store compares a number with the newest one of this node, and records it if it is larger; it cannot be read.
import type { IExecuteFunctions } from 'n8n-workflow';

import { messageOf, parameterError } from '../errors';

export type WitnessContext = Pick<IExecuteFunctions, 'getNode' | 'helpers'>;

/** Asking records what is asked, so each sequence number leaves room for this many questions about it. */
const QUESTIONS = 1024;

/** After this many questions, the state is to be stored again under a new number. */
export const MANY_QUESTIONS = QUESTIONS / 2;

async function isLarger(context: WitnessContext, number: number): Promise<boolean> {
	const ask = async () => {
		const mode = { mode: 'latestIncrementalKey' } as const;
		const { new: larger } = await context.helpers.checkProcessedAndRecord([number], 'node', mode);
		return larger.length > 0;
	};
	// Two processes that ask for the first time at the same moment both insert, and one of them fails.
	return await ask()
		.catch(ask)
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

/**
 * Whether no state of this node was stored after the one with this sequence number.
 *
 * @param asked How many questions about this number are known to have been asked
 * @returns the number of questions that were asked by now; undefined where a newer state was stored, or never this one
 * @throws NodeOperationError where n8n cannot tell
 */
export async function questionsIfNewest(
	context: WitnessContext,
	sequence: number,
	asked: number,
): Promise<number | undefined> {
	// A database that has not recorded the number itself is another one, or an older copy: the state is not of it.
	if (sequence > 0 && asked === 0 && (await isLarger(context, sequence * QUESTIONS))) {
		// Asking has recorded it, so from now on every question about it is answered with no.
		await isLarger(context, (sequence + 1) * QUESTIONS - 1);
		return undefined;
	}
	for (let question = asked + 1; question < QUESTIONS; question *= 2)
		if (await isLarger(context, sequence * QUESTIONS + question)) return question;
	return undefined;
}

/**
 * Records a sequence number, unless an equal or larger one is recorded.
 *
 * @returns whether it was recorded: then all states before it are outdated
 * @throws NodeOperationError where n8n cannot tell
 */
export async function claim(context: WitnessContext, sequence: number): Promise<boolean> {
	return await isLarger(context, sequence * QUESTIONS);
}

/**
 * Records a sequence number above all that are recorded.
 *
 * @param atLeast The smallest one to try
 * @throws NodeOperationError where n8n cannot tell
 */
export async function claimNewest(context: WitnessContext, atLeast: number): Promise<number> {
	let sequence = atLeast;
	for (let step = 1; !(await claim(context, sequence)); step *= 2) sequence += step;
	return sequence;
}
