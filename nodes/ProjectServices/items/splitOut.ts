// Split Out: the entries of a record's collection become items, each with the record around it.
import { fieldsByName, isRecord, type Schema } from '../../../api/schema/types';
import { isEmpty } from '../../../wire/projection';
import type { RecordValue } from '../../../wire/result';
import { withField, withFieldSchema } from '../../shared/addedField';

export interface SplitOut {
	readonly collection: string;
	/** The field of an item that holds the record around the collection. */
	readonly parent: string;
	/** The fields of that record to keep; left out, all except collections. */
	readonly parentFields?: readonly string[] | undefined;
}

/** What the entries of a record's collection are. */
export function memberSchema(schema: Schema, collection: string): Schema {
	const list = fieldsByName(schema).get(collection)?.schema;
	return list?.kind === 'list' ? list.item : schema;
}

/** Whether a record has nothing to split. */
export function isUnsplit(row: RecordValue, { collection }: SplitOut): boolean {
	return isEmpty(row[collection] ?? null);
}

/** The entries of a record's collection, each with the record around it. */
export function splitRow(
	row: RecordValue,
	splitOut: SplitOut,
	select: (row: unknown) => unknown,
): RecordValue[] {
	if (isUnsplit(row, splitOut)) return [];
	const { collection, parent, parentFields } = splitOut;
	const fields = Object.entries(Object(select(row))).filter(([, value]) => !Array.isArray(value));
	// It may have come as a single record.
	return [row[collection]].flat().map((member: unknown) => {
		const entry = isRecord(member) ? member : { [collection]: member };
		return parentFields?.length === 0
			? { ...entry }
			: withField(entry, parent, Object.fromEntries(fields));
	});
}

/** What an entry of a collection is, with the record around it. */
export function splitSchema(schema: Schema, { collection, parent }: SplitOut): Schema {
	const member = memberSchema(schema, collection);
	return member.kind === 'record' ? withFieldSchema(member, parent, schema) : schema;
}
