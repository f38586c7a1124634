// Updates of tasks, service orders, vendors and projects in n8n's engine: an item, a request. What is wrong with a body
// is in mapping/check.test.ts.
import { reply } from '../../../service.mjs';
import { messageId, service, write } from '../publish/writing.mjs';

const update = async (resource: string, parameters: object, items: readonly object[] = [{}]) =>
	await write({ resource, operation: 'update', ...parameters }, { items });

const [SiteAddress, Contact] = [{ City: 'Ulm' }, { Name: 'Ann' }];
const [task, project, order] = [{ taskId: 'T' }, { projectId: 'P1' }, { serviceOrderId: 'S1' }];
const vendor = { dataMode: 'json', integrationId: 'V-7' };
const chosen = { ...project, itemFieldsToUpdate: 'chosen' };
const asValues = (...values: object[]) => ({ values });
const missing = '={{ $json.missing }}';
const everyDigit =
	'{"ProjectId":"P1","NewProjectItems":[{"UpdatedOnTicks":638712345678901234}],"UpdateProjectItems":[{"Id":638712345678901234,"Number":"638712345678901234"}]}';

test.each<[resource: string, parameters: object, expected: string]>([
	// What was added is sent, and nothing that was left unset.
	[
		'task',
		{
			...{
				taskId: '={{ 4711 }}',
				contact: { Email: 'ann@example.com', Phone: '' },
				siteAddress: {},
			},
			resources: asValues(
				{ Name: 'Ann', Email: '', additionalFields: { EstimatedHours: 7.5 } },
				{ Name: '', Email: '={{ "" }}' },
				{ Name: '', Email: '', additionalFields: {} },
			),
			resourcesToDelete: asValues({ Name: '', Email: 'bob@example.com' }),
			updateFields: asValues(
				{ TaskFieldId: 3, Value: 'Done' },
				{ TaskFieldId: '={{ "5" }}', Value: '' },
			),
		},
		'UpdateTask {"TaskId":"4711","Contact":{"Email":"ann@example.com","Phone":""},"Resources":[{"Name":"Ann","EstimatedHours":7.5},{"Email":""}],"ResourcesToDelete":[{"Email":"bob@example.com"}],"UpdateFields":[{"TaskFieldId":3,"Value":"Done"},{"TaskFieldId":5,"Value":""}]}',
	],
	[
		'task',
		{ ...task, contact: Contact, resourcesToDelete: asValues({ Name: '', Email: '' }) },
		'UpdateTask {"TaskId":"T","Contact":{"Name":"Ann"}}',
	],
	[
		'task',
		{
			...{ ...task, contact: { Name: missing }, siteAddress: { City: missing, Country: 'DE' } },
			resources: asValues({ Name: missing, Email: '' }),
			resourcesToDelete: asValues({ Name: '', additionalFields: { Email: missing } }),
			updateFields: asValues({ TaskFieldId: missing, Value: missing }),
		},
		'UpdateTask {"TaskId":"T","SiteAddress":{"Country":"DE"}}',
	],
	[
		'serviceOrder',
		{
			...{ ...order, contact: Contact, billingAddress: { City: 'Ulm', PostalCode: 89073 } },
			siteAddress: { Country: 'DE' },
			updateFields: asValues({ ServiceOrderFieldId: 2, Value: 'High' }),
		},
		'UpdateServiceOrder {"ServiceOrderId":"S1","Contact":{"Name":"Ann"},"BillingAddress":{"City":"Ulm","PostalCode":"89073"},"SiteAddress":{"Country":"DE"},"UpdateFields":[{"ServiceOrderFieldId":2,"Value":"High"}]}',
	],
	// What was chosen identifies a vendor.
	[
		'vendor',
		{
			...{ identifyBy: 'number', number: '1007', siteAddress: SiteAddress },
			updateFields: asValues({ VendorFieldId: 1, Value: 'Net 30' }),
		},
		'Vendors/Update {"Number":"1007","UpdateFields":[{"VendorFieldId":1,"Value":"Net 30"}],"SiteAddress":{"City":"Ulm"}}',
	],
	[
		'vendor',
		{ identifyBy: 'integrationId', integrationId: 'V-7', siteAddress: SiteAddress },
		'Vendors/Update {"IntegrationId":"V-7","SiteAddress":{"City":"Ulm"}}',
	],
	// The ID of the node fills in a body without one, and is no second identity.
	[
		'task',
		{ dataMode: 'json', taskId: '9', body: '{"Contact":{"Name":"Ann"}}' },
		'UpdateTask {"TaskId":"9","Contact":{"Name":"Ann"}}',
	],
	[
		'vendor',
		{ ...vendor, body: JSON.stringify({ Number: '1007', SiteAddress }) },
		'Vendors/Update {"Number":"1007","SiteAddress":{"City":"Ulm"}}',
	],
	[
		'vendor',
		{ ...vendor, body: JSON.stringify({ SiteAddress }) },
		'Vendors/Update {"IntegrationId":"V-7","SiteAddress":{"City":"Ulm"}}',
	],
	// A project: JSON lists, undocumented records as given, field IDs, every digit.
	[
		'project',
		{
			...{ ...chosen, updateProjectItemFieldIds: [1, 175] },
			projectFields: {
				...{ Archive: false, Date: '2024-07-01', SiteAddress, ComponentIdsToDelete: 'C-2, C-3' },
				NewPackages: '[{"Id":"1","Name":"Rack","CustomField9":5}]',
				UpdateProjectItems: '[{"ComponentId":"C-1","Anything":{"deep":[1,"2",null]}}]',
			},
		},
		'Projects/Update {"ProjectId":"P1","Date":"2024-07-01T00:00:00+02:00","Archive":false,"NewPackages":[{"Id":1,"Name":"Rack","CustomField9":"5"}],"UpdateProjectItems":[{"ComponentId":"C-1","Anything":{"deep":[1,"2",null]}}],"UpdateProjectItemFieldIds":[1,175],"SiteAddress":{"City":"Ulm"},"ComponentIdsToDelete":["C-2","C-3"]}',
	],
	[
		'project',
		{ projectId: '', dataMode: 'json', itemFieldsToUpdate: 'all', body: everyDigit },
		`Projects/Update ${everyDigit}`,
	],
	[
		'project',
		{ ...chosen, updateProjectItemFieldIds: '={{ ["Quantity", "CustomField75", 31] }}' },
		'Projects/Update {"ProjectId":"P1","UpdateProjectItemFieldIds":[1,175,31]}',
	],
	// A list that an expression left empty is not sent; one that a person wrote is.
	...[
		{
			projectFields: { Archive: true, NewPackages: '={{ [] }}', ComponentIdsToDelete: '={{ "" }}' },
		},
		{ dataMode: 'json', body: '={{ { Archive: true, NewPackages: [], Contacts: [] } }}' },
		{ dataMode: 'json', body: '={"Archive":true,"Contacts":{{ JSON.stringify([]) }} }' },
	].map((parameters): [string, object, string] => [
		...(['project', { ...project, ...parameters }] as const),
		'Projects/Update {"ProjectId":"P1","Archive":true}',
	]),
	[
		'project',
		{ ...project, dataMode: 'json', body: '{"Contacts":[]}' },
		'Projects/Update {"ProjectId":"P1","Contacts":[]}',
	],
])('%s: %j', async (resource, parameters, expected) => {
	const { json } = await update(resource, parameters);
	expect(service.received.map(({ path, text }) => `${path} ${text}`)).toEqual([
		`/SI/Publish/${expected}`,
	]);
	expect(json).toEqual([{ MessageId: messageId(0), Message: 'Accepted', recordCount: 1 }]);
});

