// What the API documentation says "not shown" of: as a whole, and within a record.
import { recordFields, type Schema } from '../api/schema/types';

export interface UndocumentedTopic {
	/** As the API documentation names it. */
	readonly subject: string;
	/** In the names of the node, where the API documentation gives an endpoint by its number. */
	readonly words?: string;
	/** The fields whose allowed values are left open. */
	readonly fields?: readonly string[];
}

/** Every open question of the API documentation, in its order, except those about single fields of update bodies. */
export const UNDOCUMENTED_TOPICS: readonly UndocumentedTopic[] = [
	{
		subject: 'TypeId allowed values (all resources)',
		words: 'Allowed values of TypeId (all resources)',
		fields: ['TypeId'],
	},
	{
		subject: 'Allowed values of Status, Progress and OrderStatus',
		fields: ['Status', 'Progress', 'OrderStatus'],
	},
	{ subject: 'Transitions', words: 'Transitions between states' },
	{ subject: 'Response of endpoint 11', words: 'The response to Publish of a product catalog' },
	{ subject: 'Response of endpoint 18', words: 'The response to Update of a project' },
	{ subject: 'The endpoint or operation that reports the status of a transaction by MessageId' },
	{
		subject:
			'Whether the catalog read (7 and 8, same path) chooses its response form by the presence of pageNumber or pageSize',
		words:
			'Whether Get and Get (Legacy) of a product catalog, which share a path, differ by pageNumber or pageSize',
	},
	{
		subject: 'Whether endpoint 4 returns one task or a list of tasks',
		words: 'Whether Get by Project returns one task or a list of tasks',
	},
	{ subject: 'Authentication' },
	{ subject: 'Events' },
	{ subject: 'Error responses' },
	{ subject: 'Rate limits, body-size limits and maximum page sizes' },
	{
		subject:
			'Version identifiers, compatibility policy and a replacement for the deprecated operation',
	},
];

/** What the API documentation leaves open within a record: codes whose values it does not list, types whose fields it does not show. */
export function undocumentedWithin(schema: Schema): string[] {
	switch (schema.kind) {
		case 'opaque':
			return [schema.name];
		case 'list':
			return undocumentedWithin(schema.item);
		default:
			return recordFields(schema).flatMap((field) =>
				field.undocumentedCode ? [field.name] : undocumentedWithin(field.schema),
			);
	}
}
