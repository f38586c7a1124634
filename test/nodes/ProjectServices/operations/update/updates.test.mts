// Updates of tasks, service orders, vendors and projects in n8n's engine: an item, a request.
import { reply } from '../../../service.mjs';
import { messageId, service, write } from '../publish/writing.mjs';

const update = async (resource: string, parameters: object, items: readonly object[] = [{}]) =>
	await write({ resource, operation: 'update', ...parameters }, { items });

const SiteAddress = { City: 'Ulm' };
const [project, vendor] = [{ projectId: 'P1' }, { dataMode: 'json', integrationId: 'V-7' }];
const chosen = { ...project, itemFieldsToUpdate: 'chosen' };
const everyDigit =
	'{"ProjectId":"P1","NewProjectItems":[{"UpdatedOnTicks":638712345678901234}],"UpdateProjectItems":[{"Id":638712345678901234,"Number":"638712345678901234"}]}';

test.each<[string, string, object, string]>([
	[
		'what was added, and nothing that was left unset',
		'task',
		{
			taskId: '={{ 4711 }}',
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
					{ TaskFieldId: '={{ "5" }}', Value: '' },
				],
			},
		},
		'UpdateTask {"TaskId":"4711","Contact":{"Email":"ann@example.com","Phone":""},"Resources":[{"Name":"Ann","EstimatedHours":7.5},{"Email":""}],"ResourcesToDelete":[{"Email":"bob@example.com"}],"UpdateFields":[{"TaskFieldId":3,"Value":"Done"},{"TaskFieldId":5,"Value":""}]}',
	],
	[
		'no list of nothing but empty entries',
		'task',
		{
			taskId: 'T',
			contact: { Name: 'Ann' },
			resourcesToDelete: { values: [{ Name: '', Email: '' }] },
		},
		'UpdateTask {"TaskId":"T","Contact":{"Name":"Ann"}}',
	],
	[
		'nothing of which expressions find nothing',
		'task',
		{
			taskId: 'T',
			contact: { Name: '={{ $json.missing }}' },
			siteAddress: { City: '={{ $json.missing }}', Country: 'DE' },
			resources: { values: [{ Name: '={{ $json.missing }}', Email: '' }] },
			resourcesToDelete: {
				values: [{ Name: '', additionalFields: { Email: '={{ $json.missing }}' } }],
			},
			updateFields: { values: [{ TaskFieldId: '={{ $json.no }}', Value: '={{ $json.no }}' }] },
		},
		'UpdateTask {"TaskId":"T","SiteAddress":{"Country":"DE"}}',
	],
	[
		'a JSON body with the ID of the node',
		'task',
		{ dataMode: 'json', taskId: '9', body: '{"Contact":{"Name":"Ann"}}' },
		'UpdateTask {"TaskId":"9","Contact":{"Name":"Ann"}}',
	],
	[
		'contact, addresses and fields',
		'serviceOrder',
		{
			serviceOrderId: 'S1',
			contact: { Name: 'Ann' },
			billingAddress: { City: 'Ulm', PostalCode: 89073 },
			siteAddress: { Country: 'DE' },
			updateFields: { values: [{ ServiceOrderFieldId: 2, Value: 'High' }] },
		},
		'UpdateServiceOrder {"ServiceOrderId":"S1","Contact":{"Name":"Ann"},"BillingAddress":{"City":"Ulm","PostalCode":"89073"},"SiteAddress":{"Country":"DE"},"UpdateFields":[{"ServiceOrderFieldId":2,"Value":"High"}]}',
	],
	[
		'the number that was chosen to identify it',
		'vendor',
		{
			identifyBy: 'number',
			number: '1007',
			siteAddress: SiteAddress,
			updateFields: { values: [{ VendorFieldId: 1, Value: 'Net 30' }] },
		},
		'Vendors/Update {"Number":"1007","UpdateFields":[{"VendorFieldId":1,"Value":"Net 30"}],"SiteAddress":{"City":"Ulm"}}',
	],
	[
		'the ID that was chosen to identify it',
		'vendor',
		{ identifyBy: 'integrationId', integrationId: 'V-7', siteAddress: SiteAddress },
		'Vendors/Update {"IntegrationId":"V-7","SiteAddress":{"City":"Ulm"}}',
	],
	[
		'a JSON body that identifies it, without a second identity',
		'vendor',
		{ ...vendor, body: JSON.stringify({ Number: '1007', SiteAddress }) },
		'Vendors/Update {"Number":"1007","SiteAddress":{"City":"Ulm"}}',
	],
	[
		'a JSON body that does not identify it, with the ID of the node',
		'vendor',
		{ ...vendor, body: JSON.stringify({ SiteAddress }) },
		'Vendors/Update {"IntegrationId":"V-7","SiteAddress":{"City":"Ulm"}}',
	],
	[
		'fields, JSON lists, undocumented records as given and field IDs',
		'project',
		{
			...project,
			itemFieldsToUpdate: 'chosen',
			updateProjectItemFieldIds: [1, 175],
			projectFields: {
				Archive: false,
				Date: '2024-07-01',
				SiteAddress,
				NewPackages: '[{"Id":"1","Name":"Rack","CustomField9":5}]',
				UpdateProjectItems: '[{"ComponentId":"C-1","Anything":{"deep":[1,"2",null]}}]',
				ComponentIdsToDelete: 'C-2, C-3',
			},
		},
		'Projects/Update {"ProjectId":"P1","Date":"2024-07-01T00:00:00+02:00","Archive":false,"NewPackages":[{"Id":1,"Name":"Rack","CustomField9":"5"}],"UpdateProjectItems":[{"ComponentId":"C-1","Anything":{"deep":[1,"2",null]}}],"UpdateProjectItemFieldIds":[1,175],"SiteAddress":{"City":"Ulm"},"ComponentIdsToDelete":["C-2","C-3"]}',
	],
	[
		'a JSON body with every digit, numbers bare also where no field is known',
		'project',
		{ projectId: '', dataMode: 'json', itemFieldsToUpdate: 'all', body: everyDigit },
		`Projects/Update ${everyDigit}`,
	],
	[
		'no field IDs without items',
		'project',
		{ ...project, projectFields: { Archive: true } },
		'Projects/Update {"ProjectId":"P1","Archive":true}',
	],
	[
		'field IDs by name',
		'project',
		{ ...chosen, updateProjectItemFieldIds: '={{ ["Quantity", "CustomField75", 31] }}' },
		'Projects/Update {"ProjectId":"P1","UpdateProjectItemFieldIds":[1,175,31]}',
	],
])('sends %s (%s)', async (_, resource, parameters, expected) => {
	const { json } = await update(resource, parameters);
	expect(service.received.map(({ path, text }) => `${path} ${text}`)).toEqual([
		`/SI/Publish/${expected}`,
	]);
	expect(json).toEqual([{ MessageId: messageId(0), Message: 'Accepted', recordCount: 1 }]);
});

