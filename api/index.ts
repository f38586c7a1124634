// The whole service: the list of its resources, and how to find an endpoint by its address.
import { changeFeedsOf } from './changeFeed';
import { changeOrderProject } from './changeOrderProject';
import { client } from './client';
import type { Endpoint, Resource } from './endpoint';
import { productCatalog } from './productCatalog';
import { project } from './project';
import { purchaseOrder } from './purchaseOrder';
import { serviceOrder } from './serviceOrder';
import { servicePlan } from './servicePlan';
import { task } from './task';
import { timeSheet } from './timeSheet';
import { vendor } from './vendor';

/** Every resource of the service, in alphabetical order. */
export const resources = [
	changeOrderProject,
	client,
	productCatalog,
	project,
	purchaseOrder,
	serviceOrder,
	servicePlan,
	task,
	timeSheet,
	vendor,
] as const satisfies readonly Resource[];

/** An endpoint with the address it is known by everywhere: `<resource>/<operation>`. */
export interface EndpointEntry {
	readonly key: string;
	readonly resource: Resource;
	readonly operation: string;
	readonly endpoint: Endpoint;
}

/** All 18 endpoints. */
export const endpoints: readonly EndpointEntry[] = resources.flatMap((resource: Resource) =>
	Object.entries(resource.operations).map(([operation, endpoint]) => ({
		key: `${resource.resource}/${operation}`,
		resource,
		operation,
		endpoint,
	})),
);

/** The operations that follow the changes of a list; none of them is an endpoint of its own. */
export const changeFeeds = changeFeedsOf(resources);

/** The endpoint behind the node's two dropdowns, or undefined where there is none. */
export function findEndpoint(resource: string, operation: string): Endpoint | undefined {
	return endpoints.find(({ key }) => key === `${resource}/${operation}`)?.endpoint;
}
