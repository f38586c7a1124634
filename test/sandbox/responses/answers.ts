// What the service answers to a read whose parameters are in order.
import { OlderProductCatalog, ProductCatalog } from '../../../api/resources/productCatalog';
import { endpoints, type EndpointEntry } from '../../../api';
import { list, type Schema } from '../../../api/schema/types';
import { productCount, productsFrom, type Catalog } from '../data/catalog';
import type { Values } from '../data/filling';
import type { Refusal } from '../publishing';
import { onlyKnown } from './shaping';
import { parameterName, type QueryPairs } from '../requests/query';
import { findRecord, type RecordType, type State } from '../state';

/** The choices that the document leaves open. */
export interface AnswerOptions {
	/** Endpoint 4: one task where there is one and a list where there are several, or always the same. */
	readonly tasksByProject: 'byCount' | 'list' | 'first';
	/** Endpoint 4 for a project without tasks. */
	readonly noTasks: 'emptyList' | 'notFound' | 'null';
	/** Endpoints 7 and 8: which form is given; `reversed` gives the older one where a page is asked for. */
	readonly catalogForm: 'byPaging' | 'reversed' | 'full' | 'older';
	/** Whether catalogs name their deleted products ("only with automated server exports"). */
	readonly deletedProductIds: boolean;
}

export interface Answer {
	readonly schema: Schema;
	readonly value: unknown;
}

/** The endpoint that a request is for; of two with one path, the one whose parameters are the given. */
export function findRoute(
	method: string,
	path: string,
	pairs: QueryPairs,
): EndpointEntry | undefined {
	const routes = endpoints.filter(({ endpoint }) => {
		return endpoint.method === method && endpoint.path === path;
	});
	const sizeOf = ({ endpoint }: EndpointEntry): number =>
		endpoint.kind === 'read' ? Object.keys(endpoint.query).length : 0;
	const fitting = routes.filter(({ endpoint }) => {
		const query = endpoint.kind === 'read' ? endpoint.query : {};
		return pairs.every(([name]) => parameterName(name) in query);
	});
	return fitting.sort((a, b) => sizeOf(a) - sizeOf(b))[0] ?? routes[0];
}

/** Whether a path is the service's under another method. */
export function methodsOf(path: string): string[] {
	const same = endpoints.filter(({ endpoint }) => endpoint.path === path);
	return [...new Set(same.map(({ endpoint }) => endpoint.method))];
}

/** Where a page of rows begins and how many it may hold. */
function pageOf(query: Values): { start: number; size: number } {
	const size = Number(query.pageSize);
	return { start: (Number(query.pageNumber) - 1) * size, size };
}

function catalogAnswer(catalog: Catalog, query: Values, older: boolean, deleted: boolean): Answer {
	if (older) {
		const Products = productsFrom(catalog, 0, productCount(catalog));
		const value = onlyKnown(OlderProductCatalog, { ...catalog.head, Products });
		return { schema: OlderProductCatalog, value };
	}
	const { start, size } = pageOf(query);
	const value = {
		...catalog.head,
		TotalProductsCount: productCount(catalog),
		Products: productsFrom(catalog, start, size),
		...(deleted ? { DeletedProductIds: [...catalog.deleted.values()] } : {}),
	};
	return { schema: ProductCatalog, value };
}

function readCatalog(
	state: State,
	query: Values,
	older: boolean,
	options: AnswerOptions,
): Answer | Refusal {
	const catalog = state.catalogs.get(String(query.id));
	if (!catalog) return notFound('product catalog', String(query.id));
	const form = options.catalogForm;
	const isOlder = form === 'byPaging' ? older : form === 'reversed' ? !older : form === 'older';
	const paged = { pageNumber: 1, pageSize: 10_000, ...query };
	return catalogAnswer(catalog, paged, isOlder, options.deletedProductIds);
}

function notFound(what: string, id: string): Refusal {
	return { status: 404, message: `No ${what} with the id '${id}' was found.` };
}

function contains(value: unknown, part: string): boolean {
	return typeof value === 'string' && value.toLowerCase().includes(part.toLowerCase());
}

function matches(project: Values, query: Values): boolean {
	const { projectId, clients, progresses, searchText, includeImported } = query;
	const { ClientId, Client, ClientNumber, Progress, ImportedOn } = project;
	if (projectId !== undefined && project.ProjectId !== projectId) return false;
	if (
		Array.isArray(clients) &&
		![ClientId, Client, ClientNumber].some((id) => clients.includes(id))
	)
		return false;
	if (Array.isArray(progresses) && !progresses.includes(Progress)) return false;
	if (includeImported !== true && typeof ImportedOn === 'string') return false;
	const searched = ['Name', 'Number', 'COName', 'CODescription', 'Client'];
	return (
		typeof searchText !== 'string' || searched.some((name) => contains(project[name], searchText))
	);
}

function readChangeOrders(schema: Schema, state: State, query: Values): Answer {
	const all = [...state.records.changeOrderProject.values()].filter((one) => matches(one, query));
	const { start, size } = pageOf(query);
	const value = { COProjects: all.slice(start, start + size), TotalCount: all.length };
	return { schema, value };
}

function readTasks(
	schema: Schema,
	state: State,
	projectId: string,
	options: AnswerOptions,
): Answer | Refusal {
	const tasks = [...state.records.task.values()].filter((task) => task.ProjectId === projectId);
	if (tasks.length === 0 && options.noTasks === 'notFound') {
		return notFound('task of the project', projectId);
	}
	if (tasks.length === 0 && options.noTasks === 'null') return { schema, value: null };
	const form = options.tasksByProject;
	const single = form === 'first' || (form === 'byCount' && tasks.length === 1);
	if (single && tasks.length > 0) return { schema, value: tasks[0] };
	return { schema: list(schema), value: tasks };
}

function readClients(schema: Schema, state: State, ids: readonly string[]): Answer {
	const found = new Set(ids.map((id) => findRecord(state, 'client', id)));
	found.delete(undefined);
	return { schema, value: [...found] };
}

/** The answer to a read; `body` is the list of ids of the one read that is a POST. */
export function answerRead(
	{ operationKey: key, resource, endpoint }: EndpointEntry,
	state: State,
	query: Values,
	body: unknown,
	options: AnswerOptions,
): Answer | Refusal {
	if (endpoint.kind !== 'read') throw new Error(`${key} is no read.`);
	switch (key) {
		case 'productCatalog/get':
			return readCatalog(state, query, false, options);
		case 'productCatalog/getOlderVariant':
			return readCatalog(state, query, true, options);
		case 'changeOrderProject/getAll':
			return readChangeOrders(endpoint.response, state, query);
		case 'task/getByProject':
			return readTasks(endpoint.response, state, String(query.projectId), options);
		case 'client/getAll':
			return readClients(endpoint.response, state, (body as unknown[]).map(String));
		default: {
			const value = findRecord(state, resource.resource as RecordType, String(query.id));
			if (!value) return notFound(resource.name.toLowerCase(), String(query.id));
			return { schema: endpoint.response, value };
		}
	}
}
