// Hundreds of rounds against a catalog that changes at any time: a copy that is kept only from what is given
// equals the catalog after each round that succeeded and saw a quiet service.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import { changeTypes, type Wanted } from '../../../client/changes/compare';
import {
	addGiven,
	commitCursor,
	type Cursor,
	knownForReading,
	newCursor,
} from '../../../client/changes/cursor';
import { saveCursor, savedCursor } from '../../../client/changes/saved';
import { type Change, openScan, scanChanges } from '../../../client/changes/scan';
import { firstPosition } from '../../../client/reads/pages';
import type { ListPage, Row } from '../../../client/reads/read';
import { guidFor, instantAt, type Random, randomFor } from '../../sandbox/data/random';

const facts = findEndpoint('productCatalog', 'get') as ReadEndpoint;
const wanted: Wanted = new Set(changeTypes);
const pageSize = 7;
const noon = Date.UTC(2025, 9, 1, 12);

type Product = Row & { readonly Id: string };

/** A catalog that others change. */
class Catalog {
	products: Product[] = [];
	private created = 0;
	private changed = 0;
	constructor(private readonly random: Random) {
		for (let count = 0; count < 30; count++) this.create();
	}

	/** What a change writes: content, and for most products a date, sometimes one of long ago. */
	private version(isDated: boolean): Row {
		const Model = `M-${this.changed++}`;
		if (!isDated) return { Model };
		const age = this.random.chance(0.3) ? 1e9 : 0;
		return { Model, UpdatedOn: instantAt(noon + this.changed * 1000 - age, this.changed % 7).text };
	}

	private create(): void {
		const Id = guidFor(1, 'product', this.created++);
		const product = { Id, ...this.version(this.random.chance(0.7)) };
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
		else if (random.chance(0.3)) products.splice(at, 1);
		else if (random.chance(0.2))
			products.splice(random.integer(0, products.length - 1), 0, ...products.splice(at, 1));
		else products[at] = { Id: product.Id, ...this.version('UpdatedOn' in product) };
	}

	changeOften(most: number): void {
		for (let count = this.random.integer(0, most); count > 0; count--) this.change();
	}

	page(number: number): ListPage {
		const rows = this.products.slice((number - 1) * pageSize, number * pageSize);
		return { rows, total: this.products.length, response: {}, deletedIds: [] };
	}
}

async function round(catalog: Catalog, cursor: Cursor, execution: string, meanwhile: () => void) {
	const { changes, given, known, whole } = await scanChanges(openScan(firstPosition(pageSize)), {
		fetchPage: async (number) => {
			await Promise.resolve();
			meanwhile();
			return catalog.page(number);
		},
		facts,
		known: knownForReading(cursor),
		wanted,
	});
	return { changes, whole, cursor: addGiven(known, cursor.pending, { execution, ...given }) };
}

function apply(copy: Map<string, Row>, changes: readonly Change[]): void {
	for (const { change, key, row } of changes) {
		if (change === 'deleted') copy.delete(key);
		else copy.set(key, row ?? {});
	}
}

/** The catalog as the copy should be. */
function contentOf({ products }: Catalog): Map<string, Row> {
	return new Map(products.map((product) => [product.Id, product]));
}

it.each([1, 2])('the copy equals the catalog over 500 rounds (seed %i)', async (seed) => {
	const random = randomFor(seed, 'rounds');
	const catalog = new Catalog(random);
	const copy = new Map<string, Row>();
	let cursor = newCursor;
	let equal = 0;
	let uncommitted = 0;
	let quietBefore = false;
	for (let number = 0; number < 500; number++) {
		// Half of the rounds follow a quiet one without a change, so that removals are confirmed.
		if (!quietBefore || random.chance(0.5)) catalog.changeOften(4);
		const before = new Set(contentOf(catalog).keys());
		const isQuiet = random.chance(0.7);
		const result = await round(catalog, cursor, `E-${number}`, () => {
			if (!isQuiet && random.chance(0.4)) catalog.change();
		});
		const after = new Set(contentOf(catalog).keys());
		for (const { change, key } of result.changes) {
			if (change === 'deleted')
				expect([key, before.has(key) && after.has(key)]).toEqual([key, false]);
		}
		if (isQuiet) expect(result.whole).toBe(true);
		// n8n saves the state of a failed execution, too: it ends anywhere between Get Changes and Commit Changes.
		cursor = savedCursor.parse(saveCursor(result.cursor));
		if (random.chance(0.25)) {
			apply(copy, result.changes.slice(0, random.integer(0, result.changes.length)));
			uncommitted++;
			quietBefore = false;
			continue;
		}
		apply(copy, result.changes);
		cursor = commitCursor(cursor);
		if (isQuiet) {
			const expected = contentOf(catalog);
			// What this reading missed for the first time is deleted by the next one.
			const present = [...copy].filter(([key]) => !cursor.known.missing.has(key));
			expect(new Map(present)).toEqual(expected);
			if (cursor.known.missing.size === 0) equal++;
		}
		quietBefore = isQuiet;
	}
	expect(equal).toBeGreaterThan(100);
	expect(uncommitted).toBeGreaterThan(80);
});
