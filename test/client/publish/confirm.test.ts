// Confirmed writes: what became of transactions, with a queue behind the service that applies, refuses and forgets.
import { client } from '../../../api/resources/client';
import {
	type ConfirmSettings,
	execute,
	type ExecuteSettings,
	type Outcomes,
} from '../../../client/publish/execute';
import { type Confirmation, Ledger, type LedgerEntries } from '../../../client/publish/ledger';
import { type Plan, planPublish } from '../../../client/publish/plan';
import { recordListIn } from '../../../client/publish/recordLists';
import { ServiceError } from '../../../client/failures/serviceError';
import { fc } from '../../fastCheck';
import { clientOf, fakeClock, response, serviceOf } from '../fakes';

const endpoint = client.operations.publish;
const MINUTE = 60_000;

interface Record {
	readonly Id: string;
}

function recordsOf(count: number): Record[] {
	return Array.from({ length: count }, (_, index) => ({ Id: `c${index}` }));
}

/** How a queue ends a transaction with these records, and after how many questions. */
type Verdict = (ids: readonly string[]) => {
	readonly end: Confirmation['status'];
	readonly after?: number;
};

const refusing =
	(...guilty: string[]): Verdict =>
	(ids) => ({ end: ids.some((id) => guilty.includes(id)) ? 'refused' : 'applied' });

interface Transaction {
	readonly ids: readonly string[];
	asked: number;
	isApplied: boolean;
}

/** A run of the node over all its tries, against a service with a queue. */
class Run {
	readonly transactions = new Map<string, Transaction>();
	readonly sent: string[][] = [];
	readonly clock = fakeClock();
	entries: LedgerEntries = {};
	polls = 0;

	constructor(
		private readonly verdict: Verdict,
		readonly settings: Partial<Omit<ExecuteSettings, 'confirm'>> &
			Partial<ConfirmSettings> & {
				readonly refusedAppliesNothing?: boolean;
				/** Whether the service refuses a request at once. */
				readonly refuses?: (ids: readonly string[]) => boolean;
			} = {},
	) {}

	/** Applied records, each as often as it was. */
	get applied(): string[] {
		const applied = [...this.transactions.values()].filter(({ isApplied }) => isApplied);
		return applied.flatMap(({ ids }) => ids);
	}

	private statusOf(id: string): Confirmation {
		const transaction = this.transactions.get(id);
		if (!transaction) throw new Error(`There is no transaction ${id}.`);
		const { end, after = 0 } = this.verdict(transaction.ids);
		if (transaction.asked++ < after) return { status: 'pending', said: null };
		if (end === 'applied') transaction.isApplied = true;
		return { status: end, said: end === 'refused' ? 'No' : null };
	}

	private readonly poll: ConfirmSettings['poll'] = async (ids, waitMs) => {
		const end = this.clock.now() + waitMs;
		for (;;) {
			this.polls += ids.length;
			const known = new Map(ids.map((id) => [id, this.statusOf(id)]));
			const isOpen = [...known.values()].some(({ status }) => status === 'pending');
			const isRefused = [...known.values()].some(({ status }) => status === 'refused');
			if (!isOpen || isRefused || this.clock.now() >= end) return known;
			await this.clock.sleep(MINUTE / 2);
		}
	};

	plan(records: readonly Record[], maxRecords = Infinity): Plan {
		const list = recordListIn(endpoint, { Id: 'L1', Name: 'List', Clients: records }, 0);
		return planPublish([list], { endpoint, format: 'json', accept: 'json', maxRecords });
	}

