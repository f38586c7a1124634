// Secrets are in no error, hint or log, wherever the service repeats them; the data of a record are never altered.
import { runNode } from '../engine.mjs';
import { type Answer, reply, startBareService } from '../service.mjs';

const secret = 'Not-a-Real-Key-0123456789';
const basic = Buffer.from(`user:${secret}`).toString('base64');

const json = (value: unknown) => reply(200, JSON.stringify(value));
const refusal = (message: string) => reply(400, JSON.stringify({ Message: message }));

type Echo = readonly [where: string, said: string, answer: (said: string) => Answer, more?: object];

const catalog = { resource: 'productCatalog', operation: 'get', returnAll: true };
const clients = { resource: 'client', operation: 'getAll', clientIds: '={{ $json.Id }}' };
const clientPublish = {
	...{ resource: 'client', operation: 'publish', listId: 'L', listName: 'N' },
	record: { mappingMode: 'autoMapInputData', value: null, schema: [] },
};
const accepted = () => json({ MessageId: '6f9619ff-8b86-d011-b42d-00c04fc964ff' });
const entered = (field: string) => ({
	...clientPublish,
	record: { mappingMode: 'defineBelow', value: { Name: 'a', ClientType: 'x', [field]: secret } },
});

const echoes: readonly Echo[] = [
	['in an error', secret, refusal],
	['in another case', secret.toLowerCase(), refusal],
	['in JSON', `{\\"key\\":\\"${secret}\\"}`, refusal],
	['in a URL', encodeURIComponent(`Bearer ${secret}`), refusal],
	['where a reason is cut', `${'x'.repeat(385)}${secret}`, refusal],
	['where a message is cut', `${'x'.repeat(585)}${secret}`, refusal],
	[
		'in a reason that nobody knows',
		secret,
		(said) => reply(400, JSON.stringify({ grund: said, [said]: 7 })),
	],
	['in a page', secret, (said) => reply(502, `<html><title>${said}</title></html>`)],
	['in a redirect', secret, (said) => reply(302, '', { location: `/${said}` })],
	['in the name of a field', secret, (said) => json({ Id: '1', [`a\n${said}\u001b`]: 1 })],
	[
		'in the name of a field that is cut',
		secret,
		(said) => json({ Id: '1', ['n'.repeat(185) + said]: 1 }),
	],
	['in another spelling of a name', secret, (said) => json({ id: said })],
	['in IDs', secret, (said) => json([{ Id: said, Name: 'n' }]), clients],
	['in a total', secret, (said) => json({ Products: [], TotalProductsCount: said }), catalog],
	[
		'in a receipt',
		secret,
		(said) => json({ MessageId: said, Success: false, Message: said }),
		clientPublish,
	],
	// What a person entered.
	['in a value', secret, accepted, entered('ClientType')],
	['in a value beside another one', secret, accepted, entered('CustomField6')],
];

const authentications = [
	['headerKey', { headerName: 'X-Key', headerValue: `Bearer ${secret}` }],
	['bearer', { token: secret }],
	['basic', { username: 'user', password: `pass ${secret}` }],
] as const;

async function textsOf(echo: Echo, values: object, continues: boolean): Promise<string> {
	const [, said, answer, more = { resource: 'purchaseOrder', operation: 'get', id: '1' }] = echo;
	const service = await startBareService(answer(said));
	const result = await runNode({
		parameters: {
			...more,
			...(!('id' in more) && more === catalog && { id: 'C' }),
			options: { requests: { maxRetries: 0 } },
		} as never,
		items: [{ Id: '6f9619ff-8b86-d011-b42d-00c04fc964ff', Name: 'a' }],
		credential: { baseUrl: service.url, ...values } as never,
		...(continues && { onError: 'continueErrorOutput' as const }),
	});
	await service.stop();
	const { error, hints, outputs, shown } = result;
	const errors = outputs[1]?.map(({ json: item }) => item);
	const logged = [...hints.map(({ message }) => message), ...shown];
	// JSON would hide them.
	expect(logged.join(' ')).not.toMatch(/\p{Cc}/u);
	return JSON.stringify([error?.message, error?.description, errors, logged]);
}

describe.each(authentications)('%s', (authentication, values) => {
	test.each(echoes.map((echo) => [echo[0], echo] as const))('%s', async (_, echo) => {
		for (const continues of [false, true]) {
			const texts = await textsOf(echo, { authentication, ...values }, continues);
			expect(texts).not.toMatch(/not-a-real/i);
			expect(texts).not.toContain(basic);
		}
	});
});

test('what authentication makes of a password, and a user name beside a short one', async () => {
	const values = { authentication: 'basic', username: 'the-key', password: 'pw' };
	const echo = Buffer.from('the-key:pw').toString('base64');
	const texts = await textsOf(['', `the-key pw ${echo}`, refusal], values, false);
	expect(texts).toContain('*** pw ***');
});

test('the data of a record stay as they are', async () => {
	const record = { Id: '1', Notes: `key ${secret}.`, Vendor: secret, Number: 'N', Status: 'Open' };
	const service = await startBareService(json(record));
	const result = await runNode({
		parameters: { resource: 'purchaseOrder', operation: 'get', id: '1' },
		credential: { baseUrl: service.url, authentication: 'bearer', token: secret },
	});
	await service.stop();
	expect(result.json).toEqual([record]);
});
