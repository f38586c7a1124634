// The whole service: the list of its resources, and how to find an endpoint by its address.
import { changeFeedsOf } from './changeFeed';
import { changeOrderProject } from './resources/changeOrderProject';
import { client } from './resources/client';
import type { Endpoint, ReadEndpoint, Resource, WriteEndpoint } from './endpoint';
import { productCatalog } from './resources/productCatalog';
import { project } from './resources/project';
import { purchaseOrder } from './resources/purchaseOrder';
import { serviceOrder } from './resources/serviceOrder';
import { servicePlan } from './resources/servicePlan';
import { task } from './resources/task';
import { timeSheet } from './resources/timeSheet';
import { vendor } from './resources/vendor';
import { customFieldsOf, recordsWithin, typeName } from './schema/types';

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

/** An endpoint with the key by which it is known everywhere: `<resource>/<operation>`. */
export interface EndpointEntry {
	readonly operationKey: string;
	readonly resource: Resource;
	readonly operation: string;
	readonly endpoint: Endpoint;
}

/** All endpoints. */
export const endpoints: readonly EndpointEntry[] = resources.flatMap((resource: Resource) =>
	Object.entries(resource.operations).map(([operation, endpoint]) => ({
		operationKey: `${resource.resource}/${operation}`,
		resource,
		operation,
		endpoint,
	})),
);

/** Every custom field of the service, alone and behind its record: `CustomField1`, `Product.CustomField1`. */
export const customFieldPaths: ReadonlySet<string> = new Set(
	endpoints
		.flatMap(({ endpoint }) =>
			recordsWithin(endpoint.kind === 'read' ? endpoint.response : endpoint.body),
		)
		.flatMap((record) =>
			customFieldsOf(record).flatMap((name) => [name, `${typeName(record)}.${name}`]),
		),
);

/** The operations that follow the changes of a list; none of them is an endpoint of its own. */
export const changeFeeds = changeFeedsOf(resources);

/** The read that gives the same list in pages, if the service has one. */
export function pagedFormOf({ path }: ReadEndpoint): ReadEndpoint | undefined {
	const reads = endpoints.flatMap(({ endpoint }) => (endpoint.kind === 'read' ? [endpoint] : []));
	return reads.find((read) => read.paging !== undefined && read.path === path);
}

/** The read of the records that a write changes, if the service has one. */
export function readOf(endpoint: WriteEndpoint): ReadEndpoint | undefined {
	const resource = endpoints.find((entry) => entry.endpoint === endpoint)?.resource;
	const read = resource?.operations[endpoint.readBy?.operation ?? ''];
	return read?.kind === 'read' ? read : undefined;
}

/** The endpoint behind the node's two dropdowns, or undefined where there is none. */
export function findEndpoint(resource: string, operation: string): Endpoint | undefined {
	return endpoints.find(({ operationKey }) => operationKey === `${resource}/${operation}`)
		?.endpoint;
}
