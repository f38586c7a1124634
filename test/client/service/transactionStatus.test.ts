// The statuses of transactions: applied, refused, pending or unknown, asked again until they are final.
import { rulesProblem } from '../../../client/service/statusRules';
import { pollStatuses } from '../../../client/service/pollStatuses';
import type { StatusQuestion } from '../../../client/service/transactionStatus';
import type { StatusSettings } from '../../../client/serviceSettings';
import type { HttpRequest } from '../../../client/transport/http';
import type { ServiceClient } from '../../../client/transport/serviceClient';
import { clientOf, errorOf, fakeClock, response, serviceOf } from '../fakes';

const rules: StatusSettings = {
	path: '/SI/Status/{MessageId}',
	field: 'Result.State',
	appliedValues: ['Imported', 'Done'],
	refusedValues: ['Rejected'],
	messageField: 'Result.Text',
};

function questionsFor(
	ids: readonly string[],
	waitMinutes = 0,
	changes: Partial<StatusSettings> = {},
): StatusQuestion[] {
	const own = { ...rules, ...changes };
	return ids.map((messageId) => ({ messageId, rules: own, waitMinutes }));
}

async function poll(client: ServiceClient, questions: readonly StatusQuestion[]) {
	return await pollStatuses(client, questions);
}

function idOf({ url }: HttpRequest): string {
	return decodeURIComponent(url.split('/').at(-1) ?? '');
}

function state(State: unknown, Text?: unknown) {
	return response(200, JSON.stringify({ Result: { State, Text } }));
}

function json(value: unknown) {
	return response(200, JSON.stringify(value));
}

const xml = (body: string) => response(200, body, { 'content-type': 'text/xml' });

test.each<[string, () => ReturnType<typeof response>, object]>([
	['applied', () => state('imported ', 'ok'), { status: 'applied', said: 'ok' }],
	[
		'names in another spelling',
		() => json({ result: { STATE: 'Imported', te_xt: 'ok' } }),
		{ status: 'applied', said: 'ok' },
	],
	['refused', () => state('Rejected', 'No client'), { status: 'refused', said: 'No client' }],
	['pending', () => state('Queued'), { status: 'pending', said: null }],
	['null is pending', () => state(null), { status: 'pending' }],
	['without the field', () => json({ State: 'Done' }), { status: 'unknown' }],
	['not found', () => response(404, '{}'), { status: 'unknown', response: null }],
	['no content', () => response(204), { status: 'pending', response: null }],
	['null', () => json(null), { status: 'unknown', response: null }],
	['an empty 200', () => response(200, ''), { status: 'pending', response: null }],
	['an empty 202', () => response(202, ' '), { status: 'pending', response: null }],
	['a conflict', () => response(409, '{}'), { status: 'pending', response: null }],
	['too early', () => response(425), { status: 'pending', response: null }],
	[
		'in XML',
		() => xml('<M><Result><State>Done</State></Result></M>'),
		{ status: 'applied', response: { Result: { State: 'Done' } } },
	],
	[
		'of another MessageId',
		() => json({ MessageId: 'm2', Result: { State: 'Done' } }),
		{ status: 'unknown' },
	],
	[
		'of another MessageId in another spelling',
		() => json({ message_id: 'm2', Result: { State: 'Done' } }),
		{ status: 'unknown' },
	],
	[
		'of this MessageId',
		() => json({ MessageId: 'm1', Result: { State: 'Done' } }),
		{ status: 'applied' },
	],
])('%s', async (_, answer, expected) => {
	const [found] = await poll(clientOf(serviceOf(answer)), questionsFor(['m1']));
	expect(found?.result).toMatchObject({ MessageId: 'm1', ...expected });
	expect(found?.cause?.kind).not.toBe('failed');
});

test.each<[string, unknown, string]>([
	['null', null, 'Result.State'],
	['an empty list at the root', [], 'Result.State'],
	['an empty list instead of the status', { Result: { State: [] } }, 'Result.State'],
	['a list without entries', { Rows: [] }, 'Rows.State'],
])('%s has no entry, which is unknown with that cause', async (_, body, field) => {
	const [found] = await poll(
		clientOf(serviceOf(() => json(body))),
		questionsFor(['m1'], 0, { field }),
	);
	expect(found).toMatchObject({ result: { status: 'unknown' }, cause: { kind: 'noEntry' } });
});

