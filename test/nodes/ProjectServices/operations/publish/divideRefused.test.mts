// Refused requests are divided: each input item leaves once, and no try of an execution sends a good record twice.
import type { INodeExecutionData } from 'n8n-workflow';

import { type Answer, reply } from '../../../service.mjs';
import {
	automatic,
	breaks,
	hangs,
	pairsOf,
	type Publish,
	publish,
	service,
	stopAfter,
	write,
} from './writing.mjs';

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
			error: 'The service refused the request (status 400)',
			details: { kind: 'status', httpStatus: 400, mayHaveBeenApplied: false },
		});
		expect(descriptionOf(item)).toContain(`The service said: C${[2, 5][index]} is invalid`);
		expect(descriptionOf(item)).toContain('2 of 8 records were refused one by one.');
	}
	expect(messages(hints)).toEqual(['2 of 8 records were refused one by one.']);
	expect(sent()[0]).toHaveLength(8);
	expect(
		sent()
			.slice(1)
			.flat()
			.filter((number) => number === 0),
	).toHaveLength(2);
});

test.each<[string, Publish, number]>([
	['where the node stops', { onError: undefined }, 1],
	['for records without a key', { items: [{ Name: 'C2.' }, { Name: 'C3.' }] }, 1],
])('%s', async (_, settings, requests) => {
	service.refuse(guilty(2));
	await divided(settings);
	expect(sent()).toHaveLength(requests);
});

test('Dry Run shows the requests undivided', async () => {
	service.refuse(guilty(2));
	const { json } = await divided({ options: { dryRun: true } });
	expect(json).toMatchObject([{ dryRun: true, recordCount: 8 }]);
	expect(sent()).toEqual([]);
});

test('Retry On Fail makes the same requests, and sends no accepted record again', async () => {
	// n8n runs the node again if its first item is an error.
	service.refuse(guilty(0, 5));
	const { outputs, hints } = await divided({ tries: 3 });
	const later = sent().slice(1 + 2 + 4 + 4 + 2);
	expect(later).toEqual([[0], [5], [0], [5]]);
	expect(pairsOf(outputs[0]).sort()).toEqual([1, 2, 3, 4, 6, 7]);
	expect(pairsOf(outputs[1])).toEqual([0, 5]);
	expect(messages(hints)).toContain('2 of 8 records were refused one by one.');
	expect(messages(hints).join()).toContain('were not sent again');
});

