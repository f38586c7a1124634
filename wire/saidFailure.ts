// Whether a response says of itself that it failed, although its status is a success. Names count in any spelling.
import { isRecord } from '../api/schema/types';
import type { RecordValue } from './result';
import { plainName } from './spelling';

/** What a boolean that is off may look like: XML without a schema holds only text. */
function isOff(value: unknown): boolean {
	return /^\s*(?:false|0)\s*$/i.test(String(value));
}

/** Whether a value has content: neither nothing nor a boolean that is off, also deep in it. */
export function hasContent(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(hasContent);
	return String(value ?? '').trim() !== '' && !isOff(value);
}

export function hasField(
	record: RecordValue,
	name: RegExp,
	test: (value: unknown) => boolean,
): boolean {
	return Object.entries(record).some(([key, value]) => name.test(plainName(key)) && test(value));
}

export function saysThatItFailed(value: unknown): value is RecordValue {
	return (
		isRecord(value) &&
		(hasField(value, /^(?:is)?success$/, isOff) || hasField(value, /^errors$/, hasContent))
	);
}
