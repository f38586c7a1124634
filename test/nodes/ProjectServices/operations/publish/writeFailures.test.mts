// Writes that go wrong: nothing is lost, nothing is sent twice, and every item is accounted for once.
import { reply } from '../../../service.mjs';
import {
	byHand,
	clients,
	messageId,
	pairsOf,
	publish as publishItems,
	service,
	type Publish,
} from './writing.mjs';

const publish = async ({ options, ...settings }: Publish) =>
	await publishItems({ items: clients(8), options, ...settings });

describe('a request in the middle fails', () => {
	test('the node stops and says what had been sent, what failed and what was not sent', async () => {
		service.replies.set(2, reply(500, 'Out of paper'));
		const { error } = await publish({});
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

	test('with the error output its records stand there once, and later requests still go out', async () => {
		service.replies.set(2, reply(500, 'Out of paper'));
		const { outputs, error } = await publish({ onError: 'continueErrorOutput' });
		expect(error).toBeUndefined();
		expect(service.received).toHaveLength(4);
		expect(pairsOf(outputs[0])).toEqual([0, 1, 2, 3, 6, 7]);
		expect(pairsOf(outputs[1])).toEqual([4, 5]);
		for (const { json } of outputs[1]) {
			expect(json.error).toContain('status 500');
			expect(json.details).toMatchObject({
				description: expect.stringContaining('may or may not have been applied') as string,
				mayHaveBeenApplied: true,
			});
		}
	});

	test('continuing with the regular output keeps the items in input order', async () => {
		service.replies.set(1, reply(401));
		const { outputs } = await publish({ onError: 'continueRegularOutput' });
		expect(pairsOf(outputs[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
		const failed = outputs[0]?.filter(({ json }) => 'error' in json);
		expect(pairsOf(failed)).toEqual([2, 3]);
	});
});

describe('a record is wrong', () => {
	const items = [
		{ Name: 'Good' },
		{ Name: 'Bad', ClientType: 'lead', CustomField6: 'maybe' },
		{ Name: 'Good, too' },
		{ Number: '7' },
	];

	test('nothing at all is sent, and the error names item, field, value and what was expected', async () => {
		const { error } = await publish({ items });
		expect(service.received).toEqual([]);
		expect(error?.message).toBe(
			'ClientType is "lead", expected one of Lead, Prospect, Client (and 1 more item) [item 1]',
		);
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			'Item 1: ClientType is "lead", expected one of Lead, Prospect, Client.',
			'Item 1: CustomField6 is "maybe", expected true or false.',
			'Item 3: Name is required.',
		]);
		expect(error?.context?.itemIndex).toBe(1);
	});

	test.each([
		['a wrong option', { confirm: 'maybe' }, {}],
		['a wrong setting of the service', {}, { service: { firstPage: 2 } }],
		['an option that differs', { dryRun: '={{ $itemIndex === 1 }}' }, {}],
		['an incomplete credential', {}, { credential: { baseUrl: '' } }],
	])('with the error output all items go there after %s', async (_, options, settings) => {
		const more = { onError: 'continueErrorOutput' as const, ...settings };
		const { outputs, error } = await publish({ options, ...more });
		expect(error).toBeUndefined();
		expect(service.received).toHaveLength(0);
		expect(outputs[0] ?? []).toEqual([]);
		expect(pairsOf(outputs[1])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
		expect(outputs[1]?.[0]?.json).toMatchObject({ details: { kind: 'input' } });
	});

	test('with the error output it goes there, and the good ones are sent together', async () => {
		const { outputs } = await publish({ items, onError: 'continueErrorOutput' });
		expect(service.bodies()).toMatchObject([
			{ Clients: [{ Name: 'Good' }, { Name: 'Good, too' }] },
		]);
		expect(pairsOf(outputs[0])).toEqual([0, 2]);
		expect(outputs[1]).toMatchObject([
			{
				json: {
					error: 'ClientType is "lead", expected one of Lead, Prospect, Client',
					details: {
						description: 'CustomField6 is "maybe", expected true or false',
						kind: 'input',
					},
				},
				pairedItem: { item: 1 },
			},
			{ json: { error: 'Name is required' }, pairedItem: { item: 3 } },
		]);
	});

	test.each([
		['Emial', ' Did you mean "Email"?'],
		['City', ''],
	])('the unknown field %s is refused with the option that leaves it out', async (name, advice) => {
		const { error } = await publish({ items: [{ Name: 'One', [name]: 'x' }] });
		const end = advice === '' ? '.' : `.${advice}`;
		expect(error?.message).toBe(
			`${name} is not a field of Client${end} To leave it out, turn on the option 'Ignore Unknown Fields'`,
		);
		expect(service.received).toEqual([]);
	});

	test('or left out with a hint, if that is wished', async () => {
		const { hints } = await publish({
			items: [{ Name: 'One', Number: '1', Emial: 'x', row: 7 }],
			options: { ignoreUnknownFields: true },
		});
		expect(service.bodies()).toMatchObject([{ Clients: [{ Name: 'One' }] }]);
		expect(hints.map(({ message }) => message)).toEqual([
			'Left out, because the record has no such field: Emial, row',
		]);
	});

	test('an expression that fails takes only its own item along', async () => {
		const record = byHand({ Name: '={{ $json.names.join("") }}' });
		const { outputs } = await publish({
			items: [{ names: ['A'] }, { names: 7 }, { names: ['C'] }],
			parameters: { record },
			onError: 'continueErrorOutput',
		});
		expect([...pairsOf(outputs[0]), ...pairsOf(outputs[1])].sort()).toEqual([0, 1, 2]);
		expect(pairsOf(outputs[1])).toEqual([1]);
	});
});

test.each([
	['{"Message":"Accepted"}', { Message: 'Accepted', recordCount: 1 }, 1],
	['', { success: true, recordCount: 1 }, 0],
])('the receipt %s is accepted', async (body, json, hints) => {
	service.replies.set(0, reply(200, body));
	const result = await publish({ items: clients(1) });
	expect(result.json).toEqual([json]);
	expect(result.hints.filter(({ message }) => message.includes('no MessageId'))).toHaveLength(
		hints,
	);
});
