// One ID that was entered, or that an expression found.
import { isUnset } from '../../../../client/values/enteredValues';
import { idProblem } from '../../../shared/enteredIds';
import { parameterError, quoted } from '../../../shared/errors';
import { parameterLabel } from '../../../shared/options';
import type { NodeRun } from '../../nodeRun';

/**
 * The ID in a parameter, trimmed; empty where it is unset.
 *
 * @throws NodeOperationError for what is no single ID
 */
export function enteredId({ node, parameters }: NodeRun, name: string, itemIndex: number): string {
	const value = parameters(name, itemIndex);
	if (isUnset(value) || (typeof value === 'string' && value.trim() === '')) return '';
	const problem = idProblem(value);
	if (problem === undefined) return String(value).trim();
	const label = quoted(parameterLabel(name));
	throw parameterError(node, `${label} ${problem}`, itemIndex, 'Map one ID per input item.');
}
