// Sends the request of a read and decodes its response while it arrives.
import type { ReadEndpoint } from '../../api/endpoint';
import { isRecord } from '../../api/schema/types';
import type { Projection } from '../../wire/projection';
import type { FailedResult } from '../../wire';
import { ResponseReader } from '../../wire/response';
import { EMPTY_RECORD } from '../../wire/expectedShape';
import { addDrift } from '../clientReport';
import { redact } from '../failures/redaction';
import type { ServiceClient } from '../transport/serviceClient';
import { readerOf, responseError, type ServiceRequest } from '../transport/serviceRequest';
import { send } from '../transport/send';

export function listIn(response: unknown, name: string | undefined): readonly unknown[] {
	const list = name === undefined || !isRecord(response) ? undefined : response[name];
	return Array.isArray(list) ? list : [];
}

/** Whether a row has no field at all; if only some fields are read, this cannot be told. */
function hasEmptyRow(
	value: unknown,
	{ rows }: ReadEndpoint,
	{ fields, onlyFilled, where }: Projection = {},
): boolean {
	if (fields || onlyFilled || where) return false;
	return listIn(value, rows).some((row) => {
		for (const _ in row as object) return false;
		return true;
	});
}

const SAID_FAILURE = 'The service responded with an error instead of data';

interface Decoded {
	readonly value: unknown;
	/** How many entries of its list were null: they are left out. */
	readonly nulls?: number | undefined;
}

/**
 * Sends the request of a read and decodes the response while it arrives.
 *
 * @param projection Which fields of a row to read; the others are never made
 * @throws ServiceError when the request fails or its response is something else
 */
export async function readResponse(
	client: ServiceClient,
	endpoint: ReadEndpoint,
	request: ServiceRequest,
	projection?: Projection,
): Promise<Decoded> {
	const { rows, oneOrMany, response: schema, fullerResponse = schema } = endpoint;
	const shape = { schema: fullerResponse, rows, oneOrMany };
	const response = await send(client, {
		...request,
		reader: (contentType) => new ResponseReader(shape, { contentType, projection }),
	});
	const { status } = response;
	// Where there may be one, many or none, "no content" is none.
	if (status === 204 && oneOrMany) return { value: [] };
	const reader = readerOf(response, ResponseReader);
	const decoded = reader.end();
	const errorFor = (failure: Pick<FailedResult, 'problem' | 'isTooLarge'>) =>
		responseError(client, response, Buffer.from(reader.received), failure);
	if (!decoded.ok) throw errorFor(decoded);
	const { report, secrets } = client;
	if (decoded.drift) addDrift(report, decoded.drift, secrets);
	if (decoded.otherSpelling !== undefined)
		report.otherSpelling ??= redact(decoded.otherSpelling, secrets);
	if (decoded.isFailure) throw errorFor({ problem: SAID_FAILURE });
	if (decoded.isEmpty || hasEmptyRow(decoded.value, endpoint, projection))
		throw errorFor({ problem: EMPTY_RECORD });
	// Those of a list in pages are counted when it was read.
	if (request.page === undefined) report.nulls += decoded.nulls ?? 0;
	return decoded;
}
