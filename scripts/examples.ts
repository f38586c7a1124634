// The examples of the reference: some fields of an item of each read, and a request body of each write.

const contact = { Name: 'Ada Moreau', Email: 'ada@harbour-hotel.example', Phone: '+1 555 0142' };
const address = { Street1: '12 Quay Street', City: 'Portland', State: 'ME', PostalCode: '04101' };

/** By operation. */
export const EXAMPLES: Readonly<Record<string, object>> = {
	'changeOrderProject/getAll': {
		Id: 'CO-2001',
		ProjectId: 'P-1001',
		Name: 'Harbour Hotel, Lobby',
		Number: 'P-1001',
		COName: 'Two more displays',
		CONumber: 2,
		Client: 'Harbour Hotel',
		Progress: 'Approved',
		Approved: true,
		Price: 5840.5,
		PublishedOn: '2026-03-02T08:30:00.0000000+00:00',
	},
	'client/getAll': {
		Id: '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01',
		Name: 'Harbour Hotel',
		Number: 'C-1001',
		ClientType: 'Client',
		Email: 'front.desk@harbour-hotel.example',
		ClientAddresses: [{ TypeId: 1, Name: 'Main', ...address }],
		ClientContacts: [{ FirstName: 'Ada', LastName: 'Moreau', Email: contact.Email }],
		UpdatedOn: '2026-03-02T08:30:00.0000000+00:00',
	},
	'client/publish': {
		Id: 'crm',
		Name: 'Customers of the CRM',
		Clients: [
			{
				Id: '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01',
				Name: 'Harbour Hotel',
				Email: 'front.desk@harbour-hotel.example',
				ClientType: 'Client',
			},
		],
	},
	'productCatalog/get': {
		Id: 'b4e64996-c0b2-4996-ae64-000000000001',
		Manufacturer: 'Northwind',
		Model: 'SubWave 12',
		PartNumber: 'SW-12',
		Category: 'Speakers',
		Description: '12 inch subwoofer',
		UnitCost: 1180.5,
		UnitPrice: 1924.03,
		ItemLaborTypes: [{ Name: 'Installation', Hours: 0.5, TotalHours: 0.5 }],
		UpdatedOn: '2026-03-02T08:30:00.0000000+00:00',
		UpdatedOnTicks: '639080370000000000',
	},
	'productCatalog/publish': {
		Id: 'CAT-1001',
		Name: 'Main catalog',
		Products: [
			{ Id: 'b4e64996-c0b2-4996-ae64-000000000001', Model: 'SubWave 12', UnitPrice: 1999 },
		],
		DeletedProductIds: ['b4e64996-c0b2-4996-ae64-000000000002'],
	},
	'project/update': {
		ProjectId: 'P-1001',
		UpdateProjectItems: [{ ComponentId: 'C-1001', SerialNumber: 'SN-4711' }],
		UpdateProjectItemFieldIds: [2],
	},
	'purchaseOrder/get': {
		Id: 'PO-1001',
		Number: 'PO-1001',
		Vendor: 'Northwind Supplies',
		Status: 'Submitted',
		Date: '2026-03-02T00:00:00.0000000+00:00',
		CurrencyCode: 'USD',
		PurchaseOrderItems: [
			{
				Id: '1',
				Model: 'SubWave 12',
				Quantity: 2,
				Price: 1180.5,
				TotalPrice: 2361,
				ReceivedQuantity: 0,
			},
		],
		PurchaseOrderTaxes: [{ TaxId: 1, Name: 'Sales tax', Rate: 5.5 }],
	},
	'serviceOrder/get': {
		Id: 'SO-1001',
		Number: 'SO-1001',
		Name: 'Replace a display',
		Client: 'Harbour Hotel',
		Project: 'Harbour Hotel, Lobby',
		Progress: 'Scheduled',
		Start: '2026-03-09T08:00:00.0000000+00:00',
		TotalPrice: 420,
		Contact: contact,
		Labors: [{ Id: '1', Description: 'Visit', Hours: 2, TotalPrice: 180 }],
	},
	'serviceOrder/update': {
		ServiceOrderId: 'SO-1001',
		Contact: contact,
		UpdateFields: [{ ServiceOrderFieldId: 4, Value: 'On hold' }],
	},
	'servicePlan/get': {
		Id: 'SP-1001',
		Number: 'SP-1001',
		Name: 'Yearly maintenance',
		Client: 'Harbour Hotel',
		Status: 'Active',
		Start: '2026-01-01T00:00:00.0000000+00:00',
		End: '2026-12-31T00:00:00.0000000+00:00',
		AnnuallyPrice: 1800,
		ServicePlanProjectItems: [{ Id: '1', Model: 'SubWave 12', ComponentId: 'C-1001' }],
	},
	'task/get': {
		Id: 'T-1001',
		Number: 'T-1001',
		Name: 'Install the lobby',
		Client: 'Harbour Hotel',
		Project: 'Harbour Hotel, Lobby',
		Progress: 'In progress',
		PercentComplete: 40,
		SiteAddress: address,
		Resources: [{ Name: 'Kim Sato', EstimatedHours: 16, ActualHours: 6.5 }],
		Items: [{ Id: '1', SIItemId: 'SI-1', Model: 'SubWave 12', ComponentId: 'C-1001' }],
	},
	'task/update': {
		TaskId: 'T-1001',
		Contact: contact,
		Resources: [{ Name: 'Kim Sato', Email: 'kim@integrator.example', EstimatedHours: 18 }],
		UpdateFields: [{ TaskFieldId: 7, Value: '60' }],
	},
	'timeSheet/get': {
		Id: 'TS-1001',
		EntityId: 2,
		EntitySourceId: 'T-1001',
		Date: '2026-03-02T00:00:00.0000000+00:00',
		Resource: 'Kim Sato',
		Client: 'Harbour Hotel',
		TaskOrSVOName: 'Install the lobby',
		Duration: 7.5,
		Approved: true,
		TotalCost: 337.5,
		Entries: [{ Id: '1', Phase: 'Finish', Duration: 7.5, Billable: true }],
	},
	'timeSheet/update': {
		Name: 'Checked in March',
		UpdateTimeSheets: [{ Id: 'TS-1001', CF1: 'Checked', CF6: true }],
	},
	'vendor/publish': {
		Id: 'erp',
		Name: 'Vendors of the ERP',
		Vendors: [
			{ Id: '0f6f5c1e-9a57-4c53-8d1f-000000000007', Name: 'Northwind Supplies', Number: 'V-7' },
		],
	},
	'vendor/update': {
		Number: 'V-7',
		BillingAddress: address,
		UpdateFields: [{ VendorFieldId: 3, Value: 'Net 30' }],
	},
};

/** The example of an operation as JSON; a read that gives the same records as another one has none. */
export function exampleOf(operationKey: string): string | undefined {
	const example = EXAMPLES[operationKey];
	return example && JSON.stringify(example, null, '\t');
}
