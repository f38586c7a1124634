// Writes that go wrong: every input item leaves once, with the words of the service or what is to be corrected.
import type { INodeExecutionData } from 'n8n-workflow';

import type { RunResult } from '../../../engine.mjs';
import { type Answer, reply } from '../../../service.mjs';
import { byHand, clients, messageId, pairsOf, publish, service } from './writing.mjs';

const onError = 'continueErrorOutput' as const;
const messages = ({ hints }: RunResult) => hints.map(({ message }) => message);
const descriptionOf = ({ json }: INodeExecutionData) =>
	String((json.details as { description?: string } | undefined)?.description);
const said = (Message: string) => JSON.stringify({ Message });

test('where a request in the middle fails, the node says what was sent, what failed and what was not sent', async () => {
	service.replies.set(2, reply(500, 'Out of paper'));
	const { error } = await publish({ items: clients(8) });
	expect(service.received).toHaveLength(3);
	expect(error?.message).toContain('after 4 records in 2 requests had been sent');
	for (const part of [
		'Out of paper',
		'may or may not have been applied',
		'carried 2 records (input items 4 to 5)',
		`(MessageId ${messageId(0)}, ${messageId(1)})`,
		'Not sent: 2 records in 1 request',
	])
		expect(error?.description).toContain(part);
});

test.each([
	[onError, 500, true],
	['continueRegularOutput', 401, false],
] as const)('%s: after status %i later requests go out', async (on, status, mayHaveBeenApplied) => {
	service.replies.set(2, reply(status));
	const { outputs, error } = await publish({ items: clients(8), onError: on });
	expect(error).toBeUndefined();
	expect(service.received).toHaveLength(4);
	const [given, failed = given.filter(({ json }) => 'error' in json)] = outputs;
	expect(pairsOf(failed)).toEqual([4, 5]);
	expect(pairsOf(given)).toEqual([0, 1, 2, 3, ...(outputs.length > 1 ? [] : [4, 5]), 6, 7]);
	for (const { json } of failed)
		expect(json).toMatchObject({ details: { httpStatus: status, mayHaveBeenApplied } });
});

describe('a record is wrong', () => {
	const items = [
		{ Name: 'Good' },
		{ Name: 'Bad', ClientType: 'lead', CustomField6: 'maybe' },
		{ Name: 'Good, too' },
		{ Number: '7' },
	];
	const [first, second] = [
		'ClientType is "lead", expected one of Lead, Prospect, Client',
		'CustomField6 is "maybe", expected true or false',
	];

	test('nothing at all is sent, and all reasons are named', async () => {
		const { error } = await publish({ items });
		expect(service.received).toEqual([]);
		expect(error?.message).toBe(`${first} (and 1 more item) [item 1]`);
		expect(error?.description?.split('\n')).toEqual([
			...['Nothing was sent.', `Item 1: ${first}.`, `Item 1: ${second}.`],
			'Item 3: Name is required.',
		]);
		expect(error?.context?.itemIndex).toBe(1);
	});

	test('with the error output it goes there, and the good ones are sent together', async () => {
		const { outputs } = await publish({ items, onError });
		expect(service.bodies()).toMatchObject([
			{ Clients: [{ Name: 'Good' }, { Name: 'Good, too' }] },
		]);
		expect(pairsOf(outputs[0])).toEqual([0, 2]);
		const details = { description: second, kind: 'input' };
		expect(outputs[1]).toMatchObject([
			{ json: { error: first, details }, pairedItem: { item: 1 } },
			{ json: { error: 'Name is required' }, pairedItem: { item: 3 } },
		]);
	});

	test('an expression that fails takes only its own item along', async () => {
		const parameters = { record: byHand({ Name: '={{ $json.names.join("") }}' }) };
		const three = [{ names: ['A'] }, { names: 7 }, { names: ['C'] }];
		const { outputs } = await publish({ items: three, parameters, onError });
		expect(outputs.map((output) => pairsOf(output))).toEqual([[0, 2], [1]]);
	});

	test('an unknown field is refused with the option that leaves it out, and then left out', async () => {
		const unknown = { items: [{ Name: 'One', Number: '1', Emial: 'x', row: 7 }] };
		const { error } = await publish(unknown);
		expect(error?.message).toBe(
			`Emial is not a field of Client. Did you mean "Email"? To leave it out, turn on the option 'Ignore Unknown Fields'`,
		);
		expect(service.received).toEqual([]);
		const result = await publish({ ...unknown, options: { ignoreUnknownFields: true } });
		expect(service.bodies()).toMatchObject([{ Clients: [{ Name: 'One', Number: '1' }] }]);
		expect(service.received[0]?.text).not.toMatch(/Emial|row/);
		expect(messages(result)).toEqual([
			'Left out, because the record has no such field: Emial, row',
		]);
	});
});

