// Confirmed writes: what became of transactions, with a queue behind the service that applies, refuses and forgets.
import { failedIn } from '../../../client/publish/outcome';
import { fc, tries } from '../../fastCheck.mjs';
import { acceptedIds, failedIds, type Fields, numbered, Run, statusesOf, type Try } from './writes';

const MINUTE = 60_000;
const accepting = () => undefined;

const refusingLater =
	(...guilty: string[]) =>
	(ids: readonly string[]) =>
		[!ids.some((id) => guilty.includes(id))] as const;

const uncertain = { refusedAppliesNothing: false };

test('of 500 records with one guilty one, 499 are applied once, and it stands alone with the reason', async () => {
	const run = new Run(accepting, refusingLater('c77'));
	const outcomes = await run.attempt(numbered(500), { waitMinutes: 10 });
	expect(failedIds(outcomes)).toEqual(['c77']);
	expect(failedIn(outcomes)).toMatchObject([
		{ error: { message: 'No', failure: { kind: 'refused', appliesNothing: true } } },
	]);
	expect(new Set(run.applied).size).toBe(499);
	expect(run.applied).toHaveLength(499);
	expect(new Set(statusesOf(outcomes))).toEqual(new Set(['applied']));
});

test('halves of one transaction are sent while another one is pending, and each is asked once per interval', async () => {
	const run = new Run(accepting, (ids) =>
		ids.includes('c9') ? [true, 10] : refusingLater('c0')(ids),
	);
	const outcomes = await run.attempt(numbered(10), { perRequest: 5, waitMinutes: 60 });
	expect(failedIds(outcomes)).toEqual(['c0']);
	expect(run.answered.filter((status) => status === 'refused')).toHaveLength(4);
	expect(run.answered).toHaveLength(8);
	expect(run.applied).toHaveLength(9);
	const asked = [...run.transactions.values()].map((transaction) => transaction.asked);
	expect(Math.max(...asked)).toBe(11);
});

test.each<[string, number, Parameters<typeof run0>, string[], string[]]>([
	['0 minutes ask once', 0, [1, true], ['pending', 'pending'], []],
	['what is applied in time', 10, [1, true], ['applied', 'applied'], []],
	['what is pending at the end stays accepted', 1, [99, true], ['pending', 'pending'], []],
	['what is refused stands alone', 0, [0, false], ['applied', 'applied'], ['c0']],
])('%s', async (_, waitMinutes, fate, statuses, failed) => {
	const outcomes = await run0(...fate).attempt(numbered(3), { perRequest: 2, waitMinutes });
	expect([statusesOf(outcomes), failedIds(outcomes)]).toEqual([statuses, failed]);
});
function run0(after: number, appliesFirst: boolean) {
	return new Run(accepting, (ids) => [appliesFirst || !ids.includes('c0'), after]);
}

test('without certainty that a refused transaction changes nothing, it is uncertain and not divided', async () => {
	const run = new Run(accepting, refusingLater('c1'));
	const settings = { settings: uncertain, waitMinutes: 1 };
	const [failed] = failedIn(await run.attempt(numbered(4), settings));
	expect(failed).toMatchObject({ error: { failure: { appliesNothing: false } } });
	const [again] = failedIn(await run.attempt(numbered(4), settings));
	expect(again).toMatchObject({
		error: { request: { fromEarlierTry: true }, failure: { kind: 'refused' } },
	});
	expect(run.sent).toHaveLength(1);
	await run.attempt(numbered(4), { ...settings, resendUncertain: true });
	expect(run.sent).toHaveLength(2);
});

test('a later try sends nothing that was accepted, and asks for its status', async () => {
	const run = new Run(accepting, () => [true, 1]);
	await run.attempt(numbered(2), { perRequest: 1, waitMinutes: 0 });
	const outcomes = await run.attempt(numbered(2), { perRequest: 1, waitMinutes: 0 });
	expect(run.sent).toHaveLength(2);
	expect(outcomes).toMatchObject([
		{ fromEarlierTry: true, confirmation: { status: 'applied' } },
		{ fromEarlierTry: true, confirmation: { status: 'applied' } },
	]);
});

test('a record of whose key a later record was sent meanwhile is not sent again, and fails as overtaken', async () => {
	const records: Fields[] = [
		{ Id: 'a', Name: '1' },
		{ Id: 'b' },
		{ Id: 'a', Name: '2' },
		{ Id: 'd' },
	];
	const run = new Run(accepting, (ids) => [!ids.includes('b')]);
	const outcomes = await run.attempt(records, { perRequest: 2, waitMinutes: 1 });
	expect(run.sent).toEqual([['a', 'b'], ['a', 'd'], ['b']]);
	expect(failedIn(outcomes).map(({ error }) => String(error))).toEqual([
		expect.stringContaining('Overtaken'),
		expect.stringContaining('No'),
	]);
});

