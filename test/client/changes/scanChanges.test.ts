// Hundreds of rounds against a catalog that changes at any time: a copy that is kept only from what is given
// equals the catalog after each round that succeeded and saw a quiet service.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import {
	addDelivered,
	commitCursor,
	type Cursor,
	knownForReading,
	NEW_CURSOR,
	savedCursor,
} from '../../../client/changes/feedCursor';
import { CHANGE_TYPES, type ChangeTypes } from '../../../client/changes/knownRows';
import { savedForm } from '../../../client/changes/packedTables';
import { newScan, scanChanges } from '../../../client/changes/scanChanges';
import type { Change } from '../../../client/changes/scannedRows';
import type { Page } from '../../../client/reads/readPage';
import { comparableId } from '../../../client/values/ids';
import { isContentKey, rowKey } from '../../../client/changes/rowKeys';
import { guidFor, instantAt, type Random, randomFor } from '../../sandbox/data/random';
import { statusError } from '../fakes';
import type { RecordValue } from '../../../wire/result';

/** How a service answers oddly now and then, from a page on; nobody can tell from that which rows exist. */
const oddPages: ReadonlyArray<(page: Page) => Page> = [
	(page) => ({ ...page, rows: [] }),
	(page) => ({ ...page, rows: [], total: undefined }),
	(page) => ({ ...page, total: undefined }),
	(page) => ({ ...page, total: (page.total ?? 0) + 3 }),
	(page) => ({ ...page, total: (page.total ?? 0) - 3 }),
	(page) => ({ ...page, rows: page.rows.slice(1) }),
	(page) => ({ ...page, rows: [...page.rows.slice(1), ...page.rows.slice(-1)] }),
];

/** What is odd about a catalog. */
interface Traits {
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

const noon = Date.UTC(2025, 9, 1, 12);

class ChangingCatalog {
	products: RecordValue[] = [];
	private readonly deleted = new Set<string>();
	private created = 0;
	private changed = 0;

	constructor(
		private readonly random: Random,
		private readonly traits: Traits = {},
	) {
		for (let count = 0; count < 30; count++) this.create();
	}

	/** What a change writes: content, and for most products a date, sometimes one of long ago. */
	private version(isDated: boolean): RecordValue {
		const Model = `M-${this.changed++}`;
		if (!isDated) return { Model };
		const age = this.random.chance(0.3) ? 1e9 : 0;
		return { Model, UpdatedOn: instantAt(noon + this.changed * 1000 - age, this.changed % 7).text };
	}

