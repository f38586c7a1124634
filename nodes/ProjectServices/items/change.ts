// The item of a change: a record with what happened to it.
import type { Schema } from '../../../api/schema/types';
import type { ChangeType } from '../../../client/changes/knownRows';
import { withField, withFieldSchema } from '../../shared/addedField';
import type { RecordValue } from '../../../wire/result';

/** The field of an item that says what happened to its record. */
export const CHANGE_FIELD = 'change';

export function withChange(row: RecordValue, change: ChangeType): RecordValue {
	return withField(row, CHANGE_FIELD, change);
}

export function withChangeSchema(record: Schema): Schema {
	return withFieldSchema(record, CHANGE_FIELD, { kind: 'string' });
}
