// From an error or a hint to its meaning: real mistakes go through the node, and docs/troubleshooting.md has words of each message.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { runNode, type RunResult, type RunSettings } from '../nodes/engine.mjs';
import { type Answer, reply, startBareService } from '../nodes/service.mjs';

const root = path.resolve(__dirname, '../..');
const page = readFileSync(path.join(root, 'docs/troubleshooting.md'), 'utf8');

/** The fixed parts of the messages at the start of paragraphs, in lists, and in the first column of tables. */
function quotedMessages(markdown: string): string[][] {
	const lines = [...markdown.matchAll(/^(?:- .*|`[^`]*`|\| `[^|]*)/gm)];
	return lines
		.flatMap(([line]) => Array.from(line.matchAll(/`([^`]+)`/g), ([, text = '']) => text))
		.map((text) => text.split('...').map((part) => part.trim()))
		.map((parts) => parts.filter((part) => part.length > 1))
		.filter((parts) => parts.length > 0);
}

const quoted = quotedMessages(page);

/** The texts of which the page has no words. */
function unknownIn(texts: readonly string[]): string[] {
	const isQuoted = (text: string) =>
		quoted.some((parts) => parts.every((part) => text.includes(part)));
	return texts.filter((text) => !isQuoted(text));
}

type Mistake = Partial<RunSettings> & { readonly answer?: Answer; readonly baseUrl?: string };

const json = (value: unknown) => reply(200, JSON.stringify(value));
/** Without a reason of the service, which would be the message. */
const status = (code: number) => ({ answer: reply(code) });
const record = { mappingMode: 'autoMapInputData', value: null, schema: [] };
const ids = ['5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01', '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b02'];
const clients = {
	resource: 'client',
	operation: 'publish',
	listId: 'crm',
	listName: 'CRM',
	record,
};
const send = (item: object, options: object | string = {}): Mistake => ({
	parameters: { ...clients, options } as never,
	items: [{ Id: ids[0], Name: 'Harbour Hotel', ...item }],
});
const sheets = (item: object): Mistake => ({
	parameters: { resource: 'timeSheet', operation: 'update', record },
	items: [{ Id: 'TS-1', ...item }],
});
const task = (more: object): Mistake => ({
	parameters: { resource: 'task', operation: 'update', taskId: 'T-1', ...more },
});
const project = (projectFields: object): Mistake => ({
	parameters: {
		...{ resource: 'project', operation: 'update', projectFields },
		projectId: { __rl: true, mode: 'id', value: 'P-1' },
	} as never,
});

const mistakes: Readonly<Record<string, Mistake>> = {
	'status 400': status(400),
	'status 401': status(401),
	'status 403': status(403),
	'status 404': status(404),
	'status 413': status(413),
	'status 429': status(429),
	'status 500': status(500),
	'status 503': status(503),
	'a redirect': { answer: reply(302, '', { location: 'https://other.example/' }) },
	'a login page': {
		answer: reply(200, '<html><title>Log in</title></html>', { 'content-type': 'text/html' }),
	},
	'another service': { answer: json({ hello: 'world' }) },
	'another record': { answer: json({ PurchaseOrderItems: [], Vendor: 'V', ShipPref: 'Air' }) },
	'a response that is cut off': { answer: reply(200, '{"Id":"T-1","Name":') },
	'a response with more behind it': { answer: reply(200, '{"Id":"T-1"} and more') },
	'a success that failed': { answer: json({ Success: false, Message: 'Expired' }) },
	'nothing listens': { baseUrl: 'http://127.0.0.1:1' },
	'no such host': { baseUrl: 'http://nowhere.invalid' },
	'https on a port for http': {
		answer: (_, request) => request.body,
		baseUrl: 'https',
	},
	'no answer in time': { answer: () => undefined, service: { timeout: 1 } },
	'no base URL': { baseUrl: ' ' },
	'a base URL that is none': { baseUrl: 'projects.example/exchange' },
	'a key that is empty': { credential: { authentication: 'bearer', token: '' } },
	'a line of custom fields that cannot be read': { credential: { customFieldNames: 'Region' } },
	'Confirm without a status path': send({}, { confirm: 'wait' }),
	'an ID that is no GUID': send({ Id: 'C-7' }),
	'a name that is missing': send({ Name: undefined }),
	'an unknown field': send({ Phones: '1' }),
	'a date that is none': sheets({ Date: 'tomorrow' }),
	'a number that is none': sheets({ Duration: 'long' }),
	'a boolean that is none': sheets({ CF6: 'perhaps' }),
	'digits that are lost': sheets({ DateTicks: 638712345678901200 }),
	'a deleted record': send({ change: 'deleted' }),
	'an ID that is empty': { parameters: { resource: 'task', operation: 'get', id: ' ' } },
	'a record as an ID': { parameters: { resource: 'task', operation: 'get', id: '={{ $json }}' } },
	'JSON that is none': {
		parameters: { ...clients, dataMode: 'json', body: '{"Clients": [' },
	},
	'an update that sets nothing': task({}),
	'a list that is none': project({ UpdateProjectItems: 'C-1' }),
	'a field of project items without a number': project({
		UpdateProjectItems: '[{"ComponentId":"C-1","TypeId":1}]',
	}),
	'a publish that times out': {
		...send({}),
		answer: () => undefined,
		service: { timeout: 1 },
	},
	'a publish that fails': { ...send({}), ...status(500) },
	'a publish whose receipt says no': {
		...send({}),
		answer: json({ MessageId: null, Message: 'The list is locked' }),
	},
	'an operation that went': { parameters: { resource: 'task', operation: 'getFromPath' } },
	'an option whose companion is off': send({}, '={{ { "confirmMinutes": 5 } }}'),
	'an option that went': send({}, '={{ { "splitOut": true } }}'),
	'nothing to commit': {
		parameters: { resource: 'productCatalog', operation: 'commitChanges', id: 'CAT-1' },
		mode: 'trigger',
	},
};

const products =
	(rows: readonly unknown[], total: number | null = rows.length): Answer =>
	(response, request, number) => {
		const isFirst = new URL(request.url, 'http://127.0.0.1').searchParams.get('pageNumber') !== '2';
		const Products = isFirst ? rows : [];
		json({ Id: 'C', Name: 'N', TotalProductsCount: total, Products })(response, request, number);
	};
const catalog = (answer: Answer, more: object = {}): Mistake => ({
	parameters: { resource: 'productCatalog', operation: 'get', id: 'C', returnAll: true, ...more },
	service: { firstPage: '1' },
	answer,
});
const feed = (answer: Answer, options: object = {}): Mistake => ({
	...catalog(answer, { operation: 'getChanges', options }),
	mode: 'trigger',
});
const receipt = { MessageId: '2cd57827-b2e8-4827-ad57-000000000001', Message: 'Received' };
const hotels = ids.map((Id) => ({ Id, Name: 'Harbour Hotel' }));

/** What succeeds, and what is said of it. */
const remarkable: Readonly<Record<string, Mistake>> = {
	'nothing is found': catalog(products([])),
	'rows are missing': catalog(products([{ Id: '1' }], 5)),
	'an ID twice': catalog(products([{ Id: '1' }, { Id: '1', Model: 'M' }])),
	'an entry that is null': catalog(products([{ Id: '1' }, null])),
	'an unknown field': catalog(products([{ Id: '1', Colour: 'red' }])),
	'a value of another type': catalog(products([{ Id: '1', UnitCost: 'much' }])),
	'a required field that is absent': {
		parameters: { resource: 'task', operation: 'get', id: 'T-1' },
	},
	'a filter that finds nothing': catalog(products([{ Id: '1' }]), {
		filters: { models: '={{ $json.none }}' },
	}),
	'a retry': {
		answer: (response, request, number) =>
			(number === 1 ? reply(503) : json({ Id: 'T-1' }))(response, request, number),
		service: { maxRetries: 1 },
	},
	'Dry Run in production': { ...send({}, { dryRun: true }), mode: 'trigger' },
	'a status that is not final': {
		...send({}, { confirm: 'wait', confirmMinutes: 0 }),
		service: { statusPath: '/{MessageId}', statusField: 'State', appliedValues: 'Done' },
		answer: (response, request, number) =>
			json(request.method === 'POST' ? receipt : { State: 'Queued' })(response, request, number),
	},
	'no MessageId': { ...send({}), answer: json({ Message: 'Received' }) },
	'no key': { ...send({ Id: undefined }), answer: json(receipt) },
	'all refused in the same words': {
		parameters: clients as never,
		items: hotels,
		onError: 'continueErrorOutput',
		answer: reply(400, '{"Message":"No such list"}'),
	},
	'too many to divide': {
		parameters: clients as never,
		items: [...Array(64).keys()].map((index) => ({
			Id: ids[0]?.replace(/..$/, String(10 + index)) ?? '',
			Name: 'Harbour Hotel',
		})),
		onError: 'continueErrorOutput',
		answer: reply(400, '{"Message":"No"}'),
	},
	'Resend Uncertain Requests': {
		...send({}, { resendUncertain: true }),
		mode: 'trigger',
		answer: json(receipt),
	},
	'Start Over': feed(products([{ Id: '1' }]), { startOver: true }),
	'a feed without a total': feed(products([{ Id: '1' }], null)),
};

async function resultOf({ answer, baseUrl, ...settings }: Mistake): Promise<RunResult> {
	const service = await startBareService(answer ?? json({ Id: 'T-1', Name: 'Task' }));
	try {
		const url = baseUrl === 'https' ? service.url.replace('http:', 'https:') : baseUrl;
		return await runNode({
			parameters: { resource: 'task', operation: 'get', id: 'T-1' },
			...settings,
			credential: {
				baseUrl: url ?? service.url,
				authentication: 'none',
				...settings.credential,
			},
			service: { maxRetries: 0, ...settings.service },
		});
	} finally {
		await service.stop();
	}
}

test.each(Object.keys(mistakes))('%s: the page has words of the error', async (name) => {
	const { error } = await resultOf(mistakes[name] ?? {});
	expect(unknownIn([error?.message ?? 'There was no error.'])).toEqual([]);
});

test.each(Object.keys(remarkable))('%s: the page has words of each hint', async (name) => {
	const { error, hints } = await resultOf(remarkable[name] ?? {});
	expect(error).toBeUndefined();
	expect(hints).not.toEqual([]);
	expect(unknownIn(hints.map(({ message }) => message))).toEqual([]);
});

const sources = ['nodes', 'client', 'credentials', 'wire', 'api']
	.flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
	)
	.join('\n');

/** What is in no source; codes of the engine are not ours. */
const foreign = (messages: readonly string[][]) =>
	messages.flat().filter((part) => !/^[A-Z_]+$/.test(part) && !sources.includes(part));

test('the messages on the page are those of the node', () => {
	expect(quoted.length).toBeGreaterThan(20);
	expect(foreign(quoted)).toEqual([]);
	const wrong =
		'| `There is no host named ...` | a |\n| `The moon is ... full` | b |\n- Sky: `is blue`';
	expect(foreign(quotedMessages(wrong))).toEqual(['The moon is', 'is blue']);
});

test.each([400, 401, 403, 404, 429, 500])('status %i has an anchor', (code) => {
	expect(page).toContain(`\n### Status ${code}\n`);
});
