// The answers that a fault gives instead of the service's.
import { usualError, writeError } from '../responses/errors';
import type { Fault } from './faults';
import { acceptedMedia, formatOf } from '../responses/media';
import type { ServiceRequest, ServiceResponse } from '../service';

/** An answer made of text. */
export function plain(
	status: number,
	contentType: string,
	text: string,
	headers = {},
): ServiceResponse {
	return { status, headers: { 'content-type': contentType, ...headers }, body: Buffer.from(text) };
}

const htmlPage =
	'<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><h1>Please sign in</h1></body></html>';

function statusAnswer(
	fault: Extract<Fault, { kind: 'status' }>,
	request: ServiceRequest,
): ServiceResponse {
	const { status, body, contentType, headers } = fault;
	const media = acceptedMedia(request.headers.accept) ?? 'application/json';
	if (typeof body === 'string') return plain(status, contentType ?? 'text/plain', body, headers);
	const text = writeError({ ...usualError(status), ...body }, formatOf(media));
	return plain(status, contentType ?? `${media}; charset=utf-8`, text, headers);
}

function echoAnswer(request: ServiceRequest, status: number): ServiceResponse {
	const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
	const media = acceptedMedia(request.headers.accept) ?? 'application/json';
	const Message = `The request could not be handled. It was: ${lines.join('; ')}`;
	return plain(status, `${media}; charset=utf-8`, writeError({ Message }, formatOf(media)));
}

/** The answer that a fault gives instead of the service's, without the request being carried out. */
export function answerInstead(
	fault: Fault | undefined,
	request: ServiceRequest,
): ServiceResponse | undefined {
	switch (fault?.kind) {
		case 'status':
			return statusAnswer(fault, request);
		case 'html':
			return plain(fault.status ?? 200, 'text/html; charset=utf-8', htmlPage);
		case 'empty':
			return plain(fault.status ?? 200, 'application/json; charset=utf-8', '');
		case 'body':
			return plain(fault.status ?? 200, fault.contentType ?? 'application/json', fault.body);
		case 'redirect':
			return plain(fault.status ?? 302, 'text/plain', '', {
				location: fault.location ?? request.target,
			});
		case 'echoHeaders':
			return echoAnswer(request, fault.status ?? 500);
		default:
			return undefined;
	}
}
