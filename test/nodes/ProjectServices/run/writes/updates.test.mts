// Updates of tasks, service orders, vendors and projects in n8n's engine: an item, a request.
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../../../engine.mjs';
import { listenerForTests, messageId, type Reply } from '../server.mjs';

const service = listenerForTests();

async function update(resource: string, parameters: object, items: readonly object[] = [{}]) {
	return await runNode({
		parameters: { resource, operation: 'update', ...parameters } as INodeParameters,
		items,
		credential: { baseUrl: service.url, authentication: 'none' },
		timezone: 'Europe/Berlin',
	});
}

describe('task/update', () => {
	const parameters = {
		taskId: '={{ $json.id }}',
		contact: { Email: 'ann@example.com', Phone: '' },
		siteAddress: {},
		resources: {
			values: [
				{ Name: 'Ann', Email: '', additionalFields: { EstimatedHours: 7.5 } },
				{ Name: '', Email: '={{ "" }}' },
				{ Name: '', Email: '', additionalFields: {} },
			],
		},
		resourcesToDelete: { values: [{ Name: '', Email: 'bob@example.com' }] },
		updateFields: {
			values: [
				{ TaskFieldId: 3, Value: 'Done' },
				{ TaskFieldId: '={{ $json.field }}', Value: '' },
			],
		},
	};

	test('a list of nothing but empty entries is not sent', async () => {
		const resourcesToDelete = { values: [{ Name: '', Email: '' }] };
		await update('task', { taskId: 'T', contact: { Name: 'Ann' }, resourcesToDelete });
		expect(service.received.map(({ text }) => text)).toEqual([
			'{"TaskId":"T","Contact":{"Name":"Ann"}}',
		]);
	});

	test('sends what was added, and nothing that was left unset', async () => {
		const result = await update('task', parameters, [{ id: 4711, field: '5' }]);
		expect(service.received).toEqual([
			{
				path: '/SI/Publish/UpdateTask',
				contentType: 'application/json',
				text: '{"TaskId":"4711","Contact":{"Email":"ann@example.com","Phone":""},"Resources":[{"Name":"Ann","EstimatedHours":7.5},{"Email":""}],"ResourcesToDelete":[{"Email":"bob@example.com"}],"UpdateFields":[{"TaskFieldId":3,"Value":"Done"},{"TaskFieldId":5,"Value":""}]}',
			},
		]);
		expect(result.outputs[0]).toMatchObject([
			{
				json: { MessageId: messageId(0), Message: 'Accepted', recordCount: 1 },
				pairedItem: [{ item: 0 }],
			},
		]);
	});

	test('each item is a request of its own, in order', async () => {
		const items = [1, 2, 3].map((id) => ({ id, field: id }));
		const result = await update('task', parameters, items);
		expect(service.bodies()).toMatchObject([{ TaskId: '1' }, { TaskId: '2' }, { TaskId: '3' }]);
		expect(result.outputs[0].map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }],
			[{ item: 1 }],
			[{ item: 2 }],
		]);
	});

	test.each([
		['={{ "" }}', "'Task ID' is required"],
		['={{ $json.missing }}', "'Task ID' is required"],
		['   ', "'Task ID' is required"],
	])('a task id of %j is refused', async (taskId, expected) => {
		const result = await update('task', { taskId });
		expect(result.error?.message).toBe(expected);
		expect(service.received).toEqual([]);
	});

	test('a number of a field that was left empty is refused by its place', async () => {
		const result = await update('task', {
			taskId: '1',
			updateFields: { values: [{ TaskFieldId: '', Value: 'x' }] },
		});
		expect(result.error?.message).toBe(
			`'Update Fields'[0].TaskFieldId is "", expected a whole number. Clear or unmap the field, or map null`,
		);
	});

	test('a JSON body is filled with the id of the node', async () => {
		await update('task', { dataMode: 'json', taskId: '9', body: '{"Contact":{"Name":"Ann"}}' });
		expect(service.bodies()).toEqual([{ TaskId: '9', Contact: { Name: 'Ann' } }]);
	});
});

test('serviceOrder/update sends contact, addresses and fields', async () => {
	await update('serviceOrder', {
		serviceOrderId: 'S1',
		contact: { Name: 'Ann' },
		billingAddress: { City: 'Ulm', PostalCode: 89073 },
		siteAddress: { Country: 'DE' },
		updateFields: { values: [{ ServiceOrderFieldId: 2, Value: 'High' }] },
	});
	expect(service.received).toMatchObject([
		{
			path: '/SI/Publish/UpdateServiceOrder',
			text: '{"ServiceOrderId":"S1","Contact":{"Name":"Ann"},"BillingAddress":{"City":"Ulm","PostalCode":"89073"},"SiteAddress":{"Country":"DE"},"UpdateFields":[{"ServiceOrderFieldId":2,"Value":"High"}]}',
		},
	]);
});

