// The check of whole bodies: what is sent of them, or every reason why they cannot be sent.
import { findEndpoint } from '../../../../api';
import type { WriteEndpoint } from '../../../../api/endpoint';
import {
	bodyCheck,
	type Checked,
	recordCheck,
	writtenBodyCheck,
} from '../../../../nodes/ProjectServices/mapping/check';
import { bodySkeleton } from '../../../../nodes/ProjectServices/mapping/skeleton';
import { bodySentence, sentenceOf } from '../../../../nodes/ProjectServices/mapping/sentences';

const endpointOf = (operationKey: string) => {
	const [resource = '', operation = ''] = operationKey.split('/');
	return findEndpoint(resource, operation) as WriteEndpoint;
};
const settings = {
	zone: 'Europe/Berlin',
	names: new Map<string, string>(),
	format: 'json',
} as const;
const reasonsOr = ({ value, problems }: Checked) =>
	value ?? problems.map((each) => bodySentence(each));

const guid = '6f9619ff-8b86-d011-b42d-00c04fc964ff';
const gone =
	'has "change": "deleted", so it would be sent although it is gone. Remove it before this node';
const list = { Id: 'L', Name: 'List' };
const unlimited =
	"is not a field by which the service can limit an update. Correct the name, or change 'Project Item Fields to Update'";

type Case = [
	operation: string,
	body: object,
	expected: object,
	itemFields?: 'held' | 'chosen' | 'all',
];

