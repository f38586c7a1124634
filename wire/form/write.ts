// Form bodies, for the two endpoints of which the API documentation shows the shape: `[0]=..` for a list,
// `Name=..&Products[0].Id=..` for a record. They are only ever written, never read.
import { type BodyFormat, EncodeError, LONE_SURROGATE, scalarText } from '../encode';

const BROKEN =
	'contains a broken character (half of a surrogate pair), which a form body cannot carry';
// What reads a form ends a list at the first index that is missing, so every item has to be written.
const EMPTY_ITEM = 'is empty, which a list in a form body cannot carry';

/** A null is an empty value, and empty collections are left out. */
export const FORM_BODY: BodyFormat = {
	contentType: 'application/x-www-form-urlencoded',
	root: () => '',
	inner(key, step, _, value) {
		if (typeof step === 'string')
			return key === '' ? encodedText(step) : `${key}.${encodedText(step)}`;
		if (value === null) throw new EncodeError(EMPTY_ITEM);
		return `${key}[${step}]`;
	},
	scalar: (key, schema, value) =>
		`${key}=${value === null ? '' : encodedText(scalarText(schema, value))}`,
	record: (_, members) => members.filter((pairs) => pairs !== '').join('&'),
	list(_, items) {
		const empty = items.indexOf('');
		if (empty !== -1) throw new EncodeError(EMPTY_ITEM, [empty]);
		return items.join('&');
	},
	document: (pairs) => pairs,
};

function encodedText(text: string): string {
	if (LONE_SURROGATE.test(text)) throw new EncodeError(BROKEN);
	return encodeURIComponent(text);
}
