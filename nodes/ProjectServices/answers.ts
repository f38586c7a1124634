// One request of a read and the value of its answer.
import type { ReadEndpoint } from '../../api/endpoint';
import { decodeAnswer } from '../../wire';
import { createAnswerReader } from '../../wire/fast/answerReader';
import { isEmptyRecord, type Projection } from '../../wire/fast/projection';
import type { Connection } from './connection';
import type { ServiceRequest } from './exchange';
import { failOnAnswer, send } from './transport';

/** What a read needs to ask: an execution's run has it, and a poll of the trigger. */
export interface Asking {
	readonly endpoint: ReadEndpoint;
	readonly connection: Connection;
}

const emptyAnswer = 'The service answered with an empty record.';

/**
 * Sends the request of a read and reads what comes back, while it comes, as the endpoint's answer.
 *
 * @param projection What of each row is wanted; the rest is never made
 * @throws NodeApiError when the request fails or its answer is something else.
 */
export async function fetchAnswer(
	{ endpoint, connection }: Asking,
	request: ServiceRequest,
	itemIndex?: number,
	projection?: Projection,
): Promise<unknown> {
	const shape = {
		schema: endpoint.mayAnswer ?? endpoint.answer,
		rows: endpoint.rows,
		oneOrMany: endpoint.oneOrMany,
	};
	const reader = (contentType: string | undefined) =>
		createAnswerReader(shape, { contentType, projection });
	const answer = await send(connection, { ...request, reader }, itemIndex);
	// Where there may be one, many or none, "no content" is none.
	if (answer.status === 204 && endpoint.oneOrMany) return [];
	if (!answer.reader) throw new Error('A success came without its reader.');
	const decoded = answer.reader.end();
	if (!decoded.ok) {
		const body = Buffer.from(answer.reader.received());
		failOnAnswer(connection, request, { ...answer, body }, decoded.problem, itemIndex);
	}
	if (shape.rows === undefined && isEmptyRecord(decoded.value)) {
		const body = Buffer.from(answer.reader.received());
		// What is not wanted was left out of the value: the whole answer may hold something.
		const whole = decodeAnswer(shape, body, answer.contentType);
		if (whole.ok && isEmptyRecord(whole.value))
			failOnAnswer(connection, request, { ...answer, body }, emptyAnswer, itemIndex);
	}
	return decoded.value;
}
