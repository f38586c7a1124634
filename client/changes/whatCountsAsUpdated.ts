// What counts as updated: the signature of a row (a hash of what is compared), and when it changed.
import { type ReadEndpoint, rowSchema } from '../../api/endpoint';
import {
	fieldsByName,
	isGuidString,
	isNumeric,
	isRecord,
	type Schema,
} from '../../api/schema/types';
import { comparableNumber } from '../../wire/exactNumber';
import { comparableDate, momentKey, momentOfTicks } from '../values/dates';
import { type KeyFacts, rowKey } from './rowKeys';
import { comparableId, idText } from '../values/ids';
import { canonicalJson, digest } from '../values/hashes';
import type { RecordValue } from '../../wire/result';

/**
 * A value as it counts for changes: dates are moments; the case of a GUID and the way in which a number is written do
 * not matter; null stands for null, an empty text, an empty list and a record without values.
 *
 * @param zone That of dates without an offset
 */
export function comparableValue(value: unknown, schema?: Schema, zone = 'UTC'): unknown {
	if (Array.isArray(value)) {
		const item = schema?.kind === 'list' ? schema.item : schema;
		return value.length === 0 ? null : value.map((member) => comparableValue(member, item, zone));
	}
	if (isRecord(value)) {
		const fields = schema && fieldsByName(schema);
		const filled = Object.entries(value)
			.map(
				([name, inner]) => [name, comparableValue(inner, fields?.get(name)?.schema, zone)] as const,
			)
			.filter(([, inner]) => inner !== null);
		return filled.length === 0 ? null : Object.fromEntries(filled);
	}
	if (value === '' || value === undefined) return null;
	if (schema?.kind === 'date') return comparableDate(value, zone) || null;
	if (schema && isNumeric(schema)) return comparableNumber(value);
	const isGuid = schema?.kind === 'guid' || (schema && isGuidString(schema));
	return isGuid && typeof value === 'string' ? comparableId(value) : value;
}

/** Whether two values of a field count as the same. */
export function isSameValue(a: unknown, b: unknown, schema?: Schema, zone?: string): boolean {
	if (a === b) return true;
	const text = (value: unknown) => canonicalJson(comparableValue(value, schema, zone));
	return text(a) === text(b);
}

/** The bytes of a signature: if 100,000 rows change every hour for a year, a change is missed with a probability of 5 in 10^11. */
export const SIGNATURE_BYTES = 8;

/** How rows are compared: by the facts of their endpoint. */
export interface RowFacts
	extends
		KeyFacts,
		Pick<ReadEndpoint, 'changedOn' | 'changedOnTicks' | 'rows' | 'reasons'>,
		Partial<Pick<ReadEndpoint, 'response'>> {
	/** The signature of a row, where not what the endpoint says counts. */
	readonly signatureOf?: (row: RecordValue) => string;
	/** The time zone of dates without an offset. */
	readonly timeZone?: string;
	/** Whether only the keys were read: rows without any cannot be told apart. */
	readonly keysOnly?: boolean;
}

export interface RowVersion {
	readonly key: string;
	/** Equal for two versions of a row that did not change: eight bytes, each a character. */
	readonly signature: string;
	/** When the row changed, as a string that sorts in time; empty where the row does not say. */
	readonly changedOn: string;
}

/** The version of a row that a reading found. */
export function versionOf(row: RecordValue, facts: RowFacts): RowVersion {
	const { key, changedOn = '', changedOnTicks = '', reasons, response, rows, signatureOf } = facts;
	const ticks = idText(row[changedOnTicks]).replace(/^0+$/, '');
	// A date is compared as a moment, however it is written.
	const moment = momentKey(row[changedOn], facts.timeZone) ?? momentOfTicks(ticks);
	// The case of a GUID does not matter.
	const id = comparableId(idText(row[key]));
	const compared = () => {
		// A row with reasons may change without a new date.
		if (reasons === undefined && moment !== undefined) return `${moment} ${ticks} ${id}`;
		const own = { [key]: id, ...(changedOnTicks !== '' && { [changedOnTicks]: ticks }) };
		const schema = response && rowSchema({ response, rows });
		return canonicalJson(comparableValue({ ...row, ...own }, schema, facts.timeZone));
	};
	return {
		key: rowKey(row, facts),
		signature: signatureOf?.(row) ?? digest(compared(), SIGNATURE_BYTES),
		changedOn: moment ?? '',
	};
}

/** Sorts changes as they happened; those without a date come first. */
export function inOrderOfChange<T extends { readonly changedOn: string }>(
	changes: readonly T[],
): T[] {
	return [...changes].sort((a, b) =>
		a.changedOn < b.changedOn ? -1 : Number(a.changedOn > b.changedOn),
	);
}
