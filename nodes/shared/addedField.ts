// A field that the node adds to a record of the service.
import type { Schema } from '../../api/schema/types';
import type { RecordValue } from '../../wire/result';

/** A record with a field of the node. A field of the service that has the same name becomes `change_1`. */
export function withField(record: RecordValue, name: string, value: unknown): RecordValue {
	if (!Object.hasOwn(record, name)) return { ...record, [name]: value };
	let number = 1;
	while (Object.hasOwn(record, `${name}_${number}`)) number++;
	const { [name]: own, ...others } = record;
	return { ...others, [`${name}_${number}`]: own, [name]: value };
}

/** A record's schema with a field of the node. */
export function withFieldSchema(record: Schema, name: string, schema: Schema): Schema {
	if (record.kind !== 'record') return record;
	const field = { name, schema, required: false };
	return {
		...record,
		fields: [...record.fields, field],
		fieldsByName: new Map([...record.fieldsByName, [name, field]]),
	};
}
