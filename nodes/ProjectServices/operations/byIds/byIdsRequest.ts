// The typed request of a read by the IDs of all input items.
import { comparableId } from '../../../../client/values/ids';
import { bodyFormat } from '../../../../client/serviceSettings';
import { idsIn } from '../../../shared/enteredIds';
import { parameterError, quoted } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import { checkAgreement, OF_READING } from '../../../shared/collections';
import type { ReadRun } from '../../nodeRun';
import { requestedFields } from '../../items/requestedShape';
import { itemShape } from '../../../shared/items/shape';

/** @throws NodeOperationError when an item names no IDs */
function idsOf({ endpoint, node, parameters }: ReadRun, itemIndex: number): string[] {
	const { idsParameter = '' } = endpoint;
	const label = labelOf(idsParameter);
	const ids = idsIn(node, label, parameters(idsParameter, itemIndex), itemIndex);
	if (ids.length > 0) return ids;
	throw parameterError(
		node,
		`${quoted(label)} is empty`,
		itemIndex,
		'Enter one or more IDs, separated by commas, or map them from the input item.',
	);
}

/**
 * The read by the IDs of all input items.
 *
 * @throws NodeOperationError for an option that is wrong, or on which the items disagree
 */
export function byIdsRequest(input: ReadRun) {
	const { client, endpoint, itemCount, node, parameters } = input;
	checkAgreement(node, parameters, OF_READING, [...Array(itemCount).keys()]);
	const itemsById = new Map<string, Set<number>>();
	const ids: string[] = [];
	const errorsByItem = new Map<number, unknown>();
	for (let item = 0; item < itemCount; item++) {
		try {
			for (const id of idsOf(input, item)) {
				const key = comparableId(id);
				const items = itemsById.get(key);
				if (!items) ids.push(id);
				itemsById.set(key, (items ?? new Set()).add(item));
			}
		} catch (error) {
			errorsByItem.set(item, error);
		}
	}
	const { concurrency, responseFormat: accept } = client.settings;
	const shape = itemShape(requestedFields(input, 0), [endpoint.key]);
	return {
		ids,
		/** The input items that named one of some IDs. */
		itemsThatName: (named: readonly string[]) => [
			...new Set(named.flatMap((id) => [...(itemsById.get(comparableId(id)) ?? [])])),
		],
		/** Why the IDs of some input items are wrong. */
		errorsByItem,
		settings: {
			projection: shape.projection,
			accept,
			format: bodyFormat(endpoint, client.settings),
			concurrency,
		},
		shape,
	};
}
