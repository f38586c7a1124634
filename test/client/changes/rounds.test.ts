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
import { comparableId, isContentKey } from '../../../client/reads/keys';
import { firstPosition } from '../../../client/reads/pages';
import type { Row } from '../../../client/reads/read';
import { randomFor } from '../../sandbox/data/random';
import { ChangingCatalog, type Traits } from './changingCatalog';

const facts = findEndpoint('productCatalog', 'get') as ReadEndpoint;
const wanted: Wanted = new Set(changeTypes);
const pageSize = 7;
const rounds = 500;

/** Reads the catalog; `meanwhile` is called before each page. */
async function read(
	catalog: ChangingCatalog,
	cursor: Cursor,
	execution: string,
	meanwhile: () => void,
) {
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
	for (const { change, key: id, row: given } of changes) {
		const key = comparableId(id);
		const row = given && withComparedId(given);
		if (change === 'deleted') copy.delete(key);
		else copy.set(key, row ?? {});
	}
}

function withComparedId(row: Row): Row {
	return typeof row.Id === 'string' ? { ...row, Id: comparableId(row.Id) } : row;
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
	['a catalog with products without an ID', { withoutIds: true }, 6],
	['a catalog with IDs that differ by case', { casePairs: true, namesDeleted: true }, 7],
	['a catalog that names deleted products', { namesDeleted: true }, 8],
	['a catalog whose IDs change their case', { changesCase: true, namesDeleted: true }, 9],
	['a catalog that ends with a 404', { endStatus: 404 }, 10],
];

/** Nothing says that a reading of these held everything. */
const uncertainCatalogs: typeof catalogs = [
	['without totals', { totals: false, namesDeleted: true }, 3],
	['with products that are listed twice', { duplicates: true }, 4],
	['without totals, that ends with a 400', { endStatus: 400, totals: false }, 5],
];

/** These sometimes say so. */
const oddCatalogs: typeof catalogs = [
	['with pages without rows', { emptyPages: true }, 11],
	['with wrong totals', { wrongTotals: true, namesDeleted: true }, 12],
];

it.each(catalogs)('a copy of %s equals it over 500 rounds', async (_, traits, seed) => {
	const random = randomFor(seed, 'rounds');
	const catalog = new ChangingCatalog(random, traits, pageSize);
	const copy = new Map<string, Row>();
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
		const isQuiet = random.chance(0.7);
		const failsAt = random.chance(0.1) ? random.integer(1, 5) : 0;
		let pages = 0;
		const result = await read(catalog, cursor, `E-${number}`, () => {
			if (++pages === failsAt) throw new Error('The service broke off.');
			if (!isQuiet && random.chance(0.4)) catalog.change();
		}).catch((error: unknown) => {
			// A list that changes may also be one that cannot be read to its end.
			if (isQuiet && failsAt === 0) throw error;
			return undefined;
		});
		if (!isQuiet) quiet = 0;
		// What a reading that failed found is forgotten.
		if (result === undefined) {
			failed++;
			continue;
		}
		const after = catalog.content().keyed;
		for (const { change, key } of result.changes) {
			if (change === 'deleted')
				expect([key, before.has(key) && after.has(key)]).toEqual([key, false]);
		}
		if (isQuiet && result.whole) quiet++;
		else quiet = 0;
		if (isQuiet) expect(result.whole).toBe(true);
		// n8n saves the state of a failed execution, too: it ends anywhere between Get Changes and Commit Changes.
		cursor = savedCursor.parse(saveCursor(result.cursor));
		if (random.chance(0.25)) {
			apply(copy, result.changes.slice(0, random.integer(0, result.changes.length)));
			uncommitted++;
			continue;
		}
		apply(copy, result.changes);
		cursor = commitCursor(cursor);
		if (!isQuiet) continue;
		// All that is there has come. What is not there any more is deleted by the second quiet reading in a row.
		const { keyed } = catalog.content();
		for (const [key, row] of keyed) expect(copy.get(key)).toEqual(row);
		if (quiet < 2) continue;
		expectEqual(copy, catalog);
		equal++;
	}
	expect(equal).toBeGreaterThan(40);
	expect(uncommitted).toBeGreaterThan(80);
	expect(failed).toBeGreaterThan(20);
});

it.each([...uncertainCatalogs, ...oddCatalogs])(
	'a copy of a catalog %s has every row of a quiet reading, and loses none that is there',
	async (_, traits, seed) => {
		const random = randomFor(seed, 'uncertain');
		const catalog = new ChangingCatalog(random, traits, pageSize);
		let cursor = newCursor;
		const copy = new Map<string, Row>();
		let [readings, deleted] = [0, 0];
		for (let number = 0; number < rounds; number++) {
			if (random.chance(0.6)) catalog.changeOften(4);
			const { keyed } = catalog.content();
			const result = await read(catalog, cursor, `E-${number}`, () => undefined).catch(
				() => undefined,
			);
			if (result === undefined) continue;
			readings++;
			for (const { change, key } of result.changes) {
				if (change !== 'deleted') continue;
				deleted++;
				expect([key, keyed.has(key)]).toEqual([key, false]);
			}
			cursor = commitCursor(savedCursor.parse(saveCursor(result.cursor)));
			apply(copy, result.changes);
			if (!traits.emptyPages) for (const [key, row] of keyed) expect(copy.get(key)).toEqual(row);
		}
		expect(readings).toBeGreaterThan(50);
		const isNeverSure = uncertainCatalogs.some(([, other]) => other === traits);
		expect(deleted > 0).toBe(!isNeverSure);
	},
);