test.each<[string, unknown, string]>([
	['Success false beside applied', { Success: false, State: 'Done' }, 'State'],
	['in another spelling', { is_success: 'False', State: 'Done' }, 'State'],
	['Errors beside applied', { State: 'Done', Errors: [{ Message: 'record 2' }] }, 'State'],
	['Errors around the status', { Errors: ['x'], Result: { State: 'Done' } }, 'Result.State'],
	['Errors beside a nested status', { Result: { State: 'Done', Errors: ['x'] } }, 'Result.State'],
	['an entry that failed', { Rows: [{ S: 'Done' }, { S: 'Done', Success: false }] }, 'Rows.S'],
	['Success false without the field', { Success: false, Message: 'record 2' }, 'State'],
	['Success false without entries', { Success: false, Rows: [] }, 'Rows.S'],
])('a response that says that it failed is an error: %s', async (_, body, field) => {
	const from = serviceOf(() => json(body));
	const [found] = await poll(clientOf(from), questionsFor(['m1'], 5, { field }));
	expect(found).toMatchObject({
		result: { MessageId: 'm1', status: 'unknown', response: body },
		cause: { kind: 'failed', error: { failure: { kind: 'response' } } },
	});
	expect(from.requests).toHaveLength(1);
});

test.each<[string, unknown, string, object]>([
	[
		'refused, with its reasons',
		{ Success: false, State: 'Rejected', Errors: [{ Text: 'No client' }] },
		'State',
		{ status: 'refused', said: 'No client' },
	],
	['pending', { Success: false, State: 'Queued' }, 'State', { status: 'pending' }],
	['itself refused', { Success: 'Rejected' }, 'Success', { status: 'refused' }],
	['one refused', { Rows: [{ S: 'Rejected' }, { S: 'Done', Errors: ['x'] }] }, 'Rows.S', {}],
	['no failure', { Success: true, Errors: [], State: 'Done' }, 'State', { status: 'applied' }],
	[
		'failed for another MessageId',
		[
			{ MessageId: 'm2', State: 'Done', Success: false },
			{ MessageId: 'm1', State: 'Done' },
		],
		'State',
		{ status: 'applied' },
	],
])('what the status field says counts: %s', async (_, body, field, expected) => {
	const changes = { field, messageField: 'Errors.Text' };
	const [found] = await poll(
		clientOf(serviceOf(() => json(body))),
		questionsFor(['m1'], 0, changes),
	);
	expect(found?.result).toMatchObject({ status: 'refused', ...expected });
	expect(found?.cause).toBeUndefined();
});

test('a GUID is the same MessageId in any case', async () => {
	const id = '2CD57827-B2E8-4827-AD57-000000000001';
	const from = serviceOf(() => json({ MessageId: id.toLowerCase(), Result: { State: 'Done' } }));
	const [found] = await poll(clientOf(from), questionsFor([id]));
	expect(found?.result.status).toBe('applied');
});

const entry = (State: unknown, Text?: string, MessageId?: string) => ({ MessageId, State, Text });

test.each<[string, unknown, string, string | null]>([
	['all applied', [entry('Done'), entry('Done')], 'applied', null],
	[
		'one refused',
		[entry('Done', 'a'), entry('Rejected', 'b'), entry('Queued', 'c')],
		'refused',
		'b',
	],
	['two refused', [entry('Rejected', 'a'), entry('Rejected', 'b')], 'refused', 'a; b'],
	['one pending', [entry('Done', 'a'), entry('Queued', 'b')], 'pending', 'b'],
	['one without the field', [entry('Done'), { Text: 'x' }], 'unknown', 'x'],
	['no entry', [], 'unknown', null],
	['one that is no list', entry('Rejected', 'a'), 'refused', 'a'],
	[
		'those of other MessageIds',
		[entry('Rejected', 'a', 'm2'), entry('Done', 'b', 'm1')],
		'applied',
		'b',
	],
	['only those of other MessageIds', [entry('Done', 'a', 'm2')], 'unknown', null],
])('through a list, the worst entry counts: %s', async (_, Rows, status, said) => {
	const changes = { field: 'Rows.State', messageField: 'Rows.Text' };
	const from = serviceOf(() => json({ Rows }));
	const [found] = await poll(clientOf(from), questionsFor(['m1'], 0, changes));
	expect(found?.result).toMatchObject({ status, said });
});

