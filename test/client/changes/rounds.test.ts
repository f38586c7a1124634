// Hundreds of rounds against a catalog that changes at any time: a copy that is kept only from what is given
// equals the catalog after each round that succeeded and saw a quiet service.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import {
	addGiven,
	changeTypes,
	commitCursor,
	type Cursor,
	knownForReading,
	newCursor,
	type Wanted,
	savedCursor,
	savedForm,
} from '../../../client/changes/cursor';
import { type Change, newScan, scanChanges } from '../../../client/changes/scan';
import { comparableId, isContentKey, type Row } from '../../../client/rows';
import type { Page } from '../../../client/reads/read';
import { randomFor } from '../../sandbox/data/random';
import { ChangingCatalog, oddPages, type Traits } from './changingCatalog';

const facts = findEndpoint('productCatalog', 'get') as ReadEndpoint;
const wanted: Wanted = new Set(changeTypes);
const pageSize = 7;
const rounds = 500;

/** Reads the catalog; `meanwhile` is called before each page, `oddly` alters it. */
async function read(
	catalog: ChangingCatalog,
	cursor: Cursor,
	execution: string,
	meanwhile: () => void,
	oddly: (page: Page, number: number) => Page,
) {
	const { changes, given, known, whole } = await scanChanges(newScan(pageSize), {
		fetchPage: async (number) => {
			await Promise.resolve();
			meanwhile();
			return oddly(catalog.page(number), number);
		},
		facts,
		known: knownForReading(cursor),
		wanted,
	});
	return { changes, whole, cursor: addGiven(known, cursor.pending, { execution, given }) };
}

function apply(copy: Map<string, Row>, changes: readonly Change[]): void {
	for (const { change, key, row = {} } of changes) {
		const { Id } = row;
		const isText = typeof Id === 'string';
		if (change === 'deleted') copy.delete(comparableId(key));
		else copy.set(comparableId(key), isText ? { ...row, Id: comparableId(Id) } : row);
	}
}

/** Rows without any key are not deleted from a copy, so it may hold more of them. */
function expectEqual(copy: ReadonlyMap<string, Row>, catalog: ChangingCatalog): void {
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

it.each(catalogs)('a copy of %s equals it over 500 rounds', async (_, traits, seed) => {
	const { totals = true } = traits;
	const random = randomFor(seed, 'rounds');
	const catalog = new ChangingCatalog(random, traits, pageSize);
	const copy = new Map<string, Row>();
	/** The keys of what was given and committed. */
	const known = new Set<string>();
	let cursor = newCursor;
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
	if (totals && !traits.duplicates) expect(equal).toBeGreaterThan(30);
	expect(uncommitted).toBeGreaterThan(80);
	expect(failed).toBeGreaterThan(20);
});
