// What each operation puts out, as JSON schemas: the editor shows their fields before anything has run.
import { type Endpoint, rowSchema, undocumented } from '../api/endpoint';
import type { ChangeFeedEntry } from '../api/changeFeed';
import { changeFeeds, endpoints } from '../api/index';
import { recordFields, type Schema } from '../api/schema/types';
import { withChangeSchema } from '../nodes/shared/items/change';
import {
	serviceOperations,
	type ServiceOperation,
} from '../nodes/ProjectServices/operations/serviceOperations';

/**
 * The part of JSON schema that the editor reads: `type`, `properties` and `items`.
 * One type a field: where a value can also be null, or text because no JavaScript number
 * holds it, the schema names what it is nearly always.
 */
export interface JsonSchema {
	readonly type: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly items?: JsonSchema;
}

function ofRecord(schema: Schema): JsonSchema {
	const properties = recordFields(schema).map((field) => [field.name, ofSchema(field.schema)]);
	return { type: 'object', properties: Object.fromEntries(properties) as JsonSchema['properties'] };
}

function ofSchema(schema: Schema): JsonSchema {
	switch (schema.kind) {
		case 'string':
		case 'guid':
		case 'date':
		case 'enum':
			return { type: 'string' };
		case 'integer':
		case 'byte':
			return { type: 'integer' };
		case 'decimal':
			return { type: 'number' };
		case 'boolean':
			return { type: 'boolean' };
		case 'list':
			return { type: 'array', items: ofSchema(schema.item) };
		case 'record':
			return ofRecord(schema);
		case 'opaque':
			return { type: 'object' };
		default:
			return schema satisfies never;
	}
}

/** The item of an operation in its default output. */
export function outputSchema(endpoint: Endpoint): JsonSchema {
	if (endpoint.kind === 'read') return ofRecord(rowSchema(endpoint));
	const counted = { recordCount: { type: 'integer' } } as const;
	if (endpoint.response === undocumented) {
		return { type: 'object', properties: { success: { type: 'boolean' }, ...counted } };
	}
	return {
		type: 'object',
		properties: { ...ofRecord(endpoint.response).properties, ...counted },
	};
}

/** The item of an operation of a change feed. */
function feedSchema({ operation, endpoint }: ChangeFeedEntry): JsonSchema {
	switch (operation) {
		case 'getChanges':
			return ofRecord(withChangeSchema(rowSchema(endpoint)));
		case 'commitChanges':
			return {
				type: 'object',
				properties: { committed: { type: 'boolean' }, changes: { type: 'integer' } },
			};
		default:
			return operation satisfies never;
	}
}

function texts(...names: readonly string[]): JsonSchema['properties'] {
	return Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
}

/** The items of operations of the resource Service. */
const serviceSchemas: Readonly<Record<ServiceOperation, JsonSchema>> = {
	check: {
		type: 'object',
		properties: texts('id', 'question', 'answer', 'evidence', 'consequence'),
	},
	getTransactionStatus: {
		type: 'object',
		properties: { ...texts('MessageId', 'status', 'said'), response: { type: 'object' } },
	},
};

/** The folder that n8n looks in, beside the node, for version 1 of the node. */
export const SCHEMA_FOLDER = 'nodes/ProjectServices/__schema__/v1.0.0';

/** File in `schemaFolder` to its text, for every operation. */
export function schemaFiles(): Map<string, string> {
	const schemas: Array<readonly [key: string, schema: JsonSchema]> = [
		...endpoints.map(
			({ operationKey, endpoint }) => [operationKey, outputSchema(endpoint)] as const,
		),
		...changeFeeds.map((feed) => [feed.operationKey, feedSchema(feed)] as const),
		...serviceOperations.map(
			({ operationKey, operation }) => [operationKey, serviceSchemas[operation]] as const,
		),
	];
	return new Map(
		schemas.map(([key, schema]) => [`${key}.json`, `${JSON.stringify(schema, null, '\t')}\n`]),
	);
}
