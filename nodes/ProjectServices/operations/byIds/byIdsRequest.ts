// The typed request of a read by the IDs of all input items.
import { comparableId } from '../../../../client/ids';
import { isInexact, lostDigits, parameterError, quoted } from '../../../shared/errors';
import { parseList } from '../../../shared/expressions';
import { labelOf } from '../../../shared/labels';
import type { ReadInput } from '../../input';
import { requestedShape } from '../../items/requestedShape';
import { itemShape } from '../../items/shape';
import { bodyFormat } from '../../mapping/bodyFormat';

/** @throws NodeOperationError when an item names no IDs */
function idsOf({ endpoint, node, parameters }: ReadInput, itemIndex: number): string[] {
	const { idsParameter = '' } = endpoint;
	const label = labelOf(idsParameter);
	const entered = parameters(idsParameter, itemIndex);
	const isText = [entered].flat().every((value) => typeof value !== 'object' || value === null);
	const ids = isText ? parseList(entered) : [];
	const inexact = [entered].flat().find(isInexact);
	if (inexact !== undefined)
		throw parameterError(node, `A number under ${quoted(label)} ${lostDigits(inexact)}`, itemIndex);
	if (ids.length > 0) return ids;
	throw parameterError(
		node,
		`${quoted(label)} ${isText ? 'is empty' : 'contains a value that is not text'}`,
		itemIndex,
		isText
			? 'Enter one or more IDs, separated by commas, or map them from the input item.'
			: 'Map the ID itself, or an array of IDs, not a whole record.',
	);
}

/**
 * The read by the IDs of all input items.
 *
 * @throws NodeOperationError for an option that is wrong
 */
export function byIdsRequest(input: ReadInput) {
	const { client, endpoint, itemCount } = input;
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
	const shape = itemShape(requestedShape(input, 0), [endpoint.key]);
	return {
		ids,
		/** The input items that named one of some IDs. */
		itemsOf: (named: readonly string[]) => [
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
