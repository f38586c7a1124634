// Get Transaction Status in n8n's engine, against a service that queues what it accepts.
import type { INodeParameters } from 'n8n-workflow';

import { REFUSAL } from '../../../../sandbox/queue';
import type { Sandbox } from '../../../../sandbox/server.mjs';
import { pairs, withSandbox } from '../support.mjs';

jest.setTimeout(120_000);

let sandbox: Sandbox;
const read = withSandbox((started) => (sandbox = started));

const status = {
	statusPath: '/SI/Status/{MessageId}',
	statusField: 'Result.State',
	appliedValues: 'Imported, Done',
	refusedValues: 'Rejected',
	messageField: 'Result.Text',
};
const operation = 'service/getTransactionStatus';

function clients(count: number, refused: readonly number[] = []) {
	return Array.from({ length: count }, (_, number) => ({
		IntegrationId: `C-${number}`,
		Name: refused.includes(number) ? `Client ${number} without a price list` : `Client ${number}`,
	}));
}

interface Receipt {
	readonly MessageId: string;
}

/** Publishes clients, one in each request. */
async function publish(count: number, refused: readonly number[] = []): Promise<Receipt[]> {
	const list = { listId: 'crm', listName: 'CRM' };
	const record = { mappingMode: 'autoMapInputData', value: null, schema: [] };
	const parameters = { ...list, record, options: { recordsPerRequest: 1 } };
	const { json, error } = await read('client/publish', parameters, {
		items: clients(count, refused),
	});
	expect(error).toBeUndefined();
	sandbox.forgetRequests();
	return json as Receipt[];
}

function setQueue(asks: number, refuses = 'without a price list'): void {
	sandbox.setOptions({ queue: { asks, refuses } });
}

afterEach(() => sandbox.setOptions({ queue: undefined }));

