// IDs that were entered, or that an expression found.
import type { INode } from 'n8n-workflow';

import { formatValue, isInexact, lostDigits, parameterError, quoted } from './errors';
import { separatedValues } from '../../client/values/separatedValues';
import { enteredList } from './expressions';

/** Why a value is not one ID, to follow the name of its parameter; undefined where it is one. */
export function idProblem(value: unknown): string | undefined {
	const entered = value ?? '';
	if (typeof entered === 'string') return entered.trim() === '' ? 'is empty' : undefined;
	if (isInexact(entered)) return lostDigits(entered);
	return Number.isFinite(entered)
		? undefined
		: `is ${formatValue(entered)}, expected text or a number`;
}

/**
 * The IDs in a text or a list; none where it is empty.
 *
 * @throws NodeOperationError for a record, and for a number that has lost digits
 */
export function idsIn(node: INode, label: string, value: unknown, itemIndex?: number): string[] {
	const parts: unknown[] = [value].flat();
	const inexact = parts.find(isInexact);
	if (inexact !== undefined)
		throw parameterError(node, `A number under ${quoted(label)} ${lostDigits(inexact)}`, itemIndex);
	if (parts.every((part) => typeof part !== 'object' || part === null))
		return typeof value === 'string' ? separatedValues(value) : enteredList(value, true);
	throw parameterError(
		node,
		`${quoted(label)} contains a value that is not text`,
		itemIndex,
		'Map the ID itself, or an array of IDs, not a whole record.',
	);
}
