// JSON request bodies: fields in the documented order, and every digit of numbers that are held as strings.
import { isPlainObject, type Schema } from '../../api/schema/types';
import { isNumeric, itemOf, membersOf, type Writer } from '../encode';
import { ExactNumber, numberToken } from '../exactNumber';

/** A body as JSON. */
export const jsonText: Writer = (schema, value) => {
	if (Array.isArray(value)) {
		return `[${value.map((entry) => jsonText(itemOf(schema), entry)).join(',')}]`;
	}
	if (!isPlainObject(value)) return scalarToken(schema, value);
	const members = membersOf(schema, value).map(
		(member) => `${JSON.stringify(member.name)}:${jsonText(member.schema, member.value)}`,
	);
	return `{${members.join(',')}}`;
};

function scalarToken(schema: Schema, value: unknown): string {
	if (value instanceof ExactNumber) return value.token;
	if (typeof value === 'bigint') return String(value);
	const token = isNumeric(schema) && typeof value === 'string' ? numberToken(value) : undefined;
	return token ?? JSON.stringify(value) ?? 'null';
}
