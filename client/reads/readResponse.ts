// Sends the request of a read and decodes its response while it arrives.
import { type ReadEndpoint, rowSchema } from '../../api/endpoint';
import { isRecord } from '../../api/schema/types';
import type { Projection } from '../../wire/projection';
import { ResponseReader } from '../../wire/response';
import { EMPTY_RECORD, onlyRowProblem } from '../../wire/expectedShape';
import { addDrift } from '../clientReport';
import type { ServiceClient } from '../transport/serviceClient';
import { responseError, type ServiceRequest } from '../transport/serviceRequest';
import { send } from '../transport/send';

export function listIn(response: unknown, name: string | undefined): readonly unknown[] {
	const list = name === undefined || !isRecord(response) ? undefined : response[name];
	return Array.isArray(list) ? list : [];
}

function readsWholeRows({ fields, onlyFilled, where }: Projection = {}): boolean {
	return !fields && !onlyFilled && !where;
}

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
	const { reader, status } = response;
	// Where there may be one, many or none, "no content" is none.
	if (status === 204 && oneOrMany) return { value: [] };
	// After the first page, it is the end of a list.
	if (status === 204 && (request.page ?? 1) > 1) return { value: {} };
	if (!reader) throw new Error('A success came without its reader.');
	const decoded = reader.end();
	const fail = (failure: { readonly problem: string; readonly isTooLarge?: true | undefined }) =>
		responseError(client, response, Buffer.from(reader.received), failure);
	if (!decoded.ok) throw fail(decoded);
	if (decoded.drift) addDrift(client.report, decoded.drift);
	client.report.otherSpelling ??= decoded.otherSpelling;
	if (decoded.isEmpty) throw fail({ problem: EMPTY_RECORD });
	// Rows of which only a part was read may lack the fields that tell what they are.
	if (rows !== undefined && readsWholeRows(projection)) {
		const problem = onlyRowProblem(
			rowSchema({ response: fullerResponse, rows }),
			listIn(decoded.value, rows),
		);
		if (problem !== undefined) throw fail({ problem });
	}
	client.report.nulls += decoded.nulls ?? 0;
	return decoded;
}
