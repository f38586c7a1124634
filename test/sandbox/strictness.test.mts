// The simulated service is stricter than it need be: what is wrong in a request is named, never passed over.
import { sampleIds, startSandbox, type Sandbox } from './server.mjs';

interface Sent {
	readonly body?: string;
	readonly type?: string;
	readonly accept?: string;
}

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ products: 5 })));
afterAll(() => sandbox.stop());

async function send(target: string, sent: Sent = {}) {
	const { body, type: contentType = 'application/json', accept = 'application/json' } = sent;
	const response = await fetch(`${sandbox.url}${target}`, {
		method: body === undefined ? 'GET' : 'POST',
		headers: { accept, ...(body !== undefined && { 'content-type': contentType }) },
		body,
	});
	const text = await response.text();
	const json = () => JSON.parse(text) as Record<string, unknown>;
	return { status: response.status, type: response.headers.get('content-type'), text, json };
}

const catalog = `ProductCatalogs?id=${sampleIds.catalog}`;

test.each([
	['ServicePlans', 400, 'The id field is required.'],
	['ServicePlans?id=SP-1001&Id=SP-1001', 400, 'The field Id is unknown.'],
	['ServicePlans?id=SP-1001&id=SP-1002', 400, "'id' is given twice"],
	['ServicePlans?id=sp-1001', 404, "No service plan with the id 'sp-1001'"],
	['ServicePlans?id=a%26b%3F%23%2F%20%25%C3%B6', 404, "id 'a&b?#/ %ö'"],
	[`${catalog}&pageNumber=0`, 400, 'The field pageNumber must be 1 or more.'],
	[`${catalog}&pageSize=ten`, 400, "The value 'ten' is not valid for the type integer."],
	['COProjects?includeImported=True', 400, "'True' is not valid for the type boolean"],
	['COProjects?clients=a', 400, 'An array was expected.'],
	['COProjects?clients[1]=a', 400, "clients[0]' is missing"],
	['Nothing', 404, 'No HTTP resource was found'],
	['tasks?id=T-1001', 404, 'No HTTP resource was found'],
	['../Publish/UpdateTask', 405, 'does not support this HTTP method'],
])('GET %s is answered with %i', async (target, status, message) => {
	for (const accept of ['application/json', 'application/xml']) {
		const answer = await send(`/SI/Subscribe/${target}`, { accept });
		expect([answer.status, answer.type]).toEqual([status, `${accept}; charset=utf-8`]);
		expect(answer.text.replaceAll('&amp;', '&')).toContain(message);
		expect(answer.text).toMatch(accept.endsWith('json') ? /^\{"Message":"/ : /^<Error><Message>/);
	}
});

const task = (fields: string): string => `{"TaskId":"T-1001"${fields}}`;
const clients = (fields: string): string => `{"Id":"1","Name":"L","Clients":[{${fields}}]}`;
const project = (fields: string): string => `{"ProjectId":"P"${fields}}`;
const taskField = 'body.UpdateFields[0].TaskFieldId';

test.each([
	['UpdateTask', '{}', 'body.TaskId', 'The TaskId field is required.'],
	['UpdateTask', '{"TaskId":" "}', 'body.TaskId', 'The TaskId field is required.'],
	['UpdateTask', '{"TaskId":1}', 'body.TaskId', 'The value 1 is not valid for the type string.'],
	['UpdateTask', task(',"taskId":"x"'), 'body.taskId', 'The field taskId is unknown.'],
	['UpdateTask', task(',"Contact":[]'), 'body.Contact', 'An object was expected.'],
	['UpdateTask', task(',"Resources":{}'), 'body.Resources', 'An array was expected.'],
	['UpdateTask', task(',"Resources":[{"Cost":"1"}]'), 'body.Resources[0].Cost', 'type decimal'],
	['UpdateTask', task(',"UpdateFields":[{"TaskFieldId":1.0}]'), taskField, '1.0 is not valid'],
	['UpdateTask', '{"TaskId":"a","TaskId":"b"}', 'body', 'given twice'],
	['UpdateTask', '{"TaskId":"a",}', 'body', 'JSON: Expected double-quoted property name'],
	[
		'Clients',
		clients('"Name":"A","ClientType":"Friend"'),
		'body.Clients[0].ClientType',
		'type enum',
	],
	['Clients', clients('"Id":"x","Name":"A"'), 'body.Clients[0].Id', "'x' is not valid"],
	['Projects/Update', project(',"Date":"2024-01-01"'), 'body.Date', 'type date'],
	['Projects/Update', project(',"MessageId":"1"'), 'body.MessageId', 'type guid'],
	[
		'Projects/Update',
		project(',"UpdateProjectItemFieldIds":[256]'),
		'body.UpdateProjectItemFieldIds[0]',
		'type byte',
	],
	['Vendors/Update', '{"UpdateFields":[]}', 'body', 'Either IntegrationId or Number'],
])('POST %s with %s is refused', async (path, body, field, message) => {
	const answer = await send(`/SI/Publish/${path}`, { body });
	expect(answer.status).toBe(400);
	const { Message, ModelState } = answer.json();
	expect(Message).toBe('The request is invalid.');
	expect((ModelState as Record<string, string[]>)[field]?.[0]).toContain(message);
});

test('ModelState in XML has its names encoded as .NET does', async () => {
	const name = 'body.Clients_x005B_0_x005D_.Name';
	const answer = await send('/SI/Publish/Clients', { body: clients(''), accept: 'text/xml' });
	expect(answer.text).toBe(
		`<Error><Message>The request is invalid.</Message><ModelState><${name}>The Name field is required.</${name}></ModelState></Error>`,
	);
});

const updateTask = (content: string): string => `<UpdateTask>${content}</UpdateTask>`;

test.each([
	['<Task><TaskId>T-1001</TaskId></Task>', 'The root element is Task'],
	['<UpdateTask xmlns="urn:x"><TaskId>T-1001</TaskId></UpdateTask>', "in the namespace 'urn:x'"],
	[updateTask('<TaskId>a</TaskId><TaskId>b</TaskId>'), 'must stand once'],
	[updateTask('<Contact /><TaskId>a</TaskId>'), 'before Contact'],
	[updateTask('x<TaskId>a</TaskId>'), 'Text stands between the elements.'],
	[updateTask('<TaskId><b/></TaskId>'), 'Text was expected, not elements.'],
	[updateTask('<TaskId>a</TaskId><Other/>'), 'The field Other is unknown.'],
	[
		updateTask('<TaskId>a</TaskId><Resources><Resource/></Resources>'),
		'The element is Resource, not TaskResource.',
	],
	[
		updateTask(
			'<TaskId>a</TaskId><UpdateFields><UpdateTaskField><TaskFieldId> 1</TaskFieldId></UpdateTaskField></UpdateFields>',
		),
		"' 1' is not valid for the type integer",
	],
	// What is not XML; saxes refuses the rest.
	['<UpdateTask><TaskId>a</UpdateTask>', 'XML: 1:'],
	['<!DOCTYPE x [<!ENTITY e "y">]><UpdateTask/>', 'a DOCTYPE'],
	[`${'<a>'.repeat(101)}${'</a>'.repeat(101)}`, 'nesting beyond 100 levels'],
])('XML %s is refused', async (body, message) => {
	const answer = await send('/SI/Publish/UpdateTask', { body, type: 'text/xml' });
	expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)]);
});

