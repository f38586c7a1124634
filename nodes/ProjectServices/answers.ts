// One request of a read and the value of its answer.
import type { ReadEndpoint } from '../../api/endpoint';
import { decodeAnswer } from '../../wire';
import type { Run } from './run';
import { failOnAnswer, send, type ServiceRequest } from './transport';

/**
 * Sends the request of a read and reads what came back as the endpoint's answer.
 *
 * @throws NodeApiError when the request fails or its answer is something else.
 */
export async function fetchAnswer(
	run: Run<ReadEndpoint>,
	request: ServiceRequest,
	itemIndex?: number,
): Promise<unknown> {
	const { endpoint, connection } = run;
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
