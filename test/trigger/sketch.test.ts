// Sets of ids and their sketches: what they tell of two sets is true, and it fits into the room there is.
import {
	addId,
	compareIdSets,
	type IdSet,
	loadIdSet,
	newIdSet,
	saveIdSet,
} from '../../nodes/ProjectServicesTrigger/idSets';
import {
	compareSketches,
	MOST_DIFFERENCES,
	newSketch,
	type Sketch,
	sketchId,
} from '../../nodes/ProjectServicesTrigger/sketch';
import { fc } from '../fastCheck';
import { guidFor } from '../sandbox/random';

function sketchOf(ids: Iterable<string>): Sketch {
	const sketch = newSketch();
	for (const id of ids) sketchId(sketch, id);
	return sketch;
}

function setOf(ids: Iterable<string>): IdSet {
	const set = newIdSet();
	for (const id of ids) addId(set, id);
	return set;
}

function guids(from: number, to: number): string[] {
	return Array.from({ length: to - from }, (_, index) => guidFor(1, 'id', from + index));
}

const id = fc.oneof(
	fc.uuid(),
	fc.uuid().map((guid) => guid.toUpperCase()),
	fc.string({ maxLength: 4, unit: 'grapheme' }).filter((text) => Buffer.byteLength(text) <= 16),
	fc.string({ maxLength: 16 }),
);
const ids = fc.uniqueArray(id, { maxLength: 80 });

describe('a sketch', () => {
	it('tells exactly which ids went and which came', () => {
		fc.assert(
			fc.property(ids, ids, ids, (stayed, first, second) => {
				const gone = first.filter((one) => !stayed.includes(one) && !second.includes(one));
				const come = second.filter((one) => !stayed.includes(one) && !first.includes(one));
				const both = [...new Set([...stayed, ...first.filter((one) => second.includes(one))])];
				const difference = compareSketches(
					sketchOf([...both, ...gone]),
					sketchOf([...both, ...come]),
				);
				expect(difference?.gone.sort()).toEqual(gone.sort());
				expect(difference?.come.sort()).toEqual(come.sort());
			}),
			{ numRuns: 100 },
		);
	});

	it.each([1, 100, 500, MOST_DIFFERENCES])('reads %i removals out of 20,000 ids', (count) => {
		const before = sketchOf(guids(0, 20_000));
		const difference = compareSketches(before, sketchOf(guids(count, 20_000)));
		expect(difference?.gone.sort()).toEqual(guids(0, count).sort());
		expect(difference?.come).toEqual([]);
	});

	it('says that it cannot tell, rather than something wrong, where there are too many', () => {
		expect(compareSketches(sketchOf(guids(0, 5000)), sketchOf(guids(2500, 9000)))).toBeUndefined();
	});

	it('refuses an id that does not fit', () => {
		expect(sketchId(newSketch(), 'a-part-number-of-its-own')).toBe(false);
	});
});

describe('a saved set', () => {
	it('is compared as if it had been kept, whatever its size', () => {
		for (const size of [0, 100, 3000]) {
			const before = loadIdSet(saveIdSet(setOf(guids(0, size))));
			const difference = before && compareIdSets(before, setOf(guids(10, size + 5)));
			expect(difference?.gone.length).toBe(Math.min(size, 10));
			expect(difference?.come.length).toBe(size === 0 ? 0 : 5);
		}
	});

	it('goes on growing where it was left, and counts an id once', () => {
		const first = loadIdSet(saveIdSet(setOf(guids(0, 2000))));
		if (!first) throw new Error('The set was lost.');
		for (const one of [...guids(2000, 4000), ...guids(2000, 2100)]) addId(first, one);
		const whole = setOf(guids(0, 4000));
		expect(compareIdSets(whole, first)).toEqual({ gone: [], come: [] });
	});

	it('grows no larger than 62 kB, for a hundred thousand ids', () => {
		const saved = saveIdSet(setOf(guids(0, 100_000)));
		expect(saved.kind).toBe('sketch');
		expect(JSON.stringify(saved).length).toBeLessThan(62_000);
	});

	it('holds long ids while they are few, and says when it cannot hold them', () => {
		const long = (count: number) =>
			Array.from({ length: count }, (_, n) => `a-very-long-product-id-${n}`);
		const few = loadIdSet(saveIdSet(setOf(long(100))));
		expect(few && compareIdSets(few, setOf(long(99)))?.gone).toEqual(['a-very-long-product-id-99']);
		expect(loadIdSet(saveIdSet(setOf(long(5000))))).toBeUndefined();
	});
});
