// Projects: what an update of a project carries, and its endpoint.
import { undocumented, type Resource, write } from '../endpoint';
import * as s from '../schema/types';
import { Address, ItemLaborType, productCustomFields } from '../shared';

/** The item fields that an update can be limited to ("UpdateProjectItemFieldIds values"). */
export const projectItemFieldIds: s.Codes = {
	1: 'Quantity',
	2: 'SerialNumber',
	3: 'IPAddress',
	4: 'IPAddress2',
	5: 'MACAddress1',
	6: 'MACAddress2',
	7: 'ShortDescription',
	8: 'LongDescription',
	9: 'Location',
	10: 'System',
	11: 'IsOfe',
	12: 'IsNonBillable',
	13: 'UnitCost',
	14: 'UnitPrice',
	15: 'Discount',
	16: 'LaborCalculationMethodId',
	17: 'Phase',
	18: 'IsTaxable',
	19: 'Tax',
	20: 'DoNotOrder',
	21: 'OrderStatus',
	22: 'OrderNumber',
	23: 'OrderedDate',
	24: 'ExpectedDeliveryDate',
	25: 'ReceivedDate',
	26: 'Picked',
	27: 'PickedDate',
	28: 'Installed',
	29: 'InstalledDate',
	30: 'InstalledNotes',
	31: 'TrackingNumber',
	...Object.fromEntries(
		Array.from({ length: 75 }, (_, index) => [101 + index, `CustomField${index + 1}`]),
	),
};

export const Package = s.record('Package', {
	...s.each(s.integer, 'Id', 'TypeId'),
	...s.each(s.string, 'Name', 'ComponentId', 'PartNumber', 'Description', 'LocationId', 'SystemId'),
	ParentId: s.integer,
	...s.family(
		'CustomField',
		[1, 5, s.string],
		[6, 8, s.decimal],
		[9, 18, s.string],
		[19, 22, s.boolean],
		[23, 49, s.string],
		[50, 58, s.decimal],
		[59, 67, s.date],
		[68, 75, s.boolean],
	),
});

export const ProjectItem = s.record('ProjectItem', {
	Id: s.string,
	TypeId: s.integer,
	...s.each(s.string, 'SIItemId', 'LaborType'),
	COChangeTypeId: s.integer,
	...s.each(
		s.string,
		'ManufacturerId Manufacturer Model PackageName PartNumber Category Subcategory',
		'Description ComponentId',
	),
	BulkItem: s.boolean,
	...s.each(s.string, 'SerialNumber', 'IPAddress', 'IPAddress2', 'MACAddress1', 'MACAddress2'),
	...s.each(s.boolean, 'IsOfe', 'IsNonBillable', 'IsOptional'),
	Quantity: s.decimal,
	PriceType: s.string,
	...s.each(s.decimal, 'UnitCost UnitPriceWithoutDiscount UnitPrice UnitPriceRounded Discount'),
	LaborCalculationMethodId: s.integer,
	Phase: s.string,
	...s.each(s.decimal, 'LaborHours', 'TotalLaborHours'),
	LaborTypes: s.string,
	ItemLaborTypes: s.list(ItemLaborType),
	...s.each(
		s.decimal,
		'ProductAdjustment',
		'MiscPartAdjustment',
		'LaborAdjustment',
		'InstallPrice',
	),
	IsTaxable: s.boolean,
	...s.each(s.string, 'TaxId', 'ExternalTaxCode', 'ExternalLaborTaxCode', 'AcctgName'),
	IncludedAccessory: s.boolean,
	...s.each(s.string, 'Vendor', 'OrderUom'),
	OrderUomUnits: s.integer,
	...s.each(s.boolean, 'DoNotOrder', 'BulkWire', 'RackMounted'),
	...s.each(s.string, 'OriginalApprovedItemId', 'LocationId', 'SystemId', 'ParentId', 'CatalogId'),
	...s.each(s.integer, 'PackageId', 'SolutionId'),
	...s.each(s.string, 'OrderStatus', 'OrderNumber'),
	OrderedDate: s.date,
	OrderedDateTicks: s.ticks,
	ExpectedDeliveryDate: s.date,
	ExpectedDeliveryDateTicks: s.ticks,
	ReceivedDate: s.date,
	ReceivedDateTicks: s.ticks,
	Picked: s.boolean,
	PickedDate: s.date,
	PickedDateTicks: s.ticks,
	Installed: s.boolean,
	InstalledDate: s.date,
	InstalledDateTicks: s.ticks,
	...s.each(s.string, 'InstalledNotes', 'TrackingNumber'),
	UpdatedOn: s.describe(s.date, 'UTC'),
	UpdatedOnTicks: s.ticks,
	...productCustomFields,
});

