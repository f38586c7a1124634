// The operations of a change feed: they read a list of the service again and again, and keep a position in it.
import type { ReadEndpoint, Resource } from './endpoint';

interface OperationText {
	readonly name: string;
	readonly action: (noun: string) => string;
	readonly description: (rows: string) => string;
}

/** By the saved value of the `operation` parameter. */
export const changeOperations = {
	getChanges: {
		name: 'Get Changes',
		action: (noun) => `Get ${noun} changes`,
		description: (rows) =>
			`Retrieve the ${rows} that were created, updated or deleted since the last commit; the first time, all of them`,
	},
	commitChanges: {
		name: 'Commit Changes',
		action: (noun) => `Commit ${noun} changes`,
		description: () =>
			"Mark this execution's changes as processed; place it at the end of the workflow",
	},
	resetChanges: {
		name: 'Reset Changes',
		action: (noun) => `Reset ${noun} changes`,
		description: (rows) => `Start over: the next Get Changes retrieves all ${rows}`,
	},
} as const satisfies Readonly<Record<string, OperationText>>;

export type ChangeOperation = keyof typeof changeOperations;

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

function entry(
	resource: Resource,
	endpoint: ReadEndpoint,
	operation: ChangeOperation,
): ChangeFeedEntry {
	const { name, action, description } = changeOperations[operation];
	const noun = resource.name.toLowerCase();
	return {
		operationKey: `${resource.resource}/${operation}`,
		resource,
		operation,
		endpoint,
		name,
		action: action(noun),
		description: description(`${endpoint.rowNoun ?? noun}s`),
	};
}

/** The operations of the change feeds of resources: of each list that has one. */
export function changeFeedsOf(resources: readonly Resource[]): ChangeFeedEntry[] {
	return resources.flatMap((resource) =>
		Object.values(resource.operations)
			.filter((endpoint) => endpoint.kind === 'read' && endpoint.changeFeed)
			.flatMap((endpoint) =>
				(Object.keys(changeOperations) as ChangeOperation[]).map((operation) =>
					entry(resource, endpoint as ReadEndpoint, operation),
				),
			),
	);
}
