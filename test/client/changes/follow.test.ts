// Which changes a reading gives, with and without commits in between.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import {
	type Change,
	CHANGE_TYPES,
	type ChangeType,
	deliveredBy,
	follow,
	type FollowSettings,
} from '../../../client/changes/follow';
import {
	changeCount,
	commit as commitDelivered,
	type KnownRows,
	markUncertain,
	NOTHING_KNOWN,
	packDelivered,
	packKnown,
	savedDelivered,
	savedKnown,
} from '../../../client/changes/knownRows';
import { identityOf } from '../../../client/values/rowKeys';
import type { RecordValue } from '../../../wire/result';

const product = findEndpoint('productCatalog', 'get') as ReadEndpoint;
const project = findEndpoint('changeOrderProject', 'getAll') as ReadEndpoint;
const ofProducts: FollowSettings = {
	endpoint: product,
	timeZone: 'UTC',
	changeTypes: new Set(CHANGE_TYPES),
};

function textOf({ change, key, row }: Change, { endpoint }: FollowSettings): string {
	const { Id, IntegrationProductId } = (row ?? identityOf(key, endpoint)) as Record<string, string>;
	return `${change} ${Id ?? IntegrationProductId ?? 'nameless'}`;
}

interface Options extends Partial<FollowSettings> {
	readonly whole?: false;
	readonly named?: readonly string[];
	readonly types?: readonly ChangeType[];
	readonly commit?: true;
}

/** Reads a list as Get Changes does: what is known after it, saved and loaded, and what it gave. */
function read(known: KnownRows, rows: readonly RecordValue[], options: Options = {}) {
	const { whole: isWhole = true, named = [], types = CHANGE_TYPES, commit, ...more } = options;
	const settings = { ...ofProducts, changeTypes: new Set(types), ...more };
	const followed = follow(known, { rows, deletedIds: named, isWhole }, settings);
	const delivered = savedDelivered.parse(packDelivered(deliveredBy(followed.changes)));
	expect(changeCount(delivered)).toBe(followed.changes.length);
	const uncertain = markUncertain(followed.known, delivered);
	const after = commit ? commitDelivered(uncertain, delivered) : uncertain;
	const given = followed.changes.map((change) => textOf(change, settings));
	return { ...followed, given, known: savedKnown.parse(packKnown(after)) };
}

/** The rows of a list, each an ID and a one-digit version; `?` stands for no ID. */
function rowsOf(list: string): RecordValue[] {
	return list
		.split(' ')
		.filter((row) => row !== '')
		.map((row) => {
			const Id = row.slice(0, -1);
			return { ...(Id !== '?' && { Id }), Model: row.slice(-1) };
		});
}

type Step = readonly [list: string, given: string, options?: Options];

