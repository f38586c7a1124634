// Form bodies, for the two endpoints of which the document shows the shape: `[0]=..` for a list,
// `Name=..&Products[0].Id=..` for a record. They are only ever written, never read.
import { isPlainObject, type Schema } from '../../api/schema/types';
import { EncodeError, itemOf, membersOf, scalarText, within, type Writer } from '../encode';

const LONE_SURROGATE = /\p{Surrogate}/u;

/** A body as a form: a null is an empty value, and empty collections are left out. */
export const formText: Writer = (schema, value) => pairsOf(schema, value, '').join('&');

function pairsOf(schema: Schema, value: unknown, key: string): string[] {
	if (value === undefined) return [];
	if (value === null) return [`${key}=`];
	if (Array.isArray(value)) return listPairs(itemOf(schema), value, key);
	if (!isPlainObject(value)) return [`${key}=${encoded(scalarText(schema, value))}`];
	return membersOf(schema, value).flatMap(({ name, schema: member, value: inner }) =>
		within(name, () => {
			const memberKey = key === '' ? encoded(name) : `${key}.${encoded(name)}`;
			return pairsOf(member, inner, memberKey);
		}),
	);
}

// What reads a form ends a list at the first index that is missing, so every item has to be written.
function listPairs(item: Schema, values: readonly unknown[], key: string): string[] {
	return values.flatMap((value, index) =>
		within(index, () => {
			const pairs = value === null ? [] : pairsOf(item, value, `${key}[${index}]`);
			if (pairs.length > 0) return pairs;
			throw new EncodeError('is empty, which a list in a form body cannot carry');
		}),
	);
}

function encoded(text: string): string {
	if (LONE_SURROGATE.test(text)) {
		throw new EncodeError('holds half of a surrogate pair, which a form body cannot carry');
	}
	return encodeURIComponent(text);
}
