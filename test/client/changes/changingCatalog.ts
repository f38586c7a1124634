// A catalog that others change at any time, page by page as a service gives it, and a copy kept only from changes.
import { isContentKey, type Row, rowKey } from '../../../client/rows';
import type { Page } from '../../../client/reads/read';
import { ServiceError } from '../../../client/failures';
import { guidFor, instantAt, type Random } from '../../sandbox/data/random';

function statusError(status: number): ServiceError {
	const request = { write: false, url: 'https://projects.example', attempts: 1 };
	return new ServiceError({ kind: 'status', status }, request);
}

/** How a service answers oddly now and then, from a page on; nobody can tell from that which rows exist. */
export const oddPages: ReadonlyArray<(page: Page) => Page> = [
	(page) => ({ ...page, rows: [] }),
	(page) => ({ ...page, rows: [], total: undefined }),
	(page) => ({ ...page, total: undefined }),
	(page) => ({ ...page, total: (page.total ?? 0) + 3 }),
	(page) => ({ ...page, total: (page.total ?? 0) - 3 }),
	(page) => ({ ...page, rows: page.rows.slice(1) }),
	(page) => ({ ...page, rows: [...page.rows.slice(1), ...page.rows.slice(-1)] }),
];

/** What is odd about a catalog. */
export interface Traits {
	/** Whether pages announce the number of rows; they do unless this is false. */
	readonly totals?: boolean;
	/** Whether some products are listed twice, one after the other. */
	readonly duplicates?: boolean;
	/** Whether some products have no ID, and some of these no other key either. */
	readonly withoutIds?: boolean;
	/** Whether there are IDs that differ by case alone. */
	readonly casePairs?: boolean;
	/** Whether the service names deleted products. */
	readonly namesDeleted?: boolean;
	/** Whether each page writes GUIDs in a case of its own. */
	readonly changesCase?: boolean;
	/** The most products of a page, whatever is requested. */
	readonly mostRows?: number;
	/** Whether a page past the end is refused with 404. */
	readonly endsWith404?: boolean;
}

export const catalogKeys = { key: 'Id', alternativeKey: 'IntegrationProductId' };
const noon = Date.UTC(2025, 9, 1, 12);

export class ChangingCatalog {
	products: Row[] = [];
	private readonly deleted = new Set<string>();
	private created = 0;
	private changed = 0;

	constructor(
		private readonly random: Random,
		private readonly traits: Traits = {},
		private readonly pageSize = 7,
	) {
		for (let count = 0; count < 30; count++) this.create();
	}

	/** What a change writes: content, and for most products a date, sometimes one of long ago. */
	private version(isDated: boolean): Row {
		const Model = `M-${this.changed++}`;
		if (!isDated) return { Model };
		const age = this.random.chance(0.3) ? 1e9 : 0;
		return { Model, UpdatedOn: instantAt(noon + this.changed * 1000 - age, this.changed % 7).text };
	}

	private identity(): Row {
		const number = this.created++;
		if (this.traits.casePairs) {
			const id = `product-${number >> 1}`;
			return { Id: number % 2 === 0 ? id : id.toUpperCase() };
		}
		if (this.traits.withoutIds && number % 5 === 0) return {};
		if (this.traits.withoutIds && number % 3 === 0)
			return { Id: null, IntegrationProductId: `ERP-${number}` };
		return { Id: guidFor(1, 'product', number) };
	}

	private create(): void {
		const product = { ...this.identity(), ...this.version(this.random.chance(0.7)) };
		const at = this.random.chance(0.5)
			? this.products.length
			: this.random.integer(0, this.products.length);
		this.products.splice(at, 0, product);
	}

	/** One change by somebody else. */
	change(): void {
		const { products, random } = this;
		const at = random.integer(0, Math.max(0, products.length - 1));
		const product = products[at];
		if (product === undefined || random.chance(0.25)) this.create();
		else if (random.chance(0.3)) {
			products.splice(at, 1);
			if (typeof product.Id === 'string') this.deleted.add(product.Id);
		} else if (random.chance(0.2))
			products.splice(random.integer(0, products.length - 1), 0, ...products.splice(at, 1));
		else {
			const { UpdatedOn, ...others } = product;
			products[at] = { ...others, ...this.version(UpdatedOn !== undefined) };
		}
	}

	changeOften(most: number): void {
		for (let count = this.random.integer(0, most); count > 0; count--) this.change();
	}

	private spelled(rows: readonly Row[]): readonly Row[] {
		if (!this.traits.changesCase || this.random.chance(0.5)) return rows;
		return rows.map((row) => ({ ...row, Id: String(row.Id).toUpperCase() }));
	}

	page(number: number): Page {
		const { products } = this;
		const { totals = true, duplicates, namesDeleted, mostRows, endsWith404 } = this.traits;
		const pageSize = Math.min(this.pageSize, mostRows ?? Infinity);
		const isDoubled = (row: Row) => duplicates && /7$/.test(String(row.Model));
		const all = products.flatMap((row) => (isDoubled(row) ? [row, row] : [row]));
		const rows = all.slice((number - 1) * pageSize, number * pageSize);
		if (endsWith404 && rows.length === 0 && number > 1) throw statusError(404);
		const deletedIds = namesDeleted ? [...this.deleted] : [];
		return {
			rows: this.spelled(rows),
			total: totals ? all.length : undefined,
			response: {},
			deletedIds,
		};
	}

	/** The rows by their keys, those apart that no deletion can name. */
	content(): { readonly keyed: Map<string, Row>; readonly unnamed: Map<string, Row> } {
		const keyed = new Map<string, Row>();
		const unnamed = new Map<string, Row>();
		for (const row of this.products) {
			const key = rowKey(row, catalogKeys);
			(isContentKey(key) ? unnamed : keyed).set(key, row);
		}
		return { keyed, unnamed };
	}
}
