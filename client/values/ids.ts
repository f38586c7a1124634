// IDs, and how they are compared: of GUIDs, case and braces do not matter.
import type { RecordValue } from '../../wire/result';

/** An ID as text; empty for a value that cannot be an ID. */
export function idText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const GUID_IN_ANY_FORM = /^[{(]?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}[)}]?$/i;
/** The length of a GUID as the service writes it. */
const GUID_LENGTH = 36;

export function isGuid(id: string): boolean {
	return GUID_IN_ANY_FORM.test(id);
}

/** An ID as it is compared with others: of a GUID, only the digits count. */
export function comparableId(id: string): string {
	if (!isGuid(id)) return id;
	const lower = id.toLowerCase();
	if (lower.length === GUID_LENGTH) return lower;
	return lower.replace(/[^\da-f]/g, '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** IDs by their comparable form, each in the spelling in which it comes first. */
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
	return comparableId(idText(row[field])) || undefined;
}
