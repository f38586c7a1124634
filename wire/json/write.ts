// JSON request bodies: fields in the documented order, and every digit of numbers that are held as strings.
import { type BodyFormat, isNumeric } from '../encode';
import { ExactNumber, numberToken } from '../exactNumber';

export const jsonBody: BodyFormat = {
	contentType: 'application/json',
	root: () => '',
	inner: () => '',
	scalar(_, schema, value) {
		if (value instanceof ExactNumber) return value.token;
		if (typeof value === 'bigint') return String(value);
		const token = isNumeric(schema) && typeof value === 'string' ? numberToken(value) : undefined;
		return token ?? JSON.stringify(value);
	},
	record: (_, members) =>
		`{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`,
	list: (_, items) => `[${items.join(',')}]`,
	document: (text) => text,
};