	async attempt(plan: Plan, confirms = true): Promise<Outcomes> {
		const {
			refusedAppliesNothing = true,
			refuses,
			waitMs = 60 * MINUTE,
			...others
		} = this.settings;
		const service = serviceOf(({ body = '' }) => {
			const { Clients } = JSON.parse(body) as { Clients: readonly Record[] };
			const ids = Clients.map(({ Id }) => Id);
			this.sent.push(ids);
			if (refuses?.(ids)) return response(400);
			const MessageId = `M-${this.transactions.size}`;
			this.transactions.set(MessageId, { ids, asked: 0, isApplied: false });
			return response(200, JSON.stringify({ MessageId, Message: 'Ok' }));
		});
		this.entries = JSON.parse(JSON.stringify(this.entries)) as LedgerEntries;
		const { poll = this.poll, ...settings } = others;
		const confirm = { waitMs, poll };
		const fake = clientOf(service, { clock: this.clock, settings: { refusedAppliesNothing } });
		const outcomes = await execute(plan, new Ledger(fake, this.entries), {
			...{ client: fake, endpoint, continues: true, resendUncertain: false },
			onAccepted: () => undefined,
			...settings,
			...(confirms && { confirm }),
		});
		if (!outcomes) throw new Error('The data differ.');
		return outcomes;
	}
}

function failedIds({ failed }: Outcomes): string[] {
	return failed.flatMap(({ request }) => request.rows.map(({ record }) => String(record.Id)));
}

const statusesOf = ({ accepted }: Outcomes) =>
	accepted.map(({ confirmation }) => confirmation?.status);

test('of 500 records with one guilty one, 499 are applied once, and it stands alone with the reason', async () => {
	const run = new Run(refusing('c77'));
	const outcomes = await run.attempt(run.plan(recordsOf(500)));
	expect(failedIds(outcomes)).toEqual(['c77']);
	expect(outcomes.failed).toMatchObject([
		{ error: { message: 'No', failure: { kind: 'refused', appliesNothing: true } } },
	]);
	const good = recordsOf(500).map(({ Id }) => Id);
	expect([...run.applied].sort()).toEqual(good.filter((id) => id !== 'c77').sort());
	expect(new Set(statusesOf(outcomes))).toEqual(new Set(['applied']));
	expect(run.sent.length).toBeLessThanOrEqual(20);
});

test('the progress counts each record once, although its transaction is refused and divided', async () => {
	const progress: Array<readonly [done: number, unsent: number, records: number]> = [];
	const run = new Run(refusing('c0'), {
		onAccepted: (_, { done, records, unsent }) => void progress.push([done, unsent, records]),
	});
	await run.attempt(run.plan(recordsOf(8), 4));
	expect(run.sent.map((ids) => ids.length)).toEqual([4, 4, 2, 2, 1, 1]);
	expect(progress).toEqual([
		[1, 1, 4],
		[2, 0, 8],
		[2, 1, 6],
		[3, 0, 8],
		[3, 1, 7],
		[4, 0, 8],
	]);
});

test('halves of one transaction are sent and waited for while another one is pending', async () => {
	const run = new Run((ids) =>
		ids.includes('c9') ? { end: 'applied', after: 30 } : refusing('c0')(ids),
	);
	const outcomes = await run.attempt(run.plan(recordsOf(10), 5));
	expect(failedIds(outcomes)).toEqual(['c0']);
	// The slow transaction takes 15 minutes; every half was sent within the first one.
	expect(run.transactions.get('M-1')?.asked).toBe(31);
	expect(run.clock.now() - Date.UTC(2026, 0, 1)).toBeLessThan(16 * MINUTE);
	expect(run.applied).toHaveLength(9);
});

test('without certainty that a refused transaction changes nothing, it is uncertain and not divided', async () => {
	const run = new Run(refusing('c1'), { refusedAppliesNothing: false });
	const outcomes = await run.attempt(run.plan(recordsOf(4)));
	expect(run.sent).toHaveLength(1);
	expect(outcomes.failed).toMatchObject([{ error: { failure: { appliesNothing: false } } }]);
	// Neither is it sent again by a later try.
	const again = await run.attempt(run.plan(recordsOf(4)));
	expect(run.sent).toHaveLength(1);
	expect(again.failed).toMatchObject([{ error: { request: { fromEarlierTry: true } } }]);
});

