// When two IDs are the same one.

/** An ID as text; empty for a value that cannot be an ID. */
export function idText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const guid = /^[{(]?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}[)}]?$/i;

/** An ID as it is compared with others: of a GUID, the case does not matter. */
export function comparableId(id: string): string {
	return guid.test(id) ? id.toLowerCase() : id;
}

/** IDs by what is compared of them, each in the spelling in which it comes first. */
export function byComparableId(ids: Iterable<string>): Map<string, string> {
	const spellings = new Map<string, string>();
	for (const id of ids) {
		const key = comparableId(id);
		if (!spellings.has(key)) spellings.set(key, id);
	}
	return spellings;
}

/** The ID of a row as it is compared; undefined for a row without one. */
export function keyOf(row: unknown, field: string): string | undefined {
	const record: Readonly<Record<string, unknown>> = Object(row);
	const id = idText(record[field]);
	return id === '' ? undefined : comparableId(id);
}
