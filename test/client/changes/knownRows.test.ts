// Which changes a reading gives, with and without commits in between.
import {
	ABSENT,
	changeOf,
	CHANGE_TYPES,
	commit as commitDelivered,
	concludeReading,
	type Known,
	NOTHING_KNOWN,
	type ChangeTypes,
} from '../../../client/changes/knownRows';
import {
	addDelivered,
	commitCursor,
	type Cursor,
	knownForReading,
	NEW_CURSOR,
	savedCursor,
} from '../../../client/changes/feedCursor';
import { savedForm } from '../../../client/changes/packedTables';

const all: ChangeTypes = new Set(CHANGE_TYPES);

interface Options {
	readonly changeTypes?: ChangeTypes;
	readonly whole?: boolean;
	readonly named?: readonly string[];
	/** Each reading is an execution of its own, unless this says which one it is of. */
	readonly execution?: string;
	readonly commit?: true;
}

/** Reads a list as Get Changes does: the cursor after it, saved and loaded, and what it gave. */
function read(
	before: Cursor,
	list: readonly string[],
	{ changeTypes = all, whole = true, named = [], execution = 'E' }: Options,
): { cursor: Cursor; given: string[] } {
	const known = knownForReading(before);
	const changes = new Map<string, string>();
	const seen = new Map<string, string>();
	const given: string[] = [];
	const rows = list.map((row) => ({ key: row.slice(0, -1), signature: row.slice(-1).padEnd(8) }));
	for (const row of rows) {
		const change = changeOf(known, row, changeTypes);
		if (change === undefined) continue;
		if (changeTypes.has(change)) {
			changes.set(row.key, row.signature);
			given.push(`${change} ${row.key}`);
		} else if (change === 'created') seen.set(row.key, row.signature);
	}
	const present = new Set(rows.map(({ key }) => key));
	const ended = concludeReading(
		known,
		{ present, whole, named: new Set(named), seen },
		changeTypes,
	);
	for (const key of changeTypes.has('deleted') ? ended.deleted : []) {
		changes.set(key, ABSENT);
		given.push(`deleted ${key}`);
	}
	const cursor = addDelivered(ended.known, before.pending, { execution, delivered: changes });
	expect(cursor.pending?.execution ?? execution).toBe(execution);
	return { cursor: savedCursor.parse(savedForm(cursor)), given };
}

/** A reading: the rows of the list, each a key and a one-digit version; what it gives. */
type Step = readonly [list: string, given: string, options?: Options];

const commit = true;
const updated: ChangeTypes = new Set(['updated']);
const deleted: ChangeTypes = new Set(['deleted']);
const written: ChangeTypes = new Set(['created', 'updated']);
const partly = { whole: false };
const same = { execution: 'same' };
const nameless = '\0c0123456789abcdef';

