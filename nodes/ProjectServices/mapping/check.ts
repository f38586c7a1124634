// The check of a whole body, against its schema, the settings and what was chosen: every problem at once. No node.
import { recordSchema, type WriteEndpoint } from '../../../api/endpoint';
import { type Field, isPlainObject, isRecord, recordFields } from '../../../api/schema/types';
import type { RecordValue } from '../../../wire/result';
import { quoted } from '../../shared/errors';
import { labelOf } from '../../shared/labels';
import { parameterLabel } from '../../shared/options';
import { codesOf, identityFields } from './bodyParameters';
import { checkOf, type ConversionSettings } from './conversion';
import { deletionText, type Problem } from './sentences';
import { leftPlaceholders } from './skeleton';

/** The checked value, or what is wrong with it. */
export interface Checked {
	readonly value?: RecordValue;
	readonly problems: readonly Problem[];
}

/** Which fields of its items a body updates. */
export type ItemFields = 'held' | 'chosen' | 'all';

export function isBlank(value: unknown): boolean {
	const text = value ?? '';
	return typeof text === 'string' && text.trim() === '';
}

/** Whether Get Changes gave a record, or an input item, as deleted. */
export function isDeletion(value: unknown): boolean {
	return isRecord(value) && value.change === 'deleted';
}

/** Some members without the blanks around them; the same object where there are none. */
function withTrimmedFields(members: RecordValue, names: readonly string[]): RecordValue {
	const changed = names.flatMap((name) => {
		const value = members[name];
		return typeof value === 'string' && value !== value.trim() ? [[name, value.trim()]] : [];
	});
	return changed.length === 0 ? members : { ...members, ...Object.fromEntries(changed) };
}

/** A record without the blanks around its IDs: with them, it would be another one. */
function withTrimmedKeys({ key, otherKeys = [] }: WriteEndpoint, record: RecordValue) {
	return key === undefined ? record : withTrimmedFields(record, [key, ...otherKeys]);
}

/** A body without the blanks around the IDs in it. */
function withTrimmedIds(endpoint: WriteEndpoint, untrimmed: RecordValue): RecordValue {
	const { listKeys = [], records } = endpoint;
	const identity = identityFields(endpoint).map(({ field }) => field.name);
	const names = records === undefined ? identity : listKeys.slice(0, 1);
	const body = withTrimmedFields(untrimmed, names);
	if (records === undefined || !Array.isArray(body[records])) return body;
	const trimmedRecords = body[records].map((record: unknown) =>
		isPlainObject(record) ? withTrimmedKeys(endpoint, record) : record,
	);
	return { ...body, [records]: trimmedRecords };
}

/** A body without lists that are empty, apart from that of its records. */
function withoutEmptyLists({ records }: WriteEndpoint, body: RecordValue): RecordValue {
	const isKept = ([name, value]: [string, unknown]) =>
		name === records || !Array.isArray(value) || value.length > 0;
	return Object.fromEntries(Object.entries(body).filter(isKept));
}

/** What an update lacks, although each of its fields is valid. */
function missingParts(endpoint: WriteEndpoint, body: RecordValue): Problem[] {
	const { identifyBy = [], bodyParameters, records } = endpoint;
	const identity = identityFields(endpoint).map(({ field }) => field.name);
	const isSet = Object.entries(body).some(
		([name, value]) =>
			!identity.includes(name) && !(isRecord(value) && Object.keys(value).length === 0),
	);
	const missing: Problem[] = [];
	if (identifyBy.length > 0 && identifyBy.every((name) => isBlank(body[bodyParameters[name]]))) {
		const both = identifyBy.map((name) => quoted(labelOf(name))).join(' or ');
		missing.push({ path: [both], text: 'is required' });
	}
	if (!isSet && records === undefined)
		missing.push({
			path: ['Nothing'],
			text: 'would be updated: set at least one field apart from the ID',
		});
	return missing;
}

/** The body with the codes of the fields that its items have, where nothing else says which fields to update. */
function withItemFields(
	endpoint: WriteEndpoint,
	body: RecordValue,
	chosen: ItemFields | undefined,
	problems: Problem[],
): RecordValue {
	const { itemFields } = endpoint;
	if (!itemFields || chosen !== 'held' || body[itemFields.codes] !== undefined) return body;
	const updatedItems = body[itemFields.items];
	const items = Array.isArray(updatedItems) ? updatedItems.filter(isRecord) : [];
	if (items.length === 0) return body;
	const field = recordFields(endpoint.body).find(({ name }) => name === itemFields.codes);
	const codesByName = new Map(
		Object.entries((field && codesOf(field)) ?? {}).map(([code, name]) => [name, Number(code)]),
	);
	const codes = new Set<number>();
	const label = quoted(parameterLabel('itemFieldsToUpdate'));
	for (const [index, item] of items.entries()) {
		for (const [name, value] of Object.entries(item)) {
			if (value === undefined || itemFields.identity.includes(name)) continue;
			const code = codesByName.get(name);
			if (code !== undefined) codes.add(code);
			else
				problems.push({
					path: [itemFields.items, index, name],
					text: `is not a field by which the service can limit an update. Correct the name, or change ${label}`,
				});
		}
	}
	if (codes.size === 0 && problems.length === 0)
		problems.push({
			path: [itemFields.items],
			text: `has no field to update beside what identifies the items. Add one, or change ${label}`,
		});
	return { ...body, [itemFields.codes]: [...codes].sort((a, b) => a - b) };
}