test('a transaction that is pending at the end leaves with that', async () => {
	const run = new Run(() => ({ end: 'applied', after: 5 }), { waitMs: MINUTE });
	const outcomes = await run.attempt(run.plan(recordsOf(3)));
	expect(statusesOf(outcomes)).toEqual(['pending']);
	expect(outcomes.failed).toEqual([]);
});

test('0 minutes ask once', async () => {
	const run = new Run(() => ({ end: 'applied', after: 1 }), { waitMs: 0 });
	expect(statusesOf(await run.attempt(run.plan(recordsOf(2), 1)))).toEqual(['pending', 'pending']);
	expect(run.polls).toBe(2);
});

test('a later try sends nothing that was accepted, and asks only for what is not applied yet', async () => {
	const slow = (ids: readonly string[]) =>
		({ end: 'applied', after: ids.includes('c0') ? 3 : 0 }) as const;
	const run = new Run(slow, { waitMs: 0 });
	const plan = run.plan(recordsOf(4), 2);
	expect(statusesOf(await run.attempt(plan))).toEqual(['pending', 'applied']);
	run.polls = 0;
	const again = await run.attempt(plan);
	expect(run.sent).toHaveLength(2);
	expect(run.polls).toBe(1);
	expect(again.accepted).toMatchObject([
		{ fromEarlierTry: true, confirmation: { status: 'pending' } },
		{ fromEarlierTry: true, confirmation: { status: 'applied' } },
	]);
});

test('after the time is over, nothing is divided', async () => {
	const run = new Run((ids) => ({ ...refusing('c0')(ids), after: 2 }), { waitMs: MINUTE });
	const outcomes = await run.attempt(run.plan(recordsOf(4)));
	expect(run.sent).toHaveLength(1);
	expect(outcomes.failed).toMatchObject([{ limit: 'time' }]);
});

test('a wait that is cancelled keeps what was accepted as pending', async () => {
	const stopped = new ServiceError(
		{ kind: 'cancelled', sent: false },
		{ write: false, url: '', attempts: 0 },
	);
	const poll = async () => await Promise.reject(stopped);
	const run = new Run(() => ({ end: 'pending' }), { poll });
	const outcomes = await run.attempt(run.plan(recordsOf(2)));
	expect(outcomes).toMatchObject({ stop: { error: stopped, unsent: [] }, accepted: [{}] });
});

test('where the node stops, the first refusal ends it, and the others are told', async () => {
	const run = new Run(refusing('c1', 'c5'), { continues: false });
	const outcomes = await run.attempt(run.plan(recordsOf(6), 2));
	expect(outcomes).toMatchObject({
		stop: { failed: { request: { recordCount: 2 } }, unsent: [] },
		failed: [{ error: { failure: { kind: 'refused' } } }],
		accepted: [{ confirmation: { status: 'applied' } }],
	});
});

test('where the node stops, a later try tells of everything that was sent, and asks only for what is open', async () => {
	const run = new Run(
		(ids) => (ids.includes('c4') ? { end: 'applied', after: 2 } : refusing('c1', 'c3')(ids)),
		{ continues: false, refusedAppliesNothing: false, waitMs: 0 },
	);
	const plan = run.plan(recordsOf(5), 1);
	const first = await run.attempt(plan);
	expect(statusesOf(first)).toEqual(['applied', 'applied', 'pending']);
	for (const [resendUncertain, polls] of [
		[false, 1],
		[false, 0],
		[true, 2],
	] as const) {
		run.polls = 0;
		run.sent.length = 0;
		Object.assign(run.settings, { resendUncertain });
		const again = await run.attempt(plan);
		expect(run.sent).toEqual(resendUncertain ? [['c1'], ['c3']] : []);
		expect(run.polls).toBe(polls);
		expect(again).toMatchObject({
			stop: { failed: { request: { items: [0], rows: [{ record: { Id: 'c1' } }] } }, unsent: [] },
			failed: [{ request: { rows: [{ record: { Id: 'c3' } }] } }],
		});
		expect(statusesOf(again)).toEqual(['applied', 'applied', 'applied']);
	}
});

