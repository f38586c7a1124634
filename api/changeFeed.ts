// The operations of a change feed: they read a list of the service again and again, and keep a position in it.
import type { ReadEndpoint, Resource } from './endpoint';

/** The saved value of the `operation` parameter. */
export type ChangeOperation = 'getChanges' | 'commitChanges';

/** An operation of a change feed, with the key by which it is known: `<resource>/<operation>`. */
export interface ChangeFeedEntry {
	readonly operationKey: string;
	readonly resource: Resource;
	readonly operation: ChangeOperation;
	/** The list whose changes are followed. */
	readonly endpoint: ReadEndpoint;
	readonly name: string;
	readonly action: string;
	readonly description: string;
}

function feedOf(resource: Resource, endpoint: ReadEndpoint): ChangeFeedEntry[] {
	const noun = resource.name.toLowerCase();
	const rows = `${endpoint.rowNoun ?? noun}s`;
	const entry = (operation: ChangeOperation, verb: string, description: string) => ({
		operationKey: `${resource.resource}/${operation}`,
		resource,
		operation,
		endpoint,
		name: `${verb} Changes`,
		action: `${verb} ${noun} changes`,
		description,
	});
	return [
		entry(
			'getChanges',
			'Get',
			`Retrieve the ${rows} that were created, updated or deleted since the last commit; the first time, all of them`,
		),
		entry(
			'commitChanges',
			'Commit',
			"Mark this execution's changes as processed; place it at the end of the workflow",
		),
	];
}

/** The operations of the change feeds of resources: of each list that has one. */
export function changeFeedsOf(resources: readonly Resource[]): ChangeFeedEntry[] {
	return resources.flatMap((resource) =>
		Object.values(resource.operations).flatMap((endpoint) =>
			endpoint.kind === 'read' && endpoint.changeFeed ? feedOf(resource, endpoint) : [],
		),
	);
}