test.each<Case>([
	// Records and deleted IDs.
	['client/publish', list, ["'Body' has no Clients"]],
	['client/publish', { ...list, Clients: [] }, ["'Body' has no Clients"]],
	['productCatalog/publish', list, ["'Body' has no Products and no DeletedProductIds"]],
	[
		'productCatalog/publish',
		{ ...list, Products: [{}] },
		['Products[0] is empty: give it at least one field'],
	],
	['timeSheet/update', {}, ["'Body' has no UpdateTimeSheets"]],
	[
		'productCatalog/publish',
		{ ...list, DeletedProductIds: [guid] },
		{ ...list, DeletedProductIds: [guid] },
	],
	// What is gone is not sent as if it lived.
	[
		'client/publish',
		{ ...list, Clients: [{ Id: guid, change: 'deleted' }] },
		[`Clients[0] ${gone}`],
	],
	[
		'productCatalog/publish',
		{ ...list, Products: [{ Id: 'P', change: 'deleted' }, { Nmae: 1 }] },
		[
			`Products[0] ${gone}, and give its ID alone as 'Deleted Product IDs'`,
			'Products[1].Nmae is not a field of Product',
		],
	],
	// The skeleton.
	[
		'client/publish',
		JSON.parse(bodySkeleton(endpointOf('client/publish'))) as object,
		['Clients[0].Name is still the placeholder <Name>'],
	],
	[
		'productCatalog/publish',
		JSON.parse(bodySkeleton(endpointOf('productCatalog/publish'))) as object,
		['Products[0] is still the placeholder <Product>'],
	],
	// All reasons at once.
	[
		'client/publish',
		{ Nmae: 'List', Clients: [{ Id: 'x', Naem: 'A' }, { Name: 2 ** 60 }] },
		[
			'Nmae is not a field of ClientList. Did you mean "Name"?',
			'Clients[0].Id is "x", expected a GUID',
			'Clients[0].Naem is not a field of Client. Did you mean "Name"?',
			'Clients[0].Name is required',
			'Clients[1].Name is 1152921504606847000, which has lost its last digits as a JavaScript number. Enter it as text, in quotation marks',
			'Id is required',
			'Name is required',
		],
	],
	// IDs without the blanks around them; of lists, only those of records may be empty.
	[
		'client/publish',
		{
			...list,
			Id: ' L',
			Clients: [{ Id: `${guid} `, Name: ' N ', Number: ' 7', ClientAddresses: [] }],
		},
		{ ...list, Clients: [{ Id: guid, Name: ' N ', Number: '7', ClientAddresses: [] }] },
	],
	[
		'vendor/update',
		{ Number: ' 7 ', SiteAddress: { City: 'Ulm' } },
		{ Number: '7', SiteAddress: { City: 'Ulm' } },
	],
	[
		'task/update',
		{ TaskId: 'T', Contact: { Name: 'A' }, Resources: [] },
		{ TaskId: 'T', Contact: { Name: 'A' } },
	],
	// An update sets something, of a record that it names.
	[
		'task/update',
		{ TaskId: 'T' },
		['Nothing would be updated: set at least one field apart from the ID'],
	],
	[
		'task/update',
		{ TaskId: 'T', Contact: {} },
		['Nothing would be updated: set at least one field apart from the ID'],
	],
	['task/update', { Contact: { Name: 'A' } }, ['TaskId is required']],
	['vendor/update', { SiteAddress: { City: 'Ulm' } }, ["'Integration ID' or 'Number' is required"]],
	// Fields of project items.
	...(['held', 'chosen', 'all'] as const).map((itemFields): Case => {
		const body = {
			ProjectId: 'P',
			UpdateProjectItems: [
				{ ComponentId: 'C', Quantity: 1 },
				{ Id: 1, SerialNumber: null },
			],
		};
		const codes = itemFields === 'held' && { UpdateProjectItemFieldIds: [1, 2] };
		return ['project/update', body, { ...body, ...codes }, itemFields];
	}),
	[
		'project/update',
		{ ProjectId: 'P', UpdateProjectItems: [{ Colour: 1 }] },
		[`UpdateProjectItems[0].Colour ${unlimited}`],
		'held',
	],
	[
		'project/update',
		{ ProjectId: 'P', UpdateProjectItems: [{ ComponentId: 'C' }] },
		[
			"UpdateProjectItems has no field to update beside what identifies the items. Add one, or change 'Project Item Fields to Update'",
		],
		'held',
	],
	[
		'project/update',
		{
			ProjectId: 'P',
			UpdateProjectItems: [{ Colour: 1 }],
			UpdateProjectItemFieldIds: ['Quantity'],
		},
		{ ProjectId: 'P', UpdateProjectItems: [{ Colour: 1 }], UpdateProjectItemFieldIds: [1] },
		'held',
	],
	[
		'project/update',
		{ ProjectId: 'P', UpdateProjectItemFieldIds: [] },
		[
			"UpdateProjectItemFieldIds in 'Body' is an empty list, which the service would read as all of them. Choose at least one, or leave it out and set 'Project Item Fields to Update'",
		],
	],
])('%s: of %j, this is sent: %j', (operation, body, expected, ...[itemFields]) => {
	const check = writtenBodyCheck(endpointOf(operation), settings);
	expect(reasonsOr(check({ ...body }, itemFields))).toEqual(expected);
});

test('what surrounds records may have none: they come from input items', () => {
	const check = bodyCheck(endpointOf('client/publish'), settings);
	expect(check(list)).toEqual({ value: list, problems: [] });
});

test.each([
	[
		{ Id: ' 1 ', Model: ' N ' },
		{ Id: '1', Model: ' N ' },
	],
	[
		{ Id: null, Model: 'N', Description: '' },
		{ Id: null, Model: 'N', Description: '' },
	],
	[
		{ Id: '1', change: 'deleted' },
		[`The record ${gone}, and give its ID alone as 'Deleted Product IDs'`],
	],
	[{ Id: '1', change: 'updated' }, ['change is not a field of Product']],
])('of the record %j, this is sent: %j', (record, expected) => {
	const { value, problems } = recordCheck(endpointOf('productCatalog/publish'), settings)(record);
	expect(problems.length > 0 ? problems.map((each) => sentenceOf(each)) : value).toEqual(expected);
});
