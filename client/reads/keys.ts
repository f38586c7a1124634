// What identifies a record or a row of a list: its ID, compared as text, a GUID without regard to case.
import type { ReadEndpoint } from '../../api/endpoint';
import { canonicalJson, digest } from '../hashes';

export type Row = Readonly<Record<string, unknown>>;

export type KeyFacts = Pick<ReadEndpoint, 'key' | 'alternativeKey'>;

// IDs are text that people or other systems made; none begins with this character.
const noId = '\0';
const alternative = `${noId}a`;
const content = `${noId}c`;

export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Identifies a row: its ID; without one, its alternative key; without both, a hash of its content. */
export function rowKey(row: Row, { key, alternativeKey }: KeyFacts): string {
	const id = textOf(row[key]);
	if (id !== '') return id;
	const other = alternativeKey === undefined ? '' : textOf(row[alternativeKey]);
	if (other !== '') return `${alternative}${other}`;
	return `${content}${digest(canonicalJson(row), 16)}`;
}

/** Whether a key identifies nothing outside this package: such a row can be given, but not reported as deleted. */
export function isContentKey(key: string): boolean {
	return key.startsWith(content);
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An ID as it is compared: of a GUID, the case does not matter. */
export function comparableId(id: string): string {
	return guid.test(id) ? id.toLowerCase() : id;
}

/** The field and value that identify a deleted row. */
export function identityOf(key: string, { key: field, alternativeKey }: KeyFacts): Row {
	return key.startsWith(alternative) && alternativeKey !== undefined
		? { [alternativeKey]: key.slice(alternative.length) }
		: { [field]: key };
}

/** The ID of a row as it is compared; undefined for a row without one. */
export function keyOf(row: unknown, { key }: Pick<ReadEndpoint, 'key'>): string | undefined {
	const id = textOf((row as Row | null)?.[key]);
	return id === '' ? undefined : comparableId(id);
}

/** What two spellings of an ID have in common; some lists ignore the case of every ID. */
export function idKey(
	{ keyIgnoresCase }: Pick<ReadEndpoint, 'keyIgnoresCase'>,
	id: unknown,
): string {
	const text = String(id ?? '');
	return keyIgnoresCase ? text.toLowerCase() : comparableId(text);
}
