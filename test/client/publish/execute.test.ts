// What becomes of a plan's requests over all tries: division within its bound, and no record that is sent twice.
import { productCatalog } from '../../../api/resources/productCatalog';
import { failedIn, type Outcome } from '../../../client/publish/outcome';
import { ServiceError } from '../../../client/failures/serviceError';
import { fc, tries } from '../../fastCheck.mjs';
import {
	acceptedIds,
	failedIds,
	type Fields,
	numbered,
	refusing,
	Run,
	unsentIds,
	type Verdict,
} from './writes';

const errorsOf = (outcomes: readonly Outcome[]) =>
	failedIn(outcomes).map(({ error }) => error as ServiceError);

test('k guilty of n: each record leaves once, in order; the good ones are applied once, within the bound', async () => {
	const cases = fc.integer({ min: 1, max: 60 }).chain((count) =>
		fc.record({
			count: fc.constant(count),
			guilty: fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 6 }),
			status: fc.constantFrom(400, 413, 422),
			perRequest: fc.integer({ min: 1, max: 60 }),
			maxSize: fc.integer({ min: 5, max: 100 }),
			interruptions: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }),
		}),
	);
	let isolated = 0;
	await fc.assert(
		fc.asyncProperty(
			cases,
			async ({ count, guilty, status, perRequest, maxSize, interruptions }) => {
				const records = numbered(count);
				const all = records.map(({ Id }) => String(Id));
				const isGuilty = (id: string) => guilty.includes(Number(id.slice(1)));
				const run = new Run((ids) => {
					if (ids.length > maxSize) return [413];
					return ids.some(isGuilty) ? [status, 'No'] : undefined;
				});
				let outcomes: Outcome[] = [];
				for (const interruptAt of [...interruptions, Infinity]) {
					const before = run.sent.length;
					outcomes = await run.attempt(records, { perRequest, interruptAt });
					expect(run.sent.length - before).toBeLessThanOrEqual(Math.ceil(count / perRequest) + 40);
				}
				const accepted = run.accepted.flat();
				expect([...accepted, ...failedIds(outcomes)].sort()).toEqual([...all].sort());
				expect(accepted.filter(isGuilty)).toEqual([]);
				if (interruptions.length === 0)
					expect(accepted).toEqual(all.filter((id) => accepted.includes(id)));
				if (failedIn(outcomes).some(({ isOverLimit }) => isOverLimit)) return;
				isolated++;
				expect(failedIds(outcomes).sort()).toEqual(all.filter(isGuilty).sort());
			},
		),
		{ numRuns: tries(100, 1_000) },
	);
	// Otherwise the test would show nothing.
	expect(isolated).toBeGreaterThan(50);
});

test.each<[records: number, nth: number, extra: number]>([
	[100, 3, 40],
	[500, 4, 100],
])(
	'of %i records, of which every %ith is guilty, the bound is %i extra requests',
	async (count, nth, extra) => {
		const run = new Run((ids) =>
			ids.some((id) => Number(id.slice(1)) % nth === 0) ? [422, 'No'] : undefined,
		);
		const outcomes = await run.attempt(numbered(count));
		expect(run.sent).toHaveLength(1 + extra);
		expect(failedIn(outcomes).some(({ isOverLimit }) => isOverLimit)).toBe(true);
		expect(run.accepted.flat().length + failedIds(outcomes).length).toBe(count);
	},
);

const noKey: Fields = {};
const two: Fields[] = [{ Id: 'a' }, { IntegrationId: '7' }];
const noSize = 'There is no such list';

test.each<[string, Fields[], number, string, boolean, requests: number, isUncertain: boolean]>([
	['records with a key', two, 400, 'No', true, 3, false],
	['records with a key', two, 422, 'No', true, 3, false],
	['records that were not looked at', two, 401, 'No', true, 1, false],
	['a conflict', two, 409, 'No', true, 1, false],
	['what is too large', two, 413, 'No', true, 3, false],
	['what is too large for IIS', two, 404, '404.13 - Not Found', true, 3, false],
	['what is too large for its filter', two, 404, 'request content length', true, 3, false],
	['a missing list', two, 404, noSize, true, 1, false],
	['what is too large for ASP.NET', two, 500, 'Maximum request length exceeded.', true, 1, true],
	['what was done in part', two, 207, 'No', true, 1, true],
	['records without a key', [noKey, noKey], 400, 'No', true, 1, true],
	['an ID of zeros', [{ Id: 'a' }, { Id: '0' }], 401, 'No', true, 2, false],
	['one record without a key', [noKey], 400, 'No', true, 1, false],
	['records without a key that are too large', [noKey, noKey], 413, 'No', true, 3, false],
	['a refusal where the node stops', two, 422, 'No', false, 1, false],
	['what is too large where the node stops', two, 413, 'No', false, 2, false],
])('%s', async (_, records, status, said, continues, requests, isUncertain) => {
	const run = new Run(() => [status, said]);
	const outcomes = await run.attempt(records, { continues });
	expect(run.sent).toHaveLength(requests);
	expect(run.entries).toHaveLength(Number(isUncertain));
	expect(failedIn(outcomes).length).toBeGreaterThan(0);
	await run.attempt(records, { continues });
	expect(run.sent).toHaveLength(isUncertain ? requests : 2 * requests);
});

test('a service that takes few records at once gets all of them, in order', async () => {
	const run = new Run((ids) => (ids.length > 50 ? [413, 'Too large'] : undefined));
	const outcomes = await run.attempt(numbered(500), { continues: false });
	expect([failedIds(outcomes), run.wasTooLarge]).toEqual([[], true]);
	expect(run.accepted.flat()).toEqual(numbered(500).map(({ Id }) => Id));
});

