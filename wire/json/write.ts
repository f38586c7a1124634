// JSON request bodies: fields in the documented order, and every digit of numbers that are held as strings.
import type { Schema } from '../../api/schema/types';
import { isNumeric, itemOf, membersOf, type Writer } from '../encode';
import { ExactNumber, numberToken } from '../exactNumber';

/** A body as JSON. */
export const jsonText: Writer = (body, content, irregular) => {
	const textOf = (schema: Schema, value: unknown): string => {
		if (!irregular.has(value)) return regularText(schema, value);
		if (Array.isArray(value)) {
			return `[${value.map((entry) => textOf(itemOf(schema), entry)).join(',')}]`;
		}
		const members = membersOf(schema, value as Readonly<Record<string, unknown>>).map(
			(member) => `${JSON.stringify(member.name)}:${textOf(member.schema, member.value)}`,
		);
		return `{${members.join(',')}}`;
	};
	return textOf(body, content);
};

/** A single value, or one that is not irregular. */
function regularText(schema: Schema, value: unknown): string {
	if (value instanceof ExactNumber) return value.token;
	if (typeof value === 'bigint') return String(value);
	const token = isNumeric(schema) && typeof value === 'string' ? numberToken(value) : undefined;
	return token ?? JSON.stringify(value) ?? 'null';
}