const halfEntry =
	"'Fields by Number' has an entry without its field or its value: the expression found nothing. Correct it, or remove the entry";
const allFields =
	"'Update Project Item Field IDs' is an empty list, which the service would read as all of them. Choose at least one, or change 'Project Item Fields to Update'";
const emptyChoices = ['={{ $json.a }},{{ $json.b }}', '={{ "[]" }}', '={{ [] }}', missing, []];

test.each<[string, string, object]>([
	...[missing, '   '].map((taskId): [string, string, object] => [
		...(["'Task ID' is required", 'task', { taskId }] as const),
	]),
	...[
		{ TaskFieldId: missing, Value: 'x' },
		{ TaskFieldId: '={{ null }}', Value: 'x' },
		{ TaskFieldId: 3, Value: missing },
	].map((entry): [string, string, object] => [
		...([halfEntry, 'task'] as const),
		{ ...task, updateFields: asValues({ TaskFieldId: 1, Value: 'y' }, entry) },
	]),
	...emptyChoices.flatMap((updateProjectItemFieldIds) =>
		[{}, { dataMode: 'json', body: '{"Archive":true}' }].map((mode): [string, string, object] => [
			...([allFields, 'project', { ...chosen, ...mode, updateProjectItemFieldIds }] as const),
		]),
	),
	['Nothing would be updated: set at least one field apart from the ID', 'project', project],
])('refuses with %s (%s %j)', async (expected, resource, parameters) => {
	const { error } = await update(resource, parameters);
	expect(error?.message).toBe(expected);
	expect(service.received).toEqual([]);
});

