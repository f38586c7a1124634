// The operations of the resource Connection: they are about the service itself, and none of them is one of its endpoints.

/** The texts of the resource in the dropdowns. */
export const SERVICE = {
	resource: 'service',
	name: 'Connection',
	description: 'What the service does, and what became of what was sent',
	defaultOperation: 'check',
} as const;

const OPERATIONS = {
	check: {
		name: 'Check Connection and Service',
		action: 'Check connection and service',
		description: 'Find out what the service does where its documentation is silent; it only reads',
	},
	getTransactionStatus: {
		name: 'Get Transaction Status',
		action: 'Get transaction status',
		description:
			'Find out whether what the service received was applied, refused or is still pending',
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
