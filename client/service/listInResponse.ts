// The list in a response without a schema, and what the response says of it.
import { isRecord } from '../../api/schema/types';
import type { RecordValue } from '../../wire/result';
import type { UntypedResponse } from './readUntyped';
import { namesOf, valueAt, valuesAt, valueText } from './valueAt';

/** What a response has: rows, or one record that is in no list. */
interface Content {
	readonly rows: readonly RecordValue[];
	readonly isOneRecord: boolean;
}

type Found =
	| { readonly ok: true; readonly value: Content }
	| { readonly ok: false; readonly missing: string; readonly present: readonly string[] };

const NOTHING: Found = { ok: true, value: { rows: [], isOneRecord: false } };

/** The elements within an element of XML: not its attributes and its text. */
function elementsOf(value: unknown): ReadonlyArray<readonly [string, unknown]> {
	return Object.entries(isRecord(value) ? value : {}).filter(([name]) => !/^[@#]/.test(name));
}

/** Whether an element is called after those within it: `Projects`, `ProjectList` and `ArrayOfProject` after `Project`. */
function isCalledAfter(list: string, entry: string): boolean {
	const [name, stem] = [list.toLowerCase(), entry.toLowerCase().replace(/y$/, '')];
	return (
		name.startsWith('arrayof') ||
		[`${stem}s`, `${stem}es`, `${stem}ies`, `${stem}list`, `${stem}ylist`].includes(name)
	);
}

/**
 * The entries of a list in XML: an element that comes again is a list already; an element that holds elements of one
 * name alone is the list of them, however many there are.
 */
function listInXml(value: unknown, name: string, around: string): unknown {
	if (value === '') return [];
	const elements = elementsOf(value);
	if (isRecord(value) && elements.length === 0 && !isCalledAfter(around, name)) return [];
	const [only] = elements;
	if (elements.length !== 1 || !only || isCalledAfter(around, name)) return value;
	const [inner, entries] = only;
	const isList = Array.isArray(entries) || isRecord(entries) || isCalledAfter(name, inner);
	return isList ? [entries].flat() : value;
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
): Found {
	const names = namesOf(itemsUnder);
	const found = valueAt(value, names);
	if (!found.ok) {
		// In XML, an empty list may leave an empty element behind.
		const { within, missing, present } = found;
		const isEmpty = isXml && elementsOf(within).length === 0 && typeof within !== 'object';
		return isFirst && !isEmpty ? { ok: false, missing, present } : NOTHING;
	}
	const [around = '', name = rootName] = [undefined, ...names].slice(-2);
	const list = isXml ? listInXml(found.value, name, around) : found.value;
	if (list === null) return NOTHING;
	// In XML, one entry looks like a record.
	const isOneRecord = isRecord(list) && !(isXml && names.length > 0);
	if (isOneRecord && !isFirst) return NOTHING;
	const rows = [list].flat().map((row): RecordValue => (isRecord(row) ? row : { value: row }));
	return { ok: true, value: { rows, isOneRecord } };
}

function isOff(value: unknown): boolean {
	return /^\s*(?:false|0)\s*$/i.test(valueText(value));
}

function hasContent(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(hasContent);
	return valueText(value).trim() !== '' && !isOff(value);
}

/** Whether a response says of itself that it failed, although its status is a success. */
export function saysThatItFailed(value: unknown): boolean {
	return Object.entries(isRecord(value) ? value : {}).some(
		([name, member]) =>
			(/^(?:is)?success$/i.test(name) && isOff(member)) ||
			(/^errors$/i.test(name) && hasContent(member)),
	);
}

/** The fields beside a list, of the records that lead to it. */
function fieldsBeside({ value }: UntypedResponse, itemsUnder: string) {
	const [listed] = valuesAt(value, namesOf(itemsUnder));
	return (listed?.owners ?? []).flatMap((owner) => Object.entries(owner));
}

function plainName(name: string): string {
	return name.replace(/[^a-z]/gi, '').toLowerCase();
}

const NEXT_PAGE = /^(?:odata)?next(?:link|page|url|token|cursor|pagetoken)?$/;
const HAS_MORE = /^(?:hasmore|hasnext|hasnextpage|morepages|ismore)$/;
const COUNT =
	/^(?:count|odatacount|total|total[a-z]*count|total(?:records|rows|items|results)|(?:record|row|item|result)count)$/;

/** What in a response says that there is more; undefined if nothing does. */
export function moreText(response: UntypedResponse, itemsUnder: string): string | undefined {
	if (response.status === 206) return 'its status is 206 (a part)';
	if (/;\s*rel="?next\b/i.test(response.link ?? '')) return 'it has a Link to the next page';
	const field = fieldsBeside(response, itemsUnder).find(([name, member]) => {
		const plain = plainName(name);
		return (NEXT_PAGE.test(plain) || HAS_MORE.test(plain)) && hasContent(member);
	});
	return field && `it has ${field[0]}`;
}

/** The largest count beside a list; 0 where there is none. */
export function announcedRows(response: UntypedResponse, itemsUnder: string): number {
	const counts = fieldsBeside(response, itemsUnder)
		.filter(([name]) => COUNT.test(plainName(name)))
		.map(([, member]) => valueText(member).trim())
		.filter((text) => /^\d{1,15}$/.test(text))
		.map(Number);
	return Math.max(0, ...counts);
}
