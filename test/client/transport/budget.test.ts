// The request budget: evenly spread, held back together, and never much slower than allowed.
import { fanOut } from '../../../client/client';
import {
	type BudgetState,
	budgetOf,
	send,
	type ServiceRequest,
} from '../../../client/transport/send';
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

/** A service that takes so many requests in any minute, and answers each after 50 ms. */
function limited(clock: FakeClock, perMinute: number, used = 0) {
	const start = clock.now();
	const times: number[] = Array.from({ length: used }, () => start);
	let refused = 0;
	const service = serviceOf(async () => {
		const now = clock.now();
		await clock.sleep(50);
		const recent = times.filter((time) => time > now - minute);
		if (recent.length >= perMinute) {
			refused++;
			const seconds = Math.ceil(((recent[0] ?? now) + minute - now) / 1000);
			return response(429, '', { 'retry-after': String(seconds) });
		}
		times.push(now);
		return response(200, '{}');
	});
	return { service, times: times.slice(used), all: times, refused: () => refused };
}

test.each([1, 4, 50])(
	'300 requests at 60 a minute, %i at once: no 429, in ideal time',
	async (atOnce) => {
		const clock = fakeClock(false);
		const { service, refused } = limited(clock, 60);
		const client = clientOf(service, { clock, budget: budgetOf(clock, 60, {}) });
		const start = clock.now();
		await finished(
			clock,
			fanOut(client, 300, atOnce, async () => await send(client, read)),
		);
		expect(refused()).toBe(0);
		expect(clock.now() - start).toBeLessThan(299_000 * 1.1);
		expect(service.requests).toHaveLength(300);
	},
);

test.each([undefined, 60])(
	'after a 429 all requests wait, and there is no second one (set: %p)',
	async (perMinute) => {
		const clock = fakeClock(false);
		// Another client used the minute up; without a number of our own, only 50 requests are needed.
		const { service, refused, all } = limited(clock, 60, 60);
		const client = clientOf(service, { clock, budget: budgetOf(clock, perMinute, {}) });
		const count = perMinute === undefined ? 50 : 300;
		const start = clock.now();
		const work = fanOut(
			client,
			count,
			perMinute === undefined ? 1 : 4,
			async () => await send(client, read),
		);
		await finished(clock, work);
		expect(refused()).toBe(1);
		expect(all.length).toBe(60 + count);
		// One minute is the other client's.
		if (perMinute !== undefined) expect(clock.now() - start - minute).toBeLessThan(299_000 * 1.1);
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
		const client = clientOf(service, { clock, budget: budgetOf(clock, 600, state) });
		await finished(
			clock,
			fanOut(client, 10, 10, async () => await send(client, read)),
		);
		state = JSON.parse(JSON.stringify(state)) as BudgetState;
	}
	const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
	for (const gap of gaps) expect(gap).toBeGreaterThan(99);
});

describe('a pause', () => {
	test('holds back requests that were waiting for their turn already', async () => {
		const clock = fakeClock(false);
		const budget = budgetOf(clock, 60, {});
		const start = clock.now();
		const turns: number[] = [];
		const work = Promise.all(
			[1, 2, 3].map(async () => {
				await budget.take();
				turns.push(clock.now() - start);
			}),
		);
		await clock.pass(500);
		budget.pause(30_000);
		await finished(clock, work);
		expect(turns[0]).toBe(0);
		expect(turns[1]).toBe(30_500);
		// Slower than before, since the service had too much to do.
		expect((turns[2] ?? 0) - (turns[1] ?? 0)).toBeGreaterThan(2000);
	});

	test('is told when it begins and each minute, once for all requests', async () => {
		const clock = fakeClock(false);
		const left: number[] = [];
		const budget = budgetOf(clock, undefined, {}, (leftMs) => left.push(leftMs));
		budget.pause(10 * minute);
		await finished(clock, Promise.all([budget.take(), budget.take(), budget.take()]));
		expect(left).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((minutes) => minutes * minute));
	});

	test('longer than five minutes does not fail a read; longer than the longest wait does', async () => {
		const clock = fakeClock(false);
		const asks = (seconds: number) =>
			serviceOf((_, number) =>
				number === 1 ? response(503, '', { 'retry-after': String(seconds) }) : response(200, '{}'),
			);
		const settings = { clock, longestWaitMs: 15 * minute };
		const patient = clientOf(asks(14 * 60), {
			...settings,
			budget: budgetOf(clock, undefined, {}),
		});
		expect(await finished(clock, send(patient, read))).toMatchObject({ status: 200 });
		const state: BudgetState = {};
		const other = clientOf(asks(16 * 60), {
			...settings,
			budget: budgetOf(clock, undefined, state),
		});
		expect(await errorOf(send(other, read))).toMatchObject({ failure: { status: 503 } });
		expect(state).toEqual({});
	});

	test('counts all waits of one request', async () => {
		const clock = fakeClock(false);
		const service = serviceOf(() => response(429, '', { 'retry-after': '400' }));
		const budget = budgetOf(clock, undefined, {});
		const client = clientOf(service, { clock, budget, maxRetries: 20, longestWaitMs: 15 * minute });
		await finished(clock, errorOf(send(client, read)));
		expect(service.requests).toHaveLength(3);
	});

	test('ends when the execution is stopped, and nothing more is sent', async () => {
		const clock = fakeClock(false);
		const controller = new AbortController();
		const service = serviceOf(() => response(429, '', { 'retry-after': '60' }));
		const budget = budgetOf(clock, undefined, {});
		const client = clientOf(service, { clock, budget, signal: controller.signal });
		const work = errorOf(send(client, read));
		await settle();
		controller.abort();
		expect(await work).toMatchObject({ failure: { kind: 'cancelled', sent: false } });
		expect(service.requests).toHaveLength(1);
	});
});

test('the rate rises again after a pause', async () => {
	const clock = fakeClock(false);
	const state: BudgetState = {};
	const budget = budgetOf(clock, 60, state);
	budget.pause(1000);
	expect(state.slowdownMs).toBeGreaterThan(1000);
	for (let response = 0; response < 30; response++) budget.accepted();
	expect(state.slowdownMs).toBe(0);
});

test('without a number and without a pause nothing waits, and nothing is kept', async () => {
	const clock = fakeClock(false);
	const state: BudgetState = {};
	const budget = budgetOf(clock, undefined, state);
	await Promise.all(Array.from({ length: 100 }, async () => await budget.take()));
	expect(clock.slept).toEqual([]);
	expect(state).toEqual({});
});
