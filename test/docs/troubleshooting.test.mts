// From an error to its meaning: real mistakes go through the node, and docs/troubleshooting.md has words of each message.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { runNode, type RunSettings } from '../nodes/engine.mjs';
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
const send = (item: object, options = {}): Mistake => ({
	parameters: { ...clients, options },
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
	'nothing to commit': {
		parameters: { resource: 'productCatalog', operation: 'commitChanges', id: 'CAT-1' },
		mode: 'trigger',
	},
};

async function messageOf({ answer, baseUrl, ...settings }: Mistake): Promise<string> {
	const service = await startBareService(answer ?? json({ Id: 'T-1', Name: 'Task' }));
	try {
		const url = baseUrl === 'https' ? service.url.replace('http:', 'https:') : baseUrl;
		const { error } = await runNode({
			parameters: { resource: 'task', operation: 'get', id: 'T-1' },
			...settings,
			credential: {
				baseUrl: url ?? service.url,
				authentication: 'none',
				...settings.credential,
			},
			service: { maxRetries: 0, ...settings.service },
		});
		return error?.message ?? 'There was no error.';
	} finally {
		await service.stop();
	}
}

test.each(Object.keys(mistakes))('%s: the page has words of the error', async (name) => {
	const message = await messageOf(mistakes[name] ?? {});
	const found = quoted.filter((parts) => parts.every((part) => message.includes(part)));
	expect([message, found.length > 0]).toEqual([message, true]);
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
