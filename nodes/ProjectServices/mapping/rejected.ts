// Input items are read one by one; what is wrong with one does not keep the others from being read.
import { isExpected, nodeError, parameterError } from '../../shared/errors';
import type { WriteRun } from '../nodeRun';
import { isDeletion } from './check';
import { deletionText, type Rejected, rejectionTexts } from './sentences';

/** Reads what belongs to an input item; gives undefined once it has added a reason why it cannot be sent. */
export type ItemReader<T> = (itemIndex: number, reasons: string[]) => T | undefined;

/** Reads every item; what Get Changes gave as deleted is never read. */
export function readItems<T>({ context, endpoint, node }: WriteRun, read: ItemReader<T>) {
	const good: T[] = [];
	const rejected: Rejected[] = [];
	for (const [itemIndex, { json }] of context.getInputData().entries()) {
		const reasons: string[] = [];
		try {
			if (isDeletion(json)) reasons.push(`The input item ${deletionText(endpoint)}`);
			else {
				const value = read(itemIndex, reasons);
				if (value !== undefined) good.push(value);
			}
		} catch (error) {
			// An expression that fails is a reason like any other.
			if (!isExpected(error)) throw nodeError(node, error);
			reasons.push(error.message);
		}
		if (reasons.length > 0) rejected.push({ itemIndex, reasons });
	}
	return { good, rejected };
}

/**
 * Refuses wrong items, unless the node continues on failure.
 *
 * @throws NodeOperationError for all of them; nothing was sent then
 */
export function refuseWrong(
	{ context, itemCount, node }: WriteRun,
	rejected: readonly Rejected[],
): void {
	if (rejected.length === 0 || context.continueOnFail()) return;
	const { message, description, itemIndex } = rejectionTexts(rejected, itemCount);
	throw parameterError(node, message, itemIndex, description);
}
