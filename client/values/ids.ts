// IDs: what is one, and how they are compared. They are text, compared exactly; of GUIDs, case does not matter.
import type { RecordValue } from '../../wire/result';

/** An ID as text; empty for a value that cannot be one. */
export function idText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const GUID_LENGTH = 36;

/** What services write for an ID that was never set: nothing, zero or a GUID of zeros. */
const NO_ID = /^(?:0|0{8}-(?:0{4}-){3}0{12})?$/;

/** Whether a value is an ID. */
export function isId(value: unknown): value is string | number {
	return !NO_ID.test(idText(value).trim());
}

/** An ID as it is compared with others. */
export function comparableId(id: string): string {
	return id.length === GUID_LENGTH && GUID.test(id) ? id.toLowerCase() : id;
}

/** IDs by their comparable form; each keeps the spelling in which it came first. */
export function byComparableId(ids: Iterable<string>): Map<string, string> {
	const spellings = new Map<string, string>();
	for (const id of ids) {
		const key = comparableId(id);
		if (!spellings.has(key)) spellings.set(key, id);
	}
	return spellings;
}

/** The comparable ID of a row; undefined for a row without one. */
export function comparableKey(row: RecordValue, field: string): string | undefined {
	const id = row[field];
	return isId(id) ? comparableId(String(id)) : undefined;
}