const NOT_EXPLAINED =
	'The API documentation does not explain it: leave it out, unless the operator asks for it';

export const UpdateProject = s.record('UpdateProject', {
	ProjectId: s.describe(s.required(s.string), 'The ID of the project to update', {
		example: 'P-1001',
		chosenFrom: 'projects',
	}),
	MessageId: s.describe(s.guid, NOT_EXPLAINED),
	Date: s.describe(s.date, NOT_EXPLAINED),
	Archive: s.describe(s.boolean, 'Whether to archive the project'),
	NewPackages: s.describe(s.list(Package), 'New packages to add'),
	NewProjectItems: s.describe(s.list(ProjectItem), 'New items to add'),
	UpdateProjectItems: s.describe(
		s.list(s.opaque('UpdateProjectItem')),
		'Items are matched on Component ID',
	),
	UpdateProjectItemFieldIds: s.describe(
		s.list(s.codes(projectItemFieldIds), 'unsignedByte'),
		'Which item fields to update; when left out, all project item fields are updated',
	),
	Locations: s.describe(s.list(s.opaque('Location')), 'For new project items'),
	Systems: s.describe(s.list(s.opaque('System')), 'For new project items'),
	Taxes: s.describe(s.list(s.opaque('Tax')), 'For new project items'),
	Contacts: s.list(s.opaque('Contact')),
	Resources: s.list(s.opaque('Resource')),
	...s.each(Address, 'SiteAddress', 'BillingAddress'),
	UpdateFields: s.describe(s.list(s.opaque('UpdateProjectField')), 'Each has an ID and a Value'),
	SIItemIdsToDelete: s.describe(
		s.list(s.string, 'string'),
		'The SI item IDs of the items to delete',
	),
	ComponentIdsToDelete: s.describe(
		s.list(s.string, 'string'),
		'The component IDs of the items to delete',
	),
	ProjectItemInfosToDelete: s.list(s.opaque('ProjectItemInfo')),
	LockChangeOrderInfos: s.describe(
		s.list(s.opaque('LockChangeOrderInfo')),
		'Change orders to lock or unlock',
	),
	UpdateLocationOnApprovedChangeOrders: s.describe(
		s.boolean,
		'Whether approved change orders update the location',
	),
});

export const project = {
	resource: 'project',
	name: 'Project',
	description: 'Changes to projects, their packages and items',
	defaultOperation: 'update',
	operations: {
		update: write({
			path: '/SI/Publish/Projects/Update',
			name: 'Update',
			action: 'Update project',
			description: 'Add, change or delete packages, items, contacts and resources of a project',
			body: UpdateProject,
			response: undocumented,
			bodyParameters: {
				projectId: 'ProjectId',
				updateProjectItemFieldIds: 'UpdateProjectItemFieldIds',
			},
			otherFields: 'projectFields',
			itemFields: {
				items: 'UpdateProjectItems',
				codes: 'UpdateProjectItemFieldIds',
				identity: ['ComponentId', 'Id', 'SIItemId'],
				shownFirst: [
					'UpdateProjectItems',
					'NewProjectItems',
					'ComponentIdsToDelete',
					'SIItemIdsToDelete',
					'ProjectItemInfosToDelete',
				],
			},
		}),
	},
} as const satisfies Resource;
