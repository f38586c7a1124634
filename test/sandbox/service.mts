// One request to the simulated service: found, checked, carried out and answered. Knows no sockets.
import { endpoints, type EndpointEntry } from '../../api';
import { OlderProductCatalog, ProductCatalog } from '../../api/resources/productCatalog';
import { isRecord, list, type Schema } from '../../api/schema/types';
import { PublishResponse } from '../../api/shared';
import type { Values } from './data/filling';
import { alterAnswer, alterBytes, otherAnswer, type Answer, type Fault } from './faults';
import { pageOf, SPELLINGS, withDates, type Habits, type ListHabits } from './habits';
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
import { publish } from './publishing';
import { askedFor, newTransaction, type Queue, statusOf } from './queue';
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
	/** How both lists differ from what the document lets expect. */
	readonly listHabits: ListHabits;
	readonly habits: Habits;
	/** Left out, publishes are applied at once; see queue.ts. */
	readonly queue?: Queue;
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
	habits: {},
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

/** The type of an answer; nothing where the service does not have what is asked for. */
function mediaOf(request: ServiceRequest, { formats }: Habits): MediaType | undefined {
	const accepted = acceptedMedia(request);
	if (!formats || !accepted) return accepted;
	const own = formats.startsWith('json') ? 'application/json' : 'application/xml';
	return formats.endsWith('Only') && own !== accepted ? undefined : own;
}

/** An error with the names that the service has for its members. */
function spelledError<Body extends object>(body: Body, { names }: Habits): Body {
	const members = Object.entries(body).map(([name, value]) => [
		names && /^[A-Z]\w*$/.test(name) ? SPELLINGS[names](name) : name,
		value,
	]);
	return Object.fromEntries(members) as Body;
}

/** Answers a request; `fault` is what goes wrong with it, if anything. */
export function respond(service: Service, request: ServiceRequest, fault?: Fault): Outcome {
	const { habits } = service.options;
	const { credential } = habits;
	const media = mediaOf(request, habits);
	try {
		if (credential && request.headers[credential.header] !== credential.value)
			throw new Refused(401);
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
		const body = spelledError(refused.body, habits);
		const own = habits.formats?.startsWith('xml') ? 'application/xml' : 'application/json';
		return { response: errorResponse(refused.status, body, media ?? own) };
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
	const { projectList } = service.options.habits;
	if (projectList && route.operationKey === 'changeOrderProject/getAll')
		throw new Refused(projectList);
	const list = listHabitsOf(service, route.operationKey);
	const { value, problems } = checkQuery(endpoint.query, request.pairs);
	const isPaged = request.pairs.some(([name]) => name === 'pageNumber');
	const query = isPaged || !list ? value : { ...value, pageNumber: list.firstPage ?? 1 };
	const wrongPages = (list ? ['pageSize'] : ['pageNumber', 'pageSize'])
		.filter((name) => name in query && !(Number(query[name]) >= 1))
		.map((path) => ({ path, message: `The field ${path} must be 1 or more.` }));
	if (problems.length + wrongPages.length > 0) throw invalid(...problems, ...wrongPages);
	const body = takeBody(request, endpoint);
	const answer = (asked: Values) => answerRead(route, service, asked, body);
	const altered = alterAnswer(fault, service.state, route, query, answer);
	return { response: written(exchange, altered), body };
}

/** How the service pages the list that is asked for; nothing where that is as documented. */
function listHabitsOf({ options: { habits } }: Service, address: string): ListHabits | undefined {
	return address.startsWith('productCatalog/') ? habits.catalog : habits.projects;
}

function takeBody(
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
	const { dialect, habits } = service.options;
	const spelled = habits.names && SPELLINGS[habits.names];
	const own = habits.offsets ? withDates(schema, value, habits) : value;
	const text = isJson(media)
		? writeJson(schema, own, spelled)
		: writeXml(schema, own, dialect, { spelled });
	return alterBytes(fault, ok(media, text));
}

/** What became of a transaction; the document says that a service tells, but not where. */
function transactionStatus(
	{ options, state }: Service,
	request: ServiceRequest,
	media: MediaType,
): ServiceResponse | undefined {
	const id = askedFor(request);
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
	const { rows, total } = pageOf([...products.values()], page, {
		...options.listHabits,
		...options.habits.catalog,
	});
	const value: Values = {
		...{ ...head, TotalProductsCount: total },
		Products: rows,
		...(deletedProductIds && { DeletedProductIds: [...deleted.values()] }),
	};
	return { schema: ProductCatalog, value };
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
function answerRead(
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
			const { listHabits, habits } = service.options;
			const { rows, total } = pageOf(wanted, query, { ...listHabits, ...habits.projects });
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
