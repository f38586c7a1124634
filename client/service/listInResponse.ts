// The rows of a response without a schema, and what it says of rows that it does not have.
import { isRecord } from '../../api/schema/types';
import type { RecordValue } from '../../wire/result';
import { plainName } from '../../wire/spelling';
import { hasContent } from '../failures/saidFailure';
import type { UntypedResponse } from './readUntyped';
import { namesOf, recordsAround, valueAt, valueText } from './valueAt';

/** What a response has: rows, or one record that is in no list. */
export interface Content {
	readonly rows: readonly RecordValue[];
	readonly isOneRecord: boolean;
}

type FoundRows =
	| { readonly ok: true; readonly value: Content }
	| { readonly ok: false; readonly missing: string; readonly present: readonly string[] };

const NOTHING: FoundRows = { ok: true, value: { rows: [], isOneRecord: false } };

/** The elements in an XML element, without its attributes and its text. */
function elementsIn(element: unknown): Array<readonly [name: string, value: unknown]> {
	return isRecord(element) ? Object.entries(element).filter(([name]) => !/^[@#]/.test(name)) : [];
}

/** Whether a name is that of a list of such entries: `Projects`, `ProjectList` and `ArrayOfProject` of `Project`. */
function isListName(list: string, entry: string): boolean {
	const [name, stem] = [list.toLowerCase(), entry.toLowerCase().replace(/y$/, '')];
	if (name.startsWith('arrayof')) return true;
	return name.startsWith(stem) && /^(?:s|es|ies|y?list)$/.test(name.slice(stem.length));
}

/** The list in an XML element: its name says whether it wraps one, so one entry is read as several are. */
function listInXml(element: unknown, name: string): unknown {
	if (element === '') return [];
	if (!isRecord(element)) return element;
	const [[entryName, entries] = ['', []], ...others] = elementsIn(element);
	return others.length === 0 && isListName(name, entryName) ? [entries].flat() : element;
}

/**
 * The rows under some names. A value that is not a record becomes one with the field `value`.
 *
 * @param isFirst Whether it is the first page; a later one without a list is the end of it
 */
export function rowsIn(
	{ value, isXml, rootName }: UntypedResponse,
	itemsUnder: string,
	isFirst: boolean,
): FoundRows {
	const names = namesOf(itemsUnder);
	const found = valueAt(value, names);
	if (!found.ok) {
		const { within, missing, present } = found;
		// In XML, an empty list may leave an empty element behind.
		const isEmptyElement = isXml && elementsIn(within).length === 0;
		return isFirst && !isEmptyElement ? { ok: false, missing, present } : NOTHING;
	}
	const name = names.at(-1) ?? rootName;
	const list = isXml ? listInXml(found.value, name) : found.value;
	if (list === null) return NOTHING;
	// In XML, a list of one entry looks like a record.
	const isOneRecord = isRecord(list) && !(isXml && names.length > 0);
	if (isOneRecord && !isFirst) return NOTHING;
	const rows = [list].flat().map((row): RecordValue => (isRecord(row) ? row : { value: row }));
	return { ok: true, value: { rows, isOneRecord } };
}

const NEXT_PAGE = /^(?:@?odata\.?)?next(?:link|page|url|token|cursor|pagetoken)?$/;
const HAS_MORE = /^(?:hasmore|hasnext|hasnextpage|morepages|ismore)$/;
const COUNT =
	/^(?:(?:@?odata\.?)?count|total|total[a-z]*count|total(?:records|rows|items|results)|(?:record|row|item|result)count)$/;

/** What a response says of rows that it does not have. */
interface Announcement {
	/** That there are more: the end of a sentence. */
	readonly more?: string;
	/** The largest number of rows; 0 where it says none. */
	readonly count: number;
}

type Entry = readonly [name: string, value: unknown];

function isCount([name, value]: Entry): boolean {
	return COUNT.test(plainName(name)) && /^\s*\d{1,15}\s*$/.test(valueText(value));
}

function saysMore([name, value]: Entry): boolean {
	const plain = plainName(name);
	return (NEXT_PAGE.test(plain) || HAS_MORE.test(plain)) && hasContent(value);
}

/** What the fields beside a list, the status and the headers of its response say of its rows. */
export function announcementIn(response: UntypedResponse, itemsUnder: string): Announcement {
	const { link = '', status, value } = response;
	const around = recordsAround(value, namesOf(itemsUnder));
	const beside = around.flatMap((record) => Object.entries(record));
	const counts = beside.filter(isCount).map(([, count]) => Number(count));
	const count = Math.max(0, ...counts);
	if (status === 206) return { count, more: 'its status is 206 (a part)' };
	if (/;\s*rel="?next\b/i.test(link)) return { count, more: 'it has a Link to the next page' };
	const next = beside.find(saysMore);
	return { count, more: next && `it has ${next[0]}` };
}
