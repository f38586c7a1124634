// The key of a row: its ID, or what stands for it where it has none.
import type { ReadEndpoint } from '../../api/endpoint';
import { exactNumber, JSON_NUMBER } from '../../wire/exactNumber';
import type { RecordValue } from '../../wire/result';
import { canonicalJson, digest } from './hashes';
import { comparableId, idText, isId } from './ids';

export type KeyFacts = Pick<ReadEndpoint, 'key' | 'alternativeKey' | 'secondKey'>;

// No ID has this character: people and other systems do not write it.
const MARK = '\0';
const ALTERNATIVE = `${MARK}a`;
const CONTENT = `${MARK}c`;

function keyIn(row: RecordValue, field: string, { secondKey }: KeyFacts): string | undefined {
	const id = row[field];
	if (!isId(id)) return undefined;
	return secondKey === undefined ? String(id) : `${id}${MARK}${idText(row[secondKey])}`;
}

/** The key that a row has without its ID; undefined if it has none. */
export function alternativeRowKey(row: RecordValue, facts: KeyFacts): string | undefined {
	const { alternativeKey } = facts;
	const key = alternativeKey === undefined ? undefined : keyIn(row, alternativeKey, facts);
	return key === undefined ? undefined : `${ALTERNATIVE}${key}`;
}

/**
 * The key of a row, as the service writes it.
 *
 * @param content What a row is known by that has no ID
 */
export function rowKey(
	row: RecordValue,
	facts: KeyFacts,
	content: () => string = () => canonicalJson(row),
): string {
	const key = keyIn(row, facts.key, facts) ?? alternativeRowKey(row, facts);
	return key ?? `${CONTENT}${digest(content(), 16)}`;
}

/** Whether a key identifies nothing outside this package: such a row cannot be reported as deleted. */
export function isContentKey(key: string): boolean {
	return key.startsWith(CONTENT);
}

function partsOf(key: string) {
	const isAlternative = key.startsWith(ALTERNATIVE);
	const [id = '', second] = key.slice(isAlternative ? ALTERNATIVE.length : 0).split(MARK);
	return { isAlternative, id, second };
}

/** The key of a row as it is compared with others: of GUIDs, case does not matter. */
export function comparableRowKey(key: string): string {
	if (isContentKey(key)) return key;
	const { isAlternative, id, second } = partsOf(key);
	const end = second === undefined ? '' : `${MARK}${second}`;
	return `${isAlternative ? ALTERNATIVE : ''}${comparableId(id)}${end}`;
}

/** The fields and values that identify a deleted row. */
export function identityOf(key: string, { key: field, alternativeKey, secondKey }: KeyFacts) {
	const { isAlternative, id, second = '' } = partsOf(key);
	const name = isAlternative && alternativeKey !== undefined ? alternativeKey : field;
	if (secondKey === undefined || second === '') return { [name]: id };
	return { [name]: id, [secondKey]: JSON_NUMBER.test(second) ? exactNumber(second) : second };
}