const noTask = "'Task ID' is required";
const halfEntry =
	"'Fields by Number' has an entry without its field or its value: the expression found nothing. Correct it, or remove the entry";
const nothingSet = 'Nothing would be updated: set at least one field apart from the ID';
const allFields =
	"'Update Project Item Field IDs' is an empty list, which the service would read as all of them. Choose at least one, or change 'Project Item Fields to Update'";

test.each<[string, string, object]>([
	[noTask, 'task', { taskId: '={{ "" }}' }],
	[noTask, 'task', { taskId: '={{ $json.missing }}' }],
	[noTask, 'task', { taskId: '   ' }],
	[
		`'Fields by Number'[0].TaskFieldId is "", expected a whole number. Clear or unmap the field, or map null`,
		'task',
		{ taskId: '1', updateFields: { values: [{ TaskFieldId: '', Value: 'x' }] } },
	],
	...[
		{ TaskFieldId: '={{ $json.missing }}', Value: 'x' },
		{ TaskFieldId: '={{ null }}', Value: 'x' },
		{ TaskFieldId: 3, Value: '={{ $json.missing }}' },
	].map((entry): [string, string, object] => [
		halfEntry,
		'task',
		{ taskId: '1', updateFields: { values: [{ TaskFieldId: 1, Value: 'y' }, entry] } },
	]),
	...[
		'={{ $json.a }},{{ $json.b }}',
		'={{ "[]" }}',
		'={{ [] }}',
		'={{ $json.missing }}',
		[],
	].flatMap((updateProjectItemFieldIds): Array<[string, string, object]> => [
		[allFields, 'project', { ...chosen, updateProjectItemFieldIds }],
		[
			allFields,
			'project',
			{ ...chosen, dataMode: 'json', body: '{"Archive":true}', updateProjectItemFieldIds },
		],
	]),
	[nothingSet, 'project', project],
])('refuses with %s (%s %j)', async (expected, resource, parameters) => {
	const { error } = await update(resource, parameters);
	expect(error?.message).toBe(expected);
	expect(service.received).toEqual([]);
});

