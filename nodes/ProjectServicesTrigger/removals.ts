// Products that were removed from a catalog: named by the service, or missing from two readings in a row.
import { z } from 'zod/v4';

import { idOf } from '../ProjectServices/pages';
import { hashOf } from './hashes';
import {
	addId,
	compareIdSets,
	type IdSet,
	loadIdSet,
	newIdSet,
	savedIdSet,
	saveIdSet,
} from './idSets';
import { firstPosition, type Pass, type Position, savedPosition } from './pass';
import { MOST_DIFFERENCES } from './sketch';

export const savedRemovals = z.object({
	/** Hashes of the ids that the service names as deleted, in one text. */
	listed: z.string(),
	/** Hashes of the ids that were last found by comparing. */
	compared: z.string(),
	/** The products of the last whole pass; only where passes are compared. */
	products: savedIdSet.optional(),
	/** Products that were missing from that pass, though not from the one before. */
	suspects: z.array(z.string()),
	pass: z
		.object({
			position: savedPosition,
			quiet: z.boolean(),
			listed: z.string(),
			products: savedIdSet.optional(),
			/** For every suspect, whether this pass has shown it (1) or not so far (0). */
			shown: z.string(),
		})
		.optional(),
});
export type SavedRemovals = z.infer<typeof savedRemovals>;

export type DetectedBy = 'deletedProductIds' | 'comparing';

export interface Removal {
	readonly id: string;
	readonly detectedBy: DetectedBy;
}

export interface RemovalWatch {
	readonly saved: SavedRemovals;
	readonly start: Position;
	/** Whether what the service names is only taken note of. */
	readonly quiet: boolean;
	/** The products that this pass has shown; undefined where passes are not compared. */
	readonly products: IdSet | undefined;
	/** Suspects that this pass has not shown so far. */
	readonly missing: Set<string>;
	readonly listedBefore: ReadonlySet<string>;
	readonly listedNow: Set<string>;
	/** Ids that this poll saw named as deleted, in small letters. */
	readonly named: Set<string>;
	/** Hashes of the ids that comparing found not long ago. */
	readonly compared: Set<string>;
	/** Products without an id. */
	nameless: number;
	found: Removal[];
}

// 48 bits: among some thousand known ids, a new one is mistaken for a known one once in a hundred billion times.
const NAME_LENGTH = 8;

/** How many ids named as deleted can be remembered, alone and beside what comparing needs. */
const mostListed = { alone: 10_000, comparing: 1500 };
const mostCompared = 500;

function nameOf(id: string): string {
	return hashOf(id.toLowerCase(), NAME_LENGTH);
}

function split(names: string): Set<string> {
	return new Set(names.match(new RegExp(`.{${NAME_LENGTH}}`, 'g')) ?? []);
}

const nothing: SavedRemovals = { listed: '', compared: '', suspects: [] };

/** Begins a pass, or goes on with the one that was saved. */
export function beginRemovals(
	saved: SavedRemovals | undefined,
	size: number,
	emitExisting: boolean,
	comparing: boolean,
): RemovalWatch {
	const going = saved?.pass?.position.size === size ? saved.pass : undefined;
	const state = saved ?? nothing;
	const listedNow = split(going?.listed ?? '');
	// A comparison that was switched on in the middle of a pass begins with the next one.
	const products = going ? going.products && loadIdSet(going.products) : newIdSet();
	return {
		saved: state,
		start: going?.position ?? firstPosition(size),
		quiet: saved === undefined ? !emitExisting : state.pass?.quiet === true,
		products: comparing ? products : undefined,
		missing: new Set(state.suspects.filter((_, index) => going?.shown.charAt(index) !== '1')),
		listedBefore: split(state.listed),
		listedNow,
		named: new Set(),
		compared: split(state.compared),
		nameless: 0,
		found: [],
	};
}

/** Takes note of the products of a page and of the ids that it names as deleted. */
export function visitRemovals(
	watch: RemovalWatch,
	rows: readonly unknown[],
	deletedIds: readonly unknown[],
): void {
	for (const row of rows) {
		const id = idOf(row);
		if (id === undefined) watch.nameless++;
		else visitProduct(watch, id);
	}
	for (const value of deletedIds) {
		const id = String(value);
		const name = nameOf(id);
		watch.named.add(id.toLowerCase());
		const known = watch.listedBefore.has(name) || watch.listedNow.has(name);
		watch.listedNow.add(name);
		const removal: Removal = { id, detectedBy: 'deletedProductIds' };
		if (!known && !watch.compared.has(name) && !watch.quiet) watch.found.push(removal);
	}
}

