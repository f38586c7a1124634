// Values of records whose fields the document does not show: nothing says where their dates are, so they are looked for.
import { isPlainObject } from '../../../api/schema/types';
import { isDateObject, textOfDate } from '../../../client/dates';

/** A copy of a value with dates and bigints as text. What cannot be sent is left for the writer to refuse. */
export function jsonValue(value: unknown, holders: readonly unknown[] = []): unknown {
	if (isDateObject(value)) return textOfDate(value) ?? value;
	if (typeof value === 'bigint') return String(value);
	const isNested = Array.isArray(value) || isPlainObject(value);
	if (!isNested || holders.includes(value)) return value;
	const within = [...holders, value];
	if (Array.isArray(value)) return value.map((member) => jsonValue(member, within));
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, jsonValue(member, within)]),
	);
}
