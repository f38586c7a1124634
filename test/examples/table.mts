// Every example of examples/ with what it must do.

import {
	catalogToDataTable,
	catalogToFile,
	catalogToPostgres,
	catalogToShopify,
	changedProductsTrigger,
} from './cases/catalogs.mjs';
import { changeOrdersToSlack, changeOrdersToTasks } from './cases/changeOrders.mjs';
import { clientsFromDataTable, demo, hubSpotContacts } from './cases/clients.mjs';
import { failureDigest } from './cases/failures.mjs';
import {
	billsInQuickBooks,
	purchaseOrderLines,
	receiptsToProjectItems,
} from './cases/purchaseOrders.mjs';
import { checkTimeSheets, timeSheetsToPayroll } from './cases/timeSheets.mjs';
import type { Example } from './example.mjs';

export const examples: Readonly<Record<string, Example>> = {
	'approved-change-orders-to-slack.json': changeOrdersToSlack,
	'catalog-to-data-table.json': catalogToDataTable,
	'catalog-to-file.json': catalogToFile,
	'catalog-to-postgresql.json': catalogToPostgres,
	'catalog-to-shopify.json': catalogToShopify,
	'change-orders-to-tasks.json': changeOrdersToTasks,
	'changed-products-trigger.json': changedProductsTrigger,
	'check-time-sheets.json': checkTimeSheets,
	'clients-from-data-table.json': clientsFromDataTable,
	'daily-failure-digest.json': failureDigest,
	'demo.json': demo,
	'hubspot-contacts-to-clients.json': hubSpotContacts,
	'purchase-order-lines-to-postgresql.json': purchaseOrderLines,
	'purchase-order-receipts-to-project-items.json': receiptsToProjectItems,
	'purchase-orders-to-quickbooks-bills.json': billsInQuickBooks,
	'time-sheets-to-payroll-csv.json': timeSheetsToPayroll,
};
