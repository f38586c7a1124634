// The reads that ask for an ID: derived from the endpoints, for the panel, Check and the trigger.
import { idReads, recordReads } from '../../api/index';

test('each has the name, the label and the example that people know', () => {
	const found = idReads.map(({ key, label, example }) => [key, label, example]);
	expect(found).toEqual([
		['clientIds', 'Client IDs', '6f9619ff-8b86-d011-b42d-00c04fc964ff'],
		['productCatalogId', 'Catalog ID', 'CAT-1001'],
		['productCatalogId', 'Catalog ID', 'CAT-1001'],
		['purchaseOrderId', 'Purchase Order ID', 'PO-1001'],
		['serviceOrderId', 'Service Order ID', 'SO-1001'],
		['servicePlanId', 'Service Plan ID', 'SP-1001'],
		['taskId', 'Task ID', 'T-1001'],
		['projectId', 'Project ID', 'P-1001'],
		['timeSheetId', 'Time Sheet ID', 'TS-1001'],
	]);
});

test('those of single records are no lists', () => {
	expect(recordReads.map(({ resource }) => resource.resource)).toEqual([
		'purchaseOrder',
		'serviceOrder',
		'servicePlan',
		'task',
		'timeSheet',
	]);
});
