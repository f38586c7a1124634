// The item of a change: a record with what happened to it.
import type { INode } from 'n8n-workflow';

import type { Schema } from '../../../api/schema/types';
import type { ChangeType } from '../../../client/changes/follow';
import type { RecordValue } from '../../../wire/result';
import type { OwnNames } from '../customFieldNames';
import { parameterError } from '../errors';

/** The field of an item that says what happened to its record. */
const CHANGE_FIELD = 'change';

/** The field of an item that says why a change order project is emitted. */
export const REASONS_FIELD = 'reasons';

/** A record with a field of the node. A field of the service that has the same name becomes `change_1`. */
function withField(record: RecordValue, name: string, value: unknown): RecordValue {
	if (!Object.hasOwn(record, name)) return { ...record, [name]: value };
	let number = 1;
	while (Object.hasOwn(record, `${name}_${number}`)) number++;
	const { [name]: own, ...others } = record;
	return { ...others, [`${name}_${number}`]: own, [name]: value };
}

export function withChange(row: RecordValue, change: ChangeType): RecordValue {
	return withField(row, CHANGE_FIELD, change);
}

export function withReasons(row: RecordValue, reasons: readonly string[]): RecordValue {
	return withField(row, REASONS_FIELD, reasons);
}

/** A record's schema with the field for its change. */
export function withChangeSchema(record: Schema): Schema {
	if (record.kind !== 'record') return record;
	const field = { name: CHANGE_FIELD, schema: { kind: 'string' }, required: false } as const;
	return {
		...record,
		fields: [...record.fields, field],
		fieldsByName: new Map([...record.fieldsByName, [CHANGE_FIELD, field]]),
	};
}

/**
 * Checks that no custom field has the name of the field that the node adds.
 *
 * @throws NodeOperationError
 */
export function checkChangeNames(node: INode, names: OwnNames | undefined, itemIndex?: number) {
	if (![...(names?.values() ?? [])].includes(CHANGE_FIELD)) return;
	const problem = `"${CHANGE_FIELD}" in 'Custom Field Names' is the name of another field. Choose another name.`;
	throw parameterError(node, problem, itemIndex);
}