function visitProduct({ products, missing, compared }: RemovalWatch, id: string): void {
	if (products) addId(products, id);
	missing.delete(id);
	// A product that is back may be removed, and named, once more.
	if (compared.size > 0) compared.delete(nameOf(id));
}

export interface EndedRemovals {
	readonly state: SavedRemovals;
	/** What a person has to know, as sentences for the log. */
	readonly remarks: readonly string[];
}

/** How many deleted products the service names, if they are more than can be remembered. */
export function tooManyListed({ listedNow }: RemovalWatch, comparing: boolean): number | undefined {
	const most = comparing ? mostListed.comparing : mostListed.alone;
	return listedNow.size > most ? listedNow.size : undefined;
}

function ignoreList(watch: RemovalWatch): void {
	watch.found = watch.found.filter(({ detectedBy }) => detectedBy === 'comparing');
	watch.listedNow.clear();
	watch.named.clear();
}

function endPart(watch: RemovalWatch, position: Position): SavedRemovals {
	const { saved, quiet, products, missing, listedNow, compared } = watch;
	const pass = {
		position,
		quiet,
		listed: [...listedNow].join(''),
		shown: saved.suspects.map((id) => (missing.has(id) ? '0' : '1')).join(''),
		...(products ? { products: saveIdSet(products) } : {}),
	};
	return { ...saved, compared: [...compared].join(''), pass };
}

function vanished({ saved, named }: RemovalWatch, products: IdSet): string[] | undefined {
	const before = saved.products && loadIdSet(saved.products);
	const gone = before && compareIdSets(before, products)?.gone;
	return gone?.filter((id) => !named.has(id.toLowerCase()));
}

function endComparison(watch: RemovalWatch, products: IdSet, remarks: string[]): SavedRemovals {
	const { saved, missing, named, found, quiet, compared, listedNow } = watch;
	const sure = [...missing].filter((id) => !named.has(id.toLowerCase()));
	if (!quiet) for (const id of sure) found.push({ id, detectedBy: 'comparing' });
	const suspects = vanished(watch, products);
	if (saved.products && !suspects) {
		remarks.push(
			`The catalog changed too much to tell which of its products were removed (it can for up to ${MOST_DIFFERENCES} between two readings). Comparing starts anew from this reading.`,
		);
	}
	return {
		listed: [...listedNow].join(''),
		compared: [...compared, ...sure.map(nameOf)].slice(-mostCompared).join(''),
		suspects: suspects ?? [],
		products: saveIdSet(products),
	};
}

function isTrusted({ products, nameless }: RemovalWatch, { whole, position }: Pass): boolean {
	const { total, given } = position;
	return whole && (products?.kind !== 'exact' || products.ids.size + nameless === (total ?? given));
}

/** Ends a poll: the state to save; what comparing found is added to `found`. */
export function endRemovals(watch: RemovalWatch, pass: Pass, comparing: boolean): EndedRemovals {
	const { products, saved, compared } = watch;
	const remarks: string[] = [];
	const count = tooManyListed(watch, comparing);
	if (count !== undefined) {
		ignoreList(watch);
		remarks.push(
			`The service names ${count} deleted products, which are too many to remember. Removed products are found by comparing alone.`,
		);
	}
	if (!pass.complete) return { state: endPart(watch, pass.position), remarks };
	if (comparing && products && isTrusted(watch, pass)) {
		return { state: endComparison(watch, products, remarks), remarks };
	}
	const { total, given } = pass.position;
	if (comparing && products) {
		remarks.push(
			`The catalog announced ${total ?? 'no number of'} products and gave ${given}, or changed while it was read. What was removed will be told by the next readings.`,
		);
	}
	const listed = [...watch.listedNow].join('');
	const state = { listed, compared: [...compared].join(''), suspects: [] };
	if (!comparing) return { state, remarks };
	const before = saved.products ? { products: saved.products } : {};
	return { state: { ...state, ...before, suspects: saved.suspects }, remarks };
}
