// One request to the simulated service: found, checked, carried out and answered. Knows no sockets.
import { endpoints, type EndpointEntry } from '../../api';
import { OlderProductCatalog, ProductCatalog } from '../../api/resources/productCatalog';
import { isRecord, list, type Schema } from '../../api/schema/types';
import { PublishResponse } from '../../api/shared';
import type { Values } from './data/filling';
import { alterAnswer, alterBytes, otherAnswer, type Answer, type Fault } from './faults';
import {
	acceptedMedia,
	bodyFormat,
	errorResponse,
	invalid,
	isJson,
	notFound,
	Refused,
	response,
	usualError,
	xmlMember,
	type MediaType,
	type ServiceRequest,
	type ServiceResponse,
} from './responses/messages';
import type { Personality } from './personality.mjs';
import { publish } from './publishing';
import { askedFor, newTransaction, type Queue, type Statuses, statusOf } from './queue';
import { checkQuery, readBody } from './requests/checking.mjs';
import { UnreadableBody } from './requests/reading.mjs';
import { writeJson } from './responses/jsonWriter';
import { writeXml, type Dialect } from './responses/xmlWriter';
import { findRecord, newId, type RecordType, type State } from './state';

export interface SandboxOptions {
	/** 0 takes any free port. */
	readonly port: number;
	readonly seed: number;
	/** How many products the seeded catalog has. */
	readonly products: number;
	/** Every answer waits this long. */
	readonly latencyMs: number;
	/** How XML is written. */
	readonly dialect: Dialect;
	/** Endpoints 7 and 8: the form of the catalog; `byPaging` gives the older one where no page is requested. */
	readonly catalogForm: 'byPaging' | 'full' | 'older';
	/** Whether catalogs name their deleted products ("only with automated server exports"). */
	readonly deletedProductIds: boolean;
	/** How lists differ from what the document lets expect. */
	readonly listHabits: ListHabits;
	/** Habits of its own; with them, nothing of faults applies. */
	readonly personality?: Personality;
	/** Left out, publishes are applied at once; see queue.ts. */
	readonly queue?: Queue;
	/** Where the status of a transaction is found; see queue.ts. */
	readonly statuses: Statuses;
}

/** Habits that services were seen to have. */
export interface ListHabits {
	/** How many rows come before each null. */
	readonly nullAfter?: number;
}

export const defaults: SandboxOptions = {
	port: 0,
	seed: 1,
	products: 250,
	latencyMs: 0,
	dialect: 'xmlSerializer',
	catalogForm: 'byPaging',
	deletedProductIds: true,
	listHabits: {},
	statuses: 'path',
};

export interface Service {
	readonly options: SandboxOptions;
	readonly state: State;
}

/** What became of a request, with what the log wants to know of it. */
export interface Outcome {
	readonly response: ServiceResponse;
	/** The body as the service understood it. */
	readonly body?: unknown;
	/** Whether it was a write, and was carried out. */
	readonly applied?: boolean;
}

/** The endpoint that a request is for; of two with one path, the one with the parameters of the request. */
export function findRoute({ method, path, pairs }: ServiceRequest): EndpointEntry | undefined {
	const routes = endpoints
		.filter(({ endpoint }) => endpoint.method === method && endpoint.path === path)
		.map((entry) => ({ entry, names: entry.endpoint.kind === 'read' ? entry.endpoint.query : {} }));
	const fitting = routes.filter(({ names }) =>
		pairs.every(([name]) => name.replace(/\[\d+\]$/, '') in names),
	);
	const size = ({ names }: (typeof routes)[number]) => Object.keys(names).length;
	return (fitting.sort((a, b) => size(a) - size(b))[0] ?? routes[0])?.entry;
}

/** Answers a request; `fault` is what goes wrong with it, if anything. */
export function respond(service: Service, request: ServiceRequest, fault?: Fault): Outcome {
	const media = acceptedMedia(request);
	try {
		if (!media) {
			const Message = `None of '${String(request.headers.accept)}' can be written.`;
			throw new Refused(406, { Message });
		}
		const answered = transactionStatus(service, request, media);
		if (answered) return { response: answered };
		const route = findRoute(request);
		if (route) return carryOut({ service, request, route, media, fault });
		const isKnown = endpoints.some(({ endpoint }) => endpoint.path === request.path);
		const status = isKnown ? 405 : 404;
		const MessageDetail = `No action was found for ${request.method} ${request.path}.`;
		throw new Refused(status, { ...usualError(status), MessageDetail });
	} catch (error) {
		const problem = (message: string) => invalid({ path: 'body', message });
		const refused = error instanceof UnreadableBody ? problem(error.message) : error;
		if (!(refused instanceof Refused)) throw error;
		return { response: errorResponse(refused.status, refused.body, media ?? 'application/json') };
	}
}

