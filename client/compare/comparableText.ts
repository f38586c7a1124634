// When two values of the service are the same: for what counts as updated, and for what a write would change.
import { isNumeric, isRecord, isTicks, type Schema } from '../../api/schema/types';
import { comparableNumber } from '../../wire/exactNumber';
import { comparableDate } from '../values/dates';
import { comparableId } from '../values/ids';

function recordText(
	record: Readonly<Record<string, unknown>>,
	schema: Schema | undefined,
	zone: string | undefined,
): string {
	// Signed addresses and server times, which change with each response, are undocumented.
	const fields: ReadonlyArray<{ readonly name: string; readonly schema?: Schema }> =
		schema?.kind === 'record'
			? schema.fields
			: Object.keys(record)
					.sort()
					.map((name) => ({ name }));
	const parts: string[] = [];
	for (const field of fields) {
		const text = comparableText(record[field.name], field.schema, zone);
		if (text !== '') parts.push(`${field.name}:${text}`);
	}
	return parts.length === 0 ? '' : `{${parts.join()}}`;
}

function scalarText(value: unknown, schema: Schema | undefined, zone: string | undefined): string {
	if (typeof value === 'boolean') return String(value);
	if (schema?.kind === 'date' && typeof value === 'string') return comparableDate(value, zone);
	if (schema && isTicks(schema) && Number(value) === 0) return '';
	if (schema && isNumeric(schema)) return String(comparableNumber(value));
	return JSON.stringify(typeof value === 'string' ? comparableId(value) : value);
}

/**
 * The same text for values that count as the same: null, absent, empty text, an empty list and a record without values
 * are all empty; numbers have their value, dates their moment, GUIDs any case. Undocumented fields of a record do not
 * count.
 *
 * @param zone That of dates without an offset; UTC by default
 */
export function comparableText(value: unknown, schema?: Schema, zone?: string): string {
	if (value === null || value === undefined || value === '') return '';
	if (Array.isArray(value)) {
		const item = schema?.kind === 'list' ? schema.item : schema;
		return value.length === 0
			? ''
			: `[${value.map((entry) => comparableText(entry, item, zone)).join()}]`;
	}
	if (isRecord(value)) return recordText(value, schema, zone);
	return scalarText(value, schema, zone);
}

/** Whether two values of a field count as the same. */
export function isSameValue(a: unknown, b: unknown, schema?: Schema, zone?: string): boolean {
	return a === b || comparableText(a, schema, zone) === comparableText(b, schema, zone);
}