describe('vendor/update', () => {
	test('identifies the vendor by the one field that was chosen', async () => {
		const siteAddress = { City: 'Ulm' };
		await update('vendor', {
			identifyBy: 'number',
			number: '1007',
			siteAddress,
			updateFields: { values: [{ VendorFieldId: 1, Value: 'Net 30' }] },
		});
		await update('vendor', { identifyBy: 'integrationId', integrationId: 'V-7', siteAddress });
		expect(service.received).toMatchObject([
			{
				path: '/SI/Publish/Vendors/Update',
				text: '{"Number":"1007","UpdateFields":[{"VendorFieldId":1,"Value":"Net 30"}],"SiteAddress":{"City":"Ulm"}}',
			},
			{ text: '{"IntegrationId":"V-7","SiteAddress":{"City":"Ulm"}}' },
		]);
	});

	test.each([
		[{ identifyBy: 'number', number: '={{ $json.missing }}' }],
		[{ dataMode: 'json', identifyBy: 'number', number: '', body: '{"IntegrationId":" "}' }],
	])('without either it is refused: %j', async (parameters) => {
		const result = await update('vendor', parameters);
		expect(result.error?.message).toBe("'Integration ID' or 'Number' is required");
		expect(service.received).toEqual([]);
	});

	test('a JSON body that identifies the vendor is not given a second identity', async () => {
		const SiteAddress = { City: 'Ulm' };
		const json = { dataMode: 'json', integrationId: 'V-7' };
		await update('vendor', { ...json, body: JSON.stringify({ Number: '1007', SiteAddress }) });
		await update('vendor', { ...json, body: JSON.stringify({ SiteAddress }) });
		expect(service.bodies()).toEqual([
			{ Number: '1007', SiteAddress },
			{ IntegrationId: 'V-7', SiteAddress },
		]);
	});
});

describe('project/update', () => {
	test('sends fields, JSON lists, undocumented records as given and field ids', async () => {
		await update('project', {
			projectId: 'P1',
			updateProjectItemFieldIds: [1, 175],
			projectFields: {
				Archive: false,
				Date: '2024-07-01',
				SiteAddress: { City: 'Ulm' },
				NewPackages: '[{"Id":"1","Name":"Rack","CustomField9":5}]',
				UpdateProjectItems: '[{"ComponentId":"C-1","Anything":{"deep":[1,"2",null]}}]',
				ComponentIdsToDelete: 'C-2, C-3',
			},
		});
		expect(service.received).toMatchObject([
			{
				path: '/SI/Publish/Projects/Update',
				text: '{"ProjectId":"P1","Date":"2024-07-01T00:00:00+02:00","Archive":false,"NewPackages":[{"Id":1,"Name":"Rack","CustomField9":"5"}],"UpdateProjectItems":[{"ComponentId":"C-1","Anything":{"deep":[1,"2",null]}}],"UpdateProjectItemFieldIds":[1,175],"SiteAddress":{"City":"Ulm"},"ComponentIdsToDelete":["C-2","C-3"]}',
			},
		]);
	});

	test('a JSON body goes out with every digit, numbers bare also where no field is known', async () => {
		const body =
			'{"ProjectId":"P1","NewProjectItems":[{"UpdatedOnTicks":638712345678901234}],"UpdateProjectItems":[{"Id":638712345678901234,"Number":"638712345678901234"}]}';
		await update('project', { projectId: '', dataMode: 'json', body });
		expect(service.received.map(({ text }) => text)).toEqual([body]);
	});

	test('field ids are left out when none is chosen, and may be given by name', async () => {
		const projectFields = { Archive: true };
		await update('project', { projectId: 'P1', projectFields, updateProjectItemFieldIds: [] });
		await update('project', {
			projectId: 'P1',
			updateProjectItemFieldIds: '={{ ["Quantity", "CustomField75", 31] }}',
		});
		expect(service.bodies()).toEqual([
			{ ProjectId: 'P1', Archive: true },
			{ ProjectId: 'P1', UpdateProjectItemFieldIds: [1, 175, 31] },
		]);
	});

	test.each(['={{ [] }}', '={{ "" }}'])(
		'no field ids by the expression %s are refused, since all fields would be updated',
		async (updateProjectItemFieldIds) => {
			const result = await update('project', { projectId: 'P1', updateProjectItemFieldIds });
			expect(result.error?.message).toBe(
				"'Update Project Item Field IDs' is an empty list, which the service would read as all of them. Choose at least one, or remove the parameter",
			);
			expect(service.received).toEqual([]);
		},
	);

	test.each([
		{ projectId: 'P1' },
		{ projectId: 'P1', projectFields: {} },
		{ projectId: 'P1', dataMode: 'json', body: '{}' },
		{ projectId: '', dataMode: 'json', body: '{"ProjectId":"P1","SiteAddress":{}}' },
	])('an update with nothing set is refused: %j', async (parameters) => {
		const result = await update('project', parameters);
		expect(result.error?.message).toBe(
			'Nothing would be updated: set at least one field apart from the ID',
		);
		expect(service.received).toEqual([]);
	});

	test('what cannot be is refused by its place', async () => {
		const result = await update('project', {
			projectId: 'P1',
			updateProjectItemFieldIds: [256, 0, 32],
			projectFields: {
				MessageId: 'no guid',
				NewProjectItems: '[{"Quantity":"many","PickdDate":1}]',
				Locations: '[1]',
			},
		});
		expect(result.error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			expect.stringMatching(
				/^Item 0: 'Update Project Item Field IDs'\[0\] is 256, expected a number or name of the service's table, such as 1 or "Quantity"\.$/,
			),
			expect.stringMatching(/^Item 0: 'Update Project Item Field IDs'\[1\] is 0, expected/),
			expect.stringMatching(/^Item 0: 'Update Project Item Field IDs'\[2\] is 32, expected/),
			expect.stringMatching(/^Item 0: 'Locations'\[0\] is 1, expected an object\.$/),
			expect.stringMatching(/^Item 0: 'Message ID' is "no guid", expected a GUID\.$/),
			expect.stringMatching(
				/^Item 0: 'New Project Items'\[0\]\.Quantity is "many", expected a number\.$/,
			),
			`Item 0: 'New Project Items'[0].PickdDate is not a field of ProjectItem. Did you mean "PickedDate"?`,
		]);
		expect(service.received).toEqual([]);
	});
});

