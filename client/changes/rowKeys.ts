// The key of a row: its ID, or what stands for it where it has none.
import type { ReadEndpoint } from '../../api/endpoint';
import { comparableId, idText } from '../values/ids';
import { canonicalJson, digest } from '../values/hashes';
import type { RecordValue } from '../../wire/result';

export type KeyFacts = Pick<ReadEndpoint, 'key' | 'alternativeKey'>;

// IDs are text that people or other systems made; none begins with this character.
const NO_ID_PREFIX = '\0';
const ALTERNATIVE_PREFIX = `${NO_ID_PREFIX}a`;
const CONTENT_PREFIX = `${NO_ID_PREFIX}c`;

/**
 * The key of a row, as the service writes it: its ID; without one, its alternative key; without both, a hash of its
 * content.
 */
export function rowKey(row: RecordValue, { key, alternativeKey }: KeyFacts): string {
	const id = idText(row[key]);
	if (id !== '') return id;
	const alternativeId = alternativeKey === undefined ? '' : idText(row[alternativeKey]);
	return alternativeId === ''
		? `${CONTENT_PREFIX}${digest(canonicalJson(row), 16)}`
		: `${ALTERNATIVE_PREFIX}${alternativeId}`;
}

/** The key that a row with an ID had before it got one; undefined if it has no other key. */
export function earlierKey(
	row: RecordValue,
	{ key, alternativeKey }: KeyFacts,
): string | undefined {
	if (alternativeKey === undefined || idText(row[key]) === '') return undefined;
	const alternativeId = idText(row[alternativeKey]);
	return alternativeId === '' ? undefined : `${ALTERNATIVE_PREFIX}${alternativeId}`;
}

/** Whether a key is the row's ID. */
export function isId(key: string): boolean {
	return !key.startsWith(NO_ID_PREFIX);
}

/** Whether a key identifies nothing outside this package: such a row cannot be reported as deleted. */
export function isContentKey(key: string): boolean {
	return key.startsWith(CONTENT_PREFIX);
}

/** The key of a row as it is compared with others: of GUIDs, case does not matter. */
export function comparableRowKey(key: string): string {
	const start = key.startsWith(ALTERNATIVE_PREFIX) ? ALTERNATIVE_PREFIX : '';
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
export function identityOf(key: string, { key: field, alternativeKey }: KeyFacts): RecordValue {
	return key.startsWith(ALTERNATIVE_PREFIX) && alternativeKey !== undefined
		? { [alternativeKey]: key.slice(ALTERNATIVE_PREFIX.length) }
		: { [field]: key };
}
