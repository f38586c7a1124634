// The parameters that fill fields of a body.
import type { WriteEndpoint } from '../../../api/endpoint';
import { type Codes, type Field, recordFields } from '../../../api/schema/types';

/** The group of a fixed collection with its entries, and the collection in an entry with fields that few need. */
export const ENTRY_GROUP = 'values';
export const ADDITIONAL_FIELDS = 'additionalFields';

export const RECORD_PARAMETER = 'record';

/** The parameters that fill fields of the body, and those fields. */
export function bodyParametersOf(
	endpoint: WriteEndpoint,
): Array<{ parameter: string; field: Field }> {
	const fields = new Map(recordFields(endpoint.body).map((field) => [field.name, field]));
	return Object.entries(endpoint.bodyParameters).flatMap(([parameter, name]) => {
		const field = fields.get(name);
		return field ? [{ parameter, field }] : [];
	});
}

/** Whether a parameter says which list or record is written; these also show beside a JSON body. */
export function isIdentifier({ schema }: Field): boolean {
	return schema.kind === 'string';
}

/** The parameters that say which list or record is written. */
export function identityFields(endpoint: WriteEndpoint) {
	return bodyParametersOf(endpoint).filter(({ field }) => isIdentifier(field));
}

/** The codes of which a list holds some. */
export function codesOf({ schema }: Field): Codes | undefined {
	const item = schema.kind === 'list' ? schema.item : undefined;
	return item && 'codes' in item ? item.codes : undefined;
}
