// The saved state of a catalog with 100,000 products, at its largest: below 200 kB.
import {
	beginRemovals,
	endRemovals,
	visitRemovals,
} from '../../nodes/ProjectServicesTrigger/removals';
import {
	beginRows,
	endRows,
	foundRows,
	type RowKind,
	type SavedRows,
	visitRows,
} from '../../nodes/ProjectServicesTrigger/rows';
import { sightProduct } from '../../nodes/ProjectServicesTrigger/sightings';
import type { Pass } from '../../nodes/ProjectServicesTrigger/pass';
import { guidFor, instantAt } from '../sandbox/random';

const COUNT = 100_000;
const limit = 200_000;
const now = '2025-11-01T00:00:00Z';
const kind: RowKind = { sight: sightProduct, overlap: 86_400 };

function products(from: number, to: number, changedFrom = to) {
	return Array.from({ length: to - from }, (_, index) => {
		const number = from + index;
		const day = number >= changedFrom ? Date.UTC(2025, 9, 5) : Date.UTC(2025, 9, 1);
		const { text, ticks } = instantAt(day + number, 7);
		return { Id: guidFor(1, 'product', number), UpdatedOn: text, UpdatedOnTicks: ticks };
	});
}

function passOf(given: number, complete = true): Pass {
	const position = {
		page: 11,
		size: 10_000,
		given,
		total: given,
		steady: true,
		previous: 'x'.repeat(11),
	};
	return { position, complete, whole: complete };
}

function reload<T>(state: T): T {
	return JSON.parse(JSON.stringify(state)) as T;
}

it('of changed products, after a catalog in which all were changed at once', () => {
	const first = beginRows(kind, undefined, 10_000, false);
	visitRows(first, products(0, COUNT));
	const state: SavedRows = reload(endRows(first, passOf(COUNT), now));
	expect(JSON.stringify(state).length).toBeLessThan(limit);

	const second = beginRows(kind, state, 10_000, false);
	visitRows(second, products(0, COUNT, 99_000));
	expect(foundRows(second)).toHaveLength(1000);
	const next = reload(endRows(second, passOf(COUNT), now));
	expect(JSON.stringify(next).length).toBeLessThan(limit);

	const third = beginRows(kind, next, 10_000, false);
	visitRows(third, products(0, COUNT, 99_000));
	expect(foundRows(third)).toEqual([]);
});

it('of removed products, in the middle of a reading and with every list full', () => {
	const deleted = Array.from({ length: 1500 }, (_, index) => guidFor(1, 'deleted', index));
	const first = beginRemovals(undefined, 10_000, false, true);
	visitRemovals(first, products(0, COUNT), deleted);
	const started = reload(endRemovals(first, passOf(COUNT), true).state);

	const second = beginRemovals(started, 10_000, false, true);
	visitRemovals(second, products(1000, COUNT), deleted);
	const suspecting = reload(endRemovals(second, passOf(COUNT - 1000), true).state);
	expect(suspecting.suspects).toHaveLength(1000);

	const third = beginRemovals(suspecting, 10_000, false, true);
	visitRemovals(third, products(1000, 90_000), deleted);
	const { state } = endRemovals(third, passOf(89_000, false), true);
	expect(JSON.stringify(state).length).toBeLessThan(limit);

	const fourth = beginRemovals(reload(state), 10_000, false, true);
	visitRemovals(fourth, products(90_000, COUNT), deleted);
	const ended = endRemovals(fourth, passOf(COUNT - 1000), true);
	expect(fourth.found.map(({ id }) => id).sort()).toEqual(
		products(0, 1000)
			.map(({ Id }) => Id)
			.sort(),
	);
	expect(ended.remarks).toEqual([]);
	expect(JSON.stringify(ended.state).length).toBeLessThan(limit);
});

it('of more deleted products than can be remembered: only comparing is left then', () => {
	const deleted = Array.from({ length: 20_000 }, (_, index) => guidFor(1, 'deleted', index));
	const first = beginRemovals(undefined, 10_000, true, true);
	visitRemovals(first, products(0, 100), deleted);
	const { state, remarks } = endRemovals(first, passOf(100), true);
	expect(first.found).toEqual([]);
	expect(remarks.join()).toContain('names 20000 deleted products');
	expect(JSON.stringify(state).length).toBeLessThan(limit);
});

it('says so when the catalog changed too much to be compared', () => {
	const first = beginRemovals(undefined, 10_000, false, true);
	visitRemovals(first, products(0, 20_000), []);
	const second = beginRemovals(
		reload(endRemovals(first, passOf(20_000), true).state),
		10_000,
		false,
		true,
	);
	visitRemovals(second, products(10_000, 30_000), []);
	const { state, remarks } = endRemovals(second, passOf(20_000), true);
	expect(remarks.join()).toContain('changed too much');
	expect(state.suspects).toEqual([]);
});
