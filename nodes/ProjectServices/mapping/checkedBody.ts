// The check of a whole body: each value, what the body lacks, and IDs without the blanks around them.
import type { WriteEndpoint } from '../../../api/endpoint';
import { isPlainObject, isRecord } from '../../../api/schema/types';
import { quoted } from '../../shared/errors';
import { labelOf } from '../../shared/labels';
import type { WriteInput } from '../input';
import { checkOf, type ConversionSettings } from './conversion';
import { bodyParametersOf, isIdentifier } from './enteredFields';
import { withItemFields } from './itemFields';
import type { Problem } from './problems';
import type { RecordValue } from '../../../wire/result';

/** The parameters that say which list or record is written. */
export function identityFields(endpoint: WriteEndpoint) {
	return bodyParametersOf(endpoint).filter(({ field }) => isIdentifier(field));
}

export function isBlank(value: unknown): boolean {
	const text = value ?? '';
	return typeof text === 'string' && text.trim() === '';
}

/** The parts that a whole body lacks, although each of its fields is valid. */
function missingParts({ endpoint }: WriteInput, body: RecordValue): string[] {
	const { identifyBy = [], bodyParameters, records } = endpoint;
	const identity = identityFields(endpoint).map(({ field }) => field.name);
	const isSet = Object.entries(body).some(
		([name, value]) =>
			!identity.includes(name) && !(isRecord(value) && Object.keys(value).length === 0),
	);
	const missing: string[] = [];
	if (identifyBy.length > 0 && identifyBy.every((name) => isBlank(body[bodyParameters[name]])))
		missing.push(`${identifyBy.map((name) => quoted(labelOf(name))).join(' or ')} is required`);
	if (!isSet && records === undefined)
		missing.push('Nothing would be updated: set at least one field apart from the ID');
	return missing;
}

/** Some members without the blanks around them; the same object where there are none. */
function withTrimmedFields(members: RecordValue, names: readonly string[]): RecordValue {
	const changed = names.flatMap((name) => {
		const value = members[name];
		return typeof value === 'string' && value !== value.trim() ? [[name, value.trim()]] : [];
	});
	return changed.length === 0 ? members : { ...members, ...Object.fromEntries(changed) };
}

/** A record without the blanks around its ID: with them, it would be another one. */
export function withTrimmedId({ key }: WriteEndpoint, record: RecordValue): RecordValue {
	return key === undefined ? record : withTrimmedFields(record, [key]);
}

/** A body without the blanks around the IDs in it. */
function withTrimmedIds(endpoint: WriteEndpoint, untrimmed: RecordValue): RecordValue {
	const { listKeys = [], records } = endpoint;
	const identity = identityFields(endpoint).map(({ field }) => field.name);
	const body = withTrimmedFields(
		untrimmed,
		records === undefined ? identity : listKeys.slice(0, 1),
	);
	if (records === undefined || !Array.isArray(body[records])) return body;
	const trimmedRecords = body[records].map((record: unknown) =>
		isPlainObject(record) ? withTrimmedId(endpoint, record) : record,
	);
	return { ...body, [records]: trimmedRecords };
}

/** A body without lists that are empty, apart from that of its records. */
function withoutEmptyLists({ records }: WriteEndpoint, body: RecordValue): RecordValue {
	const isKept = ([name, value]: [string, unknown]) =>
		name === records || !Array.isArray(value) || value.length > 0;
	return Object.fromEntries(Object.entries(body).filter(isKept));
}

/** Checks bodies: returns undefined once it has added the reasons, which `sentence` words. */
export function bodyCheck(
	input: WriteInput,
	settings: ConversionSettings,
	sentence: (problem: Problem) => string,
	keepsEmptyLists: boolean,
): (values: RecordValue, itemIndex: number, reasons: string[]) => RecordValue | undefined {
	const { endpoint } = input;
	const check = checkOf(endpoint.body, settings);
	return (values, itemIndex, reasons) => {
		const problems: Problem[] = [];
		const checked = check(withTrimmedIds(endpoint, values), problems);
		const isValid = isRecord(checked) && problems.length === 0;
		if (!isValid) {
			for (const problem of problems) reasons.push(sentence(problem));
			return undefined;
		}
		const filled = keepsEmptyLists ? checked : withoutEmptyLists(endpoint, checked);
		const body = withItemFields(input, filled, itemIndex, problems);
		const found = [...problems.map(sentence), ...missingParts(input, body)];
		for (const reason of found) reasons.push(reason);
		return found.length === 0 ? body : undefined;
	};
}