const commit = true;
const partly = { whole: false } as const;
const namedOnly = { namedOnly: true };
const updated: Options = { types: ['updated'] };
const deleted: Options = { types: ['deleted'] };

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
	'a row is deleted once two whole readings in a row did not have it, with or without a commit': [
		'a1 b1',
		['a1', ''],
		['a1', 'deleted b'],
		['a1', 'deleted b', { commit }],
		['a1', ''],
	],
	'a row that was seen and never given is not deleted': [
		'',
		['a1 b1', '', updated],
		['a1', 'created a'],
		['a1', 'created a', { commit }],
		['a1', ''],
	],
	'an empty whole list deletes, too': ['a1', ['', ''], ['', 'deleted a']],
	'a row is deleted at once where the service names it, whatever the list is': [
		'b1 B1 c1',
		['c1', 'deleted b', { ...partly, named: ['b', 'c', 'unknown'], commit }],
		['c1', ''],
	],
	'a deletion that was named and not committed comes again, until the row is back': [
		'a1 b1',
		['a1', 'deleted b', { ...namedOnly, named: ['b'] }],
		['a1', 'deleted b', namedOnly],
		['a1 b1', 'updated b', namedOnly],
	],
	'readings that were not whole delete nothing, and do not count between two whole ones': [
		'a1 b1',
		['a1', '', partly],
		['a1', ''],
		['a1', '', partly],
		['a1', 'deleted b'],
	],
	'a row is not deleted if any reading in between had it, whole or not': [
		'a1 b1',
		['a1', ''],
		['b1', '', partly],
		['a1', ''],
	],
	'a deletion that was named to a reading that leaves deletions out comes in a later one, unless the row is back':
		[
			'a1 b1 c1',
			['a1', '', { ...namedOnly, ...updated, named: ['b', 'c'], commit }],
			['a1 c1', 'deleted b', { ...namedOnly, commit }],
			['a1', '', namedOnly],
		],
	'only what the service names is deleted where it sends a part': [
		'a1 b1 c1',
		['a1', '', namedOnly],
		['a1', 'deleted c', { ...namedOnly, named: ['c'], commit }],
		['a2', 'updated a', namedOnly],
		['a2', 'updated a'],
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
	'a row known by its content alone is never deleted': [
		'?1',
		['', ''],
		['', ''],
		['?1', 'created nameless'],
	],
	'updates are given of rows that were never given as created': [
		'',
		['a1', '', updated],
		['a2', 'updated a', updated],
		['a2', 'updated a', { ...updated, commit }],
		['a2', '', updated],
	],
	'deletions are given of rows that were never given as created': [
		'',
		['a1 b1', '', deleted],
		['a1', '', deleted],
		['a1', 'deleted b', deleted],
	],
	'what a reading leaves out comes in a later one that includes it': [
		'b1 c1',
		['a1 b2', '', deleted],
		['a1 b2', 'created a, updated b', { types: ['created', 'updated'], commit }],
		['a1 b2', 'deleted c'],
	],
};
test.each(Object.entries(scenarios))('%s', (_name, [has, ...steps]) => {
	let { known } = read(NOTHING_KNOWN, rowsOf(has), { commit });
	for (const [list, expected, options] of steps) {
		const result = read(known, rowsOf(list), options);
		expect(result.given.join(', ')).toBe(expected);
		known = result.known;
	}
});

const ZEROS = '00000000-0000-0000-0000-000000000000';
const GUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('keys', () => {
	it('five rows whose Id is none are five', () => {
		const rows = [ZEROS, 0, '0', ' ', null].map((Id, index) => ({
			Id,
			IntegrationProductId: `E-${index}`,
		}));
		expect(read(NOTHING_KNOWN, rows as RecordValue[]).changes).toHaveLength(5);
	});

	it('change orders of one project are told apart by their number', () => {
		const rows = [1, 2].map((CONumber) => ({ Id: 'P', CONumber, Name: 'A' }));
		const settings = { endpoint: project };
		const first = read(NOTHING_KNOWN, rows, { ...settings, commit });
		expect(first.changes).toHaveLength(2);
		const second = read(
			first.known,
			[rows[0], { ...rows[1], Name: 'B' }] as RecordValue[],
			settings,
		);
		expect(second.changes.map(({ row }) => row?.CONumber)).toEqual([2]);
		for (let round = 0; round < 2; round++) {
			const { changes, known } = read(first.known, rows.slice(0, 1), settings);
			if (round === 1)
				expect(changes.map(({ key }) => identityOf(key, project))).toEqual([
					{ Id: 'P', CONumber: 2 },
				]);
			Object.assign(first, { known });
		}
	});

	it('a row that gets an Id is updated, and one that had it before is not', () => {
		const row = { IntegrationProductId: 'E' };
		const { known } = read(NOTHING_KNOWN, [row], { commit });
		const withId = read(known, [{ ...row, Id: 'a' }]);
		expect(withId.given).toEqual(['updated a']);
		const again = read(withId.known, [{ ...row, Id: 'a' }], { commit });
		expect(again.given).toEqual(['updated a']);
		let after = again.known;
		for (let round = 0; round < 3; round++) {
			const later = read(after, [{ ...row, Id: 'a' }]);
			expect(later.given).toEqual([]);
			after = later.known;
		}
	});

	it('a row that gets an Id is not deleted where updates are left out, and comes as updated later', () => {
		const row = { IntegrationProductId: 'E' };
		let { known } = read(NOTHING_KNOWN, [row], { commit });
		for (let round = 0; round < 3; round++) {
			const leftOut = read(known, [{ ...row, Id: 'a' }], { types: ['created', 'deleted'], commit });
			expect(leftOut.given).toEqual([]);
			({ known } = leftOut);
		}
		expect(read(known, [{ ...row, Id: 'a' }]).given).toEqual(['updated a']);
	});

	it('a row that had an Id for one reading is missing only from then on', () => {
		const row = { IntegrationProductId: 'E' };
		let { known } = read(NOTHING_KNOWN, [row], { commit });
		for (const rows of [[], [{ ...row, Id: 'a' }], []]) {
			const result = read(known, rows, { types: ['created', 'deleted'] });
			expect(result.given).toEqual([]);
			({ known } = result);
		}
	});

	it('a row takes no key from another one of the list', () => {
		const row = { IntegrationProductId: 'E' };
		const { known } = read(NOTHING_KNOWN, [row], { commit });
		expect(read(known, [row, { ...row, Id: 'a' }]).given).toEqual(['created a']);
	});

	it('a GUID in another case is the same row, and a deletion has the spelling of the item before', () => {
		const upper = GUID.toUpperCase();
		let { known } = read(NOTHING_KNOWN, [{ Id: upper }], { commit });
		expect(read(known, [{ Id: GUID }]).given).toEqual([]);
		({ known } = read(known, []));
		expect(read(known, []).given).toEqual([`deleted ${upper}`]);
		expect(read(known, [], { ...partly, named: [GUID] }).given).toEqual([`deleted ${upper}`]);
	});

	it.each([
		[
			{ UpdatedOn: '2026-01-02T00:00:00Z', Model: 'A' },
			{ UpdatedOn: '2026-01-01T00:00:00Z', Model: 'B' },
		],
		[{ Model: 'A' }, { Model: 'B' }],
	])('of rows with one key one counts, in any order: %#', (a, b) => {
		const rows = [a, b].map((row) => ({ Id: 'a', ...row }));
		const first = read(NOTHING_KNOWN, rows, { commit });
		expect([first.given, first.repeats]).toEqual([['created a'], 1]);
		if ('UpdatedOn' in a) expect(first.changes[0]?.row?.Model).toBe('A');
		expect(read(first.known, rows.reverse()).given).toEqual([]);
	});
});

