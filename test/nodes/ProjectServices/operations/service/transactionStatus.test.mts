// Get Transaction Status in n8n's engine, against a service that queues what it receives.
import type { INodeParameters } from 'n8n-workflow';

import type { RunSettings } from '../../../engine.mjs';
import { REFUSAL } from '../../../../sandbox/queue';
import type { Sandbox } from '../../../../sandbox/server.mjs';
import { pairs, withSandbox } from '../support.mjs';

jest.setTimeout(120_000);

let sandbox: Sandbox;
const run = withSandbox((started) => (sandbox = started));

const service = {
	statusPath: 'SI/Status/{MessageId}',
	statusField: 'Result.State',
	appliedValues: 'Imported, Done',
	refusedValues: 'Rejected',
	messageField: 'Result.Text',
};

async function ask(
	items: readonly object[],
	parameters: INodeParameters = {},
	rest: Partial<RunSettings> = {},
) {
	const more = { service, items, ...rest };
	const result = await run('service/getTransactionStatus', parameters, more);
	return { ...result, messages: result.hints.map(({ message }) => message) };
}

interface Receipt {
	readonly MessageId: string;
}

/** Publishes clients, each in a list of its own, of which one may be refused after it was received. */
async function publish(count: number, refused?: number): Promise<readonly Receipt[]> {
	const record = { mappingMode: 'autoMapInputData', value: null, schema: [] };
	const items = Array.from({ length: count }, (_, number) => ({
		IntegrationId: `C-${number}`,
		Name: `Client ${number}${refused === number ? ' without a price list' : ''}`,
	}));
	const parameters = { listId: '={{ $json.IntegrationId }}', listName: 'CRM', record };
	const { json, error } = await run('client/publish', parameters, { items });
	expect(error).toBeUndefined();
	sandbox.forgetRequests();
	return json as Receipt[];
}

function setQueue(asks: number): void {
	sandbox.setOptions({ queue: { asks, refuses: 'without a price list' } });
}

afterEach(() => sandbox.setOptions({ queue: undefined }));

test('a queue that refuses one of three: an item per MessageId, when each is final', async () => {
	setQueue(1);
	const [a, b, c] = await publish(3, 1);
	const options = { waitMinutes: '={{ "0.1" }}' };
	const { json, outputs, hints } = await ask([a, b, c, a], { options });
	const applied = { status: 'applied', said: null, response: expect.anything() as object };
	const Result = { State: 'Rejected', Text: REFUSAL };
	const response = expect.objectContaining({ Result }) as object;
	expect(json).toEqual([
		{ MessageId: a.MessageId, ...applied },
		{ MessageId: b.MessageId, status: 'refused', said: REFUSAL, response },
		{ MessageId: c.MessageId, ...applied },
	]);
	expect(pairs(outputs[0])).toEqual([[{ item: 0 }, { item: 3 }], { item: 1 }, { item: 2 }]);
	expect(hints).toEqual([]);
});

test.each<[string, Partial<typeof service>, string, RegExp]>([
	['pending', {}, 'pending', /^2 of 2 MessageIds are still pending\..* set 'Wait Minutes'\.$/],
	[
		'a word in neither list',
		{},
		'pending',
		/ "Queued", neither in 'Applied Values' nor in 'Refused Values' of the credential: if it is final, enter it there\./,
	],
	[
		'no field',
		{ statusField: '' },
		'unknown',
		/because 'Status Field' of the credential is empty\. The response has the fields MessageId, Result\.State/,
	],
	['no values', { appliedValues: '' }, 'unknown', /because 'Applied Values' of the credential is/],
	[
		'another field',
		{ statusField: 'State' },
		'unknown',
		/lacks the field "State" of 'Status Field'/,
	],
	[
		'a path that finds none',
		{ statusPath: '/SI/State/{MessageId}' },
		'unknown',
		/^2 of 2 MessageIds are unknown to the service \(status 404\)\. 'Status Path' of the credential is probably wrong/,
	],
])('%s: a hint says why nothing is final', async (_, changes, status, message) => {
	setQueue(1000);
	const items = await publish(2);
	const { json, messages } = await ask(items, {}, { service: { ...service, ...changes } });
	expect(json).toMatchObject([{ status }, { status }]);
	expect(messages).toEqual([expect.stringMatching(message)]);
});

const answer = (status: number, body: object = {}) =>
	({ kind: 'status', status, body: JSON.stringify(body) }) as const;

test.each([
	['a status 401', answer(401), 'status'],
	[
		'a response that says that it failed',
		answer(200, { Success: false, Message: 'No.' }),
		'response',
	],
] as const)('%s loses no other answer', async (_, fault, kind) => {
	setQueue(0);
	const [a, b] = await publish(2);
	const one = { service: { ...service, concurrency: 1 } };
	const items = [{}, a, { MessageId: [1] }, b, { MessageId: ' ' }, { MessageId: '..' }];
	sandbox.setFault({ nth: 2, fault });
	const { outputs, messages } = await ask(items, {}, { onError: 'continueErrorOutput', ...one });
	const unknown = { MessageId: '', status: 'unknown', said: null, response: null };
	expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
		...[unknown, { MessageId: a.MessageId, status: 'applied' }, unknown],
		{ ...unknown, MessageId: '..' },
	]);
	expect(pairs(outputs[0])).toEqual([0, 1, 4, 5].map((item) => ({ item })));
	expect(outputs[1]?.map(({ json }) => json)).toMatchObject([
		{ error: expect.stringMatching(/^'Message ID' is a list/) as string },
		{ details: { kind } },
	]);
	expect(pairs(outputs[1])).toEqual([{ item: 2 }, { item: 3 }]);
	expect(messages).toContainEqual(expect.stringMatching(/^'Message ID' is empty for 2 of 6/));
	sandbox.setFault({ nth: 2, fault });
	const stopped = await ask([a, b], {}, one);
	expect(stopped.json).toMatchObject([{ status: 'applied' }, { status: 'unknown' }]);
	expect(stopped.messages).toEqual([
		expect.stringMatching(/^1 of 2 MessageIds is unknown, because the request failed: (?!.*\.\.)/),
	]);
});

// Each wrong path is in client/service/statusPath.test.ts.
test.each<[INodeParameters, Partial<typeof service>, RegExp]>([
	[{ messageId: '={{ ["a"] }}' }, {}, /^'Message ID' is a list, expected text/],
	[{ messageId: '={{ 2 ** 60 }}' }, {}, /^'Message ID' is \d+, which has lost/],
	[{}, { statusPath: '' }, /^'Status Path' of the credential is empty/],
	[{}, { statusPath: '/a/../../{MessageId}' }, /^'Status Path' of the credential leads out/],
	[{ options: { waitMinutes: -1 } }, {}, /^'Wait Minutes' is .*, expected a number of 0 or more/],
	[{ options: { waitMinutes: '={{ $json.MessageId }}' } }, {}, /'Wait Minutes'/],
])('%j, %j: the node stops early', async (parameters, changes, message) => {
	const items = [{ MessageId: '1' }, { MessageId: '2' }];
	const { error } = await ask(items, parameters, { service: { ...service, ...changes } });
	expect(error?.message).toMatch(message);
	expect(sandbox.requests).toEqual([]);
});