/** Makes the check of a body of an endpoint, or of what surrounds its records. */
export function bodyCheck(endpoint: WriteEndpoint, settings: ConversionSettings) {
	const check = checkOf(endpoint.body, settings);
	return (values: RecordValue, itemFields?: ItemFields, keepsEmptyLists = false): Checked => {
		const problems: Problem[] = [];
		const checked = check(withTrimmedIds(endpoint, values), problems);
		if (!isRecord(checked) || problems.length > 0) return { problems };
		const filled = keepsEmptyLists ? checked : withoutEmptyLists(endpoint, checked);
		const body = withItemFields(endpoint, filled, itemFields, problems);
		problems.push(...missingParts(endpoint, body));
		return problems.length > 0 ? { problems } : { value: body, problems };
	};
}

/** Whether nothing was chosen of a list of codes: the service takes a choice that is left out for all of them. */
export function isEmptyChoice(field: Field, value: unknown): boolean {
	if (!codesOf(field)) return false;
	const isText = typeof value === 'string' || value === null;
	return isText
		? String(value ?? '').replace(/[[\],\s]/g, '') === ''
		: Array.isArray(value) && value.length === 0;
}

/** What is wrong with the records of a JSON body as such: they were never filled in, or are gone. */
function unfinishedRecords(endpoint: WriteEndpoint, body: RecordValue): Problem[] {
	const { deletedIds = '', records } = endpoint;
	if (records === undefined) return [];
	const isEmpty = (value: unknown) =>
		isBlank(value) || (Array.isArray(value) && value.length === 0);
	if (isEmpty(body[records]) && isEmpty(body[deletedIds]))
		return [{ path: [], text: `has no ${records}${deletedIds && ` and no ${deletedIds}`}` }];
	const written: readonly unknown[] = Array.isArray(body[records]) ? body[records] : [];
	return written.flatMap((record, index) => {
		const path = [records, index];
		if (isDeletion(record)) return [{ path, text: deletionText(endpoint) }];
		const isBare = isRecord(record) && Object.keys(record).length === 0;
		return isBare ? [{ path, text: 'is empty: give it at least one field' }] : [];
	});
}

/** Makes the check of a JSON body that a person wrote. */
export function writtenBodyCheck(endpoint: WriteEndpoint, settings: ConversionSettings) {
	const check = bodyCheck(endpoint, settings);
	const label = quoted(parameterLabel('itemFieldsToUpdate'));
	return (body: RecordValue, itemFields?: ItemFields, keepsEmptyLists = false): Checked => {
		const unset = recordFields(endpoint.body)
			.filter((field) => body[field.name] !== undefined && isEmptyChoice(field, body[field.name]))
			.map(({ name }) => ({
				path: [name],
				text: `in 'Body' is an empty list, which the service would read as all of them. Choose at least one, or leave it out and set ${label}`,
			}));
		const unwritten = [...leftPlaceholders(endpoint, body), ...unset];
		if (unwritten.length > 0) return { problems: unwritten };
		const unfinished = unfinishedRecords(endpoint, body);
		const { value, problems } = check(body, itemFields, keepsEmptyLists);
		// If something is said of a whole record, its fields are not mentioned.
		const isSaid = (place: Problem['path']) =>
			unfinished.some(({ path }) => path.length > 0 && path.every((step, i) => step === place[i]));
		const all = [...unfinished, ...problems.filter(({ path }) => !isSaid(path))];
		return all.length > 0 ? { problems: all } : { value, problems: [] };
	};
}

/** Makes the check of a record of a list. */
export function recordCheck(endpoint: WriteEndpoint, settings: ConversionSettings) {
	const check = checkOf(recordSchema(endpoint), settings);
	return (values: RecordValue): Checked => {
		if (isDeletion(values)) return { problems: [{ path: [], text: deletionText(endpoint) }] };
		const problems: Problem[] = [];
		const value = check(withTrimmedKeys(endpoint, values), problems);
		return isRecord(value) ? { value, problems } : { problems };
	};
}