describe('deletion limit', () => {
	const all = rowsOf('a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1');

	it.each([
		[5, 0, false],
		[6, 49, true],
		[6, 50, false],
		[12, 50, true],
	])('%i deletions of 12 at a limit of %i %%: too many %s', (count, deletionLimit, isTooMany) => {
		const { known } = read(NOTHING_KNOWN, all, { commit });
		const named = all.slice(0, count).map(({ Id }) => String(Id));
		const { problem } = read(known, all.slice(count), { named, deletionLimit, mayBePart: true });
		expect(problem === undefined).toBe(!isTooMany);
		if (problem) {
			expect(problem.message).toContain(`${count} of 12`);
			expect(problem.description).toMatch(/really shorter.*Named by the Service/);
		}
	});

	it.each([
		[{ mayBePart: true }, true],
		[{ mayBePart: true, namedOnly: true }, false],
		[{}, false],
	])('with %j, the error names the other way to find deletions: %s', (more, expected) => {
		const { known } = read(NOTHING_KNOWN, all, { commit });
		const named = all.map(({ Id }) => String(Id));
		const { problem } = read(known, [], { named, deletionLimit: 50, ...more });
		expect(problem?.description.includes('Named by the Service')).toBe(expected);
	});

	it('does not matter where deletions are not given', () => {
		const { known } = read(NOTHING_KNOWN, all, { commit });
		const { problem } = read(known, [], {
			named: all.map(({ Id }) => String(Id)),
			deletionLimit: 0,
			types: ['created'],
		});
		expect(problem).toBeUndefined();
	});
});

it('says that every known row came as updated, and only then', () => {
	const { known } = read(NOTHING_KNOWN, rowsOf('a1 b1'), { commit });
	expect(read(known, rowsOf('a2 b2 c1')).isAllUpdated).toBe(true);
	expect(read(known, rowsOf('a2 b1')).isAllUpdated).toBe(false);
	const { known: one } = read(NOTHING_KNOWN, rowsOf('a1'), { commit });
	expect(read(one, rowsOf('a2')).isAllUpdated).toBe(true);
	expect(read(NOTHING_KNOWN, rowsOf('a2')).isAllUpdated).toBe(false);
});