interface Exchange {
	readonly service: Service;
	readonly request: ServiceRequest;
	readonly route: EndpointEntry;
	readonly media: MediaType;
	readonly fault: Fault | undefined;
}

function carryOut(exchange: Exchange): Outcome {
	const { service, route, request, fault } = exchange;
	const { endpoint } = route;
	if (endpoint.kind === 'write') {
		if (request.pairs.length > 0) throw invalid({ path: '', message: 'No parameter is taken.' });
		const body = takeBody(request, endpoint);
		const apply = (applied: Values) => publish(service.state, route.operationKey, applied);
		const hasReceipt = route.operationKey !== 'productCatalog/publish';
		const queue = hasReceipt ? service.options.queue : undefined;
		if (!queue) apply(body as Values);
		const MessageId = hasReceipt ? newId(service.state, 'message') : undefined;
		const transaction = newTransaction(queue ?? {}, body as Values, queue && apply);
		if (MessageId !== undefined) service.state.transactions.set(MessageId, transaction);
		return { response: publishResponse(exchange, MessageId), body, applied: true };
	}
	const { value: query, problems } = checkQuery(endpoint.query, request.pairs);
	const wrongPages = ['pageNumber', 'pageSize']
		.filter((name) => name in query && !(Number(query[name]) >= 1))
		.map((path) => ({ path, message: `The field ${path} must be 1 or more.` }));
	if (problems.length + wrongPages.length > 0) throw invalid(...problems, ...wrongPages);
	const body = takeBody(request, endpoint);
	const answer = (asked: Values) => answerRead(route, service, asked, body);
	const altered = alterAnswer(fault, service.state, route, query, answer);
	return { response: written(exchange, altered), body };
}

export function takeBody(
	{ rawBody, headers }: ServiceRequest,
	endpoint: EndpointEntry['endpoint'],
): unknown {
	if (!endpoint.body) {
		if (rawBody.length === 0) return undefined;
		throw new Refused(400, { Message: 'A GET request carries no body.' });
	}
	const type = headers['content-type'];
	const format = bodyFormat(type);
	const takesForm = endpoint.kind === 'read' || endpoint.form === true;
	if (!format || (format === 'form' && !takesForm)) {
		const Message = `The media type '${String(type)}' is not supported for this resource.`;
		throw new Refused(415, { Message });
	}
	const text = rawBody.toString('utf8');
	if (!Buffer.from(text).equals(rawBody)) throw new UnreadableBody('The body is not UTF-8.');
	const { value, problems } = readBody(endpoint.body, format, text);
	if (problems.length > 0) throw invalid(...problems);
	const most = endpoint.kind === 'read' ? endpoint.idsPerRequest : undefined;
	if (most === undefined || !Array.isArray(value)) return value;
	if (value.length > 0 && value.length <= most) return value;
	const message = `From 1 to ${most} ids are taken in one request, not ${value.length}.`;
	throw invalid({ path: 'body', message });
}

function ok(media: MediaType, text: string): ServiceResponse {
	return response(200, `${media}; charset=utf-8`, text);
}

function written({ service, media, fault }: Exchange, { schema, value }: Answer): ServiceResponse {
	const { dialect } = service.options;
	const text = isJson(media) ? writeJson(schema, value) : writeXml(schema, value, dialect);
	return alterBytes(fault, ok(media, text));
}

/** What became of a transaction; the document says that a service tells, but not where. */
export function transactionStatus(
	{ options, state }: Service,
	request: ServiceRequest,
	media: MediaType,
): ServiceResponse | undefined {
	const id = askedFor(request, options.statuses);
	if (id === undefined) return undefined;
	const transaction = state.transactions.get(id);
	if (!transaction) throw notFound('transaction', id);
	const status = statusOf(id, transaction, options.queue);
	return ok(media, isJson(media) ? JSON.stringify(status) : xmlMember('Status', status));
}

/** A catalog's publish is answered with nothing, as the document shows nothing. */
function publishResponse(exchange: Exchange, MessageId: string | undefined): ServiceResponse {
	const { service, route, fault } = exchange;
	if (fault?.kind === 'otherResource') return written(exchange, otherAnswer(service.state, ''));
	if (MessageId === undefined) return { status: 200, headers: {}, body: Buffer.alloc(0) };
	const Message = `${route.endpoint.name} was received successfully.`;
	const value = { MessageId, Message };
	return written(exchange, { schema: PublishResponse, value });
}