test('where the node stops, the first failure ends it, and nothing after it is sent', async () => {
	const run = new Run(refusing('c2'));
	const outcomes = await run.attempt(numbered(6), { continues: false, perRequest: 2 });
	expect([acceptedIds(outcomes), failedIds(outcomes), unsentIds(outcomes)]).toEqual([
		['c0', 'c1'],
		['c2', 'c3'],
		['c4', 'c5'],
	]);
});

test('records that are refused together say so; one that stands alone has its own reason', async () => {
	const run = new Run(refusing('c1'));
	const [stopped] = errorsOf(await run.attempt(numbered(3), { continues: false }));
	expect(stopped?.message).toBe('Refused together with 2 others: c1 is invalid');
	const [alone] = errorsOf(await run.attempt(numbered(3)));
	expect(alone?.message).toBe('c1 is invalid');
	expect(alone?.description).toContain('The service refused the request (status 400)');
});

describe('a later try', () => {
	test('sends what is left, in requests of another size, and tells of what was accepted', async () => {
		let down = true;
		const run = new Run((ids) => (down && ids.includes('c4') ? [404] : undefined));
		await run.attempt(numbered(8), { continues: false, perRequest: 2 });
		down = false;
		run.sent.length = 0;
		const outcomes = await run.attempt(numbered(9), { continues: false, perRequest: 3 });
		expect(run.sent.map((ids) => ids.join())).toEqual(['c4,c5,c6', 'c7,c8']);
		const earlier = outcomes.map((each) => 'fromEarlierTry' in each && each.fromEarlierTry);
		expect(earlier).toEqual([true, true, false, false]);
		expect(outcomes[0]).toMatchObject({ receipt: { MessageId: 'M-0' }, messageId: 'M-0' });
	});

	test('sends what may have been applied only where that is wished', async () => {
		let isDown = true;
		const run = new Run(() => (isDown ? [500, 'Out of paper'] : undefined));
		await run.attempt(numbered(1));
		expect(JSON.stringify(run.entries)).not.toContain('paper');
		isDown = false;
		const [error] = errorsOf(await run.attempt(numbered(1)));
		expect(error?.message).toBe('The service failed (status 500)');
		expect(error?.description).toContain("'Resend Uncertain Requests'");
		expect(run.sent).toHaveLength(1);
		expect(failedIds(await run.attempt(numbered(1), { resendUncertain: true }))).toEqual([]);
		expect(run.sent).toHaveLength(2);
	});

	test('of a record that was sent again in vain, it is still not known what became of it', async () => {
		let status = 500;
		const run = new Run(() => [status, 'No']);
		await run.attempt(numbered(1));
		status = 403;
		// What is sent beside it for the first time was certainly not applied.
		const outcomes = await run.attempt(numbered(2), { resendUncertain: true });
		expect(failedIds(outcomes)).toEqual(['c0', 'c1']);
		expect(errorsOf(outcomes).map(({ request }) => request.uncertainBefore)).toEqual([true, false]);
		expect(run.entries).toHaveLength(1);
	});

	test('counts equal records: as many as were accepted are not sent again', async () => {
		const same = [{ Name: 'A' }, { Name: 'A' }, { Name: 'A' }];
		const run: Run = new Run(() => (run.sent.length === 2 ? [404] : undefined));
		await run.attempt(same, { perRequest: 1 });
		expect(run.sent).toHaveLength(3);
		await run.attempt([...same, { Name: 'A' }], { perRequest: 1 });
		expect(run.sent).toHaveLength(5);
	});

	test('takes null and an absent field for two contents, and the order of fields for none', async () => {
		const run = new Run(refusing('x'));
		await run.attempt([{ Id: 'a', Name: 'A' }, { Id: 'x' }], { perRequest: 1 });
		run.sent.length = 0;
		const record = { Id: 'a', Name: 'A', IntegrationId: null };
		await run.attempt([{ Name: 'A', Id: 'a' }, record], { perRequest: 1 });
		expect(run.sent).toEqual([['a']]);
	});

	test('with none of the records that were sent is refused', async () => {
		const run = new Run(refusing('c1'));
		await run.attempt(numbered(2), { perRequest: 1 });
		await expect(run.attempt([{ Id: 'other' }])).rejects.toThrow('differ');
		await run.attempt([{ Id: 'other' }, ...numbered(1)]);
		expect(run.sent.at(-1)).toEqual(['other']);
	});

	const ofProducts = (deletedIds: readonly string[]) => [
		{
			head: { Id: 'C1', Name: 'Catalog' },
			rows: ['p0', 'p1'].map((Id, itemIndex) => ({ itemIndex, record: { Id } })),
			...{ deletedIds, otherItems: [] },
		},
	];
	const catalog = productCatalog.operations.publish;

	test('does not delete again what an accepted request deleted', async () => {
		const lists = ofProducts(['gone']);
		const deleted: unknown[] = [];
		const verdict: Verdict = (ids, { DeletedProductIds }) => {
			deleted.push(DeletedProductIds);
			return refusing('p1')(ids, {});
		};
		const run = new Run(verdict, undefined, catalog);
		await run.attempt([], { lists, perRequest: 1 });
		await run.attempt([], { lists, perRequest: 1 });
		expect(run.sent).toEqual([['p0'], ['p1'], ['p1']]);
		expect(deleted).toEqual([['gone'], undefined, undefined]);
	});

	test('tells a deletion and the record beside it apart', async () => {
		const run = new Run(refusing('p0'), undefined, catalog);
		await run.attempt([], { lists: ofProducts(['P1', 'p1']) });
		expect(run.accepted).toEqual([[], ['p1']]);
	});
});
