// The request budget: evenly spread, held back together, and never much slower than allowed.
import { fanOut } from '../../../client/transport/fanOut';
import { createBudget, type BudgetState } from '../../../client/transport/budget';
import { send } from '../../../client/transport/send';
import type { ServiceRequest } from '../../../client/transport/serviceRequest';
import {
	clientOf,
	errorOf,
	type FakeClock,
	fakeClock,
	response,
	serviceOf,
	settle,
} from '../fakes';

const read: ServiceRequest = { method: 'GET', path: '/x', accept: 'json', write: false };
const minute = 60_000;

/** Lets time pass until the work is done. */
async function finished<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
	let done = false;
	const settled = work.finally(() => {
		done = true;
	});
	settled.catch(() => undefined);
	for (let turn = 0; turn < 100_000 && !done; turn++) await clock.pass(250);
	return await settled;
}

/** A service that allows 60 requests in any minute, of which some are used; it takes 50 ms for each. */
function limited(clock: FakeClock, used: number) {
	const times: number[] = Array.from({ length: used }, () => clock.now());
	let refused = 0;
	const service = serviceOf(async () => {
		const now = clock.now();
		await clock.sleep(50);
		const recent = times.filter((time) => time > now - minute);
		if (recent.length < 60) {
			times.push(now);
			return response(200, '{}');
		}
		refused++;
		const seconds = Math.ceil(((recent[0] ?? now) + minute - now) / 1000);
		return response(429, '', { 'retry-after': String(seconds) });
	});
	return { service, refused: () => refused };
}

test.each<[number | undefined, number, number, number, number]>([
	[60, 300, 1, 0, 0],
	[60, 300, 4, 0, 0],
	[60, 300, 50, 0, 0],
	// Another client used the minute up: all requests wait after the first 429.
	[60, 300, 4, 60, 1],
	[undefined, 50, 1, 60, 1],
])(
	'at %p a minute, %d requests, %d at once, after %d of others: %d times 429, in ideal time',
	async (perMinute, count, atOnce, used, refusals) => {
		const clock = fakeClock(false);
		const { service, refused } = limited(clock, used);
		const client = clientOf(service, { clock, budget: createBudget(clock, perMinute, {}) });
		const start = clock.now();
		const job = async () => await send(client, read);
		await finished(clock, fanOut(client, count, atOnce, job));
		expect(refused()).toBe(refusals);
		expect(service.requests).toHaveLength(count + refusals);
		expect(clock.now() - start - refusals * minute).toBeLessThan((count - 1) * 1000 * 1.1);
	},
);

test('requests are evenly spread from the first on, over the runs of an execution', async () => {
	const clock = fakeClock(false);
	const times: number[] = [];
	const service = serviceOf(() => {
		times.push(clock.now());
		return response(200, '{}');
	});
	let state: BudgetState = {};
	for (let run = 0; run < 2; run++) {
		const client = clientOf(service, { clock, budget: createBudget(clock, 600, state) });
		await finished(
			clock,
			fanOut(client, 10, 10, async () => await send(client, read)),
		);
		state = JSON.parse(JSON.stringify(state)) as BudgetState;
	}
	expect(times).toHaveLength(20);
	for (const [index, time] of times.slice(1).entries())
		expect(time - (times[index] ?? 0)).toBeGreaterThan(99);
});

describe('a pause', () => {
	test('holds back requests that were waiting for their turn already, and slows down', async () => {
		const clock = fakeClock(false);
		const budget = createBudget(clock, 60, {});
		const start = clock.now();
		const turns: number[] = [];
		const take = async () => {
			await budget.take();
			turns.push(clock.now() - start);
		};
		const work = Promise.all([take(), take(), take()]);
		await clock.pass(500);
		budget.pause(30_000);
		await finished(clock, work);
		expect(turns.slice(0, 2)).toEqual([0, 30_500]);
		expect(turns[2]).toBeGreaterThan(32_500);
	});

	test('is reported when it begins and each minute, once for all requests', async () => {
		const clock = fakeClock(false);
		const left: number[] = [];
		const budget = createBudget(clock, undefined, {}, (leftMs) => left.push(leftMs / minute));
		budget.pause(10 * minute);
		await finished(clock, Promise.all([budget.take(), budget.take(), budget.take()]));
		expect(left).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
	});

	test.each([
		[429, undefined, true],
		[503, '5', true],
		[500, '5', true],
		[503, undefined, false],
	])(
		'is one for all after the status %i with Retry-After %s: %s',
		async (status, later, pauses) => {
			const clock = fakeClock();
			const headers: Record<string, string> = later === undefined ? {} : { 'retry-after': later };
			const service = serviceOf((_, number) =>
				response(number === 1 ? status : 200, '{}', headers),
			);
			const state: BudgetState = {};
			const budget = createBudget(clock, undefined, state);
			await send(clientOf(service, { clock, budget }), read);
			expect(state.pausedUntil !== undefined).toBe(pauses);
		},
	);

	test.each([
		['longer than five minutes does not fail a read', 14 * 60, 1, 2, undefined],
		['longer than the longest wait does, without a pause', 16 * 60, 1, 1, 503],
		['that comes again and again does, when all are longer', 400, Infinity, 3, 503],
	])('%s', async (_, seconds, times, requests, status) => {
		const clock = fakeClock(false);
		const service = serviceOf((_request, number) =>
			number > times ? response(200, '{}') : response(503, '', { 'retry-after': `${seconds}` }),
		);
		const budget = createBudget(clock, undefined, {});
		const settings = { clock, budget, settings: { maxRetries: 20, longestWait: 15 } };
		const error = await finished(clock, errorOf(send(clientOf(service, settings), read)));
		expect(error).toEqual(
			status &&
				expect.objectContaining({
					failure: { kind: 'status', status, retryAfterMs: seconds * 1000 },
				}),
		);
		expect(service.requests).toHaveLength(requests);
	});

	test('ends when the execution is stopped, and nothing more is sent', async () => {
		const clock = fakeClock(false);
		const controller = new AbortController();
		const service = serviceOf(() => response(429, '', { 'retry-after': '60' }));
		const budget = createBudget(clock, undefined, {});
		const client = clientOf(service, { clock, budget, signal: controller.signal });
		const work = errorOf(send(client, read));
		await settle();
		controller.abort();
		expect(await work).toMatchObject({ failure: { kind: 'cancelled', sent: false } });
		expect(service.requests).toHaveLength(1);
	});
});

test('the rate rises again after a pause; without one and without a number nothing waits', async () => {
	const clock = fakeClock(false);
	const state: BudgetState = {};
	const budget = createBudget(clock, undefined, state);
	await Promise.all(Array.from({ length: 100 }, async () => await budget.take()));
	expect(clock.slept).toEqual([]);
	expect(state).toEqual({});
	budget.pause(1000);
	expect(state.slowdownMs).toBe(1000);
	for (let response = 0; response < 30; response++) budget.accepted();
	expect(state.slowdownMs).toBe(0);
});

test('a clock that is set back does not make requests wait longer than their distance', async () => {
	const clock = fakeClock();
	let setBack = 0;
	const shifted = { ...clock, now: () => clock.now() - setBack };
	const budget = createBudget(shifted, 60, {});
	await budget.take();
	setBack = 3_600_000;
	await budget.take();
	await budget.take();
	expect(Math.max(...clock.slept)).toBeLessThan(1_100);
});
