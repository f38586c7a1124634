// One request to the simulated service: found, checked, carried out and answered. Knows no sockets.
import type { EndpointEntry } from '../../api';
import type { WriteEndpoint } from '../../api/endpoint';
import { PublishResponse } from '../../api/shared';
import { alterAnswer, alterBytes, otherAnswer } from './faults/alterations';
import { answerRead, findRoute, methodsOf, type Answer } from './responses/answers';
import { readBody } from './requests/bodies';
import { invalidRequest, usualError, writeError, type ErrorBody } from './responses/errors';
import type { Fault } from './faults/faults';
import type { Values } from './data/filling';
import { writeJson } from './responses/jsonWriter';
import { acceptedMedia, bodyFormat, formatOf, type MediaType } from './responses/media';
import type { SandboxOptions } from './options';
import { publish, type Refusal } from './publishing';
import { checkQuery, type QueryPairs } from './requests/query';
import { withNulls } from './responses/shaping';
import { newId, type State } from './state';
import { UnreadableBody } from './requests/tree';
import { writeXml, type Dialect } from './responses/xmlWriter';

export interface ServiceRequest {
	readonly method: string;
	readonly path: string;
	readonly pairs: QueryPairs;
	/** Path and query as they came. */
	readonly target: string;
	/** By name in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly rawBody: Buffer;
}

export interface ServiceResponse {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

export interface Service {
	readonly options: SandboxOptions;
	readonly state: State;
	/** Rendered catalog pages, where they are kept. */
	readonly rendered: Map<string, Buffer>;
}

/** What became of a request, with what the log wants to know of it. */
export interface Outcome {
	readonly response: ServiceResponse;
	/** The body as the service understood it. */
	readonly body?: unknown;
	/** Whether it was a write, and was carried out. */
	readonly applied?: boolean;
}

interface Exchange {
	readonly service: Service;
	readonly request: ServiceRequest;
	readonly route: EndpointEntry;
	readonly media: MediaType;
	readonly fault: Fault | undefined;
}

function errorResponse(
	status: number,
	body: ErrorBody,
	media: MediaType,
	headers = {},
): ServiceResponse {
	const text = writeError(body, formatOf(media));
	return {
		status,
		headers: { 'content-type': `${media}; charset=utf-8`, ...headers },
		body: Buffer.from(text),
	};
}

function isAuthorized({ authentication }: SandboxOptions, { headers }: ServiceRequest): boolean {
	switch (authentication?.kind) {
		case 'headerKey':
			return headers[authentication.name.toLowerCase()] === authentication.value;
		case 'basic': {
			const pair = Buffer.from(`${authentication.username}:${authentication.password}`);
			return headers.authorization === `Basic ${pair.toString('base64')}`;
		}
		case 'bearer':
			return headers.authorization === `Bearer ${authentication.token}`;
		case undefined:
			return true;
		default:
			return authentication satisfies never;
	}
}

/** Answers a request; `fault` is what goes wrong with it, if anything. */
export function respond(
	service: Service,
	request: ServiceRequest,
	fault: Fault | undefined,
): Outcome {
	const media = acceptedMedia(request.headers.accept);
	if (!media) {
		const Message = `None of '${String(request.headers.accept)}' can be written.`;
		return { response: errorResponse(406, { Message }, 'application/json') };
	}
	if (!isAuthorized(service.options, request)) {
		const headers = { 'www-authenticate': service.options.authentication?.kind ?? '' };
		return { response: errorResponse(401, usualError(401), media, headers) };
	}
	const route = findRoute(request.method, request.path, request.pairs);
	if (!route) {
		const status = methodsOf(request.path).length > 0 ? 405 : 404;
		const MessageDetail = `No action was found for ${request.method} ${request.path}.`;
		return { response: errorResponse(status, { ...usualError(status), MessageDetail }, media) };
	}
	return carryOut({ service, request, route, media, fault });
}

function carryOut(exchange: Exchange): Outcome {
	const { route, media, request } = exchange;
	const { endpoint } = route;
	const query = checkQuery(endpoint.kind === 'read' ? endpoint.query : {}, request.pairs);
	const problems = [...query.problems, ...pageProblems(query.values)];
	if (problems.length > 0) {
		return { response: errorResponse(400, invalidRequest(problems), media) };
	}
	const body = takeBody(exchange);
	if ('status' in body) return { response: body };
	const response =
		endpoint.kind === 'read'
			? readResponse(exchange, query.values, body.value)
			: writeResponse(exchange, endpoint, body.value as Values);
	const applied = endpoint.kind === 'write' && response.status < 300;
	return { response, body: body.value, applied };
}

function pageProblems(values: Readonly<Record<string, unknown>>) {
	return ['pageNumber', 'pageSize']
		.filter((name) => name in values && !(Number(values[name]) >= 1))
		.map((path) => ({ path, message: `The field ${path} must be 1 or more.` }));
}

function unsupported(media: MediaType, contentType: string | undefined): ServiceResponse {
	const Message = contentType
		? `The request entity's media type '${contentType}' is not supported for this resource.`
		: 'The request contains an entity body but no Content-Type header.';
	return errorResponse(415, { Message }, media);
}

