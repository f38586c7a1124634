// The statuses of transactions are asked for together, until each is final or the time is over.
import { TransactionPoll } from '../../../client/service/transactionPoll';
import type { HttpRequest, HttpResponse } from '../../../client/transport/http';
import { clientOf, errorOf, fakeClock, response, serviceOf } from '../fakes';

const statuses = {
	path: '/SI/Status/{MessageId}',
	field: 'State',
	appliedValues: ['Done'],
	refusedValues: ['Rejected'],
	messageField: '',
};
const MINUTE = 60_000;

const state = (State: string) => response(200, JSON.stringify({ State }));
const idOf = ({ url }: HttpRequest) => decodeURIComponent(url.split('/').at(-1) ?? '');

/** A poll of a service that answers by MessageId and by the seconds since its start. */
function pollOf(
	waitMs: number,
	answer: (id: string, seconds: number) => HttpResponse,
	changes: Partial<typeof statuses> = {},
	maxRetries = 0,
) {
	const clock = fakeClock();
	const start = clock.now();
	const from = serviceOf((request) => answer(idOf(request), (clock.now() - start) / 1000));
	const settings = { maxRetries, statuses: { ...statuses, ...changes } };
	const poll = new TransactionPoll(clientOf(from, { clock, settings }), waitMs);
	const asked = (id: string) => from.requests.filter((request) => idOf(request) === id).length;
	return { asked, clock, from, poll };
}

const pending = { result: { status: 'pending', response: null } };
const unknown = (kind: string) => ({ result: { status: 'unknown' }, cause: { kind } });

test.each<[string, () => HttpResponse, object]>([
	['no content', () => response(204), pending],
	['an empty 200', () => response(200, ''), pending],
	['an empty 202', () => response(202, ' '), pending],
	['a conflict', () => response(409, '{}'), pending],
	['too early', () => response(425), pending],
	['not found', () => response(404), unknown('notFound')],
	['forbidden', () => response(403), unknown('failed')],
	['a 500', () => response(500), unknown('failed')],
])('asked once, %s is its answer', async (_, answer, expected) => {
	const { asked, poll } = pollOf(0, answer);
	expect(await poll.ask(['a'])).toMatchObject([expected]);
	expect(asked('a')).toBe(1);
});

test('a MessageId that cannot stand in the path is not asked for', async () => {
	const { from, poll } = pollOf(MINUTE, () => state('Done'));
	const applied = { result: { status: 'applied' } };
	expect(await poll.ask(['..', 'a'])).toMatchObject([unknown('notAsked'), applied]);
	expect(from.requests).toHaveLength(1);
});

test.each<[string, () => HttpResponse]>([
	['not found', () => response(404, '{}')],
	['an error of the service', () => response(500, '{}')],
	['too many requests', () => response(429)],
	['a conflict', () => response(409)],
	['empty', () => response(202)],
	['of another transaction', () => response(200, '{"MessageId":"x","State":"Done"}')],
	['an empty list', () => response(200, '[]')],
])('%s at first is asked for again', async (_, early) => {
	const { poll } = pollOf(MINUTE, (_id, seconds) => (seconds < 10 ? early() : state('Done')));
	expect(await poll.ask(['a'])).toMatchObject([{ result: { status: 'applied' } }]);
});

test('all wait together, 5 to 60 seconds between, and what is final is asked for once', async () => {
	const { asked, clock, poll } = pollOf(5 * MINUTE, (id, seconds) => {
		if (id === 'forbidden') return response(401);
		if (id === 'late' && seconds > 30) return state('Done');
		return state(id === 'refused' ? 'Rejected' : 'Queued');
	});
	const answers = await poll.ask(['forbidden', 'refused', 'late', 'pending']);
	expect(answers.map(({ result }) => result.status)).toEqual([
		...['unknown', 'refused', 'applied', 'pending'],
	]);
	expect([asked('forbidden'), asked('refused')]).toEqual([1, 1]);
	expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBe(5 * MINUTE);
	expect(clock.slept.slice(0, 3)).toEqual([5_000, 7_500, 11_250]);
	expect(Math.max(...clock.slept)).toBe(MINUTE);
});

test('of 200 of which 20 are refused, the others are asked for as often as without them', async () => {
	const answer = (id: string) => state(Number(id) % 10 === 0 ? 'Rejected' : 'Queued');
	const ids = Array.from({ length: 200 }, (_, index) => String(index));
	const { from, poll } = pollOf(10 * MINUTE, answer);
	const isRefused = (id: string) => Number(id) % 10 === 0;
	let open = ids;
	// As Confirm asks: each time that some are refused, for what is left and for the halves that were sent.
	for (let wave = 0; wave < 20; wave++) {
		await poll.ask(open, (answers) => answers.some(({ result }) => result.status === 'refused'));
		open = open.filter((id) => !isRefused(id) || Number(id) > wave * 10);
	}
	await poll.ask(open);
	const alone = pollOf(10 * MINUTE, answer);
	await alone.poll.ask(['1']);
	expect(from.requests).toHaveLength(180 * alone.asked('1') + 20);
});

test.each<[string, () => HttpResponse, Partial<typeof statuses>, number]>([
	['lacks the status field', () => response(200, '{"Status":"Done"}'), {}, 3],
	['is not found', () => response(404), {}, 3],
	['is read without rules', () => state('Done'), { field: '' }, 1],
])('where each response %s, the wait ends early', async (_, answer, changes, rounds) => {
	const { asked, poll } = pollOf(60 * MINUTE, answer, changes);
	const answers = await poll.ask(['a', 'b']);
	expect(answers.map(({ result }) => result.status)).toEqual(['unknown', 'unknown']);
	expect([asked('a'), asked('b')]).toEqual([rounds, rounds]);
});

test('where one response has the status field, the others may still get it', async () => {
	const { poll } = pollOf(60 * MINUTE, (id, seconds) =>
		id === 'a' || seconds > 30 ? state('Done') : response(200, '{}'),
	);
	const answers = await poll.ask(['a', 'b']);
	expect(answers.map(({ result }) => result.status)).toEqual(['applied', 'applied']);
});

test.each([
	['is over in time', '60', 'applied', 1],
	['outlasts the time', '200', 'unknown', 2],
] as const)('a pause of the service that %s', async (_, seconds, status, minutes) => {
	const busy = () => response(429, '', { 'retry-after': seconds });
	const answer = (_id: string, at: number) =>
		at < 60 || seconds === '200' ? busy() : state('Done');
	const { clock, from, poll } = pollOf(2 * MINUTE, answer, {}, 3);
	expect(await poll.ask(['a'])).toMatchObject([{ result: { status } }]);
	expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBe(minutes * MINUTE);
	expect(from.requests).toHaveLength(2);
});

test('a stopped execution ends the wait', async () => {
	const stop = new AbortController();
	const from = serviceOf(() => state('Queued'));
	const client = clientOf(from, { signal: stop.signal, settings: { statuses } });
	const poll = new TransactionPoll(client, MINUTE, () => stop.abort());
	expect(await errorOf(poll.ask(['a']))).toMatchObject({ failure: { kind: 'cancelled' } });
	expect(from.requests).toHaveLength(1);
});
