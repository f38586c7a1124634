// n8n's data tables in memory, with the rules of n8n 2.41 that a workflow can run into.
import type {
	DataTableColumn,
	DataTableFilter,
	DataTableRow,
	IDataTableProjectAggregateService,
	IDataTableProjectService,
} from 'n8n-workflow';

import type { Tables, TextRow } from './host.mjs';

type Library = typeof import('n8n-workflow');
type Condition = DataTableFilter['filters'][number];

interface Table {
	readonly id: string;
	readonly name: string;
	readonly columns: DataTableColumn[];
	readonly rows: Array<DataTableRow & { id: number }>;
	/** Grows with every change of any table; n8n finds a table by a part of its name, the latest one first. */
	changed: number;
	lastId: number;
}

export interface DataTables {
	/** What n8n hands to the Data Table node. */
	readonly provider: {
		getDataTableAggregateProxy(): Promise<IDataTableProjectAggregateService>;
		getDataTableProxy(
			workflow: unknown,
			node: unknown,
			id: string,
		): Promise<IDataTableProjectService>;
	};
	all(): Tables;
	setRows(table: string, rows: readonly TextRow[]): Promise<void>;
	clear(): void;
	/** From now on every use of a table fails, as when n8n is gone; `false` ends that. */
	cut(isCut: boolean): void;
}

function compare(one: unknown, other: unknown): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	return String(one) < String(other) ? -1 : String(one) === String(other) ? 0 : 1;
}

/** The comparisons of newer versions of n8n, too. */
type Comparison = Condition['condition'] | 'isEmpty' | 'isNotEmpty';

function holds({ columnName, condition, value }: Condition, row: DataTableRow): boolean {
	const cell = row[columnName] ?? null;
	switch (condition as Comparison) {
		case 'eq':
			return cell === value;
		case 'neq':
			return cell !== value;
		case 'isEmpty':
			return cell === null || cell === '';
		case 'isNotEmpty':
			return cell !== null && cell !== '';
		case 'gt':
			return cell !== null && compare(cell, value) > 0;
		case 'gte':
			return cell !== null && compare(cell, value) >= 0;
		case 'lt':
			return cell !== null && compare(cell, value) < 0;
		case 'lte':
			return cell !== null && compare(cell, value) <= 0;
		case 'like':
		case 'ilike':
			throw new Error('The stand-in for data tables does not know LIKE.');
		default:
			throw new Error(`The stand-in for data tables does not know ${condition}.`);
	}
}

function matches(filter: DataTableFilter | undefined, row: DataTableRow): boolean {
	const filters = filter?.filters ?? [];
	if (filters.length === 0) return true;
	return filter?.type === 'or'
		? filters.some((each) => holds(each, row))
		: filters.every((each) => holds(each, row));
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

function mustFilter(filter: DataTableFilter): void {
	if (filter.filters.length === 0) throw new Error('Filter must not be empty');
}

/** Tables of one n8n; `onUse` is called before each use. */
export function newDataTables(library: Library, onUse: () => void): DataTables {
	const tables = new Map<string, Table>();
	let changes = 0;
	let isCut = false;
	const alive = () => {
		onUse();
		if (isCut) throw new Error('n8n is gone.');
	};
	const touch = (table: Table) => {
		changes += 1;
		table.changed = changes;
	};
	const insert = (table: Table, row: DataTableRow) => {
		const empty = table.columns.map(({ name }) => [name, null] as const);
		table.lastId += 1;
		const whole = { ...Object.fromEntries(empty), ...row, id: table.lastId };
		table.rows.push(whole);
		return { ...whole, createdAt: new Date(), updatedAt: new Date() };
	};
	const update = (table: Table, filter: DataTableFilter, data: DataTableRow) => {
		const fitting = table.rows.filter((row) => matches(filter, row));
		for (const row of fitting) Object.assign(row, data);
		return fitting.map((row) => ({ ...row, createdAt: new Date(), updatedAt: new Date() }));
	};
	const aggregate = {
		getProjectId: () => 'project',
		createDataTable: async ({ name, columns }) => {
			alive();
			if ([...tables.values()].some((table) => table.name === name)) {
				throw new Error(`Data table with name '${name}' already exists`);
			}
			const id = `table-${tables.size + 1}`;
			const made = columns.map((column, index) => ({
				...column,
				index,
				id: `${id}-${index}`,
				dataTableId: id,
			}));
			const table = { id, name, columns: made, rows: [], changed: 0, lastId: 0 };
			touch(table);
			tables.set(id, table);
			return described(table);
		},
		getManyAndCount: async ({ filter, take }) => {
			alive();
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
				alive();
				const found = table.rows.filter((row) => matches(filter, row));
				const [column, direction] = sortBy ?? ['id', 'ASC'];
				const sign = direction === 'DESC' ? -1 : 1;
				found.sort((a, b) => sign * compare(a[column], b[column]));
				const data = found.slice(skip, take === undefined ? undefined : skip + take);
				return {
					count: found.length,
					data: data.map((row) => ({ ...row, createdAt: new Date(), updatedAt: new Date() })),
				};
			},
			insertRows: async (rows: DataTableRow[]) => {
				alive();
				touch(table);
				return rows.map((row) => insert(table, checkRow(library, table, row)));
			},
			updateRows: async ({ filter, data }) => {
				alive();
				mustFilter(filter);
				touch(table);
				return update(table, filter, checkRow(library, table, data));
			},
			upsertRow: async ({ filter, data }) => {
				alive();
				mustFilter(filter);
				touch(table);
				const row = checkRow(library, table, data);
				const updated = update(table, filter, row);
				return updated.length > 0 ? updated : [insert(table, row)];
			},
			deleteRows: async ({ filter }) => {
				alive();
				mustFilter(filter);
				touch(table);
				const gone = table.rows.filter((row) => matches(filter, row));
				for (const row of gone) table.rows.splice(table.rows.indexOf(row), 1);
				return gone.map((row) => ({ ...row, createdAt: new Date(), updatedAt: new Date() }));
			},
		}) as Partial<IDataTableProjectService> as IDataTableProjectService;
	return {
		provider: {
			getDataTableAggregateProxy: async () => aggregate,
			getDataTableProxy: async (_workflow, _node, id) => {
				const table = tables.get(id);
				if (!table) throw new Error(`Data table with ID '${id}' could not be found`);
				return service(table);
			},
		},
		all: () => {
			const entries = [...tables.values()].map(
				({ name, rows }) => [name, rows.map(({ id: _id, ...cells }) => cells)] as const,
			);
			return Object.fromEntries(entries);
		},
		setRows: async (name, rows) => {
			const has = [...tables.values()].some((table) => table.name === name);
			const columns = Object.keys(rows[0] ?? {});
			const typed = columns.map((column) => ({ name: column, type: 'string' as const }));
			if (!has) await aggregate.createDataTable({ name, columns: typed });
			const table = [...tables.values()].find((each) => each.name === name);
			if (!table) throw new Error(`There is no data table ${name}.`);
			table.rows.length = 0;
			await service(table).insertRows([...rows], 'count');
		},
		clear: () => tables.clear(),
		cut: (next) => {
			isCut = next;
		},
	};
}

function described({ id, name, columns }: Table) {
	const now = new Date();
	return { id, name, columns, createdAt: now, updatedAt: now, projectId: 'project' };
}
