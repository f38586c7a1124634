// Which fields hold the ID of another record, as far as their names and notes in the API documentation say.

/** By the resource, or the record within one, that a field leads to. */
export const REFERENCES: Readonly<Record<string, readonly string[]>> = {
	client: ['ClientId'],
	// The entity of a time sheet is a project, a task or a service order.
	project: ['ProjectId', 'EntitySourceId'],
	task: ['EntitySourceId'],
	serviceOrder: ['ServiceOrderId', 'EntitySourceId'],
	servicePlan: ['ServicePlanNumber'],
	productCatalog: ['CatalogId'],
	vendor: ['VendorNumber'],
	ProjectItem: ['SIItemId', 'ProjectSIItemIds', 'ComponentId'],
};

/** Records within others that stand for something of their own. */
export const PARTS: Readonly<Record<string, string>> = {
	Product: 'Product',
	ProjectItem: 'Project Item',
	PurchaseOrderItem: 'Purchase Order Line',
};
