// Get Transaction Status: applied, refused, pending or unknown, asked again until it is final.
import { type StatusRequest, transactionStatuses } from '../../../client/service/transactionStatus';
import type { HttpRequest } from '../../../client/transport/http';
import type { ServiceClient } from '../../../client/transport/serviceClient';
import { clientOf, fakeClock, response, serviceOf } from '../fakes';

const request: StatusRequest = {
	messageIds: ['m1'],
	statusPath: '/SI/Status/{MessageId}',
	statusField: 'Result.State',
	appliedValues: ['Imported', 'Done'],
	refusedValues: ['Rejected'],
	messageField: 'Result.Text',
	waitMinutes: 0,
	accept: 'json',
};

/** What comes of one request. */
async function statusOf(client: ServiceClient, asked: StatusRequest) {
	const [result] = await transactionStatuses(client, [asked], { concurrency: 4 });
	if (!result) throw new Error('A request has no result.');
	return result;
}

function idOf({ url }: HttpRequest): string {
	return decodeURIComponent(url.split('/').at(-1) ?? '');
}

function state(State: unknown, Text?: unknown) {
	return response(200, JSON.stringify({ Result: { State, Text } }));
}

test.each<[string, () => ReturnType<typeof response>, object]>([
	['applied', () => state('imported ', 'ok'), { status: 'applied', said: 'ok' }],
	[
		'refused',
		() => state('Rejected', 'No such client'),
		{ status: 'refused', said: 'No such client' },
	],
	['pending', () => state('Queued'), { status: 'pending', said: null }],
	['null is pending', () => state(null), { status: 'pending' }],
	['without the field', () => response(200, '{"State":"Done"}'), { status: 'unknown' }],
	['not found', () => response(404, '{}'), { status: 'unknown', response: null }],
	['no content', () => response(204), { status: 'unknown', response: null }],
	[
		'in XML',
		() =>
			response(200, '<M><Result><State>Done</State></Result></M>', {
				'content-type': 'text/xml',
			}),
		{ status: 'applied', response: { Result: { State: 'Done' } } },
	],
	['a failure', () => response(401, '{}'), { error: { failure: { status: 401 } } }],
])('%s', async (_, answer, expected) => {
	const result = await statusOf(clientOf(serviceOf(answer)), request);
	expect(result).toMatchObject({
		ok: true,
		value: { results: [{ MessageId: 'm1', ...expected }] },
	});
});

test('a number and a boolean are compared as text', async () => {
	const from = serviceOf(() => state(3));
	const read = { ...request, appliedValues: ['true'], refusedValues: ['3'] };
	expect(await statusOf(clientOf(from), read)).toMatchObject({
		value: { results: [{ status: 'refused' }] },
	});
});

test('a MessageId is any text, asked for once', async () => {
	const ids = ['a/b c?d#e', 'x@y', 'ü%41', 'a/b c?d#e'];
	const from = serviceOf(() => state('Done'));
	await statusOf(clientOf(from), { ...request, messageIds: ids });
	expect(from.requests.map(idOf)).toEqual(ids.slice(0, 3));
});

