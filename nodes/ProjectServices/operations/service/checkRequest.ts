// What a check asks for, and how it returns the answers.
import { isRecord } from '../../../../api/schema/types';
import { IDS_TO_TRY, type IdsToTry } from '../../../../client/check/idsToTry';
import { holdsExpression, parseList } from '../../../shared/expressions';
import { choiceOfValues } from '../../../shared/optionValues';
import type { NodeInput } from '../../input';
import { textOf } from './textParameters';

/** The IDs under IDs to Try: of each, the first one that an input item has; of a list, all. */
function idsToTry(input: NodeInput): IdsToTry {
	const { itemCount, node, parameters } = input;
	const isFixed = !holdsExpression(node.parameters.idsToTry);
	const ids: Record<string, string[]> = {};
	for (let item = 0; item < (isFixed ? Math.min(1, itemCount) : itemCount); item++) {
		const collection = parameters('idsToTry', item);
		const entered = isRecord(collection) ? collection : {};
		for (const { key, label, endpoint } of IDS_TO_TRY) {
			const isList = endpoint.body !== undefined;
			const values = isList ? [entered[key]].flat() : [entered[key]];
			const texts = values.map((value) => textOf(input, label, value, item).trim());
			const found = (isList ? texts.flatMap(parseList) : texts).filter((id) => id !== '');
			const all = [...new Set([...(ids[key] ?? []), ...found])];
			ids[key] = isList ? all : all.slice(0, 1);
		}
	}
	return ids;
}

/** @throws NodeOperationError for a parameter that is wrong */
export function checkRequest(input: NodeInput) {
	const { node, optionsOf, parameters } = input;
	const forms = ['items', 'file', 'settings'];
	return {
		ids: idsToTry(input),
		returnAs: choiceOfValues(node, 'returnAs', forms, parameters('returnAs', 0)),
		options: optionsOf(['binaryProperty', 'fileName', 'maxRequests'], 0),
	};
}
