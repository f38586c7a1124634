// Refused requests are divided: each input item leaves once, with the words of the service.
import type { INodeExecutionData } from 'n8n-workflow';

import { type Answer, reply } from '../../../service.mjs';
import { pairsOf, type Publish, publish, service } from './writing.mjs';

function id(number: number): string {
	return `6f9619ff-8b86-d011-b42d-${String(number).padStart(12, '0')}`;
}

const keyed = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ Id: id(index), Name: `C${index}.` }));

const divided = async ({ options, ...settings }: Publish) =>
	await publish({
		items: keyed(8),
		options: { recordsPerRequest: 500, ...options },
		onError: 'continueErrorOutput',
		...settings,
	});

const said = (Message: string) => JSON.stringify({ Message });

/** Refuses requests with one of these records, and names the first of them. */
function guilty(...numbers: number[]) {
	return (body: string): Answer | undefined => {
		const found = numbers.find((number) => body.includes(`"C${number}."`));
		return found === undefined ? undefined : reply(400, said(`C${found} is invalid`));
	};
}

/** The numbers of the records in each request. */
function sent(): number[][] {
	return (service.bodies() as Array<{ Clients?: Array<{ Name: string }> }>).map(
		({ Clients = [] }) => Clients.map(({ Name }) => parseInt(Name.slice(1))),
	);
}

const descriptionOf = ({ json }: INodeExecutionData) =>
	String((json.details as { description?: string } | undefined)?.description);

const messages = (hints: ReadonlyArray<{ message: string }>) => hints.map(({ message }) => message);

test('guilty records leave by the error output with the words of the service, all others are sent', async () => {
	service.refuse(guilty(2, 5));
	const { outputs, hints } = await divided({});
	expect(pairsOf(outputs[0]).sort()).toEqual([0, 1, 3, 4, 6, 7]);
	expect(pairsOf(outputs[1])).toEqual([2, 5]);
	for (const [index, item] of outputs[1].entries()) {
		expect(item.json).toMatchObject({
			error: `C${[2, 5][index]} is invalid`,
			details: { kind: 'status', httpStatus: 400, mayHaveBeenApplied: false },
		});
		expect(descriptionOf(item)).toContain('2 of 8 records were refused one by one.');
	}
	expect(messages(hints)).toEqual(['2 of 8 records were refused one by one.']);
});

test('an item with many records leaves once, and its error says which of them were refused', async () => {
	service.refuse(
		(body) => guilty(1)(body) ?? (body.includes('"C7."') ? reply(409, said('Locked')) : undefined),
	);
	const body = JSON.stringify({ Clients: keyed(8) });
	const { outputs } = await divided({ items: [{}], parameters: { dataMode: 'json', body } });
	expect(outputs.map((items) => pairsOf(items))).toEqual([[], [0]]);
	const description = descriptionOf(outputs[1][0]);
	expect(description).toContain(
		'Clients[1]: C1 is invalid. The service refused the request (status 400).',
	);
	expect(description).toContain(
		'Clients[4] to Clients[7]: Refused together with 3 others: Locked.',
	);
	expect(description).toContain('Of this item, the service received 3 records in 2 requests');
	expect(outputs[1][0].json.details).toMatchObject({ mayHaveBeenApplied: true });
});

test('an item whose deleted IDs were received and whose record was refused leaves once, as refused', async () => {
	service.refuse((body) => (body.includes('"Id":null') ? reply(400, said('No Id')) : undefined));
	const { outputs } = await divided({
		items: [
			{ Id: null, Model: 'A' },
			{ Id: id(1), Model: 'B' },
		],
		parameters: {
			...{ resource: 'productCatalog', catalogId: 'C1', catalogName: 'Main' },
			catalogFields: { DeletedProductIds: id(9) },
		},
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
	const { outputs, hints } = await divided({ items: keyed(4) });
	expect(pairsOf(outputs[1])).toEqual(isSaid ? [0, 1, 2, 3] : [2]);
	expect(messages(hints).join().includes('in no record')).toBe(isSaid);
});

test('at most 40 extra requests go out, and the error of what is left says so', async () => {
	service.refuse(guilty(...keyed(100).flatMap((_, index) => (index % 4 === 0 ? [index] : []))));
	const { outputs, hints } = await divided({ items: keyed(100) });
	expect(sent()).toHaveLength(41);
	const all = [...pairsOf(outputs[0]), ...pairsOf(outputs[1])].sort((a, b) => a - b);
	expect(all).toEqual(keyed(100).map((_, index) => index));
	const isUndivided = (item: INodeExecutionData) => descriptionOf(item).includes('at most 40');
	const undivided = outputs[1].filter(isUndivided).length;
	expect(messages(hints)).toEqual([
		`${outputs[1].length - undivided} of 100 records were refused one by one.`,
		expect.stringContaining(
			`${undivided} records failed undivided: one execution sends at most 40`,
		),
	]);
});