/** What the consumer has, and the readings from there. */
const scenarios: Readonly<Record<string, readonly [has: string, ...steps: Step[]]>> = {
	'everything is created the first time, and nothing once that is committed': [
		'',
		['a1 b1', 'created a, created b', { commit }],
		['a1 b1', ''],
	],
	'created and updated rows are given': ['a1 b1', ['a2 b1 c1', 'updated a, created c']],
	'the same changes come again without a commit, and newer ones': [
		'a1',
		['a2', 'updated a'],
		['a2 b1', 'updated a, created b'],
	],
	'a row that was given without a commit and changed back is given again': [
		'a1',
		['a2', 'updated a'],
		['a1', 'updated a', { commit }],
		['a1', ''],
	],
	'a row that changed and changed back between two readings is not given': ['a1', ['a1', '']],
	'an execution that reads twice commits both': [
		'a1 b1',
		['a2 b1', 'updated a', same],
		['a3 b2', 'updated a, updated b', { ...same, commit }],
		['a3 b2', ''],
	],
	'a row is deleted once two whole readings in a row did not hold it, with or without a commit': [
		'a1 b1',
		['a1', ''],
		['a1', 'deleted b'],
		['a1', 'deleted b', { commit }],
		['a1', ''],
	],
	// An ID that differs by case alone may be another row's.
	'a row is deleted at once where the service names it': [
		'b1 B1 c1',
		['c1', 'deleted b', { named: ['b', 'c', 'unknown'] }],
	],
	'readings that were not whole delete nothing': [
		'a1 b1',
		['a1', '', partly],
		['a1', '', { ...partly, named: ['b'] }],
		['a1', '', { ...partly, named: ['b'] }],
		['a1', ''],
		['a1', 'deleted b'],
	],
	'a reading that is not whole deletes nothing that the one before missed': [
		'a1 b1',
		['a1', ''],
		['a1', '', { ...partly, named: ['b'] }],
		['a1', 'deleted b'],
	],
	'a row is not deleted if any reading in between held it, whole or not': [
		'a1 b1',
		['a1', ''],
		['b1', '', partly],
		['a1', ''],
	],
	'a row that comes back after it was given as deleted is given again': [
		'a1',
		['', ''],
		['', 'deleted a'],
		['a1', 'updated a'],
	],
	'a row that comes back after its deletion was committed is created': [
		'a1',
		['', ''],
		['', 'deleted a', { commit }],
		['a1', 'created a'],
	],
	'a row is deleted also if only an uncommitted execution ever gave it': [
		'a1',
		['a1 b1', 'created b'],
		['a1', ''],
		['a1', 'deleted b'],
	],
	'a row without an ID is forgotten and never given as deleted': [
		`${nameless}1`,
		['', ''],
		['', ''],
		[`${nameless}1`, `created ${nameless}`],
	],
	'updates are given of rows that were never given as created': [
		'',
		['a1', '', { changeTypes: updated }],
		['a2', 'updated a', { changeTypes: updated }],
		['a2', 'updated a', { changeTypes: updated, commit }],
		['a2', '', { changeTypes: updated }],
	],
	'deletions are given of rows that were never given as created': [
		'',
		['a1 b1', '', { changeTypes: deleted }],
		['a1', '', { changeTypes: deleted }],
		['a1', 'deleted b', { changeTypes: deleted }],
	],
	'nothing is lost for a later reading that wants the other types': [
		'',
		['a1', '', { changeTypes: updated }],
		['a1', 'created a'],
	],
	'one type can be read after the other in one execution': [
		'a1 b1',
		['a2', 'updated a', same],
		['a2', 'updated a', { ...same, changeTypes: written }],
		['a2', 'deleted b', { ...same, changeTypes: deleted, commit }],
		['a2', ''],
	],
};

test.each(Object.entries(scenarios))('%s', (_name, [has, ...steps]) => {
	const rowsOf = (list: string) => list.split(' ').filter((row) => row !== '');
	let cursor = commitCursor(read(NEW_CURSOR, rowsOf(has), {}).cursor);
	for (const [index, [list, expected, options]] of steps.entries()) {
		const execution = `E${index}`;
		const result = read(cursor, rowsOf(list), { execution, ...options });
		expect(result.given.join(', ')).toBe(expected);
		cursor = options?.commit ? commitCursor(result.cursor) : result.cursor;
	}
});

it('the changes of an execution count once, however often it reads', () => {
	const first = read(NEW_CURSOR, ['a1', 'b1'], {}).cursor;
	const second = read(first, ['a2', 'b1'], {}).cursor;
	expect([first, second].map(({ pending }) => pending?.delivered.size)).toEqual([2, 2]);
	expect(commitCursor(second).pending).toBeUndefined();
});

it('a commit leaves what it was given as it is', () => {
	const known: Known = { ...NOTHING_KNOWN, committed: new Map([['a', '1']]) };
	expect(commitDelivered(known, new Map())).toBe(known);
	commitDelivered(
		known,
		new Map([
			['b', '1'],
			['a', ABSENT],
		]),
	);
	expect([...known.committed]).toEqual([['a', '1']]);
	expect(NOTHING_KNOWN.uncertain.size).toBe(0);
});
