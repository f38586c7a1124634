// The check of whole bodies: what is sent of them, or every reason why they cannot be sent.
import { findEndpoint } from '../../../../api';
import type { WriteEndpoint } from '../../../../api/endpoint';
import {
	bodyCheck,
	type Checked,
	type ItemFields,
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
const onlyDeleted = { Id: 'L', Name: 'List', DeletedProductIds: [guid] };
const gone =
	'has "change": "deleted", so it would be sent although it is gone. Remove it before this node';
const skeletonOf = (operation: string) =>
	[operation, JSON.parse(bodySkeleton(endpointOf(operation))) as object] as const;
const list = { Id: 'L', Name: 'List' };
const empty = ['productCatalog/publish', { ...list, Products: [{}] }] as const;
const project = { ProjectId: 'P' };
const unnumbered = { ...project, UpdateProjectItems: [{ Colour: 1 }] };
const update = 'project/update';
const unlimited =
	"is not a field by which the service can limit an update. Correct the name, or change 'Project Item Fields to Update'";

type Case = [operation: string, body: object, expected: object, itemFields?: ItemFields];

test.each<Case>([
	// Records and deleted IDs.
	['client/publish', list, ["'Body' has no Clients"]],
	['client/publish', { ...list, Clients: [] }, ["'Body' has no Clients"]],
	['productCatalog/publish', list, ["'Body' has no Products and no DeletedProductIds"]],
	[...empty, ['Products[0] is empty: give it at least one field']],
	['timeSheet/update', {}, ["'Body' has no UpdateTimeSheets"]],
	['productCatalog/publish', onlyDeleted, onlyDeleted],
	// What is gone is not sent as if it lived.
	['client/publish', { ...list, Clients: [{ change: 'deleted' }] }, [`Clients[0] ${gone}`]],
	[
		'productCatalog/publish',
		{ ...list, Products: [{ Id: 'P', change: 'deleted' }, { Nmae: 1 }] },
		[
			`Products[0] ${gone}, and give its ID alone as 'Deleted Product IDs'`,
			'Products[1].Nmae is not a field of Product',
		],
	],
	// The skeleton.
	[...skeletonOf('client/publish'), ['Clients[0].Name is still the placeholder <Name>']],
	[...skeletonOf('productCatalog/publish'), ['Products[0] is still the placeholder <Product>']],
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
		const UpdateProjectItems = [
			{ ComponentId: 'C', Quantity: 1 },
			{ Id: 1, SerialNumber: null },
		];
		const body = { ...project, UpdateProjectItems };
		const codes = itemFields === 'held' && { UpdateProjectItemFieldIds: [1, 2] };
		return [update, body, { ...body, ...codes }, itemFields];
	}),
	[update, unnumbered, [`UpdateProjectItems[0].Colour ${unlimited}`], 'held'],
	[
		...([update, { ...project, UpdateProjectItems: [{ ComponentId: 'C' }] }] as const),
		[
			"UpdateProjectItems has no field to update beside what identifies the items. Add one, or change 'Project Item Fields to Update'",
		],
		'held',
	],
	[
		...([update, { ...unnumbered, UpdateProjectItemFieldIds: ['Quantity'] }] as const),
		...([{ ...unnumbered, UpdateProjectItemFieldIds: [1] }, 'held'] as const),
	],
	[
		...([update, { ...project, UpdateProjectItemFieldIds: [] }] as const),
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

const cleared = { Id: null, Model: 'N', Description: '' };

test.each<[record: object, expected: object]>([
	[
		{ Id: ' 1 ', Model: ' N ' },
		{ Id: '1', Model: ' N ' },
	],
	[cleared, cleared],
	[{ change: 'deleted' }, [`The record ${gone}, and give its ID alone as 'Deleted Product IDs'`]],
	[{ Id: '1', change: 'updated' }, ['change is not a field of Product']],
])('of the record %j, this is sent: %j', (record, expected) => {
	const { value, problems } = recordCheck(
		endpointOf('productCatalog/publish'),
		settings,
	)({ ...record });
	expect(problems.length > 0 ? problems.map((each) => sentenceOf(each)) : value).toEqual(expected);
});
