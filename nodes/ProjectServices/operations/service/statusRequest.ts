// What the input items ask Get Transaction Status for.
import { isRecord } from '../../../../api/schema/types';
import { messageIdProblem, rulesProblem } from '../../../../client/service/statusRules';
import type { StatusQuestion } from '../../../../client/service/transactionStatus';
import type { StatusSettings } from '../../../../client/serviceSettings';
import { parameterError, quoted } from '../../../shared/errors';
import { filterList } from '../../../shared/filters';
import { optionLabel } from '../../../shared/options';
import type { NodeInput } from '../../input';
import { textOf, textParameter } from './serviceParameters';

/** @throws NodeOperationError for an entry that is no single value */
function valuesOf(input: NodeInput, name: string, itemIndex: number): string[] {
	const value = input.parameters(name, itemIndex);
	const wrong = [value].flat().find(isRecord);
	if (wrong) textOf(input, optionLabel(name), wrong, itemIndex);
	return filterList(input.node, name, value);
}

/**
 * How the statuses of an input item are told: what it leaves empty, the credential says.
 *
 * @throws NodeOperationError for a parameter that is wrong, or that neither of the two has
 */
function rulesOf(input: NodeInput, statuses: StatusSettings, itemIndex: number): StatusSettings {
	const text = (name: string, otherwise: string) =>
		textParameter(input, name, itemIndex).trim() || otherwise;
	const values = (name: string, otherwise: readonly string[]) => {
		const own = valuesOf(input, name, itemIndex);
		return own.length > 0 ? own : otherwise;
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
	].map((name) => quoted(optionLabel(name)));
	if (missing.length > 0) {
		const text = `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} empty, here and in the credential`;
		const advice = "Ask your service's operator how it tells what became of a MessageId.";
		throw parameterError(input.node, text, itemIndex, advice);
	}
	return rules;
}

/** What is asked for, and the input items that it is asked for. */
export interface Asked {
	readonly question: StatusQuestion;
	readonly items: number[];
}

/** The questions of the input items, each once; those of one kind share their rules. */
export class StatusQuestions {
	readonly asked = new Map<string, Asked>();
	readonly itemsWithoutId: number[] = [];
	private readonly rules = new Map<string, StatusSettings>();

	/** @param statuses How the credential says that statuses are told */
	constructor(
		private readonly input: NodeInput,
		private readonly statuses: StatusSettings,
	) {}

	/** @throws NodeOperationError for a parameter that is wrong */
	add(itemIndex: number): void {
		const messageId = textParameter(this.input, 'messageId', itemIndex);
		if (messageId.trim() === '') {
			this.itemsWithoutId.push(itemIndex);
			return;
		}
		const question = this.questionOf(messageId, itemIndex);
		const key = JSON.stringify(question);
		const same = this.asked.get(key);
		if (same) same.items.push(itemIndex);
		else this.asked.set(key, { question, items: [itemIndex] });
	}

	private questionOf(messageId: string, itemIndex: number): StatusQuestion {
		const { input, statuses } = this;
		const rules = rulesOf(input, statuses, itemIndex);
		const wrong = rulesProblem(rules) ?? messageIdProblem(messageId);
		if (wrong) {
			const message = `${quoted(optionLabel(wrong.parameter))} ${wrong.problem}`;
			throw parameterError(input.node, message, itemIndex);
		}
		const key = JSON.stringify(rules);
		const shared = this.rules.get(key) ?? rules;
		this.rules.set(key, shared);
		const { waitMinutes } = input.optionsOf(['waitMinutes'], itemIndex);
		return { messageId, rules: shared, waitMinutes };
	}
}