test.each<[string, Partial<StatusRequest>]>([
	['statusPath', { statusPath: '/SI/Status' }],
	['statusPath', { statusPath: '/SI/Status/{messageid}' }],
	['statusPath', { statusPath: '/SI/Status?id={MessageId}' }],
	['statusPath', { statusPath: 'SI/Status/{MessageId}' }],
	['statusField', { statusField: ' ' }],
	['statusField', { statusField: 'a..b' }],
	['messageField', { messageField: '.a' }],
	['appliedValues', { appliedValues: [' '] }],
	['refusedValues', { refusedValues: ['x', 'done'] }],
	['waitMinutes', { waitMinutes: -1 }],
	['waitMinutes', { waitMinutes: NaN }],
	['messageId', { messageIds: ['m1', ' '] }],
	['messageId', { messageIds: ['..'] }],
	['messageId', { messageIds: ['a/../b'] }],
	['messageId', { messageIds: ['\ud800'] }],
])('%s: %j is refused, and nothing is sent', async (parameter, changes) => {
	const from = serviceOf(() => state('Done'));
	const result = await statusOf(clientOf(from), { ...request, ...changes });
	expect(result).toMatchObject({
		ok: false,
		parameter,
		problem: expect.stringMatching(/^'/) as unknown,
	});
	expect(from.requests).toEqual([]);
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
	const messageIds = Array.from({ length: 500 }, (_, number) => String(number));
	const asked = { ...request, messageIds, waitMinutes: 5 };
	const result = await statusOf(clientOf(from, { clock }), asked);
	const results = result.ok ? result.value.results : [];
	const count = (status: string) =>
		results.filter((each) => 'status' in each && each.status === status).length;
	expect([count('applied'), count('refused'), count('pending')]).toEqual([497, 3, 0]);
	expect(results[149]).toMatchObject({ MessageId: '149', said: 'No client for 149' });
	expect(clock.slept).toEqual([5_000, 7_500, 11_250, 16_875]);
	expect(result.ok && result.value.remarks).toEqual([]);
});

test('what is still pending when the time is over is said; only that is asked again', async () => {
	const clock = fakeClock();
	const from = serviceOf((asked) => state(idOf(asked) === 'a' ? 'Done' : 'Queued'));
	const asked = { ...request, messageIds: ['a', 'b'], waitMinutes: 5 };
	const result = await statusOf(clientOf(from, { clock }), asked);
	expect(result.ok && result.value.remarks).toEqual([
		'1 of 2 MessageIds still pending after 5 minutes.',
	]);
	expect(from.requests.filter((each) => idOf(each) === 'a')).toHaveLength(1);
	expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBe(300_000);
	expect(Math.max(...clock.slept)).toBe(60_000);
});

test('404 for one of several is unknown and no error', async () => {
	const from = serviceOf((asked) => (idOf(asked) === 'b' ? response(404, '{}') : state('Done')));
	const result = await statusOf(clientOf(from), { ...request, messageIds: ['a', 'b'] });
	expect(result).toMatchObject({
		value: {
			results: [{ status: 'applied' }, { status: 'unknown' }],
			remarks: ['The service did not find 1 of 2 MessageIds (status 404).'],
		},
	});
});

test.each([0, 10])(
	'a path that none of several finds is wrong (waiting %d minutes)',
	async (waitMinutes) => {
		const from = serviceOf(() => response(404, '{}'));
		const asked = { ...request, messageIds: ['a', 'b'], waitMinutes };
		expect(await statusOf(clientOf(from), asked)).toMatchObject({
			ok: false,
			parameter: 'statusPath',
		});
		expect(from.requests.length > 2).toBe(waitMinutes > 0);
	},
);

test.each<[string, () => ReturnType<typeof response>]>([
	['not found', () => response(404, '{}')],
	['answered with an error of the service', () => response(500, '{}')],
])('several that are %s at first are asked for again', async (_, early) => {
	const clock = fakeClock();
	const from = serviceOf(() => (clock.now() < 18_000 ? early() : state('Done')));
	const asked = { ...request, messageIds: ['a', 'b'], waitMinutes: 1 };
	const result = await statusOf(clientOf(from, { clock, settings: { maxRetries: 0 } }), asked);
	expect(result).toMatchObject({
		value: { results: [{ status: 'applied' }, { status: 'applied' }], remarks: [] },
	});
});

test('an error that lasts is the result when the time is over', async () => {
	const clock = fakeClock();
	const from = serviceOf(() => response(500, '{}'));
	const told: string[] = [];
	const onFailure = ({ MessageId }: { MessageId: string }) => void told.push(MessageId);
	const asked = { ...request, messageIds: ['a'], waitMinutes: 1 };
	const client = clientOf(from, { clock, settings: { maxRetries: 0 } });
	const result = await transactionStatuses(client, [asked], { concurrency: 4, onFailure });
	expect(result).toMatchObject([{ value: { results: [{ error: { failure: { status: 500 } } }] } }]);
	expect(told).toEqual(['a']);
});

test('404 for a single MessageId is unknown, and the path is named', async () => {
	const result = await statusOf(clientOf(serviceOf(() => response(404, '{}'))), request);
	expect(result.ok && result.value.remarks.join()).toContain("'Status Path'");
});

test('a response without the field names what it has', async () => {
	const from = serviceOf(() => response(200, '{"Result":{"Status":"Done"}}'));
	const result = await statusOf(clientOf(from), request);
	expect(result.ok && result.value.remarks).toEqual([
		`The response lacks the field "Result.State" of 'Status Field': it has Status.`,
	]);
});

test('requests wait together, each as long as it says, and one that is wrong holds up no other', async () => {
	const clock = fakeClock();
	const from = serviceOf((asked) => state(idOf(asked) === 'a' ? 'Done' : 'Queued'));
	const result = await transactionStatuses(
		clientOf(from, { clock }),
		[
			{ ...request, messageIds: ['a', 'b'], waitMinutes: 0.1 },
			{ ...request, messageIds: ['c'], waitMinutes: 5 },
			{ ...request, messageIds: ['d'], statusPath: '/SI/Status' },
		],
		{ concurrency: 4 },
	);
	expect(result).toMatchObject([
		{ value: { remarks: ['1 of 2 MessageIds still pending after 0.1 minutes.'] } },
		{ value: { results: [{ MessageId: 'c', status: 'pending' }] } },
		{ ok: false, parameter: 'statusPath' },
	]);
	expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBe(300_000);
	expect(from.requests.map(idOf).filter((id) => id !== 'c')).toEqual(['a', 'b', 'b', 'b']);
});

test('a failure may end the waiting', async () => {
	const clock = fakeClock();
	const from = serviceOf((asked) => (idOf(asked) === 'b' ? response(401, '{}') : state('Queued')));
	const asked = { ...request, messageIds: ['a', 'b'], waitMinutes: 5 };
	const onFailure = ({ MessageId, error }: { MessageId: string; error: unknown }) => {
		expect(MessageId).toBe('b');
		throw error as Error;
	};
	const statuses = transactionStatuses(clientOf(from, { clock }), [asked], {
		concurrency: 4,
		onFailure,
	});
	await expect(statuses).rejects.toMatchObject({ failure: { status: 401 } });
	expect(clock.slept).toEqual([]);
});