test('a queue that refuses 3 of 500: 497 applied, 3 refused with their words, none pending', async () => {
	setQueue(1);
	const refused = [7, 250, 499];
	const items = await publish(500, refused);
	const parameters = { ...status, options: { waitMinutes: 1 } };
	const { json, outputs, hints } = await read(operation, parameters, { items });
	const results = json as Array<{ status: string; said: string | null; MessageId: string }>;
	expect(results.filter((each) => each.status === 'applied')).toHaveLength(497);
	for (const number of refused)
		expect(results[number]).toMatchObject({
			MessageId: items[number]?.MessageId,
			status: 'refused',
			said: REFUSAL,
			response: { Result: { State: 'Rejected' } },
		});
	expect(pairs(outputs[0])).toEqual(items.map((_, item) => ({ item })));
	expect(hints).toEqual([]);
	expect(sandbox.requests).toHaveLength(1000);
	expect(sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('what is not final is pending, and a hint says how many; without waiting, each is asked for once', async () => {
	setQueue(1);
	const items = await publish(3);
	const { json, hints } = await read(operation, status, { items });
	expect(json).toMatchObject(items.map(() => ({ status: 'pending', said: null })));
	expect(hints.map(({ message }) => message)).toEqual([
		"3 of 3 MessageIds are still pending. To wait for the end, set 'Wait Minutes'.",
	]);
	expect(sandbox.requests).toHaveLength(3);
});

test('the parameters of each input item are its own; one MessageId of several items is one item', async () => {
	setQueue(0);
	const [one, two] = await publish(2, [1]);
	const items = [
		{ id: one?.MessageId, ok: 'Imported' },
		{ id: two?.MessageId, ok: ['Rejected', 'x'] },
		{ id: one?.MessageId, ok: 'Imported' },
		{ id: one?.MessageId, ok: 'A, Imported\nImported, B' },
	];
	const parameters = {
		...status,
		messageId: '={{ $json.id }}',
		appliedValues: '={{ $json.ok }}',
		refusedValues: '',
	};
	const { json, outputs } = await read(operation, parameters, { items });
	expect(json).toMatchObject([
		{ MessageId: one?.MessageId, status: 'applied' },
		{ MessageId: two?.MessageId, status: 'applied', said: REFUSAL },
		// The text of an expression is a value per line, and none of these is the status.
		{ MessageId: one?.MessageId, status: 'pending' },
	]);
	expect(pairs(outputs[0])).toEqual([[{ item: 0 }, { item: 2 }], { item: 1 }, { item: 3 }]);
});

test('with the error output, each input item leaves the node once', async () => {
	setQueue(0);
	const [one, two] = await publish(2);
	const items = [one, { MessageId: [1] }, two, { MessageId: 'unheard of' }];
	const unavailable = { kind: 'status', status: 400 } as const;
	sandbox.setFault({ nth: 2, fault: unavailable });
	const parameters = { ...status, options: { requests: { concurrency: 1 } } };
	const { outputs } = await read(operation, parameters, {
		items: items as object[],
		onError: 'continueErrorOutput',
	});
	expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
		{ MessageId: one?.MessageId, status: 'applied' },
		{ MessageId: 'unheard of', status: 'unknown', said: null, response: null },
	]);
	expect(pairs(outputs[0])).toEqual([{ item: 0 }, { item: 3 }]);
	expect(outputs[1]?.map(({ json }) => json)).toMatchObject([
		{ error: expect.stringMatching(/^'Message ID' is a list/) as unknown },
		{ error: expect.stringContaining('status 400') as unknown, details: { kind: 'status' } },
	]);
	expect(pairs(outputs[1])).toEqual([{ item: 1 }, { item: 2 }]);
});

test('a path that finds none of several MessageIds is said to be wrong', async () => {
	setQueue(0);
	const items = await publish(2);
	const parameters = { ...status, statusPath: '/SI/State/{MessageId}' };
	const { error } = await read(operation, parameters, { items });
	expect(error?.message).toMatch(/^'Status Path' is probably wrong: .* none of the 2 MessageIds/);
	const { outputs } = await read(operation, parameters, { items, onError: 'continueErrorOutput' });
	expect(pairs(outputs[1])).toEqual([{ item: 0 }, { item: 1 }]);
});

test.each<[INodeParameters, RegExp]>([
	[{ messageId: '={{ ["a"] }}' }, /^'Message ID' is a list, expected text/],
	[{ messageId: '={{ $json }}' }, /^'Message ID' is an object, expected text/],
	[{ messageId: '={{ 2 ** 60 }}' }, /^'Message ID' is \d+, which has lost/],
	[{ statusPath: '={{ "" }}' }, /^'Status Path' is empty, here and in the credential/],
	[
		{ statusPath: '', appliedValues: '' },
		/^'Status Path' and 'Applied Values' are empty, here and in the credential/,
	],
	[{ statusPath: '/SI/Status' }, /^'Status Path' needs \{MessageId\}/],
	[{ statusPath: '/SI/Status?{MessageId}' }, /^'Status Path' has \{MessageId\} in the name/],
	[{ statusPath: '//evil.example/{MessageId}' }, /^'Status Path' must be a path below/],
	[{ statusPath: '/%2e%2e/{MessageId}' }, /^'Status Path' leads out/],
	[{ statusField: 'a..b' }, /^'Status Field' has a dot/],
	[{ messageField: 'a.' }, /^'Reason Field' has a dot/],
	[{ appliedValues: ' , ' }, /^'Applied Values' is empty/],
	[{ appliedValues: '={{ [$json] }}' }, /^'Applied Values' is an object, expected text/],
	[{ refusedValues: 'no, imported' }, /^'Refused Values' and 'Applied Values' both contain/],
	[{ options: { waitMinutes: -1 } }, /^'Wait Minutes' must be a number of 0 or more/],
	[{ options: { waitMinutes: 'long' } }, /^'Wait Minutes' must be a number of 0 or more/],
])('%j is refused, and nothing is sent', async (parameters, message) => {
	const items = [{ MessageId: 'a' }];
	const { error } = await read(operation, { ...status, ...parameters }, { items });
	expect(error?.message).toMatch(message);
	expect(sandbox.requests).toEqual([]);
});

test('Retry On Fail and a retried execution ask again', async () => {
	setQueue(0);
	const items = await publish(1);
	const fault = { kind: 'status', status: 500 } as const;
	sandbox.setFault({ times: 2, fault });
	const parameters = { ...status, options: { requests: { maxRetries: 0 } } };
	const { error, data } = await read(operation, parameters, { items, tries: 2 });
	expect(error?.message).toContain('status 500');
	expect(sandbox.requests).toHaveLength(2);
	const { json } = await read(operation, parameters, { items, mode: 'retry', retryOf: data });
	expect(json).toMatchObject([{ status: 'applied' }]);
});

test('where the node stops, one that fails does not lose the answers of the others', async () => {
	setQueue(0);
	const items = await publish(3);
	sandbox.setFault({ nth: 2, fault: { kind: 'status', status: 401 } });
	const parameters = { ...status, options: { concurrency: 1 } };
	const { json, hints } = await read(operation, parameters, { items });
	expect(json).toMatchObject(
		['applied', 'unknown', 'applied'].map((each, index) => ({
			MessageId: items[index]?.MessageId,
			status: each,
		})),
	);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^1 of 3 MessageIds is unknown, because the request failed: .*401/),
	]);
});

const answersWith = (body: unknown) =>
	sandbox.setFault({ fault: { kind: 'status', status: 200, body: JSON.stringify(body) } });