test.each([
	['{"Message":"Accepted"}', { Message: 'Accepted', recordCount: 1 }, 1],
	['', { success: true, recordCount: 1 }, 0],
])('the receipt %s is accepted', async (body, json, hints) => {
	service.replies.set(0, reply(200, body));
	const result = await publish({ items: clients(1) });
	expect(result.json).toEqual([json]);
	expect(messages(result).filter((text) => text.includes('no MessageId'))).toHaveLength(hints);
});

describe('a refused request is divided', () => {
	const id = (number: number) => `6f9619ff-8b86-d011-b42d-${String(number).padStart(12, '0')}`;
	const keyed = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ Id: id(index), Name: `C${index}.` }));
	const divided = async (items: readonly object[], parameters: object = {}) =>
		await publish({ items, parameters, onError, options: { recordsPerRequest: 500 } });

	/** Refuses requests with one of these records, and names the first of them. */
	const guilty =
		(...numbers: number[]) =>
		(body: string): Answer | undefined => {
			const found = numbers.find((number) => body.includes(`"C${number}."`));
			return found === undefined ? undefined : reply(400, said(`C${found} is invalid`));
		};

	test('guilty records leave by the error output with the words of the service, all others are sent', async () => {
		service.refuse(guilty(2, 5));
		const result = await divided(keyed(8));
		expect(pairsOf(result.outputs[0]).sort()).toEqual([0, 1, 3, 4, 6, 7]);
		expect(pairsOf(result.outputs[1])).toEqual([2, 5]);
		const details = { kind: 'status', httpStatus: 400, mayHaveBeenApplied: false };
		for (const [index, item] of result.outputs[1].entries()) {
			expect(item.json).toMatchObject({ error: `C${[2, 5][index]} is invalid`, details });
			expect(descriptionOf(item)).toContain(
				'2 of 8 records were refused, each in a request of its own.',
			);
		}
		expect(messages(result)).toEqual([
			'2 of 8 records were refused, each in a request of its own.',
		]);
	});

	test('an item with many records leaves once, and its error says which of them were refused', async () => {
		const locked = (body: string) =>
			body.includes('"C7."') ? reply(409, said('Locked')) : undefined;
		service.refuse((body) => guilty(1)(body) ?? locked(body));
		const body = JSON.stringify({ Clients: keyed(8) });
		const { outputs } = await divided([{}], { dataMode: 'json', body });
		expect(outputs.map((items) => pairsOf(items))).toEqual([[], [0]]);
		for (const part of [
			'Clients[1]: C1 is invalid. The service refused the request (status 400).',
			'Clients[4] to Clients[7]: Refused together with 3 others: Locked.',
			'Of this item, the service received 3 records in 2 requests',
		])
			expect(descriptionOf(outputs[1][0])).toContain(part);
		expect(outputs[1][0].json.details).toMatchObject({ mayHaveBeenApplied: true });
	});

	test('an item whose deleted IDs were received and whose record was refused leaves once, as refused', async () => {
		service.refuse((body) => (body.includes('"Id":null') ? reply(400, said('No Id')) : undefined));
		const { outputs } = await divided([{ Id: null, Model: 'A' }, { Id: id(1) }], {
			...{ resource: 'productCatalog', catalogId: 'C1', catalogName: 'Main' },
			catalogFields: { DeletedProductIds: id(9) },
		});
		expect(outputs.map((items) => pairsOf(items))).toEqual([[1], [0]]);
	});

	test.each([
		['There is no list L1', true],
		['#: There is no list 3 (1b4e28ba-2fa1-11d2-883f-0016d3cca427)', true],
		['Unknown', false],
	])('a reason that may be in no record is said: "%s"', async (words, isSaid) => {
		let number = 0;
		service.refuse((body) =>
			isSaid || body.includes('"C2."')
				? reply(400, said(words.replace(/#/g, String(number++))))
				: undefined,
		);
		const result = await divided(keyed(4));
		expect(pairsOf(result.outputs[1])).toEqual(isSaid ? [0, 1, 2, 3] : [2]);
		expect(messages(result).join().includes('in no record')).toBe(isSaid);
	});

	test('what is left beyond 40 extra requests says so', async () => {
		service.refuse(guilty(...keyed(100).flatMap((_, index) => (index % 4 === 0 ? [index] : []))));
		const result = await divided(keyed(100));
		const failed = result.outputs[1];
		const undivided = failed.filter((item) => descriptionOf(item).includes('at most 40')).length;
		expect(undivided).toBeGreaterThan(0);
		expect(messages(result)).toEqual([
			`${failed.length - undivided} of 100 records were refused, each in a request of its own.`,
			expect.stringContaining(
				`${undivided} records failed undivided, and some of them may be good: one execution sends at most 40`,
			),
		]);
	});
});