function takeBody({
	service,
	request,
	route,
	media,
}: Exchange): { value: unknown } | ServiceResponse {
	const { endpoint } = route;
	const { rawBody, headers } = request;
	if (!endpoint.body) {
		if (rawBody.length === 0) return { value: undefined };
		return errorResponse(400, { Message: 'A GET request carries no body.' }, media);
	}
	if (rawBody.length > service.options.largestBody) {
		return errorResponse(400, { Message: 'Maximum request length exceeded.' }, media);
	}
	const format = bodyFormat(headers['content-type']);
	const takesForm = endpoint.kind === 'read' || endpoint.form === true;
	if (!format || (format === 'form' && !takesForm)) {
		return unsupported(media, headers['content-type']);
	}
	try {
		const { value, problems } = readBody(endpoint.body, format, utf8(rawBody));
		if (problems.length === 0) return checkCount(route, media, value);
		return errorResponse(400, invalidRequest(problems), media);
	} catch (error) {
		if (!(error instanceof UnreadableBody)) throw error;
		const problem = { path: 'body', message: error.message };
		return errorResponse(400, invalidRequest([problem]), media);
	}
}

function utf8(bytes: Buffer): string {
	const text = bytes.toString('utf8');
	if (!Buffer.from(text).equals(bytes)) throw new UnreadableBody('The body is not UTF-8.');
	return text;
}

function checkCount(
	{ endpoint }: EndpointEntry,
	media: MediaType,
	value: unknown,
): { value: unknown } | ServiceResponse {
	const most = endpoint.kind === 'read' ? endpoint.idsPerRequest : undefined;
	if (most === undefined || !Array.isArray(value)) return { value };
	if (value.length > 0 && value.length <= most) return { value };
	const message = `From 1 to ${most} ids are taken in one request, not ${value.length}.`;
	return errorResponse(400, invalidRequest([{ path: 'body', message }]), media);
}

function refusal({ status, field, message }: Refusal, media: MediaType): ServiceResponse {
	const body = field ? invalidRequest([{ path: field, message }]) : { Message: message };
	return errorResponse(status, body, media);
}

function readResponse(exchange: Exchange, query: Values, body: unknown): ServiceResponse {
	const { service, route, media, fault } = exchange;
	const key = cacheKey(exchange);
	const kept = key === undefined ? undefined : service.rendered.get(key);
	if (kept) return okResponse(media, kept);
	const ask = (asked: Values): Answer | Refusal =>
		answerRead(route, service.state, asked, body, service.options);
	const answer = fault ? alterAnswer(fault, exchange, query, ask) : ask(query);
	if ('status' in answer) return refusal(answer, media);
	const response = written(exchange, answer);
	if (key !== undefined) service.rendered.set(key, response.body);
	return response;
}

// Only whole answers are kept, and only until the next change.
function cacheKey({ service, request, route, media, fault }: Exchange): string | undefined {
	if (!service.options.prerender || fault || route.resource.resource !== 'productCatalog') {
		return undefined;
	}
	return [service.state.version, request.target, media, dialectOf(service, request)].join(' ');
}

function dialectOf({ options }: Service, { headers }: ServiceRequest): Dialect {
	const asked = headers['x-sandbox-dialect'];
	return asked === 'dataContract' || asked === 'xmlSerializer' ? asked : options.dialect;
}

function okResponse(media: MediaType, body: Buffer): ServiceResponse {
	return { status: 200, headers: { 'content-type': `${media}; charset=utf-8` }, body };
}

function written({ service, request, media, fault }: Exchange, answer: Answer): ServiceResponse {
	const { options } = service;
	const value = options.everyField ? withNulls(answer.schema, answer.value) : answer.value;
	const text =
		formatOf(media) === 'json'
			? writeJson(answer.schema, value)
			: writeXml(answer.schema, value, dialectOf(service, request), {
					...(options.nulls ? { nulls: options.nulls } : {}),
					...(fault?.kind === 'utf16' ? { declaration: 'utf-16' } : {}),
				});
	const response = okResponse(media, Buffer.from(text));
	return fault ? alterBytes(fault, response) : response;
}

function openAnswer({ route, service }: Exchange): SandboxOptions['publishCatalogAnswer'] {
	switch (route.operationKey) {
		case 'productCatalog/publish':
			return service.options.publishCatalogAnswer;
		case 'project/update':
			return service.options.updateProjectAnswer;
		default:
			return 'publishResponse';
	}
}

function writeResponse(exchange: Exchange, endpoint: WriteEndpoint, body: Values): ServiceResponse {
	const { service, route, media, fault } = exchange;
	const refused = publish(service.state, route.operationKey, body);
	if (refused) return refusal(refused, media);
	if (fault?.kind === 'otherResource') return written(exchange, otherAnswer(service.state, ''));
	const form = openAnswer(exchange);
	switch (form) {
		case 'empty':
			return { status: 200, headers: {}, body: Buffer.alloc(0) };
		case 'noContent':
			return { status: 204, headers: {}, body: Buffer.alloc(0) };
		case 'true':
			return okResponse(
				media,
				Buffer.from(formatOf(media) === 'json' ? 'true' : '<boolean>true</boolean>'),
			);
		case 'publishResponse': {
			const Message = `${endpoint.name} was received successfully.`;
			const value = { MessageId: newId(service.state, 'message'), Message };
			return written(exchange, { schema: PublishResponse, value });
		}
		default:
			return form satisfies never;
	}
}
