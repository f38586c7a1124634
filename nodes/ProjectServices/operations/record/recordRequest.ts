// The typed request of a read by ID: of one record, or of one response with rows that does not come in pages.
import { readRequest } from '../../../../client/reads/readRequest';
import { labelOf } from '../../../shared/labels';
import type { ReadRun } from '../../nodeRun';
import { requestedFields, returnAs } from '../../items/requestedShape';
import { itemShape } from '../../../shared/items/shape';
import { requiredValues } from '../requiredValues';

/**
 * The read of one record, or of one response with rows that does not come in pages.
 *
 * @throws NodeOperationError for a parameter that is wrong
 */
export function recordRequest(input: ReadRun, itemIndex: number) {
	const { client, endpoint, noun } = input;
	const required = requiredValues(input, itemIndex);
	const [name = '', id] = Object.entries(required)[0] ?? [];
	const subject = endpoint.oneOrMany
		? `${endpoint.rowNoun ?? noun}s of the ${labelOf(name)} "${String(id)}"`
		: `the ${noun} with the ID "${String(id)}"`;
	return {
		shape: itemShape(requestedFields(input, itemIndex)),
		request: readRequest(endpoint, required, client.settings.responseFormat, subject),
		/** Whether the whole response becomes one item. */
		isOneItem: returnAs(input, itemIndex) === 'whole',
	};
}
