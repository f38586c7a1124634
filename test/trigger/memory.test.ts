// What is remembered of rows: changes are noticed, nothing twice, within bounds.
import {
	loadMemory,
	type Memory,
	MOST_ENTRIES,
	newMemory,
	notice,
	saveMemory,
	secondsOf,
	settle,
	type Sighting,
} from '../../nodes/ProjectServicesTrigger/memory';
import { fc } from '../fastCheck';

function at(seconds: number, id = 'a', version = ''): Sighting {
	const moment = `${String(seconds).padStart(13, '0')}.000000000`;
	return { id, moment, signature: `${moment}${version}` };
}

function saved(memory: Memory, most?: number): Memory {
	return loadMemory(JSON.parse(JSON.stringify(saveMemory(memory, most))) as never);
}

it('notices a row that is new, one with another signature, and neither a second time', () => {
	const memory = newMemory();
	expect(notice(memory, at(100))).toBe(true);
	expect(notice(memory, at(100))).toBe(false);
	expect(notice(memory, at(100, 'a', 'other'))).toBe(true);
	expect(notice(memory, at(100, 'b'))).toBe(true);
	expect(notice(memory, at(90, 'b'))).toBe(true);
	expect(notice(memory, { id: 'c', signature: 'one' })).toBe(true);
	expect(notice(memory, { id: 'c', signature: 'one' })).toBe(false);
	expect(notice(memory, { id: 'c', signature: 'two' })).toBe(true);
});

it('takes a row of before the floor for known, unless it is remembered as another', () => {
	const memory = newMemory();
	notice(memory, at(100, 'a'));
	settle(memory, 50);
	expect(notice(memory, at(49, 'b'))).toBe(false);
	expect(notice(memory, at(50, 'b'))).toBe(true);
	expect(notice(memory, at(20, 'a'))).toBe(true);
});

it('forgets the oldest where there are too many, and then does not take them for new', () => {
	const memory = newMemory();
	for (let index = 0; index < 30; index++) notice(memory, at(1000 + index, `row ${index}`));
	settle(memory, 0, 10);
	expect(memory.entries.size).toBe(10);
	for (let index = 0; index < 30; index++) {
		expect(notice(memory, at(1000 + index, `row ${index}`))).toBe(false);
	}
	expect(notice(memory, at(1000, 'another'))).toBe(false);
	expect(notice(memory, at(1020, 'another'))).toBe(true);
});

it('forgets undated rows last, and then takes none of them for new', () => {
	const memory = newMemory();
	const undated = (id: string) => ({ id, signature: id });
	for (let index = 0; index < 30; index++) notice(memory, undated(`row ${index}`));
	notice(memory, at(100, 'dated'));
	settle(memory, 0, 10);
	expect(memory.undatedDropped).toBe(true);
	for (let index = 0; index < 30; index++)
		expect(notice(memory, undated(`row ${index}`))).toBe(false);
	expect(notice(memory, undated('row 31'))).toBe(false);
});

it('keeps the floor of a reading that is not at its end, although it drops what is too much', () => {
	const memory = newMemory();
	for (let index = 0; index < 30; index++) notice(memory, at(1000 + index, `row ${index}`));
	const later = saved(memory, 10);
	expect(notice(later, at(1001, 'on the next page'))).toBe(true);
	settle(later, 0);
	expect(notice(later, at(1002, 'too late'))).toBe(false);
});

it('survives being saved', () => {
	const sighting = fc.record({
		id: fc.string({ maxLength: 3 }),
		seconds: fc.integer({ min: 1, max: 400_000_000_000 }),
	});
	fc.assert(
		fc.property(fc.array(sighting), fc.array(sighting), (first, second) => {
			const memory = newMemory();
			for (const { id, seconds } of first) notice(memory, at(seconds, id));
			settle(memory, 100_000_000_000);
			const copy = saved(memory);
			expect(copy).toEqual(memory);
			for (const { id, seconds } of second) {
				expect(notice(copy, at(seconds, id))).toBe(notice(memory, at(seconds, id)));
			}
		}),
		{ numRuns: 200 },
	);
});

it('takes less than 180 kB for a hundred thousand rows', () => {
	const memory = newMemory();
	for (let index = 0; index < 100_000; index++)
		notice(memory, at(1_000_000 + index, `row ${index}`));
	const state = saveMemory(memory);
	expect(JSON.stringify(state).length).toBeLessThan(180_000);
	expect(loadMemory(state).entries.size).toBe(MOST_ENTRIES);
	expect(secondsOf(at(5).moment ?? '')).toBe(5);
});
