// The maker of each record, by its name and fields. Made by scripts/readers.mts from api/; run `npm run generate` instead of editing it.
import { makeCOProjectsResult, makeCOProjectInfo } from './changeOrderProject';
import { makeClient, makeClientAddress, makeClientContact } from './client';
import {
	makeProductCatalog,
	makeProduct,
	makeItemLaborType,
	makeOlderProductCatalog,
	makeOlderProduct,
	makeOlderItemLaborType,
} from './productCatalog';
import {
	makePurchaseOrder,
	makePurchaseOrderContact,
	makeAddress,
	makeShipToAddress,
	makePurchaseOrderItem,
	makePurchaseOrderTax,
} from './purchaseOrder';
import {
	makeServiceOrder,
	makeContactInfo,
	makeServiceOrderResource,
	makeServiceOrderLabor,
	makeServiceOrderProduct,
	makeServiceOrderRepairItem,
} from './serviceOrder';
import {
	makeServicePlan,
	makeServicePlanItem,
	makeServicePlanProjectItem,
	makeServicePlanFeature,
} from './servicePlan';
import { makeSITask, makeTaskResource, makeTaskItem } from './task';
import { makeTimeSheet, makeTimeSheetEntry } from './timeSheet';
import type { RowMaker } from './row';

export const makers: Readonly<Record<string, (() => RowMaker) | undefined>> = {
	'COProjectsResult 2 2c466cb1': makeCOProjectsResult,
	'COProjectInfo 19 99f06f02': makeCOProjectInfo,
	'Client 42 64c146df': makeClient,
	'ClientAddress 10 4727dd8c': makeClientAddress,
	'ClientContact 15 3f47f868': makeClientContact,
	'ProductCatalog 9 9e6b3d46': makeProductCatalog,
	'Product 131 413c0197': makeProduct,
	'ItemLaborType 3 c6b4ce09': makeItemLaborType,
	'ProductCatalog 7 21690d5d': makeOlderProductCatalog,
	'Product 75 172cc65d': makeOlderProduct,
	'ItemLaborType 2 54414ae': makeOlderItemLaborType,
	'PurchaseOrder 26 15b1006a': makePurchaseOrder,
	'PurchaseOrderContact 9 3d9d4f0': makePurchaseOrderContact,
	'Address 8 7ee5cd56': makeAddress,
	'ShipToAddress 9 6f041141': makeShipToAddress,
	'PurchaseOrderItem 26 5d9e12c7': makePurchaseOrderItem,
	'PurchaseOrderTax 5 63f42d22': makePurchaseOrderTax,
	'ServiceOrder 60 3113cf41': makeServiceOrder,
	'ContactInfo 5 e1fb8ae5': makeContactInfo,
	'ServiceOrderResource 5 a690a080': makeServiceOrderResource,
	'ServiceOrderLabor 44 f9ffc2b6': makeServiceOrderLabor,
	'ServiceOrderProduct 41 e490446c': makeServiceOrderProduct,
	'ServiceOrderRepairItem 11 5931639b': makeServiceOrderRepairItem,
	'ServicePlan 88 1cc0c6ce': makeServicePlan,
	'ServicePlanItem 9 445e9431': makeServicePlanItem,
	'ServicePlanProjectItem 20 99e4baf8': makeServicePlanProjectItem,
	'ServicePlanFeature 3 a6a13aac': makeServicePlanFeature,
	'SITask 49 52e39eec': makeSITask,
	'TaskResource 5 a690a080': makeTaskResource,
	'TaskItem 22 e225838c': makeTaskItem,
	'TimeSheet 55 bef3ba2f': makeTimeSheet,
	'TimeSheetEntry 11 56379d9c': makeTimeSheetEntry,
};
