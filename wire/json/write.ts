// JSON request bodies: fields in the documented order, and every digit of numbers that are held as strings.
import type { Schema } from '../../api/schema/types';
import { isNumeric, itemKindOf, membersOf, type Writer } from '../encode';
import { ExactNumber, numberToken } from '../exactNumber';

/** A body as JSON. */
export const jsonText: Writer = (kind, value, irregular) => {
	const textOf = (member: Schema, inner: unknown): string => {
		if (!irregular.has(inner)) return scalarText(member, inner);
		if (Array.isArray(inner)) {
			const item = itemKindOf(member);
			return `[${inner.map((entry) => textOf(item, entry)).join(',')}]`;
		}
		const members = membersOf(member, inner as Readonly<Record<string, unknown>>);
		return `{${members.map(([name, ...rest]) => `${JSON.stringify(name)}:${textOf(...rest)}`).join(',')}}`;
	};
	return textOf(kind, value);
};

/** A value that is not irregular, or a single one. */
function scalarText(kind: Schema, value: unknown): string {
	if (value instanceof ExactNumber) return value.token;
	if (typeof value === 'bigint') return String(value);
	const token = isNumeric[kind.kind] && typeof value === 'string' ? numberToken(value) : undefined;
	return token ?? JSON.stringify(value) ?? 'null';
}