test('what was divided stays divided, though the service has changed its mind', async () => {
	const refuse = guilty(0, 5);
	service.refuse((body) => (service.received.length <= 13 ? refuse(body) : undefined));
	const { outputs } = await divided({ tries: 3 });
	expect(sent().slice(13)).toEqual([[0], [5]]);
	expect(pairsOf(outputs[0]).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
	expect(outputs[1]).toEqual([]);
});

test('of a stopped execution, what was divided and what was under way is known', async () => {
	service.refuse(guilty(0));
	service.replies.set(1, hangs);
	const { data } = await divided({
		whileRunning: stopAfter(2),
		options: { requests: { timeout: 1 } },
	});
	const ledger = data.executionData?.contextData['node:Project Services']?.ledger;
	const { 0: entries } = ledger as Record<string, object>;
	expect(Object.values(entries).map((entry: object) => Object.keys(entry))).toEqual([
		['divided'],
		expect.not.arrayContaining(['divided', 'receipt']),
	]);
});

test.each([
	['is not sent again', {}, [[0]], [4, 5, 6, 7]],
	['is sent again if that is wished', { resendUncertain: true }, [[0], [4, 5, 6, 7], [0]], []],
])('a half that may have been applied %s', async (_, options, again, uncertain) => {
	service.refuse(guilty(0));
	service.replies.set(6, breaks);
	const { outputs } = await divided({ options, tries: 2 });
	expect(sent().slice(0, 8)).toEqual([
		...[[0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3], [0, 1], [0], [1], [2, 3], [4, 5, 6, 7], [0]],
	]);
	expect(sent().slice(8)).toEqual(again);
	expect(pairsOf(outputs[1])).toEqual([0, ...uncertain]);
	for (const { json, pairedItem } of outputs[1])
		expect(json.details).toMatchObject({
			mayHaveBeenApplied: uncertain.some((item) => pairsOf([{ json, pairedItem }]).includes(item)),
		});
});

describe('a request that is too large', () => {
	const tooLarge = (body: string) =>
		(JSON.parse(body) as { Clients: unknown[] }).Clients.length > 2 ? reply(413) : undefined;

	test('is divided where the node stops, too, in the order of the records', async () => {
		service.refuse(tooLarge);
		const { outputs, error, hints } = await divided({ onError: undefined });
		expect(error).toBeUndefined();
		expect(sent().filter(({ length }) => length <= 2)).toEqual([
			[0, 1],
			[2, 3],
			[4, 5],
			[6, 7],
		]);
		expect(pairsOf(outputs[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
		expect(messages(hints).join()).toContain("lower 'Records per Request'");
	});

	test('with a record that is refused stops the node, and a retry sends nothing that was accepted', async () => {
		service.refuse((body) => tooLarge(body) ?? guilty(5)(body));
		const first = await divided({ onError: undefined });
		expect(first.error?.message).toContain('after 4 records in 2 requests had been sent');
		expect(first.error?.description).toContain('carried 2 records (input items 4 to 5)');
		expect(first.error?.description).toContain('Not sent: 2 records in 1 request');
		service.reset();
		const { outputs } = await divided({ onError: undefined, retryOf: first.data, mode: 'retry' });
		expect(sent()).toEqual([
			[4, 5],
			[6, 7],
		]);
		expect(outputs[0].map(({ json }) => json.fromEarlierTry)).toEqual([
			true,
			true,
			undefined,
			undefined,
		]);
	});
});

test('an item with many records leaves once, and its error says which of them were refused', async () => {
	service.refuse(guilty(1, 6));
	const body = JSON.stringify({ Clients: keyed(8) });
	const parameters = { dataMode: 'json', body };
	const { outputs } = await divided({ items: [{}], parameters });
	expect(outputs.map((items) => pairsOf(items))).toEqual([[], [0]]);
	const description = descriptionOf(outputs[1][0]);
	expect(description).toContain(
		'Clients[1]: The service refused the request (status 400). The service said: C1 is invalid',
	);
	expect(description).toContain('Clients[6]: ');
	expect(description).toContain('2 of 8 records were refused one by one.');
	expect(description).toContain('Of this item, the service accepted 6 records in 4 requests');
	expect(outputs[1][0].json.details).toMatchObject({ mayHaveBeenApplied: true });
});

test.each([
	['There is no list L1', true],
	['#: There is no list 3 (1b4e28ba-2fa1-11d2-883f-0016d3cca427)', true],
	['The name of record # is too long, those of its # items are missing', true],
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

test('records that are refused in different words have different reasons', async () => {
	service.refuse((body) => reply(400, said(/C\d/.exec(body)?.[0] === 'C0' ? 'A' : 'B')));
	const { hints } = await divided({ items: keyed(2) });
	expect(messages(hints)).toEqual(['2 of 2 records were refused one by one.']);
});

test('at most 40 extra requests go out, and the error of what is left says so', async () => {
	service.refuse(guilty(...keyed(100).flatMap((_, index) => (index % 4 === 0 ? [index] : []))));
	const { outputs, hints } = await divided({ items: keyed(100) });
	expect(sent()).toHaveLength(41);
	const all = [...pairsOf(outputs[0]), ...pairsOf(outputs[1])].sort((a, b) => a - b);
	expect(all).toEqual(keyed(100).map((_, index) => index));
	expect(outputs[1].map(descriptionOf).join()).toContain('at most 40 extra requests');
	const alone = outputs[1].filter((item) => !descriptionOf(item).includes('at most')).length;
	expect(messages(hints)).toEqual([
		`${alone} of 100 records were refused one by one.`,
		expect.stringContaining(
			`${outputs[1].length - alone} records failed undivided: one run sends at most 40 extra requests`,
		),
	]);
});

/** Publishes products of a catalog with the ID of a deleted one, to the error output where they fail. */
const withDeletion = async (
	products: ReadonlyArray<readonly [number, model: string]>,
	{ options, ...settings }: Publish = {},
) =>
	await write(
		{
			resource: 'productCatalog',
			operation: 'publish',
			catalogId: 'F',
			catalogName: 'Catalog',
			catalogFields: { DeletedProductIds: [id(99)] },
			record: automatic,
			options: { requests: { maxRetries: 0 }, ...options },
		},
		{
			items: products.map(([number, Model]) => ({
				...{ Id: id(number), Model, Manufacturer: 'N', PartNumber: 'P' },
			})),
			onError: 'continueErrorOutput',
			...settings,
		},
	);

test('IDs of deleted records and the record beside them are told apart', async () => {
	service.refuse(guilty(0));
	const { outputs } = await withDeletion([
		[0, 'C0.'],
		[1, 'C1.'],
	]);
	expect(service.bodies()).toMatchObject([
		{ Products: [{ Model: 'C0.' }, { Model: 'C1.' }], DeletedProductIds: [id(99)] },
		{ Products: [{ Model: 'C0.' }], DeletedProductIds: [id(99)] },
		{ Products: [], DeletedProductIds: [id(99)] },
		{ Products: [{ Model: 'C0.' }] },
		{ Products: [{ Model: 'C1.' }] },
		{ Products: [{ Model: 'C0.' }] },
	]);
	expect(outputs.map((items) => pairsOf(items))).toEqual([[1], [0]]);
});
