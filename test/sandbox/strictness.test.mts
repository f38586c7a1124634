// The simulated service is stricter than it need be: what is wrong in a request is named, never passed over.
import { send, type Sent } from './exchange.mjs';
import { sampleIds, startSandbox, type Sandbox } from './server.mjs';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ products: 5, largestBody: 5000 })));
afterAll(() => sandbox.stop());

const catalog = `/SI/Subscribe/ProductCatalogs?id=${sampleIds.catalog}`;

test.each([
	['/SI/Subscribe/ServicePlans', 400, 'The id field is required.'],
	['/SI/Subscribe/ServicePlans?id=', 400, 'The id field is required.'],
	['/SI/Subscribe/ServicePlans?id=SP-1001&Id=SP-1001', 400, 'The parameter Id is unknown.'],
	['/SI/Subscribe/ServicePlans?id=SP-1001&id=SP-1002', 400, 'id was expected, once.'],
	['/SI/Subscribe/ServicePlans?id=sp-1001', 404, "No service plan with the id 'sp-1001'"],
	['/SI/Subscribe/ServicePlans?id=a%26b%3F%23%2F%20%25%C3%B6', 404, "id 'a&b?#/ %ö'"],
	['/SI/Subscribe/Tasks?id=T-1001&projectId=P-1001', 400, 'The parameter projectId is unknown.'],
	[`${catalog}&pageNumber=0`, 400, 'The field pageNumber must be 1 or more.'],
	[`${catalog}&pageSize=-1`, 400, 'The field pageSize must be 1 or more.'],
	[`${catalog}&pageSize=ten`, 400, "The value 'ten' is not valid for the type integer."],
	[`${catalog}&pageSize=1.5`, 400, "The value '1.5' is not valid for the type integer."],
	[
		'/SI/Subscribe/COProjects?includeImported=True',
		400,
		"'True' is not valid for the type boolean",
	],
	['/SI/Subscribe/COProjects?clients=a', 400, 'clients[0], clients[1], ... was expected.'],
	['/SI/Subscribe/COProjects?clients[1]=a', 400, 'The list has a gap.'],
	['/SI/Subscribe/COProjects?clients[0]=a&clients[0]=b', 400, 'was expected.'],
	['/SI/Subscribe/Nothing', 404, 'No HTTP resource was found'],
	['/SI/Subscribe/tasks?id=T-1001', 404, 'No HTTP resource was found'],
	['/SI/Publish/UpdateTask', 405, 'does not support this HTTP method'],
])('GET %s is answered with %i', async (target, status, message) => {
	for (const accept of ['application/json', 'application/xml']) {
		const answer = await send(sandbox, target, { accept });
		expect([answer.status, answer.type]).toEqual([status, `${accept}; charset=utf-8`]);
		const text = answer.text.replaceAll('&amp;', '&');
		expect(text).toContain(message);
		expect(text).toMatch(accept === 'application/json' ? /^\{"Message":"/ : /^<Error><Message>/);
	}
});

const task = (fields: string): string => `{"TaskId":"T-1001"${fields}}`;

test.each([
	['UpdateTask', '{}', 'body.TaskId', 'The TaskId field is required.'],
	['UpdateTask', '{"TaskId":" "}', 'body.TaskId', 'The TaskId field is required.'],
	['UpdateTask', '{"TaskId":null}', 'body.TaskId', 'The TaskId field is required.'],
	['UpdateTask', '{"TaskId":1}', 'body.TaskId', 'The value 1 is not valid for the type string.'],
	['UpdateTask', task(',"taskId":"x"'), 'body.taskId', 'The field taskId is unknown.'],
	['UpdateTask', task(',"Contact":[]'), 'body.Contact', 'An object was expected.'],
	['UpdateTask', task(',"Resources":{}'), 'body.Resources', 'An array was expected.'],
	['UpdateTask', task(',"Resources":[{"Cost":"1"}]'), 'body.Resources[0].Cost', 'type decimal'],
	[
		'UpdateTask',
		task(',"UpdateFields":[{"TaskFieldId":1.0}]'),
		'body.UpdateFields[0].TaskFieldId',
		'The value 1.0 is not valid for the type integer.',
	],
	[
		'UpdateTask',
		task(',"UpdateFields":[{"TaskFieldId":9223372036854775808}]'),
		'body.UpdateFields[0].TaskFieldId',
		'type integer',
	],
	['UpdateTask', '{"TaskId":"a","TaskId":"b"}', 'body', 'given before'],
	['UpdateTask', '{"TaskId":"a",}', 'body', 'a string was expected at position 14'],
	['UpdateTask', '{"TaskId":"a"} x', 'body', 'the end was expected'],
	['UpdateTask', '{"TaskId":"a\nb"}', 'body', 'a string was expected'],
	['UpdateTask', '', 'body', 'a value was expected at position 0'],
	[
		'Clients',
		'{"Id":"1","Name":"L","Clients":[{"Id":"x","Name":"A","ClientType":"Friend"}]}',
		'body.Clients[0].ClientType',
		"'Friend' is not valid for the type enum",
	],
	['Clients', '{"Id":"1","Name":"L","Clients":[{}]}', 'body.Clients[0].Name', 'is required'],
	[
		'Clients',
		'{"Id":"1","Name":"L","Clients":[{"Id":"x","Name":"A"}]}',
		'body.Clients[0].Id',
		"'x' is not valid",
	],
	['Projects/Update', '{"ProjectId":"P","Date":"2024-01-01"}', 'body.Date', 'type date'],
	['Projects/Update', '{"ProjectId":"P","MessageId":"1"}', 'body.MessageId', 'type guid'],
	[
		'Projects/Update',
		'{"ProjectId":"P","UpdateProjectItemFieldIds":[256]}',
		'body.UpdateProjectItemFieldIds[0]',
		'type byte',
	],
	['Vendors/Update', '{"UpdateFields":[]}', 'body', 'Either IntegrationId or Number'],
])('POST %s with %s is refused', async (path, body, field, message) => {
	const answer = await send(sandbox, `/SI/Publish/${path}`, { body });
	expect(answer.status).toBe(400);
	const { Message, ModelState } = answer.json();
	expect(Message).toBe('The request is invalid.');
	expect((ModelState as Record<string, string[]>)[field]?.[0]).toContain(message);
});

test('ModelState in XML has its names encoded as .NET does', async () => {
	const body = '{"Id":"1","Name":"L","Clients":[{}]}';
	const answer = await send(sandbox, '/SI/Publish/Clients', { body, accept: 'text/xml' });
	expect(answer.text).toBe(
		'<Error><Message>The request is invalid.</Message><ModelState>' +
			'<body.Clients_x005B_0_x005D_.Name>The Name field is required.</body.Clients_x005B_0_x005D_.Name>' +
			'</ModelState></Error>',
	);
});

const contract = 'http://schemas.datacontract.org/2004/07/ProjectServices.Exchange';

test.each([
	['<Task><TaskId>T-1001</TaskId></Task>', 'The root element is Task'],
	['<UpdateTask xmlns="urn:x"><TaskId>T-1001</TaskId></UpdateTask>', "in the namespace 'urn:x'"],
	['<UpdateTask><TaskId>a</TaskId><TaskId>b</TaskId></UpdateTask>', 'Given twice.'],
	['<UpdateTask><Contact /><TaskId>a</TaskId></UpdateTask>', 'must stand before Contact'],
	[
		`<UpdateTask xmlns="${contract}"><TaskId>a</TaskId><Contact /></UpdateTask>`,
		'must stand before TaskId',
	],
	[`<a:UpdateTask xmlns:a="${contract}"><TaskId>a</TaskId></a:UpdateTask>`, "namespace ''"],
	['<UpdateTask>x<TaskId>a</TaskId></UpdateTask>', 'Text stands between the elements.'],
	['<UpdateTask><TaskId><b/></TaskId></UpdateTask>', 'Text was expected, not elements.'],
	['<UpdateTask><TaskId>a</TaskId><Other/></UpdateTask>', 'The field Other is unknown.'],
	[
		'<UpdateTask><TaskId>a</TaskId><Resources><Resource/></Resources></UpdateTask>',
		'The element is Resource, not TaskResource.',
	],
	[
		'<UpdateTask><TaskId>a</TaskId><UpdateFields><UpdateTaskField><TaskFieldId> 1</TaskFieldId></UpdateTaskField></UpdateFields></UpdateTask>',
		"' 1' is not valid for the type integer",
	],
	['<UpdateTask><TaskId>a</UpdateTask>', 'no end of the element TaskId'],
	['<UpdateTask><TaskId>a & b</TaskId></UpdateTask>', 'a bare ampersand'],
	['<UpdateTask><TaskId>&x;</TaskId></UpdateTask>', 'a bare ampersand'],
	['<UpdateTask><TaskId>&#0;</TaskId></UpdateTask>', 'a character that XML cannot carry'],
	['<UpdateTask a="1" a="2"/>', 'an attribute given twice'],
	['<p:UpdateTask/>', 'the unknown prefix p'],
	['<!DOCTYPE x [<!ENTITY e "y">]><UpdateTask/>', 'a DOCTYPE'],
	['<UpdateTask/><UpdateTask/>', 'something after the root element'],
	[`${'<a>'.repeat(101)}${'</a>'.repeat(101)}`, 'nesting beyond 100 levels'],
])('XML %s is refused', async (body, message) => {
	const answer = await send(sandbox, '/SI/Publish/UpdateTask', { body, type: 'text/xml' });
	expect(answer.status).toBe(400);
	expect(answer.text).toContain(message);
});

test.each([
	['[1]=a', "'[0]' is missing"],
	['[0]=a&[0]=b', 'empty or given twice'],
	['[0]=a&=b', 'empty or given twice'],
	['ids=a', 'An array was expected.'],
	['[0].Id=a', 'not valid for the type string'],
	['[0]=a&[0].x=b', 'both a value and parts'],
])('the form %s is refused', async (body, message) => {
	const type = 'application/x-www-form-urlencoded';
	const answer = await send(sandbox, '/SI/Subscribe/Clients/ClientList', { body, type });
	expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)]);
});