const items = [
	{ ComponentId: 'C-1', Id: 'I-1', SIItemId: 'S-1', Quantity: 2, CustomField7: null },
	{ ComponentId: 'C-2', Location: '' },
];

test.each<[parameters: object, expected: unknown, ids?: unknown]>([
	[{}, [1, 9, 107]],
	[{ itemFieldsToUpdate: 'held' }, [1, 9, 107]],
	[{ itemFieldsToUpdate: 'chosen', updateProjectItemFieldIds: [14, 1] }, [14, 1]],
	[{ itemFieldsToUpdate: 'all' }, undefined],
	[{ itemFieldsToUpdate: missing.replace(' }', ' ?? "all" }') }, undefined],
	// Numbers in a JSON body win.
	...(['held', 'chosen', 'all'] as const).map((itemFieldsToUpdate): [object, unknown, unknown] => [
		...([{ itemFieldsToUpdate, updateProjectItemFieldIds: [14] }, [2], [2]] as const),
	]),
])('with %j, the fields of project items to update are %j, in both data modes', async (...row) => {
	const [parameters, expected, UpdateProjectItemFieldIds] = row;
	const body = JSON.stringify({ UpdateProjectItems: items, UpdateProjectItemFieldIds });
	const modes = [
		{ projectFields: { UpdateProjectItems: JSON.stringify(items) } },
		{ dataMode: 'json', body },
		{ dataMode: 'json', body: `={{ ${body} }}` },
	].slice(UpdateProjectItemFieldIds === undefined ? 0 : 1);
	for (const mode of modes) await update('project', { ...project, ...mode, ...parameters });
	const sent = service.bodies() as Array<{ UpdateProjectItemFieldIds?: unknown }>;
	expect(sent.map((each) => each.UpdateProjectItemFieldIds)).toEqual(modes.map(() => expected));
});

test('a field of a project item that has no number is named by its parameter', async () => {
	const projectFields = { UpdateProjectItems: '[{"ComponentId":"C-2","Colour":"red"}]' };
	const { error } = await update('project', { ...project, projectFields });
	expect(error?.message).toMatch(/^'Update Project Items'\[0\]\.Colour is not a field by which/);
	expect(service.received).toEqual([]);
});

test.each([
	['task', { ...task, contact: Contact }, 'the task with the Task ID "T"'],
	[
		'serviceOrder',
		{ ...order, contact: Contact },
		'the service order with the Service Order ID "S1"',
	],
	[
		'vendor',
		{ integrationId: 'V-9', siteAddress: SiteAddress },
		'the vendor with the Integration ID "V-9"',
	],
	[
		'vendor',
		{ identifyBy: 'number', number: '7', siteAddress: SiteAddress },
		'the vendor with the Number "7"',
	],
	[
		'project',
		{ ...project, projectFields: { Archive: true } },
		'the project with the Project ID "P1"',
	],
])(
	'an update of a %s that does not exist names it; one that was deleted is never sent',
	async (...row) => {
		const [resource, parameters, subject] = row;
		const deleted = await update(resource, parameters, [{ Id: 'T', change: 'deleted' }]);
		expect(deleted.error?.message).toMatch(/^The input item has "change": "deleted"/);
		expect(service.received).toEqual([]);
		service.replies.set(0, reply(404));
		const { error } = await update(resource, parameters);
		expect(error?.message).toBe(`The service did not find ${subject} (status 404)`);
	},
);
