// Which changes a reading gives, with and without commits in between.
import {
	absent,
	addGiven,
	changeOf,
	changeTypes,
	commit,
	commitCursor,
	concludeReading,
	type Cursor,
	type Known,
	knownForReading,
	newCursor,
	nothingKnown,
	pendingCount,
	type Wanted,
} from '../../../client/changes/cursor';
import { savedCursor, savedForm } from '../../../client/changes/saved';
import { deletionProblem } from '../../../client/changes/scan';

const all: Wanted = new Set(changeTypes);

interface RoundOptions {
	readonly wanted?: Wanted;
	readonly whole?: boolean;
	readonly named?: readonly string[];
	readonly execution?: string;
}

/** Key to version. */
type List = Readonly<Record<string, string>>;

/** Reads a list as Get Changes does: the cursor after it, saved and loaded, and what it gave. */
function read(
	before: Cursor,
	list: List,
	{ wanted = all, whole = true, named = [], execution = 'E' }: RoundOptions = {},
): { cursor: Cursor; given: string[] } {
	const known = knownForReading(before);
	const present = new Set(Object.keys(list));
	const changes = new Map<string, string>();
	const seen = new Map<string, string>();
	const given: string[] = [];
	for (const [key, version] of Object.entries(list)) {
		const signature = version.padEnd(8);
		const change = changeOf(known, { key, signature }, wanted);
		if (change === undefined) continue;
		if (wanted.has(change)) {
			changes.set(key, signature);
			given.push(`${change} ${key}`);
		} else if (change === 'created') seen.set(key, signature);
	}
	const ended = concludeReading(known, { present, whole, named: new Set(named), seen }, wanted);
	for (const key of wanted.has('deleted') ? ended.deleted : []) {
		changes.set(key, absent);
		given.push(`deleted ${key}`);
	}
	const cursor = addGiven(ended.known, before.pending, { execution, given: changes });
	return { cursor: savedCursor.parse(savedForm(cursor)), given };
}

/** A cursor whose consumer has the list. */
function having(list: List): Cursor {
	return commitCursor(read(newCursor, list).cursor);
}

describe('a reading', () => {
	it('gives everything as created the first time, and nothing once that is committed', () => {
		const { cursor, given } = read(newCursor, { a: '1', b: '1' });
		expect(given).toEqual(['created a', 'created b']);
		expect(pendingCount(cursor, 'E')).toBe(2);
		expect(read(commitCursor(cursor), { a: '1', b: '1' }).given).toEqual([]);
	});

	it('gives created and updated rows', () => {
		const { given } = read(having({ a: '1', b: '1' }), { a: '2', b: '1', c: '1' });
		expect(given).toEqual(['updated a', 'created c']);
	});

	it('gives the same changes again without a commit, and newer ones', () => {
		const first = read(having({ a: '1' }), { a: '2' });
		const second = read(first.cursor, { a: '2', b: '1' }, { execution: 'F' });
		expect(second.given).toEqual(['updated a', 'created b']);
		expect(pendingCount(second.cursor, 'F')).toBe(2);
		expect(pendingCount(second.cursor, 'E')).toBe(0);
	});

	it('gives a row again that was given without a commit and then changed back', () => {
		const first = read(having({ a: '1' }), { a: '2' });
		const second = read(first.cursor, { a: '1' }, { execution: 'F' });
		expect(second.given).toEqual(['updated a']);
		expect(read(commitCursor(second.cursor), { a: '1' }).given).toEqual([]);
	});

	it('does not give a row that changed and changed back between two readings', () => {
		expect(read(having({ a: '1' }), { a: '1' }).given).toEqual([]);
	});

	it('counts an execution’s changes once, however often it reads', () => {
		const first = read(having({ a: '1', b: '1' }), { a: '2', b: '1' });
		const second = read(first.cursor, { a: '3', b: '2' });
		expect(pendingCount(second.cursor, 'E')).toBe(2);
		expect(read(commitCursor(second.cursor), { a: '3', b: '2' }).given).toEqual([]);
	});
});

