// Custom fields under the names that people gave them.
import { fieldsByName, isRecord, type Schema } from '../../api/schema/types';
import { ownName, type OwnNames } from './customFieldNames';

/** A value with people's own names for custom fields, in nested records as well. */
export function withOwnNames(value: unknown, names: OwnNames, schema: Schema | undefined): unknown {
	const record = schema?.kind === 'list' ? schema.item : schema;
	if (Array.isArray(value)) return value.map((member) => withOwnNames(member, names, record));
	if (!isRecord(value)) return value;
	const renamed: Record<string, unknown> = {};
	for (const [key, member] of Object.entries(value)) {
		const own = (record && ownName(names, record, key)) ?? key;
		// Nothing is replaced where the service uses a person's own name for an undocumented field. A definition,
		// because a person may name a field __proto__.
		Object.defineProperty(renamed, Object.hasOwn(value, own) ? key : own, {
			value: withOwnNames(member, names, record && fieldsByName(record).get(key)?.schema),
			writable: true,
			enumerable: true,
			configurable: true,
		});
	}
	return renamed;
}
