// A service in memory: one catalog whose products change, and clients that are published. It answers n8n's HTTP
// helper without a network.
import type { IDataObject } from 'n8n-workflow';

export interface Row {
	readonly Id: string;
	readonly Model: string;
	/** When it came into the list, by the clock of the simulation. */
	readonly since: number;
}

/** What becomes of a transaction. */
export interface Fate {
	/** How often its status is not found at first, and pending then. */
	readonly unknownFor: number;
	readonly pendingFor: number;
	/** Whether the service forgets it in the end, though it applied it. */
	readonly isForgotten?: boolean;
}

export interface Transaction {
	readonly ids: readonly string[];
	readonly fate: Fate;
	readonly isRefused: boolean;
	asked: number;
}

export interface Service {
	/** The products by their IDs. */
	readonly rows: Map<string, Row>;
	/** What became of each published client: ID to name. */
	readonly clients: Map<string, string>;
	/** The clients that each request carried, of those that were applied. */
	readonly sent: string[][];
	/** How many requests each execution sent, by its ID. */
	readonly requestsOf: Map<string, number>;
	/** Clients that are refused, with the status and the words. */
	readonly guilty: Map<string, readonly [status: number, words: string]>;
	/** How many clients one request may carry. */
	maxClients: number;
	/** Whether every request is refused, whatever it carries. */
	refusesList: boolean;
	/** What happens after a refusal: the service may think better of it. */
	afterRefusal: () => void;
	/** What each execution had applied, by its ID. */
	readonly appliedBy: Map<string, string[]>;
	/** With a queue: what becomes of the next transaction; left out, what is accepted is applied at once. */
	queue: (() => Fate) | undefined;
	/** The transactions of the queue, by MessageId. */
	readonly transactions: Map<string, Transaction>;
	/** Counts changes: the clock of the simulation. */
	readonly now: () => number;
	set(id: string): void;
	remove(id: string): void;
	/** What happens to the next publish, if not what should. */
	fault: 'refused' | 'broken' | undefined;
	handle(
		request: { readonly url: string; readonly body?: unknown },
		execution?: string,
	): {
		readonly statusCode: number;
		readonly body: string;
	};
}

/** The status of a transaction; undefined where the service does not know it. */
function stateOf(transaction: Transaction | undefined): string | undefined {
	if (!transaction) return undefined;
	const { fate, isRefused } = transaction;
	const asked = transaction.asked++;
	if (asked < fate.unknownFor) return undefined;
	if (asked < fate.unknownFor + fate.pendingFor) return 'Queued';
	if (fate.isForgotten) return undefined;
	return isRefused ? 'Rejected' : 'Imported';
}

export function newService(): Service {
	const rows = new Map<string, Row>();
	const clients = new Map<string, string>();
	const sent: string[][] = [];
	let clock = 0;
	const catalogPage = (query: URLSearchParams) => {
		const size = Number(query.get('pageSize') ?? 100);
		const start = (Number(query.get('pageNumber') ?? 1) - 1) * size;
		const Products = [...rows.values()].slice(start, start + size).map(({ Id, Model }) => ({
			Id,
			Model,
			Manufacturer: 'Northgate',
			PartNumber: Id,
		}));
		return { Id: 'CAT', Name: 'Catalog', TotalProductsCount: rows.size, Products };
	};
	const refusalOf = (ids: readonly string[]) => {
		if (service.refusesList) return [400, 'There is no such list'] as const;
		if (ids.length > service.maxClients) return [413, 'Too large'] as const;
		return ids.map((id) => service.guilty.get(id)).find((refusal) => refusal !== undefined);
	};
	const service: Service = {
		rows,
		clients,
		sent,
		requestsOf: new Map(),
		guilty: new Map(),
		maxClients: Infinity,
		refusesList: false,
		afterRefusal: () => undefined,
		appliedBy: new Map(),
		fault: undefined,
		queue: undefined,
		transactions: new Map(),
		now: () => clock,
		set: (Id) => {
			clock++;
			rows.set(Id, { Id, Model: `v${clock}`, since: rows.get(Id)?.since ?? clock });
		},
		remove: (id) => {
			clock++;
			rows.delete(id);
		},
		handle: ({ url, body }, execution = '') => {
			const { pathname, searchParams } = new URL(url);
			const ok = (value: object) => ({ statusCode: 200, body: JSON.stringify(value) });
			if (pathname.endsWith('/SI/Subscribe/ProductCatalogs')) return ok(catalogPage(searchParams));
			const [, messageId] = /\/SI\/Status\/(.*)$/.exec(pathname) ?? [];
			if (messageId !== undefined) {
				const State = stateOf(service.transactions.get(messageId));
				return State === undefined ? { statusCode: 404, body: '' } : ok({ State });
			}
			service.requestsOf.set(execution, (service.requestsOf.get(execution) ?? 0) + 1);
			const { fault } = service;
			service.fault = undefined;
			const published = JSON.parse(String(body)) as { Clients: IDataObject[] };
			const ids = published.Clients.map(({ Id }) => String(Id));
			const refusal = fault === 'refused' ? ([400, 'No'] as const) : refusalOf(ids);
			if (service.queue && fault !== 'refused') {
				const MessageId = `m-${++clock}`;
				const isRefused = refusal !== undefined;
				service.transactions.set(MessageId, { ids, fate: service.queue(), isRefused, asked: 0 });
				sent.push(ids);
				if (!isRefused)
					for (const { Id, Name } of published.Clients) clients.set(String(Id), String(Name));
				return fault === 'broken' ? { statusCode: 500, body: '' } : ok({ MessageId });
			}
			if (refusal) {
				const [statusCode, Message] = refusal;
				service.afterRefusal();
				return { statusCode, body: JSON.stringify({ Message }) };
			}
			sent.push(ids);
			service.appliedBy.set(execution, [...(service.appliedBy.get(execution) ?? []), ...ids]);
			for (const { Id, Name } of published.Clients) clients.set(String(Id), String(Name));
			clock++;
			// It was applied, though its answer says nothing of it.
			if (fault === 'broken') return { statusCode: 500, body: '' };
			return ok({ MessageId: `m-${clock}`, Message: 'Ok' });
		},
	};
	return service;
}
