// A service in memory: one catalog whose products change, and clients that are published. It answers n8n's HTTP
// helper without a network.
import type { IDataObject } from 'n8n-workflow';

export interface Row {
	readonly Id: string;
	readonly Model: string;
	/** When it came into the list, by the clock of the simulation. */
	readonly since: number;
}

export interface Service {
	/** The products by their IDs. */
	readonly rows: Map<string, Row>;
	/** What became of each published client: ID to name. */
	readonly clients: Map<string, string>;
	/** How many clients each request carried. */
	readonly sent: string[][];
	/** Counts changes: the clock of the simulation. */
	readonly now: () => number;
	set(id: string): void;
	remove(id: string): void;
	/** What happens to the next publish, if not what should. */
	fault: 'refused' | 'broken' | undefined;
	handle(request: { readonly url: string; readonly body?: unknown }): {
		readonly statusCode: number;
		readonly body: string;
	};
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
	const service: Service = {
		rows,
		clients,
		sent,
		fault: undefined,
		now: () => clock,
		set: (Id) => {
			clock++;
			rows.set(Id, { Id, Model: `v${clock}`, since: rows.get(Id)?.since ?? clock });
		},
		remove: (id) => {
			clock++;
			rows.delete(id);
		},
		handle: ({ url, body }) => {
			const { pathname, searchParams } = new URL(url);
			const ok = (value: object) => ({ statusCode: 200, body: JSON.stringify(value) });
			if (pathname.endsWith('/SI/Subscribe/ProductCatalogs')) return ok(catalogPage(searchParams));
			const { fault } = service;
			service.fault = undefined;
			if (fault === 'refused') return { statusCode: 400, body: '{"Message":"No"}' };
			const published = JSON.parse(String(body)) as { Clients: IDataObject[] };
			sent.push(published.Clients.map(({ Id }) => String(Id)));
			for (const { Id, Name } of published.Clients) clients.set(String(Id), String(Name));
			clock++;
			// It was applied, though its answer says nothing of it.
			if (fault === 'broken') return { statusCode: 500, body: '' };
			return ok({ MessageId: `m-${clock}`, Message: 'Ok' });
		},
	};
	return service;
}
