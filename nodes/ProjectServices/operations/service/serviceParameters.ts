// The parameters of the resource Connection as text, and what to check.
import { isRecord } from '../../../../api/schema/types';
import type { CheckRequest } from '../../../../client/check/check';
import { IDS_TO_TRY, type IdsToTry } from '../../../../client/check/idsToTry';
import { isInexact, lostDigits, parameterError, quoted, displayed } from '../../../shared/errors';
import { holdsExpression, parseList } from '../../../shared/expressions';
import { optionLabel } from '../../../shared/options';
import { choiceOfValues, isUnset } from '../../../shared/optionValues';
import type { NodeInput } from '../../input';

/**
 * The text that a person gave, or an expression found; empty where it is unset.
 *
 * @throws NodeOperationError for what is no single value
 */
export function textOf(
	{ node }: NodeInput,
	label: string,
	value: unknown,
	itemIndex: number,
): string {
	if (isUnset(value)) return '';
	const isSingle = typeof value !== 'object' && !isInexact(value);
	if (isSingle && typeof value !== 'function') return String(value);
	const wrong = isInexact(value) ? lostDigits(value) : `is ${displayed(value)}, expected text`;
	const advice = Array.isArray(value)
		? 'Give one value per input item.'
		: 'Map the value itself, not a whole record.';
	throw parameterError(node, `${quoted(label)} ${wrong}`, itemIndex, advice);
}

export function textParameter(input: NodeInput, name: string, itemIndex: number): string {
	return textOf(input, optionLabel(name), input.parameters(name, itemIndex), itemIndex);
}

/** The IDs under IDs to Try. A check is about the service: of each ID, the first one that an input item has counts. */
function idsToTry(input: NodeInput): IdsToTry {
	const { itemCount, node, parameters } = input;
	const isFixed = !holdsExpression(node.parameters.idsToTry);
	const ids = new Map<string, string[]>();
	for (let item = 0; item < (isFixed ? Math.min(1, itemCount) : itemCount); item++) {
		const collection = parameters('idsToTry', item);
		const entered = isRecord(collection) ? collection : {};
		for (const { key, label, endpoint } of IDS_TO_TRY) {
			const texts = (endpoint.body ? [entered[key]].flat() : [entered[key]]).map((value) =>
				textOf(input, label, value, item),
			);
			const found = endpoint.body ? texts.flatMap(parseList) : texts;
			const all = [...(ids.get(key) ?? []), ...found.map((id) => id.trim())].filter(Boolean);
			ids.set(key, endpoint.body ? [...new Set(all)] : all.slice(0, 1));
		}
	}
	return Object.fromEntries(ids);
}

/**
 * What to check, and how to return the answers.
 *
 * @throws NodeOperationError for a parameter that is wrong
 */
export function checkRequest(input: NodeInput) {
	const { node, optionsOf, parameters } = input;
	const { binaryProperty, fileName, maxRequests } = optionsOf(
		['binaryProperty', 'fileName', 'maxRequests'],
		0,
	);
	const returnAs = choiceOfValues(
		node,
		'returnAs',
		['items', 'file', 'settings'],
		parameters('returnAs', 0),
	);
	const request: Omit<CheckRequest, 'hasCredential'> = { ids: idsToTry(input), maxRequests };
	const file = { binaryProperty, fileName: fileName || 'service-check.json' };
	return { request, returnAs, file };
}
