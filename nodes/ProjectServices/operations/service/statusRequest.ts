// What an input item asks Get Transaction Status for.
import { isRecord } from '../../../../api/schema/types';
import { messageIdProblem, rulesProblem } from '../../../../client/service/statusRules';
import type { StatusQuestion } from '../../../../client/service/transactionStatus';
import type { StatusSettings } from '../../../../client/serviceSettings';
import { parameterError, quoted } from '../../../shared/errors';
import { filterList } from '../../../shared/filters';
import { parameterLabel } from '../../../shared/options';
import type { NodeInput } from '../../input';
import { inputError, textOf, textParameter } from './textParameters';

/** @throws NodeOperationError for an entry that is no single value */
function valuesOf(input: NodeInput, name: string, itemIndex: number): string[] {
	const value = input.parameters(name, itemIndex);
	const wrong = [value].flat().find(isRecord);
	if (wrong) textOf(input, parameterLabel(name), wrong, itemIndex);
	return filterList(input.node, name, value);
}

/**
 * How the statuses of an input item are told: what it leaves empty, the credential says.
 *
 * @throws NodeOperationError for a parameter that is wrong, or that neither of the two has
 */
function rulesOf(input: NodeInput, itemIndex: number): StatusSettings {
	const { client, node } = input;
	const { statuses } = client.settings;
	const text = (name: string, fallback: string) =>
		textParameter(input, name, itemIndex).trim() || fallback;
	const values = (name: string, fallback: readonly string[]) => {
		const own = valuesOf(input, name, itemIndex);
		return own.length > 0 ? own : fallback;
	};
	const rules = {
		path: text('statusPath', statuses.path),
		field: text('statusField', statuses.field),
		appliedValues: values('appliedValues', statuses.appliedValues),
		refusedValues: values('refusedValues', statuses.refusedValues),
		messageField: text('messageField', statuses.messageField),
	};
	const missing = [
		...(rules.path === '' ? ['statusPath'] : []),
		// Without a status field, the responses are of interest.
		...(rules.appliedValues.length === 0 && rules.field !== '' ? ['appliedValues'] : []),
	].map((name) => quoted(parameterLabel(name)));
	if (missing.length > 0) {
		const problem = `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} empty, here and in the credential`;
		const advice = "Ask your service's operator how it tells what became of a MessageId.";
		throw parameterError(node, problem, itemIndex, advice);
	}
	return rules;
}

/**
 * What an input item asks for; undefined where it has no MessageId.
 *
 * @throws NodeOperationError for a parameter that is wrong
 */
export function statusRequest(input: NodeInput, itemIndex: number): StatusQuestion | undefined {
	const messageId = textParameter(input, 'messageId', itemIndex);
	if (messageId.trim() === '') return undefined;
	const rules = rulesOf(input, itemIndex);
	const wrong = rulesProblem(rules) ?? messageIdProblem(messageId);
	if (wrong) throw inputError(input.node, wrong, itemIndex);
	return { messageId, rules, ...input.optionsOf(['waitMinutes'], itemIndex) };
}
