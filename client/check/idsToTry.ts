// What a check takes: the IDs to ask for, with their labels in the panel and in texts, and the most retries.

/** A request is sent again so often at most: retries count as requests. */
export const MAX_RETRIES = 2;

/** IDs that a person has at hand; each is optional. */
export interface IdsToTry {
	readonly productCatalogId?: string;
	readonly projectId?: string;
	readonly taskId?: string;
	readonly purchaseOrderId?: string;
	readonly serviceOrderId?: string;
	readonly servicePlanId?: string;
	readonly timeSheetId?: string;
	readonly clientIds?: readonly string[];
}

/** The labels that the same IDs have in other operations. */
export const ID_LABELS: Readonly<Record<keyof IdsToTry, string>> = {
	productCatalogId: 'Catalog ID',
	projectId: 'Project ID',
	taskId: 'Task ID',
	purchaseOrderId: 'Purchase Order ID',
	serviceOrderId: 'Service Order ID',
	servicePlanId: 'Service Plan ID',
	timeSheetId: 'Time Sheet ID',
	clientIds: 'Client IDs',
};
