// Choices of codes, of which the service takes an empty one for all of them.
import type { WriteEndpoint } from '../../../api/endpoint';
import { type Codes, type Field, recordFields } from '../../../api/schema/types';
import type { RecordValue } from '../../../wire/result';
import { parseList } from '../../shared/expressions';

/** The codes of which a list holds some. */
export function codesOf({ schema }: Field): Codes | undefined {
	const item = schema.kind === 'list' ? schema.item : undefined;
	return item && 'codes' in item ? item.codes : undefined;
}

/** Whether nothing was chosen of a list of codes: the service takes a choice that is left out for all of them. */
export function isEmptyChoice(field: Field, value: unknown): boolean {
	if (!codesOf(field)) return false;
	return parseList(typeof value === 'string' ? value.replace(/[[\]]/g, '') : value).length === 0;
}

/** The choices of a JSON body that hold nothing. */
export function emptyChoices({ body: schema }: WriteEndpoint, body: RecordValue): Field[] {
	return recordFields(schema).filter(
		(field) => body[field.name] !== undefined && isEmptyChoice(field, body[field.name]),
	);
}
