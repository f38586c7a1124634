// JSON request bodies: fields in the documented order, and every digit of numbers that are held as strings.
import { isNumeric } from '../../api/schema/types';
import type { BodyFormat } from '../encode';
import { ExactNumber, numberToken } from '../exactNumber';

/** A string without anything to escape. */
const PLAIN = /^[ !#-[\]-\ud7ff]*$/;

export const JSON_BODY: BodyFormat = {
	contentType: 'application/json',
	root: () => '',
	inner: (_, step) => (typeof step === 'number' ? '' : `${jsonString(step)}:`),
	scalar(key, schema, value) {
		if (value instanceof ExactNumber) return key + value.token;
		if (typeof value === 'bigint') return `${key}${value}`;
		const token = isNumeric(schema) && typeof value === 'string' ? numberToken(value) : undefined;
		return key + (token ?? (typeof value === 'string' ? jsonString(value) : JSON.stringify(value)));
	},
	record: (key, members) => `${key}{${members.join(',')}}`,
	list: (key, items) => `${key}[${items.join(',')}]`,
	document: (text) => text,
};

// A call of `JSON.stringify` takes longer than this look at a short string.
function jsonString(text: string): string {
	return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