describe('answers that the document does not show', () => {
	test.each<[string, Reply, object]>([
		['nothing', {}, { success: true }],
		['204', { status: 204 }, { success: true }],
		['blanks', { body: ' \r\n' }, { success: true }],
		['null', { body: 'null' }, { success: true }],
		['true', { body: 'true' }, { success: true, answer: true }],
		['plain text', { body: 'OK' }, { success: true, answer: 'OK' }],
		['a list', { body: '[1]' }, { success: true, answer: [1] }],
		['any object', { body: '{"Queued":3}' }, { Queued: 3 }],
		[
			'a PublishResponse in XML',
			{
				headers: { 'content-type': 'application/xml' },
				body: '<PublishResponse><MessageId>m</MessageId><Message>Ok</Message></PublishResponse>',
			},
			{ MessageId: 'm', Message: 'Ok' },
		],
	])('%s', async (_, reply, expected) => {
		service.replies.set(0, reply);
		const result = await update('project', { projectId: 'P1', projectFields: { Archive: true } });
		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([{ ...expected, recordCount: 1 }]);
	});

	test('a web page is no answer, and the write may have been applied', async () => {
		service.replies.set(0, { body: '<!DOCTYPE html><html><title>Sign in</title></html>' });
		const result = await update('project', { projectId: 'P1', projectFields: { Archive: true } });
		expect(result.error?.message).toContain('Sign in');
		expect(result.error?.description).toContain('may or may not have been applied');
	});
});

describe('answers that should be a PublishResponse', () => {
	test('an empty one is a success', async () => {
		service.replies.set(0, {});
		expect((await update('task', { taskId: '1', contact: { Name: 'Ann' } })).json).toEqual([
			{ success: true, recordCount: 1 },
		]);
	});

	test.each([['OK'], ['[]'], ['{"MessageId":'], ['<html><body>Hi</body></html>'], ['7']])(
		'%s is an error that leaves open whether the write was applied',
		async (body) => {
			service.replies.set(0, { body });
			const result = await update('task', { taskId: '1', contact: { Name: 'Ann' } });
			expect(result.error?.description).toContain('may or may not have been applied');
			expect(service.received).toHaveLength(1);
		},
	);
});

test.each([
	['task', { taskId: 'T-9', contact: { Name: 'A' } }, 'the task with the Task ID "T-9"'],
	[
		'vendor',
		{ integrationId: 'V-9', siteAddress: { City: 'U' } },
		'the vendor with the Integration ID "V-9"',
	],
	[
		'vendor',
		{ identifyBy: 'number', number: '7', siteAddress: { City: 'U' } },
		'the vendor with the Number "7"',
	],
])('an update of a %s that does not exist names it', async (resource, parameters, subject) => {
	service.replies.set(0, { status: 404 });
	const { error } = await update(resource, parameters);
	expect(error?.message).toBe(`The service did not find ${subject} (status 404)`);
});
