// A service in memory: one catalog whose products change. It answers n8n's HTTP helper without a network.

export interface Row {
	readonly Id: string;
	readonly Model: string;
	/** When it came into the list, by the clock of the simulation. */
	readonly since: number;
}

export interface Service {
	/** The products by their IDs. */
	readonly rows: Map<string, Row>;
	/** Counts changes: the clock of the simulation. */
	readonly now: () => number;
	/** With another than 200, it gives nothing else. */
	status: number;
	set(id: string): void;
	remove(id: string): void;
	handle(request: { readonly url: string }): {
		readonly statusCode: number;
		readonly body: string;
	};
}

export function newService(): Service {
	const rows = new Map<string, Row>();
	let clock = 0;
	const catalogPage = (query: URLSearchParams) => {
		const size = Number(query.get('pageSize') ?? 100);
		const start = (Number(query.get('pageNumber') ?? 1) - 1) * size;
		const Products = [...rows.values()]
			.slice(start, start + size)
			.map(({ Id, Model }) => ({ Id, Model, Manufacturer: 'Northgate', PartNumber: Id }));
		return { Id: 'CAT', Name: 'Catalog', TotalProductsCount: rows.size, Products };
	};
	const service: Service = {
		rows,
		now: () => clock,
		status: 200,
		set: (Id) => {
			clock++;
			rows.set(Id, { Id, Model: `v${clock}`, since: rows.get(Id)?.since ?? clock });
		},
		remove: (id) => {
			clock++;
			rows.delete(id);
		},
		handle: ({ url }) => {
			const { searchParams } = new URL(url);
			const { status: statusCode } = service;
			const body = statusCode === 200 ? JSON.stringify(catalogPage(searchParams)) : '';
			return { statusCode, body };
		},
	};
	return service;
}