	private identity(): RecordValue {
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

	private spelled(rows: readonly RecordValue[]): readonly RecordValue[] {
		if (!this.traits.changesCase || this.random.chance(0.5)) return rows;
		return rows.map((row) => ({ ...row, Id: String(row.Id).toUpperCase() }));
	}

	page(number: number): Page {
		const { products } = this;
		const { totals = true, duplicates, namesDeleted, mostRows, endsWith404 } = this.traits;
		const size = Math.min(pageSize, mostRows ?? Infinity);
		const isDoubled = (row: RecordValue) => duplicates && /7$/.test(String(row.Model));
		const all = products.flatMap((row) => (isDoubled(row) ? [row, row] : [row]));
		const rows = all.slice((number - 1) * size, number * size);
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
	content(): {
		readonly keyed: Map<string, RecordValue>;
		readonly unnamed: Map<string, RecordValue>;
	} {
		const keyed = new Map<string, RecordValue>();
		const unnamed = new Map<string, RecordValue>();
		for (const row of this.products) {
			const key = rowKey(row, facts);
			(isContentKey(key) ? unnamed : keyed).set(key, row);
		}
		return { keyed, unnamed };
	}
}

const facts = findEndpoint('productCatalog', 'get') as ReadEndpoint;
const changeTypes: ChangeTypes = new Set(CHANGE_TYPES);
const pageSize = 7;
// Fewer for `npm run mutate`, which runs this often.
declare const ROUNDS: number | undefined;
const rounds = typeof ROUNDS === 'undefined' ? 500 : ROUNDS;

/** Reads the catalog; `meanwhile` is called before each page, `oddly` alters it. */
async function read(
	catalog: ChangingCatalog,
	cursor: Cursor,
	execution: string,
	meanwhile: () => void,
	oddly: (page: Page, number: number) => Page,
) {
	const { changes, delivered, known, whole } = await scanChanges(newScan(pageSize), {
		fetchPage: async (number) => {
			await Promise.resolve();
			meanwhile();
			return oddly(catalog.page(number), number);
		},
		facts,
		known: knownForReading(cursor),
		changeTypes,
	});
	return { changes, whole, cursor: addDelivered(known, cursor.pending, { execution, delivered }) };
}

function apply(copy: Map<string, RecordValue>, changes: readonly Change[]): void {
	for (const { change, key, row = {} } of changes) {
		const { Id } = row;
		const isText = typeof Id === 'string';
		if (change === 'deleted') copy.delete(comparableId(key));
		else copy.set(comparableId(key), isText ? { ...row, Id: comparableId(Id) } : row);
	}
}

/** Rows without any key are not deleted from a copy, so it may hold more of them. */
function expectEqual(copy: ReadonlyMap<string, RecordValue>, catalog: ChangingCatalog): void {
	const { keyed, unnamed } = catalog.content();
	expect(new Map([...copy].filter(([key]) => !isContentKey(key)))).toEqual(keyed);
	for (const [key, row] of unnamed) expect(copy.get(key)).toEqual(row);
}

const catalogs: ReadonlyArray<readonly [string, Traits, number]> = [
	['an ordinary catalog', {}, 1],
	['another ordinary catalog', {}, 2],
	['a catalog without totals', { totals: false }, 3],
	['a catalog with products that are listed twice', { duplicates: true }, 4],
	['such a catalog without totals', { duplicates: true, totals: false }, 5],
	['a catalog with products without an ID', { withoutIds: true }, 6],
	['a catalog with IDs that differ by case', { casePairs: true, namesDeleted: true }, 7],
	['a catalog that names deleted products', { namesDeleted: true }, 8],
	['a catalog with IDs whose case changes', { changesCase: true, namesDeleted: true }, 9],
	['a catalog with short pages that ends with 404', { mostRows: 5, endsWith404: true }, 10],
];

it.each(catalogs)('a copy of %s equals it over many rounds', async (_, traits, seed) => {
	const { totals = true } = traits;
	const random = randomFor(seed, 'rounds');
	const catalog = new ChangingCatalog(random, traits);
	const copy = new Map<string, RecordValue>();
	/** The keys of what was given and committed. */
	const known = new Set<string>();
	let cursor = NEW_CURSOR;
	let equal = 0;
	let uncommitted = 0;
	let failed = 0;
	/** The readings in a row, committed or not, that were whole and saw the catalog as it is. */
	let quiet = 0;
	for (let number = 0; number < rounds; number++) {
		// Half of the rounds follow a quiet one without a change, so that removals are confirmed.
		if (quiet === 0 || random.chance(0.5)) {
			catalog.changeOften(4);
			quiet = 0;
		}
		const before = new Set(catalog.content().keyed.keys());
		const oddFrom = random.chance(0.15) ? random.integer(1, 4) : 0;
		const odd = random.pick(oddPages);
		const isQuiet = oddFrom === 0 && random.chance(0.7);
		const failsAt = random.chance(0.1) ? random.integer(1, 5) : 0;
		let pages = 0;
		const meanwhile = () => {
			if (++pages === failsAt) throw new Error('The service broke off.');
			if (!isQuiet && random.chance(0.4)) catalog.change();
		};
		const oddly = (page: Page, at: number) => (oddFrom > 0 && at >= oddFrom ? odd(page) : page);
		const execution = `E-${number}`;
		const result = await read(catalog, cursor, execution, meanwhile, oddly).catch(
			(error: unknown) => {
				// A list that changes may also be one that cannot be read to its end.
				if (isQuiet && failsAt === 0) throw error;
				return undefined;
			},
		);
		if (!isQuiet) quiet = 0;
		// What a reading that failed found is forgotten.
		if (result === undefined) {
			failed++;
			continue;
		}
		const after = catalog.content().keyed;
		for (const { change, key: spelled } of result.changes) {
			const key = comparableId(spelled);
			const isThere = before.has(key) && after.has(key);
			if (change === 'deleted') expect([key, result.whole && !isThere]).toEqual([key, true]);
			if (change === 'created') expect([key, known.has(key)]).toEqual([key, false]);
		}
		if (isQuiet && result.whole) quiet++;
		else quiet = 0;
		if (isQuiet && !traits.duplicates) expect(result.whole).toBe(totals);
		// n8n saves the state of a failed execution, too: it ends anywhere between Get Changes and Commit Changes.
		cursor = savedCursor.parse(savedForm(result.cursor));
		if (random.chance(0.25)) {
			apply(copy, result.changes.slice(0, random.integer(0, result.changes.length)));
			uncommitted++;
			continue;
		}
		apply(copy, result.changes);
		cursor = commitCursor(cursor);
		for (const { change, key } of result.changes) {
			if (change === 'deleted') known.delete(comparableId(key));
			else if (!isContentKey(key)) known.add(comparableId(key));
		}
		if (!isQuiet) continue;
		// All that is there has come. What is not there any more is deleted by the second quiet reading in a row.
		const { keyed } = catalog.content();
		for (const [key, row] of keyed) expect(copy.get(key)).toEqual(row);
		if (quiet < 2) continue;
		expectEqual(copy, catalog);
		equal++;
	}
	// Without totals, or where a product is listed twice, no removal is certain.
	if (totals && !traits.duplicates) expect(equal).toBeGreaterThan(0.06 * rounds);
	expect(uncommitted).toBeGreaterThan(0.16 * rounds);
	expect(failed).toBeGreaterThan(0.04 * rounds);
});
