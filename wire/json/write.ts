// JSON request bodies: fields in the documented order, and every digit of numbers that are held as strings.
import { type BodyFormat, isNumeric } from '../encode';
import { ExactNumber, numberToken } from '../exactNumber';

export const jsonBody: BodyFormat = {
	contentType: 'application/json',
	root: () => '',
	inner: (_, step) => (typeof step === 'number' ? '' : `${JSON.stringify(step)}:`),
	scalar(key, schema, value) {
		if (value instanceof ExactNumber) return key + value.token;
		if (typeof value === 'bigint') return `${key}${value}`;
		const token = isNumeric(schema) && typeof value === 'string' ? numberToken(value) : undefined;
		return key + (token ?? JSON.stringify(value));
	},
	record: (key, members) => `${key}{${members.join(',')}}`,
	list: (key, items) => `${key}[${items.join(',')}]`,
	document: (text) => text,
};
