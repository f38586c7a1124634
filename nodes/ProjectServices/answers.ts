// One request of a read and the value of its answer.
import type { ReadEndpoint } from '../../api/endpoint';
import { decodeAnswer } from '../../wire';
import { type Connection, failOnAnswer, send, type ServiceRequest } from './transport';

/** What a read needs to ask: an execution's run has it, and a poll of the trigger. */
export interface Asking {
	readonly endpoint: ReadEndpoint;
	readonly connection: Connection;
}

/**
 * Sends the request of a read and reads what came back as the endpoint's answer.
 *
 * @throws NodeApiError when the request fails or its answer is something else.
 */
export async function fetchAnswer(
	{ endpoint, connection }: Asking,
	request: ServiceRequest,
	itemIndex?: number,
): Promise<unknown> {
	const answer = await send(connection, request, itemIndex);
	const shape = {
		schema: endpoint.mayAnswer ?? endpoint.answer,
		rows: endpoint.rows,
		oneOrMany: endpoint.oneOrMany,
	};
	const decoded = decodeAnswer(shape, answer.body, answer.contentType);
	if (!decoded.ok) failOnAnswer(connection, request, answer, decoded.problem, itemIndex);
	return decoded.value;
}
