// The fields that the editor loads: those of the resource mapper, and those of the list under Fields.
import type {
	FieldType,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { changeFeeds, findEndpoint } from '../../../api';
import { recordSchema, rowSchema, shownFields, type WriteEndpoint } from '../../../api/endpoint';
import { isGuidString, recordFields, type Schema } from '../../../api/schema/types';
import { labelOf } from '../../shared/labels';
import { choices } from '../../shared/widgets';
import { CREDENTIAL_TYPE } from '../../../credentials/credentialValues';
import { isExpected } from '../../shared/errors';
import { customFieldNames, ownName, type OwnNames } from '../../shared/customFieldNames';

const FIELD_TYPES: Readonly<Record<Schema['kind'], FieldType>> = {
	boolean: 'boolean',
	byte: 'number',
	date: 'dateTime',
	decimal: 'number',
	enum: 'options',
	guid: 'string',
	integer: 'number',
	list: 'array',
	opaque: 'object',
	record: 'object',
	string: 'string',
};

function nameShown(names: OwnNames, record: Schema, name: string, label = labelOf(name)) {
	const own = ownName(names, record, name);
	return own === undefined ? label : `${own} (${name})`;
}

/** The fields of the record type of a publish. */
export function mapperFields(endpoint: WriteEndpoint, names: OwnNames): ResourceMapperField[] {
	if (endpoint.records === undefined) return [];
	const record = recordSchema(endpoint);
	const fields = recordFields(record);
	const shown = shownFields(endpoint, fields);
	return fields.map((field) => {
		const { name, schema, required } = field;
		const label = isGuidString(schema) ? `${labelOf(name)} (GUID)` : labelOf(name);
		return {
			id: name,
			displayName: nameShown(names, record, name, label),
			required,
			removed: !shown.includes(field),
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			type: FIELD_TYPES[schema.kind],
			...(schema.kind === 'enum' && { options: choices(schema.values) }),
		};
	});
}

/** While names of custom fields in the credential are wrong, the fields show without them. */
async function ownNamesOf(context: ILoadOptionsFunctions, schema: Schema): Promise<OwnNames> {
	const node = context.getNode();
	const isConnected = node.credentials?.[CREDENTIAL_TYPE] !== undefined;
	const { customFieldNames: names } = isConnected
		? await context.getCredentials(CREDENTIAL_TYPE)
		: {};
	const inCredential = typeof names === 'string' ? names : '';
	const read = async () => customFieldNames(node, schema, inCredential);
	return await read().catch((error: unknown) =>
		isExpected(error) ? new Map<string, string>() : Promise.reject(error),
	);
}

function chosenEndpoint(context: ILoadOptionsFunctions) {
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		String(context.getCurrentNodeParameter(name) ?? ''),
	);
	const operationKey = `${resource}/${operation}`;
	return (
		changeFeeds.find((feed) => feed.operationKey === operationKey)?.endpoint ??
		findEndpoint(resource, operation)
	);
}

/** What n8n asks for when the mapper opens (`resourceMapperMethod`). */
export async function getRecordFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const endpoint = chosenEndpoint(this);
	if (endpoint?.kind !== 'write') return { fields: [] };
	return { fields: mapperFields(endpoint, await ownNamesOf(this, endpoint.body)) };
}

/** What n8n asks for when the list of Fields opens (`loadOptionsMethod`). */
export async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const endpoint = chosenEndpoint(this);
	if (endpoint?.kind !== 'read') return [];
	const schema = rowSchema(endpoint);
	const names = await ownNamesOf(this, schema);
	const fields = recordFields(schema).map(({ name }) => name);
	return choices(fields, (name) => nameShown(names, schema, name));
}
