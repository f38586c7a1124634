// n8n's data tables in memory, with the rules of n8n 2.41 that a workflow can run into.
import type {
	DataTableColumn,
	DataTableFilter,
	DataTableRow,
	IDataTableProjectAggregateService,
	IDataTableProjectService,
} from 'n8n-workflow';

import type { Tables, TextRow } from './example.mjs';

type Library = typeof import('n8n-workflow');

interface Table {
	readonly id: string;
	readonly name: string;
	readonly columns: DataTableColumn[];
	readonly rows: Array<DataTableRow & { id: number }>;
	/** Grows with every change of any table; n8n finds a table by a part of its name, the latest one first. */
	changed: number;
	lastId: number;
}

function compare(one: unknown, other: unknown): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	return String(one) < String(other) ? -1 : String(one) === String(other) ? 0 : 1;
}

/** The comparisons that the examples use, those of newer versions of n8n included. */
const conditions: Readonly<Record<string, (cell: unknown, value: unknown) => boolean>> = {
	eq: (cell, value) => cell === value,
	neq: (cell, value) => cell !== value,
	isEmpty: (cell) => cell === null || cell === '',
	isNotEmpty: (cell) => cell !== null && cell !== '',
	isFalse: (cell) => cell === false,
	lte: (cell, value) => cell !== null && compare(cell, value) <= 0,
};

function matches(filter: DataTableFilter | undefined, row: DataTableRow): boolean {
	const results = (filter?.filters ?? []).map(({ columnName, condition, value }) => {
		const isTrue = conditions[condition];
		if (!isTrue) throw new Error(`The stand-in for data tables does not know ${condition}.`);
		return isTrue(row[columnName] ?? null, value);
	});
	return filter?.type === 'or' && results.length > 0
		? results.includes(true)
		: !results.includes(false);
}

/** Checks cells as n8n does, and gives them as it stores them. */
function checkRow({ validateFieldType }: Library, table: Table, row: DataTableRow): DataTableRow {
	const entries = Object.entries(row).map(([name, cell]) => {
		const column = table.columns.find((each) => each.name === name);
		if (!column) throw new Error(`unknown column name '${name}'`);
		if (cell === null) return [name, null];
		const type = column.type === 'date' ? 'dateTime' : column.type;
		const checked = validateFieldType(name, cell, type, { strict: false, parseStrings: false });
		if (!checked.valid) {
			throw new Error(`value '${String(cell)}' does not match column type '${column.type}'`);
		}
		return [name, column.type === 'date' ? String(cell) : checked.newValue];
	});
	return Object.fromEntries(entries) as DataTableRow;
}

function dated<T extends object>(row: T) {
	return { ...row, createdAt: new Date(), updatedAt: new Date() };
}

function described({ id, name, columns }: Table) {
	return dated({ id, name, columns, projectId: 'project' });
}

/** Tables of one n8n. */
export function newDataTables(library: Library) {
	const tables = new Map<string, Table>();
	let changes = 0;
	const write = (table: Table, filter?: DataTableFilter): void => {
		if (filter?.filters.length === 0) throw new Error('Filter must not be empty');
		changes += 1;
		table.changed = changes;
	};
	const insert = (table: Table, row: DataTableRow) => {
		const empty = table.columns.map(({ name }) => [name, null] as const);
		table.lastId += 1;
		const whole = { ...Object.fromEntries(empty), ...row, id: table.lastId };
		table.rows.push(whole);
		return dated(whole);
	};
	const update = (table: Table, filter: DataTableFilter, data: DataTableRow) => {
		const fitting = table.rows.filter((row) => matches(filter, row));
		for (const row of fitting) Object.assign(row, data);
		return fitting.map(dated);
	};
	const byName = (name: string) => [...tables.values()].find((table) => table.name === name);
	const aggregate = {
		getProjectId: () => 'project',
		createDataTable: async ({ name, columns }) => {
			if (byName(name)) throw new Error(`Data table with name '${name}' already exists`);
			const id = `table-${tables.size + 1}`;
			const made = columns.map((column, index) => {
				return { ...column, index, id: `${id}-${index}`, dataTableId: id };
			});
			const table = { id, name, columns: made, rows: [], changed: 0, lastId: 0 };
			write(table);
			tables.set(id, table);
			return described(table);
		},
		getManyAndCount: async ({ filter, take }) => {
			const part = String(filter?.name ?? '').toLowerCase();
			const found = [...tables.values()]
				.filter((table) => table.name.toLowerCase().includes(part))
				.sort((a, b) => b.changed - a.changed);
			return { count: found.length, data: found.slice(0, take).map(described) };
		},
	} as Partial<IDataTableProjectAggregateService> as IDataTableProjectAggregateService;
	const service = (table: Table) =>
		({
			getColumns: async () => table.columns,
			getManyRowsAndCount: async ({ filter, sortBy, skip = 0, take }) => {
				const [column, direction] = sortBy ?? ['id', 'ASC'];
				const sign = direction === 'DESC' ? -1 : 1;
				const found = table.rows
					.filter((row) => matches(filter, row))
					.sort((a, b) => sign * compare(a[column], b[column]));
				const data = found.slice(skip, take === undefined ? undefined : skip + take);
				return { count: found.length, data: data.map(dated) };
			},
			insertRows: async (rows: DataTableRow[]) => {
				write(table);
				return rows.map((row) => insert(table, checkRow(library, table, row)));
			},
			updateRows: async ({ filter, data }) => {
				write(table, filter);
				return update(table, filter, checkRow(library, table, data));
			},
			upsertRow: async ({ filter, data }) => {
				write(table, filter);
				const row = checkRow(library, table, data);
				const updated = update(table, filter, row);
				return updated.length > 0 ? updated : [insert(table, row)];
			},
			deleteRows: async ({ filter }) => {
				write(table, filter);
				const gone = table.rows.filter((row) => matches(filter, row));
				for (const row of gone) table.rows.splice(table.rows.indexOf(row), 1);
				return gone.map(dated);
			},
		}) as Partial<IDataTableProjectService> as IDataTableProjectService;
	return {
		/** What n8n hands to the Data Table node. */
		provider: {
			getDataTableAggregateProxy: async () => aggregate,
			getDataTableProxy: async (_workflow: unknown, _node: unknown, id: string) => {
				const table = tables.get(id);
				if (!table) throw new Error(`Data table with ID '${id}' could not be found`);
				return service(table);
			},
		},
		all: (): Tables => {
			const entries = [...tables.values()].map(
				({ name, rows }) => [name, rows.map(({ id: _id, ...cells }) => cells)] as const,
			);
			return Object.fromEntries(entries);
		},
		setRows: async (name: string, rows: readonly TextRow[]): Promise<void> => {
			const columns = Object.keys(rows[0] ?? {}).map((column) => {
				return { name: column, type: 'string' as const };
			});
			if (!byName(name)) await aggregate.createDataTable({ name, columns });
			const table = byName(name);
			if (!table) throw new Error(`There is no data table ${name}.`);
			table.rows.length = 0;
			await service(table).insertRows([...rows], 'count');
		},
		clear: () => tables.clear(),
	};
}