test.each([
	['[1]=a', "'[0]' is missing"],
	['[0]=a&=b', 'cannot be read'],
	['ids=a', 'An array was expected.'],
	['[0].Id=a', 'not valid for the type string'],
	['[0]=a&[0].x=b', 'both a value and parts'],
])('the form %s is refused', async (body, message) => {
	const type = 'application/x-www-form-urlencoded';
	const answer = await send('/SI/Subscribe/Clients/ClientList', { body, type });
	expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)]);
});

const form = 'application/x-www-form-urlencoded';
const refusals: ReadonlyArray<readonly [string, number, string, Sent]> = [
	['text/plain', 415, 'UpdateTask', { body: '{}', type: 'text/plain' }],
	['another charset', 415, 'UpdateTask', { body: '{}', type: 'text/json; charset=utf-16' }],
	['a form where none is shown', 415, 'Clients', { body: 'Id=1', type: form }],
	['an unknown Accept', 406, 'UpdateTask', { body: '{}', accept: 'text/csv' }],
	['an unknown task', 404, 'UpdateTask', { body: '{"TaskId":"T-0"}' }],
	['an unknown vendor', 404, 'Vendors/Update', { body: '{"Number":"x"}' }],
	['a query', 400, 'UpdateTask?x=1', { body: '{"TaskId":"T-1001"}' }],
];

test.each(refusals)('%s is answered with %i', async (_, status, path, sent) => {
	const answer = await send(`/SI/Publish/${path}`, sent);
	expect(answer.status).toBe(status);
	expect(answer.json()).toHaveProperty('Message');
});

test.each([
	[0, 400],
	[1, 200],
	[100, 200],
	[101, 400],
])('%i client ids are answered with %i', async (count, status) => {
	const body = JSON.stringify(Array.from({ length: count }, (_, index) => `c${index}`));
	expect((await send('/SI/Subscribe/Clients/ClientList', { body })).status).toBe(status);
});