/** Only the fields that the schema knows, in what it holds as well: a record's older form. */
function known(schema: Schema, value: unknown): unknown {
	if (schema.kind === 'list' && Array.isArray(value)) {
		return value.map((item) => known(schema.item, item));
	}
	if (schema.kind !== 'record' || !isRecord(value)) return value;
	const held = schema.fields.filter(({ name }) => value[name] !== undefined);
	return Object.fromEntries(
		held.map((field) => [field.name, known(field.schema, value[field.name])]),
	);
}

function readCatalog({ state, options }: Service, query: Values, isPaged: boolean): Answer {
	const catalog = state.catalogs.get(String(query.id));
	if (!catalog) throw notFound('product catalog', String(query.id));
	const { head, products, deleted } = catalog;
	const { catalogForm: form, deletedProductIds } = options;
	if (form === 'older' || (form === 'byPaging' && !isPaged)) {
		const value = known(OlderProductCatalog, { ...head, Products: [...products.values()] });
		return { schema: OlderProductCatalog, value };
	}
	const page = { pageNumber: 1, pageSize: 10_000, ...query };
	const { rows, total } = listPage([...products.values()], page, options.listHabits);
	const value: Values = {
		...{ ...head, TotalProductsCount: total },
		Products: rows,
		...(deletedProductIds && { DeletedProductIds: [...deleted.values()] }),
	};
	return { schema: ProductCatalog, value };
}

/** A page of a list, and the number that is announced with it. */
function listPage(
	all: readonly Values[],
	{ pageNumber, pageSize }: Values,
	habits: ListHabits,
): { rows: unknown[]; total: number } {
	const { nullAfter } = habits;
	const isBeforeNull = (index: number) => nullAfter !== undefined && (index + 1) % nullAfter === 0;
	const entries =
		nullAfter === undefined
			? all
			: all.flatMap((row, index) => (isBeforeNull(index) ? [row, null] : [row]));
	const start = (Number(pageNumber) - 1) * Number(pageSize);
	const rows = entries.slice(start, start + Number(pageSize));
	return { rows, total: entries.length };
}

function isWanted(project: Values, query: Values): boolean {
	const { projectId, clients, progresses, searchText, includeImported } = query;
	const { ClientId, Client, ClientNumber, Progress, ImportedOn } = project;
	const ids = [ClientId, Client, ClientNumber];
	const searched = ['Name', 'Number', 'COName', 'CODescription', 'Client']
		.map((name) => String(project[name] ?? '').toLowerCase())
		.some((text) => text.includes(String(searchText ?? '').toLowerCase()));
	return (
		(projectId === undefined || project.ProjectId === projectId) &&
		(!Array.isArray(clients) || ids.some((id) => clients.includes(id))) &&
		(!Array.isArray(progresses) || progresses.includes(Progress)) &&
		(includeImported === true || typeof ImportedOn !== 'string') &&
		searched
	);
}

/** The answer to a read; `body` is the list of ids of the one read that is a POST. */
export function answerRead(
	{ operationKey: key, resource, endpoint }: EndpointEntry,
	service: Service,
	query: Values,
	body: unknown,
): Answer {
	if (endpoint.kind !== 'read') throw new Error(`${key} is not a read.`);
	const { response: schema } = endpoint;
	const { state } = service;
	switch (key) {
		case 'productCatalog/get':
		case 'productCatalog/getOlderVariant':
			return readCatalog(service, query, key === 'productCatalog/get');
		case 'changeOrderProject/getAll': {
			const all = [...state.records.changeOrderProject.values()];
			const wanted = all.filter((project) => isWanted(project, query));
			const { listHabits } = service.options;
			const { rows, total } = listPage(wanted, query, listHabits);
			return { schema, value: { COProjects: rows, TotalCount: total } };
		}
		// One task where there is one, and a list otherwise.
		case 'task/getByProject': {
			const all = [...state.records.task.values()];
			const tasks = all.filter(({ ProjectId }) => ProjectId === query.projectId);
			return tasks.length === 1
				? { schema, value: tasks[0] }
				: { schema: list(schema), value: tasks };
		}
		case 'client/getAll': {
			const found = new Set((body as string[]).map((id) => findRecord(state, 'client', id)));
			found.delete(undefined);
			return { schema, value: [...found] };
		}
		default: {
			const value = findRecord(state, resource.resource as RecordType, String(query.id));
			if (!value) throw notFound(resource.name.toLowerCase(), String(query.id));
			return { schema, value };
		}
	}
}
