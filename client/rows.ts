// What identifies a row (its key), and what tells that it changed: its signature (a hash of content) and its date.
import { createHash } from 'crypto';

import { type ReadEndpoint, rowSchema } from '../api/endpoint';
import { fieldsByName, isRecord, type Schema } from '../api/schema/types';
import { comparableDate, momentKey, momentOfTicks } from './dates';

export type Row = Readonly<Record<string, unknown>>;

/** An ID as text; empty for a value that cannot be an ID. */
export function idText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const guid = /^[{(]?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}[)}]?$/i;
/** The length of a GUID as the service writes it. */
const guidLength = 36;

/** An ID as it is compared with others: of a GUID, only the digits count. */
export function comparableId(id: string): string {
	if (!guid.test(id)) return id;
	const lower = id.toLowerCase();
	if (lower.length === guidLength) return lower;
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
export function comparableKey(row: Row, field: string): string | undefined {
	return comparableId(idText(row[field])) || undefined;
}

/** The same text for the same content: neither the order of fields nor null or absent matters. */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value))
		return `[${value.map((member) => canonicalJson(member ?? null)).join()}]`;
	if (!isRecord(value)) return JSON.stringify(value) ?? '';
	const fields: string[] = [];
	for (const name of Object.keys(value).sort()) {
		const inner = value[name];
		if (inner === null || inner === undefined) continue;
		fields.push(`[${JSON.stringify(name)},${canonicalJson(inner)}]`);
	}
	return `[${fields.join()}]`;
}

/**
 * A value as it counts for changes: dates are moments; null stands for null, an empty text, an empty list and a record
 * without values.
 */
export function comparableValue(value: unknown, schema?: Schema): unknown {
	if (Array.isArray(value)) {
		const item = schema?.kind === 'list' ? schema.item : schema;
		return value.length === 0 ? null : value.map((member) => comparableValue(member, item));
	}
	if (isRecord(value)) {
		const fields = schema && fieldsByName(schema);
		const filled = Object.entries(value)
			.map(([name, inner]) => [name, comparableValue(inner, fields?.get(name)?.schema)] as const)
			.filter(([, inner]) => inner !== null);
		return filled.length === 0 ? null : Object.fromEntries(filled);
	}
	if (schema?.kind === 'date') return comparableDate(value) || null;
	return value === '' || value === undefined ? null : value;
}

/** The first bytes of a text's SHA-256, each as a character. */
export function digest(text: string, bytes: number): string {
	return createHash('sha256').update(text).digest().toString('latin1', 0, bytes);
}

/** The first characters of a text's SHA-256 in base64url: six bits each. */
export function shortHash(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

type KeyFacts = Pick<ReadEndpoint, 'key' | 'alternativeKey'>;

// IDs are text that people or other systems made; none begins with this character.
const noId = '\0';
const alternative = `${noId}a`;
const content = `${noId}c`;

/**
 * The key of a row, as the service writes it: its ID; without one, its alternative key; without both, a hash of its
 * content.
 */
export function rowKey(row: Row, { key, alternativeKey }: KeyFacts): string {
	const id = idText(row[key]);
	if (id !== '') return id;
	const other = alternativeKey === undefined ? '' : idText(row[alternativeKey]);
	return other === '' ? `${content}${digest(canonicalJson(row), 16)}` : `${alternative}${other}`;
}

/** The key that a row with an ID had before it got one; undefined if it has no other key. */
export function earlierKey(row: Row, { key, alternativeKey }: KeyFacts): string | undefined {
	if (alternativeKey === undefined || idText(row[key]) === '') return undefined;
	const other = idText(row[alternativeKey]);
	return other === '' ? undefined : `${alternative}${other}`;
}

/** Whether a key is the row's ID. */
export function isId(key: string): boolean {
	return !key.startsWith(noId);
}

/** Whether a key identifies nothing outside this package: such a row cannot be reported as deleted. */
export function isContentKey(key: string): boolean {
	return key.startsWith(content);
}

/** The key of a row as it is compared with others: of GUIDs, case and braces do not matter. */
export function comparableRowKey(key: string): string {
	const start = key.startsWith(alternative) ? alternative : '';
	return `${start}${comparableId(key.slice(start.length))}`;
}

/** Gives each key in the spelling in which it came first, so that keys can be compared exactly. */
export function firstSpelling(known: Iterable<string>): (key: string) => string {
	const spellings = new Map<string, string>();
	const spelled = (key: string) => {
		const comparable = comparableRowKey(key);
		const first = spellings.get(comparable);
		if (first === undefined) spellings.set(comparable, key);
		return first ?? key;
	};
	for (const key of known) spelled(key);
	return spelled;
}

/** The field and value that identify a deleted row. */
export function identityOf(key: string, { key: field, alternativeKey }: KeyFacts): Row {
	return key.startsWith(alternative) && alternativeKey !== undefined
		? { [alternativeKey]: key.slice(alternative.length) }
		: { [field]: key };
}

/** The bytes of a signature: if 100,000 rows change every hour for a year, a change is missed with a probability of 5 in 10^11. */
export const signatureBytes = 8;

/** How rows are compared: by the facts of their endpoint. */
export interface RowFacts
	extends
		KeyFacts,
		Pick<ReadEndpoint, 'changedOn' | 'changedOnTicks' | 'rows' | 'stateFields'>,
		Partial<Pick<ReadEndpoint, 'response'>> {
	/** Whether only the date and the state fields count; otherwise a row with state fields is compared whole. */
	readonly stateOnly?: boolean;
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
export function versionOf(row: Row, facts: RowFacts): RowVersion {
	const { key, changedOn = '', changedOnTicks = '', stateFields, stateOnly } = facts;
	const { response, rows } = facts;
	const ticks = idText(row[changedOnTicks]).replace(/^0+$/, '');
	// A date is compared as a moment, however it is written.
	const moment = momentKey(row[changedOn]) ?? momentOfTicks(ticks);
	// The case of a GUID does not matter.
	const id = comparableId(idText(row[key]));
	const compared = () => {
		if (stateFields !== undefined && stateOnly) {
			const states = stateFields.map((name) => comparableValue(row[name]));
			return canonicalJson([moment ?? comparableDate(row[changedOn]), ...states]);
		}
		if (stateFields === undefined && moment !== undefined) return `${moment} ${ticks} ${id}`;
		const own = { [key]: id, ...(changedOnTicks !== '' && { [changedOnTicks]: ticks }) };
		const schema = response && rowSchema({ response, rows });
		return canonicalJson(comparableValue({ ...row, ...own }, schema));
	};
	return {
		key: rowKey(row, facts),
		signature: digest(compared(), signatureBytes),
		changedOn: moment ?? '',
	};
}

/** Sorts changes as they happened; those without a date come first. */
export function inOrderOfChange<T extends { readonly changedOn: string }>(
	changes: readonly T[],
): T[] {
	return [...changes].sort((one, other) =>
		one.changedOn < other.changedOn ? -1 : Number(one.changedOn > other.changedOn),
	);
}