test.each<object>([
	{ Result: { State: 'Imported' }, Errors: [{ Message: 'Record 2 was not imported.' }] },
	{ Success: false, Message: 'Record 2 was not imported.', Result: { State: 'Imported' } },
	{ Success: false, Message: 'Record 2 was not imported.' },
])('%j is an error, although its status is 200', async (body) => {
	answersWith(body);
	const settings = { items: [{ MessageId: 'a' }] };
	const { error } = await read(operation, status, settings);
	expect(error?.message).toContain('says that it failed');
	expect(error?.description).toContain('Record 2 was not imported.');
	answersWith(body);
	const { json, outputs } = await read(operation, status, {
		...settings,
		onError: 'continueErrorOutput',
	});
	expect(json).toEqual([]);
	expect(outputs[1]?.map((item) => item.json)).toMatchObject([{ details: { kind: 'response' } }]);
});

test('a list without entries is unknown, and a hint says so', async () => {
	answersWith({ Result: [] });
	const { json, hints } = await read(operation, status, { items: [{ MessageId: 'a' }] });
	expect(json).toMatchObject([{ status: 'unknown' }]);
	expect(hints.map(({ message }) => message)).toEqual([
		"1 of 1 MessageId is unknown, because the response is null, or has an empty list where 'Status Field' leads.",
	]);
});

test('where all fail, the node stops at once, however long it may wait', async () => {
	setQueue(1000);
	const items = await publish(2);
	sandbox.setFault({ times: 2, fault: { kind: 'status', status: 401 } });
	const parameters = { ...status, options: { waitMinutes: 600 } };
	const { error } = await read(operation, parameters, { items });
	expect(error).toMatchObject({ httpCode: '401' });
});

test.each<[string, object]>([
	['stop', {}],
	['continue', { onError: 'continueErrorOutput' }],
])('items without a MessageId are unknown, the others are asked for (%s)', async (_, rest) => {
	setQueue(0);
	const [one] = await publish(1);
	const items: object[] = [{}, { ...one }, { MessageId: null }, { MessageId: ' ' }];
	const { json, outputs, hints } = await read(operation, status, { items, ...rest });
	const unknown = { MessageId: '', status: 'unknown', said: null, response: null };
	expect(json).toMatchObject([
		unknown,
		{ MessageId: one?.MessageId, status: 'applied' },
		unknown,
		unknown,
	]);
	expect(pairs(outputs[0])).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }, { item: 3 }]);
	expect(hints.map(({ message }) => message)).toEqual([
		"'Message ID' is empty for 3 of 4 input items. Map the MessageId that a publish or an update returned.",
	]);
	expect(sandbox.requests).toHaveLength(1);
});

test('what is left empty, the credential says', async () => {
	setQueue(0);
	const items = await publish(2, [1]);
	const credential = {
		baseUrl: sandbox.url,
		authentication: 'none',
		serviceSettings: true,
		statusPath: 'SI/Status/{MessageId}',
		statusField: 'Result.State',
		appliedValues: 'Imported, Done',
		refusedValues: 'Rejected',
		messageField: 'Result.Text',
	};
	const { json } = await read(operation, {}, { items, credential });
	expect(json).toMatchObject([{ status: 'applied' }, { status: 'refused', said: REFUSAL }]);
	const own = { appliedValues: 'Rejected', refusedValues: 'Imported' };
	const { json: swapped } = await read(operation, own, { items, credential });
	expect(swapped).toMatchObject([{ status: 'refused' }, { status: 'applied' }]);
});

test('without a status field, a hint names the fields of the response', async () => {
	setQueue(0);
	const items = await publish(1);
	const parameters = { ...status, statusField: '', appliedValues: '', options: { waitMinutes: 5 } };
	const { json, hints } = await read(operation, parameters, { items });
	expect(json).toMatchObject([{ status: 'unknown', response: { Result: { State: 'Imported' } } }]);
	expect(hints.map(({ message }) => message)).toEqual([
		"'Status Field' is empty, so every status is unknown. Enter the field of the response with the status: it has MessageId, Result.State, Result.Text.",
	]);
	expect(sandbox.requests).toHaveLength(1);
});

test('a stopped execution ends the waiting', async () => {
	setQueue(1000);
	const items = await publish(1);
	const parameters = { ...status, options: { waitMinutes: 600.5 } };
	const { json, shown } = await read(operation, parameters, {
		items,
		whileRunning: (stop) => void setTimeout(stop, 300),
	});
	expect(json).toEqual([]);
	expect(JSON.stringify(shown)).toContain('1 not final yet; asked again in 5 seconds');
});

test('the text of Wait Minutes may come from an expression', async () => {
	setQueue(1);
	const items = await publish(1);
	const options = { waitMinutes: '={{ "0.05" }}' };
	const { json } = await read(operation, { ...status, options }, { items });
	expect(json).toMatchObject([{ status: 'applied' }]);
});
