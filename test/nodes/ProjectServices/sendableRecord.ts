// Random records that may be sent: as any other, but what is required says something.
import type { Schema } from '../../../api/schema/types';
import { type ArbitraryOptions, arbitraryRecord, type ArbitraryValues } from '../../arbitraries';
import type { fc } from '../../fastCheck.mjs';

function named(schema: Schema, value: unknown): unknown {
	if (schema.kind === 'list' && Array.isArray(value)) {
		const item = schema.item;
		if ('codes' in item && item.codes) {
			const numbers = Object.keys(item.codes).map(Number);
			return value.map((member) => numbers[Number(member) % numbers.length]);
		}
		return value.map((member) => named(schema.item, member));
	}
	if (schema.kind !== 'record' || typeof value !== 'object' || value === null) return value;
	const members: ArbitraryValues = { ...value };
	for (const field of schema.fields) {
		const member = members[field.name];
		if (field.required && typeof member === 'string' && member.trim() === '') {
			members[field.name] = `${member}x`;
		} else if (member !== undefined) members[field.name] = named(field.schema, member);
	}
	return members;
}

/** A random record whose required texts are not blank, and whose choices of numbers stand in the document's tables. */
export function sendableRecord(
	schema: Schema,
	options: ArbitraryOptions = {},
): fc.Arbitrary<ArbitraryValues> {
	return arbitraryRecord(schema, options).map((record) => named(schema, record) as ArbitraryValues);
}