const refusals: ReadonlyArray<readonly [string, number, string, Sent]> = [
	['text/plain', 415, 'UpdateTask', { body: '{}', type: 'text/plain' }],
	['another charset', 415, 'UpdateTask', { body: '{}', type: 'text/json; charset=utf-16' }],
	[
		'a form where none is shown',
		415,
		'Clients',
		{ body: 'Id=1', type: 'application/x-www-form-urlencoded' },
	],
	['an unknown Accept', 406, 'UpdateTask', { body: '{}', accept: 'text/csv' }],
	['a large body', 400, 'UpdateTask', { body: `"${'x'.repeat(6000)}"` }],
	['an unknown task', 404, 'UpdateTask', { body: '{"TaskId":"T-0"}' }],
	['an unknown order', 404, 'UpdateServiceOrder', { body: '{"ServiceOrderId":"x"}' }],
	['an unknown vendor', 404, 'Vendors/Update', { body: '{"Number":"x"}' }],
	['an unknown project', 404, 'Projects/Update', { body: '{"ProjectId":"x"}' }],
	['a query', 400, 'UpdateTask?x=1', { body: '{"TaskId":"T-1001"}' }],
];

test.each(refusals)('%s is answered with %i', async (_, status, path, sent) => {
	const answer = await send(sandbox, `/SI/Publish/${path}`, sent);
	expect(answer.status).toBe(status);
	expect(answer.json()).toHaveProperty('Message');
});

test('from 1 to 100 client ids', async () => {
	for (const [count, status] of [
		[0, 400],
		[1, 200],
		[100, 200],
		[101, 400],
	] as const) {
		const body = JSON.stringify(Array.from({ length: count }, (_, index) => `c${index}`));
		const answer = await send(sandbox, '/SI/Subscribe/Clients/ClientList', { body });
		expect([count, answer.status]).toEqual([count, status]);
	}
});

test.each([
	[{ kind: 'headerKey', name: 'X-Api-Key', value: 'k' }, { 'x-api-key': 'k' }],
	[{ kind: 'basic', username: 'u', password: 'p:ö' }, { authorization: 'Basic dTpwOsO2' }],
	[{ kind: 'bearer', token: 't' }, { authorization: 'Bearer t' }],
] as const)('authentication %j', async (authentication, headers) => {
	sandbox.setOptions({ authentication });
	const target = '/SI/Subscribe/COProjects?pageSize=1';
	const without = await send(sandbox, target);
	expect([without.status, without.json()]).toEqual([
		401,
		{ Message: 'Authorization has been denied for this request.' },
	]);
	expect((await send(sandbox, target, { headers })).status).toBe(200);
	sandbox.setOptions({ authentication: undefined });
});
