// What the service's document says "not shown" of as a whole; an endpoint's own open questions stand with it.

export interface Silence {
	/** The document's words for it. */
	readonly subject: string;
	/** The fields whose allowed values are left open. */
	readonly fields?: readonly string[];
}

/** Every open question of the document, in its order, except those about single fields of update bodies. */
export const silences: readonly Silence[] = [
	{ subject: 'TypeId allowed values (all resources)', fields: ['TypeId'] },
	{
		subject: 'Allowed values of Status, Progress and OrderStatus',
		fields: ['Status', 'Progress', 'OrderStatus'],
	},
	{ subject: 'Transitions' },
	{ subject: 'Response of endpoint 11' },
	{ subject: 'Response of endpoint 18' },
	{ subject: 'The endpoint or operation that reports the status of a transaction by MessageId' },
	{
		subject:
			'Whether the catalog read (7 and 8, same path) chooses its response form by the presence of pageNumber or pageSize',
	},
	{ subject: 'Whether endpoint 4 returns one task or a list of tasks' },
	{ subject: 'Authentication' },
	{ subject: 'Events' },
	{ subject: 'Error responses' },
	{ subject: 'Rate limits, body-size limits and maximum page sizes' },
	{
		subject:
			'Version identifiers, compatibility policy and a replacement for the deprecated operation',
	},
];