test.each<[string, unknown, Partial<StatusSettings>, object]>([
	[
		'a list at the root',
		[{ State: 'Rejected' }, { State: 'Done' }],
		{ field: 'State' },
		{ status: 'refused' },
	],
	[
		'lists in lists',
		{ A: [{ B: [{ S: 'Done' }] }, { B: [{ S: 'Rejected' }] }] },
		{ field: 'A.B.S' },
		{ status: 'refused' },
	],
	[
		'a list of values',
		{ States: ['Done', 'Rejected'] },
		{ field: 'States' },
		{ status: 'refused' },
	],
	[
		'a number into the list',
		{ Rows: [{ S: 'Done' }, { S: 'Rejected' }] },
		{ field: 'Rows.0.S' },
		{ status: 'applied' },
	],
	[
		'a reason in another list',
		{ Rows: [{ S: 'Done' }, { S: 'Rejected' }], Errors: [{ T: 'No client' }] },
		{ field: 'Rows.S', messageField: 'Errors.T' },
		{ status: 'refused', said: 'No client' },
	],
	['a number as text', { S: 3 }, { field: 'S', appliedValues: ['3'] }, { status: 'applied' }],
	[
		'a boolean as text',
		{ S: false },
		{ field: 'S', refusedValues: ['False'] },
		{ status: 'refused' },
	],
])('%s', async (_, body, changes, expected) => {
	const [found] = await poll(
		clientOf(serviceOf(() => json(body))),
		questionsFor(['m1'], 0, changes),
	);
	expect(found?.result).toMatchObject(expected);
});

test.each<[string, Partial<StatusSettings>]>([
	['statusPath', { path: '' }],
	['statusPath', { path: '/SI/Status' }],
	['statusField', { field: 'a..b' }],
	['messageField', { messageField: '.a' }],
	['appliedValues', { appliedValues: [' '] }],
	['refusedValues', { refusedValues: ['x', 'done'] }],
])('%s: %j is a problem', (parameter, changes) => {
	expect(rulesProblem({ ...rules, ...changes })).toMatchObject({ ok: false, parameter });
});

test.each<Partial<StatusSettings>>([
	{},
	{ path: 'SI/Status/{MessageId}' },
	{ path: '/SI/Status?id={MessageId}' },
	{ field: '', appliedValues: [] },
])('%j is no problem', (changes) => {
	expect(rulesProblem({ ...rules, ...changes })).toBeUndefined();
});

/** A queue that imports after a time; every 150th is refused. */
function queue(clock: ReturnType<typeof fakeClock>, readyAfterMs: number) {
	const start = clock.now();
	return serviceOf((asked) => {
		if (clock.now() - start < readyAfterMs) return state('Queued');
		const number = Number(idOf(asked));
		return number % 150 === 149 ? state('Rejected', `No client for ${number}`) : state('Imported');
	});
}

test('500 in a queue: asked again, slower each time, until all are final', async () => {
	const clock = fakeClock();
	const from = queue(clock, 40_000);
	const ids = Array.from({ length: 500 }, (_, number) => String(number));
	const waits: number[] = [];
	const answers = await pollStatuses(clientOf(from, { clock }), questionsFor(ids, 5), (pending) =>
		waits.push(pending),
	);
	const count = (status: string) => answers.filter(({ result }) => result.status === status).length;
	expect([count('applied'), count('refused'), count('pending')]).toEqual([497, 3, 0]);
	expect(answers[149]?.result).toMatchObject({ MessageId: '149', said: 'No client for 149' });
	expect(clock.slept).toEqual([5_000, 7_500, 11_250, 16_875]);
	expect(waits).toEqual([500, 500, 500, 500]);
});

test('only what is not final is asked for again, until its time is over', async () => {
	const clock = fakeClock();
	const from = serviceOf((asked) => state(idOf(asked) === 'a' ? 'Done' : 'Queued'));
	const answers = await poll(clientOf(from, { clock }), questionsFor(['a', 'b'], 5));
	expect(answers.map(({ result }) => result.status)).toEqual(['applied', 'pending']);
	expect(from.requests.filter((each) => idOf(each) === 'a')).toHaveLength(1);
	expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBe(300_000);
	expect(Math.max(...clock.slept)).toBe(60_000);
});

test('404 for one of several is unknown and no failure', async () => {
	const from = serviceOf((asked) => (idOf(asked) === 'b' ? response(404, '{}') : state('Done')));
	expect(await poll(clientOf(from), questionsFor(['a', 'b']))).toMatchObject([
		{ result: { status: 'applied' } },
		{ result: { status: 'unknown' }, cause: { kind: 'notFound' } },
	]);
});

