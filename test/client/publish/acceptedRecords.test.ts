// The memory of accepted records: what counts as unchanged, through retries and failures.
import {
	type Comparable,
	loadAcceptedRecords,
	type SavedRecords,
} from '../../../client/publish/acceptedRecords';

function record(key: string | undefined, content: string, list = 'north'): Comparable {
	return { list, key, content };
}

/** A write that sends what changed and has it accepted; the keys that were sent. */
function write(saved: SavedRecords, tag: string, records: readonly Comparable[]) {
	const memory = loadAcceptedRecords(saved, tag);
	const sent = records.filter((one) => !memory.isUnchanged(one));
	memory.accept(sent);
	return { sent: sent.map(({ key, content }) => `${key}=${content}`), saved: memory.save(saved) };
}

const [a, b] = [record('1', 'a'), record('2', 'b')];

test('only new and changed records are sent', () => {
	const first = write({}, 'run 1', [a, b]);
	expect(first.sent).toEqual(['1=a', '2=b']);
	const second = write(first.saved, 'run 2', [a, b]);
	expect(second.sent).toEqual([]);
	const third = write(second.saved, 'run 3', [a, record('2', 'B'), record('3', 'c')]);
	expect(third.sent).toEqual(['2=B', '3=c']);
	expect(write(third.saved, 'run 4', [a, b]).sent).toEqual(['2=b']);
});

test('the same key in another list is another record', () => {
	const { saved } = write({}, 'run 1', [a]);
	expect(write(saved, 'run 2', [record('1', 'a', 'south')]).sent).toEqual(['1=a']);
});

test('a record without a key is always sent', () => {
	const { saved } = write({}, 'run 1', [record(undefined, 'x')]);
	expect(write(saved, 'run 2', [record(undefined, 'x')]).sent).toEqual(['undefined=x']);
});

test('of a key that comes twice in a run, the last record is what the service holds', () => {
	const { saved } = write({}, 'run 1', [a]);
	const second = write(saved, 'run 2', [record('1', 'A'), a]);
	expect(second.sent).toEqual(['1=A', '1=a']);
	expect(write(second.saved, 'run 3', [a]).sent).toEqual([]);
});

test('a retry of the same write builds the same requests', () => {
	const { saved } = write({}, 'run 1', [a]);
	const failed = write(saved, 'run 2', [record('1', 'A'), b]);
	expect(write(failed.saved, 'run 2', [record('1', 'A'), b]).sent).toEqual(['1=A', '2=b']);
	expect(write(failed.saved, 'run 3', [record('1', 'A'), b]).sent).toEqual([]);
});

test('a record that may have been applied is sent again, also with the content of before', () => {
	const { saved } = write({}, 'run 1', [a]);
	const memory = loadAcceptedRecords(saved, 'run 2');
	expect(memory.isUnchanged(record('1', 'A'))).toBe(false);
	memory.forget([record('1', 'A')]);
	expect(write(memory.save(saved), 'run 3', [a]).sent).toEqual(['1=a']);
	expect(write(memory.save(saved), 'run 3', [record('1', 'A')]).sent).toEqual(['1=A']);
});

test('what is saved is small and holds no data', () => {
	const many = Array.from({ length: 1000 }, (_, index) =>
		record(`secret-${index}`, `data-${index}`),
	);
	const text = JSON.stringify(write({}, 'run 1', many).saved);
	expect(text.length).toBeLessThan(1000 * 22 + 200);
	expect(text).not.toMatch(/secret|data/);
});

test('what another write saved meanwhile is kept', () => {
	const { saved } = write({}, 'run 1', [a, b]);
	const slow = loadAcceptedRecords(saved, 'run 2');
	slow.accept([record('1', 'A')]);
	const fast = write(saved, 'run 3', [record('2', 'B')]);
	const both = slow.save(fast.saved);
	expect(write(both, 'run 4', [record('1', 'A'), record('2', 'B')]).sent).toEqual([]);
	expect(write(both, 'run 4', [a, b]).sent).toEqual(['1=a', '2=b']);
});