const twice: Fields[] = [{ Id: 'a', Name: '1' }, { Id: 'b' }, { Id: 'a', Name: '2' }];
test.each<[string, readonly Fields[], Try, ReadonlyArray<string[]>, ReadonlyArray<string[]>]>([
	[
		'once the credential says that it changed nothing',
		numbered(2),
		{ settings: uncertain },
		[],
		[['c0', 'c1'], ['c0'], ['c1']],
	],
	['but for what was overtaken', twice, { continues: false, perRequest: 2 }, [['a']], [['b']]],
	['but for a half that may have been applied', numbered(2), {}, [['c0'], ['c1']], []],
])(
	'a later try sends the records of a refused transaction, %s',
	async (_, records, how, ...sent) => {
		const run = new Run(
			(ids) => (String(ids) === 'c0' && sent[0].length > 0 ? [500] : undefined),
			({ length }) => [length < 2],
		);
		await run.attempt(records, { waitMinutes: 1, ...how });
		await run.attempt(records, { waitMinutes: 1, perRequest: 2 });
		const [first] = run.sent;
		expect(run.sent).toEqual([first, ...sent.flat()]);
	},
);

test('of two records with one key in one refused transaction, both are sent again in order', async () => {
	const run = new Run(accepting, (ids) => [ids.length < 3]);
	await run.attempt([{ Id: 'a' }, { Id: 'a', Name: '2' }, { Id: 'c' }], { waitMinutes: 1 });
	expect(run.sent).toEqual([['a', 'a', 'c'], ['a', 'a'], ['c']]);
});

test.each<[ids: number[], statuses: string[], sent: number, shared: string[]]>([
	// What is refused under an ID of two receipts is not sent again.
	[[7, 7], ['unknown', 'unknown'], 2, ['M-7']],
	// A half gets the ID of a transaction that was known to be applied.
	[[0, 1, 0, 2], ['unknown', 'unknown'], 4, ['M-0']],
	[[0, 1, 2, 3], ['applied', 'applied'], 4, []],
])(
	'receipts whose MessageIds are %j stay unknown where they share one',
	async (ids, ...expected) => {
		const run = new Run(accepting, refusingLater('c3'));
		Object.defineProperty(run.transactions, 'size', { get: () => ids.shift() });
		const outcomes = await run.attempt(numbered(4), { perRequest: 2, waitMinutes: 1 });
		expect([statusesOf(outcomes), run.sent.length, run.shared]).toEqual(expected);
	},
);

test('where the node stops, nothing is divided, and the fate of all is told', async () => {
	const run = new Run(accepting, refusingLater('c1', 'c5'));
	const outcomes = await run.attempt(numbered(6), {
		perRequest: 2,
		waitMinutes: 1,
		continues: false,
	});
	expect([failedIds(outcomes), acceptedIds(outcomes), statusesOf(outcomes)]).toEqual([
		['c0', 'c1', 'c4', 'c5'],
		['c2', 'c3'],
		['applied'],
	]);
	expect(run.sent).toHaveLength(3);
});

test('over all tries, each record leaves once, none is applied twice, and only what was applied is taken for it', async () => {
	const cases = fc.record({
		count: fc.integer({ min: 1, max: 30 }),
		perRequest: fc.integer({ min: 1, max: 30 }),
		guilty: fc.uniqueArray(fc.integer({ min: 0, max: 29 }), { maxLength: 4 }),
		delays: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 30, maxLength: 30 }),
		refusedAppliesNothing: fc.boolean(),
		minutes: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }),
	});
	let divided = 0;
	await fc.assert(
		fc.asyncProperty(
			cases,
			async ({ count, perRequest, guilty, delays, refusedAppliesNothing, minutes }) => {
				const isGuilty = (id: string) => guilty.includes(Number(id.slice(1)));
				const run = new Run(accepting, (ids) => [
					!ids.some(isGuilty),
					delays[Number(ids[0]?.slice(1))],
				]);
				const all = numbered(count).map(({ Id }) => String(Id));
				for (const waitMinutes of minutes) {
					const settings = { refusedAppliesNothing };
					const outcomes = await run.attempt(numbered(count), {
						perRequest,
						waitMinutes,
						settings,
					});
					expect([...acceptedIds(outcomes), ...failedIds(outcomes)].sort()).toEqual(
						[...all].sort(),
					);
					const applied = new Set(run.applied);
					expect(run.applied).toHaveLength(applied.size);
					expect(failedIds(outcomes).filter((id) => applied.has(id))).toEqual([]);
					divided += Number(run.sent.length > Math.ceil(count / perRequest));
				}
				expect(run.clock.now() - Date.UTC(2026, 0, 1)).toBeLessThan(20 * MINUTE);
			},
		),
		{ numRuns: tries(100, 1_000) },
	);
	expect(divided).toBeGreaterThan(30);
});