test.each<[string, () => ReturnType<typeof response>]>([
	['not found', () => response(404, '{}')],
	['an error of the service', () => response(500, '{}')],
	['a conflict', () => response(409)],
	['too early', () => response(425)],
	['too many requests', () => response(429)],
	['empty', () => response(202)],
	['of another transaction', () => json({ MessageId: 'x', Result: { State: 'Done' } })],
	['an empty list', () => json([])],
])('%s at first is asked for again', async (_, early) => {
	const clock = fakeClock();
	const start = clock.now();
	const from = serviceOf(() => (clock.now() - start < 18_000 ? early() : state('Done')));
	const client = clientOf(from, { clock, settings: { maxRetries: 0 } });
	expect(await poll(client, questionsFor(['a', 'b'], 1))).toMatchObject([
		{ result: { status: 'applied' } },
		{ result: { status: 'applied' } },
	]);
});

test('a failure that lasts is the answer when the time is over', async () => {
	const clock = fakeClock();
	const from = serviceOf(() => response(500, '{}'));
	const client = clientOf(from, { clock, settings: { maxRetries: 0 } });
	expect(await poll(client, questionsFor(['a'], 1))).toMatchObject([
		{
			result: { status: 'unknown', response: null },
			cause: { kind: 'failed', error: { failure: { status: 500 } } },
		},
	]);
	expect(from.requests).toHaveLength(6);
});

test('one that fails loses no answer of the others, and is not asked for again', async () => {
	const from = serviceOf((asked) => (idOf(asked) === 'b' ? response(401, '{}') : state('Queued')));
	const answers = await poll(clientOf(from), questionsFor(['a', 'b', 'c'], 1));
	expect(answers.map(({ result }) => result.status)).toEqual(['pending', 'unknown', 'pending']);
	expect(answers[1]?.cause).toMatchObject({ kind: 'failed' });
	expect(from.requests.filter((each) => idOf(each) === 'b')).toHaveLength(1);
});

test('where every answer lacks the status field, the wait ends after the third round', async () => {
	const clock = fakeClock();
	const from = serviceOf(() => json({ Result: { Status: 'Done' } }));
	const answers = await poll(clientOf(from, { clock }), questionsFor(['a', 'b'], 60));
	expect(answers).toMatchObject([
		{ result: { status: 'unknown' }, cause: { kind: 'noField', present: ['Status'] } },
		{ result: { status: 'unknown' } },
	]);
	expect(clock.slept).toEqual([5_000, 7_500]);
	expect(from.requests).toHaveLength(6);
});

test('where one answer has the status field, the others may still get it', async () => {
	const clock = fakeClock();
	const start = clock.now();
	const from = serviceOf((asked) =>
		idOf(asked) === 'a' || clock.now() - start > 30_000 ? state('Done') : json({}),
	);
	const answers = await poll(clientOf(from, { clock }), questionsFor(['a', 'b'], 60));
	expect(answers.map(({ result }) => result.status)).toEqual(['applied', 'applied']);
});

test('without a status field, each response is given once, with the names in it', async () => {
	const from = serviceOf(() =>
		json({ MessageId: 'a', Result: { State: 'Done', Log: [{ Text: 'x' }, { Text: 'y' }] } }),
	);
	const answers = await poll(clientOf(from), questionsFor(['a'], 5, { field: ' ' }));
	expect(answers).toMatchObject([
		{
			result: { status: 'unknown', response: { Result: { State: 'Done' } } },
			cause: { kind: 'noField', present: ['MessageId', 'Result.State', 'Result.Log.Text'] },
		},
	]);
	expect(from.requests).toHaveLength(1);
});

test('all wait together, each as long as it says', async () => {
	const clock = fakeClock();
	const from = serviceOf((asked) => state(idOf(asked) === 'a' ? 'Done' : 'Queued'));
	const questions = [...questionsFor(['a', 'b'], 0.1), ...questionsFor(['c'], 5)];
	const answers = await poll(clientOf(from, { clock }), questions);
	expect(answers.map(({ result }) => result.status)).toEqual(['applied', 'pending', 'pending']);
	expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBe(300_000);
	expect(from.requests.map(idOf).filter((id) => id !== 'c')).toEqual(['a', 'b', 'b', 'b']);
});

test('a stopped execution ends the wait', async () => {
	const clock = fakeClock();
	const stop = new AbortController();
	const from = serviceOf(() => state('Queued'));
	const client = clientOf(from, { clock, signal: stop.signal });
	const error = await errorOf(pollStatuses(client, questionsFor(['a'], 60), () => stop.abort()));
	expect(error).toMatchObject({ failure: { kind: 'cancelled' } });
	expect(from.requests).toHaveLength(1);
});