describe('a removed row', () => {
	it('is deleted once two whole readings in a row did not hold it, with or without a commit', () => {
		const first = read(having({ a: '1', b: '1' }), { a: '1' });
		expect(first.given).toEqual([]);
		const second = read(first.cursor, { a: '1' }, { execution: 'F' });
		expect(second.given).toEqual(['deleted b']);
		expect(read(second.cursor, { a: '1' }, { execution: 'G' }).given).toEqual(['deleted b']);
		expect(read(commitCursor(second.cursor), { a: '1' }).given).toEqual([]);
	});

	it('is deleted at once where the service names it', () => {
		const named = ['b', 'c', 'unknown'];
		const { given } = read(having({ b: '1', B: '1', c: '1' }), { c: '1' }, { named });
		// An ID that differs by case alone may be another row's.
		expect(given).toEqual(['deleted b']);
	});

	it('is not deleted by readings that were not whole', () => {
		let { cursor, given } = read(having({ a: '1', b: '1' }), { a: '1' }, { whole: false });
		for (let round = 0; round < 3; round++) {
			({ cursor, given } = read(cursor, { a: '1' }, { whole: false, named: ['b'] }));
			expect(given).toEqual([]);
		}
		({ cursor, given } = read(cursor, { a: '1' }));
		expect(given).toEqual([]);
		expect(read(cursor, { a: '1' }).given).toEqual(['deleted b']);
	});

	it('is not deleted if any reading in between held it, whole or not', () => {
		let { cursor } = read(having({ a: '1', b: '1' }), { a: '1' });
		({ cursor } = read(cursor, { b: '1' }, { whole: false }));
		expect(read(cursor, { a: '1' }).given).toEqual([]);
	});

	it('that comes back after it was given as deleted is given again', () => {
		const gone = read(read(having({ a: '1' }), {}).cursor, {}, { execution: 'F' });
		expect(gone.given).toEqual(['deleted a']);
		expect(read(gone.cursor, { a: '1' }, { execution: 'G' }).given).toEqual(['updated a']);
		expect(read(commitCursor(gone.cursor), { a: '1' }).given).toEqual(['created a']);
	});

	it('is deleted also if only an uncommitted execution ever gave it', () => {
		let { cursor } = read(having({ a: '1' }), { a: '1', b: '1' });
		({ cursor } = read(cursor, { a: '1' }, { execution: 'F' }));
		const { given } = read(cursor, { a: '1' }, { execution: 'G' });
		expect(given).toEqual(['deleted b']);
	});

	it('without an ID is forgotten and never given', () => {
		const key = '\0c0123456789abcdef';
		let { cursor, given } = read(having({ [key]: '1' }), {});
		({ cursor, given } = read(cursor, {}));
		expect(given).toEqual([]);
		expect(cursor.known.committed.size).toBe(0);
	});
});

describe('a cursor that wants only some types of change', () => {
	const updated: Wanted = new Set(['updated']);
	const deleted: Wanted = new Set(['deleted']);

	it('gives updates of rows that it never gave as created', () => {
		const first = read(newCursor, { a: '1' }, { wanted: updated });
		expect(first.given).toEqual([]);
		const second = read(first.cursor, { a: '2' }, { wanted: updated });
		expect(second.given).toEqual(['updated a']);
		expect(read(second.cursor, { a: '2' }, { wanted: updated, execution: 'F' }).given).toEqual([
			'updated a',
		]);
		expect(read(commitCursor(second.cursor), { a: '2' }, { wanted: updated }).given).toEqual([]);
	});

	it('gives deletions of rows that it never gave as created', () => {
		let { cursor } = read(newCursor, { a: '1', b: '1' }, { wanted: deleted });
		({ cursor } = read(cursor, { a: '1' }, { wanted: deleted }));
		expect(read(cursor, { a: '1' }, { wanted: deleted }).given).toEqual(['deleted b']);
	});

	it('loses nothing for a later reading that wants the others', () => {
		const { cursor } = read(newCursor, { a: '1' }, { wanted: updated });
		expect(read(cursor, { a: '1' }).given).toEqual(['created a']);
	});

	it('can be read for one type after the other in one execution', () => {
		let { cursor, given } = read(having({ a: '1', b: '1' }), { a: '2' });
		const written: Wanted = new Set(['created', 'updated']);
		({ cursor, given } = read(cursor, { a: '2' }, { wanted: written }));
		expect(given).toEqual(['updated a']);
		({ cursor, given } = read(cursor, { a: '2' }, { wanted: deleted }));
		expect(given).toEqual(['deleted b']);
		expect(pendingCount(cursor, 'E')).toBe(2);
		expect(read(commitCursor(cursor), { a: '2' }).given).toEqual([]);
	});
});

it.each([
	[20, 20, 0, false],
	[21, 42, 50, false],
	[22, 42, 50, true],
	[21, 21, 99, true],
	[21, 21, 100, false],
])(
	'%i deletions of %i rows at a limit of %i %% are too many: %s',
	(deleted, rows, limit, expected) => {
		expect(deletionProblem(deleted, rows, limit) !== undefined).toBe(expected);
	},
);

describe('a commit', () => {
	const known: Known = { ...nothingKnown, committed: new Map([['a', '1']]) };

	it('of nothing changes nothing', () => {
		expect(commit(known, new Map())).toBe(known);
		expect(commitCursor({ known })).toEqual({ known });
	});

	it('leaves what it was given as it is', () => {
		commit(
			known,
			new Map([
				['b', '1'],
				['a', absent],
			]),
		);
		expect([...known.committed]).toEqual([['a', '1']]);
		expect(nothingKnown.uncertain.size).toBe(0);
	});
});