describe('Item Fields to Update', () => {
	const held = [
		{ ComponentId: 'C-1', Id: 'I-1', SIItemId: 'S-1', Quantity: 2, CustomField7: null },
		{ ComponentId: 'C-2', Location: '' },
	];
	const modes = (items: unknown, more: object = {}, ids?: unknown) => [
		{ ...project, projectFields: { UpdateProjectItems: JSON.stringify(items) }, ...more },
		{
			...project,
			dataMode: 'json',
			body: JSON.stringify({ UpdateProjectItems: items, UpdateProjectItemFieldIds: ids }),
			...more,
		},
		{
			...project,
			dataMode: 'json',
			body: `={{ ${JSON.stringify({ UpdateProjectItems: items, UpdateProjectItemFieldIds: ids })} }}`,
			...more,
		},
	];
	const sentIds = () =>
		(service.bodies() as Array<{ UpdateProjectItemFieldIds?: unknown }>).map(
			({ UpdateProjectItemFieldIds: ids }) => ids,
		);

	test.each<[string, object, unknown]>([
		['by default those that the items hold', {}, [1, 9, 107]],
		['those that the items hold', { itemFieldsToUpdate: 'held' }, [1, 9, 107]],
		[
			'the chosen ones',
			{ itemFieldsToUpdate: 'chosen', updateProjectItemFieldIds: [14, 1] },
			[14, 1],
		],
		['all, by no IDs', { itemFieldsToUpdate: 'all' }, undefined],
		[
			'what an expression says',
			{ itemFieldsToUpdate: '={{ $json.missing ?? "all" }}', updateProjectItemFieldIds: [1] },
			undefined,
		],
	])('sends %s, in both data modes', async (_, more, expected) => {
		for (const parameters of modes(held, more)) await update('project', parameters);
		expect(sentIds()).toEqual([expected, expected, expected]);
	});

	test('a field that has no number is named by its parameter', async () => {
		const items = '[{"ComponentId":"C-2","Colour":"red"}]';
		const { error } = await update('project', {
			...project,
			projectFields: { UpdateProjectItems: items },
		});
		expect(error?.message).toMatch(/^'Update Project Items'\[0\]\.Colour is not a field by which/);
		expect(service.received).toEqual([]);
	});
});

describe('an empty list that an expression left', () => {
	test.each([
		[{ projectFields: { Archive: true, NewPackages: '={{ [] }}', Contacts: '={{ [] }}' } }],
		[{ projectFields: { Archive: true, ComponentIdsToDelete: '={{ "" }}' } }],
		[{ dataMode: 'json', body: '={{ { Archive: true, NewPackages: [], Contacts: [] } }}' }],
		[{ dataMode: 'json', body: '={"Archive":true,"Contacts":{{ JSON.stringify([]) }} }' }],
	])('is not sent: %j', async (parameters) => {
		await update('project', { ...project, ...parameters });
		expect(service.bodies()).toEqual([{ ProjectId: 'P1', Archive: true }]);
	});

	test('one that a person wrote is sent', async () => {
		const body = '{"Contacts":[]}';
		await update('project', { ...project, dataMode: 'json', body });
		expect(service.bodies()).toEqual([{ ProjectId: 'P1', Contacts: [] }]);
	});
});

test.each(['task', 'vendor', 'project'])(
	'what Get Changes gave as deleted is never sent as an update of a %s',
	async (resource) => {
		const parameters = { taskId: 'T', integrationId: 'V', projectId: 'P', contact: { Name: 'A' } };
		const { error } = await update(resource, parameters, [{ Id: 'T', change: 'deleted' }]);
		expect(error?.message).toMatch(/^The input item has "change": "deleted"/);
		expect(service.received).toEqual([]);
	},
);

const contact = { Name: 'Ann' };

test.each([
	['task', { taskId: 'T-9', contact }, 'the task with the Task ID "T-9"'],
	['vendor', { integrationId: 'V-9' }, 'the vendor with the Integration ID "V-9"'],
	['vendor', { identifyBy: 'number', number: '7' }, 'the vendor with the Number "7"'],
])('an update of a %s that does not exist names it', async (resource, parameters, subject) => {
	service.replies.set(0, reply(404));
	const { error } = await update(resource, {
		...(resource === 'vendor' && { siteAddress: SiteAddress }),
		...parameters,
	});
	expect(error?.message).toBe(`The service did not find ${subject} (status 404)`);
});
