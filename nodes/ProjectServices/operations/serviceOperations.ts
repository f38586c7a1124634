// The operations of the resource Connection: they are about the service itself, and none of them is one of its endpoints.

/** What the dropdowns show of the resource. */
export const SERVICE = {
	resource: 'service',
	name: 'Connection',
	description: 'What the service does, what became of what was sent, and paths of its own',
	defaultOperation: 'check',
} as const;

const OPERATIONS = {
	check: {
		name: 'Check Connection and Service',
		action: 'Check connection and service',
		description: 'Find out what the service does where its documentation is silent; it only reads',
	},
	getFromPath: {
		name: 'Get From Path',
		action: 'Get from path of service',
		description: 'Retrieve the records under any path of the service, such as a list of projects',
	},
	getTransactionStatus: {
		name: 'Get Transaction Status',
		action: 'Get transaction status',
		description:
			'Find out whether what the service accepted was applied, refused or is still pending',
	},
} as const;

export type ServiceOperation = keyof typeof OPERATIONS;

/** The operations with their keys: `service/<operation>`. */
export const serviceOperations = (Object.keys(OPERATIONS) as ServiceOperation[]).map(
	(operation) => ({
		operationKey: `${SERVICE.resource}/${operation}`,
		resource: SERVICE,
		operation,
		...OPERATIONS[operation],
	}),
);