test('where the node stops, a later try sends nothing after a refusal that an earlier one did not send', async () => {
	const run = new Run(refusing('c1'), {
		...{ continues: false, refusedAppliesNothing: false },
		// Any other failure that certainly changed nothing ends a try as well.
		refuses: (ids) => ids.includes('c3'),
	});
	const plan = run.plan(recordsOf(5), 1);
	const unsentIds = ({ stop }: Outcomes) =>
		stop?.unsent.flatMap(({ rows }) => rows.map(({ record }) => record.Id));
	expect(unsentIds(await run.attempt(plan))).toEqual(['c4']);
	run.sent.length = 0;
	const again = await run.attempt(plan);
	expect(run.sent).toEqual([]);
	expect(statusesOf(again)).toEqual(['applied', 'applied']);
	expect(unsentIds(again)).toEqual(['c3', 'c4']);
});

test('a receipt without a MessageId is unknown, and nobody is asked', async () => {
	const run = new Run(() => ({ end: 'applied' }));
	const plan = run.plan(recordsOf(1));
	const service = serviceOf(() => response(200, '{"Message":"Ok"}'));
	const fake = clientOf(service);
	const poll: ConfirmSettings['poll'] = async (ids) => {
		expect(ids).toEqual([]);
		return await Promise.resolve(new Map());
	};
	const outcomes = await execute(plan, new Ledger(fake, {}), {
		...{ client: fake, endpoint, continues: true, resendUncertain: false },
		onAccepted: () => undefined,
		confirm: { waitMs: 0, poll },
	});
	expect(outcomes).toMatchObject({ accepted: [{ confirmation: { status: 'unknown' } }] });
});

interface Case {
	readonly count: number;
	readonly perRequest: number;
	readonly guilty: readonly number[];
	readonly delays: readonly number[];
	readonly appliesNothing: boolean;
	readonly minutes: readonly number[];
}

const cases: fc.Arbitrary<Case> = fc.record({
	count: fc.integer({ min: 1, max: 30 }),
	perRequest: fc.integer({ min: 1, max: 30 }),
	guilty: fc.uniqueArray(fc.integer({ min: 0, max: 29 }), { maxLength: 4 }),
	delays: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 30, maxLength: 30 }),
	appliesNothing: fc.boolean(),
	minutes: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }),
});

test('over all tries, each record leaves once, none is applied twice, and only what was applied is taken for it', async () => {
	let divided = 0;
	await fc.assert(
		fc.asyncProperty(cases, async ({ count, perRequest, guilty, delays, ...rest }) => {
			const isGuilty = (id: string) => guilty.includes(Number(id.slice(1)));
			const verdict: Verdict = (ids) => ({
				end: ids.some(isGuilty) ? 'refused' : 'applied',
				after: delays[Number(ids[0]?.slice(1))],
			});
			const settings = { refusedAppliesNothing: rest.appliesNothing, waitMs: 0 };
			const run = new Run(verdict, settings);
			const plan = run.plan(recordsOf(count), perRequest);
			for (const minutes of rest.minutes) {
				settings.waitMs = minutes * MINUTE;
				const outcomes = await run.attempt(plan);
				const accepted = outcomes.accepted.flatMap(({ request, confirmation }) =>
					request.rows.map(({ record }) => ({
						id: String(record.Id),
						status: confirmation?.status,
					})),
				);
				const left = [...accepted.map(({ id }) => id), ...failedIds(outcomes)];
				expect(left.sort()).toEqual(
					recordsOf(count)
						.map(({ Id }) => Id)
						.sort(),
				);
				const applied = new Set(run.applied);
				expect(run.applied).toHaveLength(applied.size);
				for (const { id, status } of accepted)
					if (status === 'applied') expect(applied).toContain(id);
				expect(failedIds(outcomes).filter((id) => applied.has(id))).toEqual([]);
				divided += Number(run.sent.length > plan.requests.length);
			}
		}),
		{ numRuns: 300 },
	);
	expect(divided).toBeGreaterThan(30);
});
