// What a check asks for, and how it returns the answers.
import type { IdRead } from '../../../../api/idReads';
import { isRecord } from '../../../../api/schema/types';
import { IDS_TO_TRY, type IdsToTry } from '../../../../client/check/idsToTry';
import { enteredList, holdsExpression } from '../../../shared/expressions';
import { choiceOfValues } from '../../../shared/optionValues';
import type { NodeInput } from '../../input';
import { textOf } from './textParameters';

/** The IDs in one entry of an input item: one, or those of a list. */
function idsOfEntry(
	input: NodeInput,
	{ label, endpoint }: IdRead,
	value: unknown,
	itemIndex: number,
): string[] {
	const textAt = (each: unknown) => textOf(input, label, each, itemIndex).trim();
	const ids = endpoint.body
		? [value]
				.flat()
				.map(textAt)
				.flatMap((text) => enteredList(text, false))
		: [textAt(value)];
	return ids.filter((id) => id !== '');
}

/** The IDs under IDs to Try: of each, the first one that an input item has; of a list, all. */
function idsToTry(input: NodeInput): IdsToTry {
	const { itemCount, node, parameters } = input;
	const isFixed = !holdsExpression(node.parameters.idsToTry);
	const count = isFixed ? Math.min(1, itemCount) : itemCount;
	const ids: Record<string, string[]> = {};
	for (let item = 0; item < count; item++) {
		const collection = parameters('idsToTry', item);
		const entered = isRecord(collection) ? collection : {};
		for (const read of IDS_TO_TRY) {
			const known = ids[read.key] ?? [];
			const all = [...new Set([...known, ...idsOfEntry(input, read, entered[read.key], item)])];
			ids[read.key] = read.endpoint.body ? all : all.slice(0, 1);
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
