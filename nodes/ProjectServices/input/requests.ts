// Everything that a write is to send, checked before anything is sent: the lists of records, and the wrong items.
import type { INode, NodeOperationError } from 'n8n-workflow';

import { recordSchema, type WriteEndpoint } from '../../../api/endpoint';
import { type Field, isPlainObject, isRecord, recordFields } from '../../../api/schema/types';
import {
	groupShares,
	recordListIn,
	type FieldValues,
	type RecordList,
	type Share,
} from '../../../client/publish/recordLists';
import { readJson } from '../../../wire/json/read';
import { countText } from '../../../wire/result';
import {
	customFieldNames,
	holdsExpression,
	type ItemOptions,
	optionValue,
	readOptions,
} from '../../shared/parameters';
import {
	isExpected,
	nodeError,
	parameterError,
	quoted,
	shown,
	withoutFullStop,
} from '../../shared/errors';
import { labelOf } from '../../shared/labels';
import { optionLabel } from '../../shared/options';
import {
	bodyFormat,
	bodySkeleton,
	emptyChoices,
	fillsOf,
	givenFields,
	givenParameters,
	identifies,
	itemFieldCodes,
	itemFieldsToUpdate,
	leftPlaceholders,
	recordReader,
	type WriteInput,
} from './parameters';
import { checkOf, type ConversionSettings, type Problem, sentenceOf } from './records';

/** An input item that cannot be sent, and every reason in a sentence without its full stop. */
export interface Rejected {
	readonly itemIndex: number;
	readonly reasons: readonly string[];
}

/** Reads what belongs to an input item; gives undefined once it has added a reason why it cannot be sent. */
type ItemReader<T> = (itemIndex: number, reasons: string[]) => T | undefined;

/** Reads every item; what is wrong with one does not keep the others from being read. */
function readItems<T>({ itemCount, node }: WriteInput, read: ItemReader<T>) {
	const good: T[] = [];
	const rejected: Rejected[] = [];
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		const reasons: string[] = [];
		try {
			const value = read(itemIndex, reasons);
			if (value !== undefined) good.push(value);
		} catch (error) {
			// An expression that fails is a reason like any other.
			if (!isExpected(error)) throw nodeError(node, error);
			reasons.push(error.message);
		}
		if (reasons.length > 0) rejected.push({ itemIndex, reasons });
	}
	return { good, rejected };
}

const maxListed = 20;

/** The first of many, and how many others there are. */
export function listed(parts: readonly string[], separator: string): string {
	const left = parts.length - maxListed;
	const shown = parts.slice(0, maxListed).join(separator);
	return left > 0 ? `${shown}${separator}and ${countText(left)} more` : shown;
}

export function counted(count: number, noun: string): string {
	return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The error for wrong items, because of which nothing is sent. */
export function rejectionError(
	node: INode,
	rejected: readonly Rejected[],
	itemCount: number,
): NodeOperationError {
	const [{ itemIndex, reasons }] = rejected;
	// One wrong parameter is the same reason for all input items.
	const isEveryItem = rejected.length >= itemCount;
	const sets = isEveryItem ? rejected.map((one) => new Set(one.reasons)) : [];
	const isShared = (reason: string): boolean => sets.every((set) => set.has(reason));
	const shared = new Set(isEveryItem ? reasons.filter(isShared) : []);
	const line = (reason: string, item: number): string => {
		const place = itemCount > 1 && shared.has(reason) ? 'All items' : `Item ${item}`;
		return `${place}: ${reason}${/[.?!]$/.test(reason) ? '' : '.'}`;
	};
	const problems = new Set(
		rejected.flatMap((one) => one.reasons.map((reason) => line(reason, one.itemIndex))),
	);
	const others = rejected.length > 1 ? ` (and ${counted(rejected.length - 1, 'more item')})` : '';
	const place = shared.has(reasons[0]) ? '' : `${others} [item ${itemIndex}]`;
	// A single problem is the message already.
	const lines = problems.size === 1 ? '' : `\n${listed([...problems], '\n')}`;
	return parameterError(node, `${reasons[0]}${place}`, itemIndex, `Nothing was sent.${lines}`);
}

function identityOf(endpoint: WriteEndpoint) {
	return fillsOf(endpoint).filter(({ field }) => identifies(field));
}

function isBlank(value: unknown): boolean {
	const given = value ?? '';
	return typeof given === 'string' && given.trim() === '';
}

/** What a whole body lacks, although each of its fields is valid. */
function missingIn({ endpoint }: WriteInput, body: FieldValues): string[] {
	const { identifyBy = [], bodyParameters, records } = endpoint;
	const identity = identityOf(endpoint).map(({ field }) => field.name);
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
function trimmed(members: FieldValues, names: readonly string[]): FieldValues {
	const changed = names.flatMap((name) => {
		const value = members[name];
		return typeof value === 'string' && value !== value.trim() ? [[name, value.trim()]] : [];
	});
	return changed.length === 0 ? members : { ...members, ...Object.fromEntries(changed) };
}

/** A record without the blanks around its ID: with them, it would be another one. */
function withTrimmedId({ key }: WriteEndpoint, record: FieldValues): FieldValues {
	return key === undefined ? record : trimmed(record, [key]);
}

/** A body without the blanks around the IDs in it. */
function withTrimmedIds(endpoint: WriteEndpoint, given: FieldValues): FieldValues {
	const { listKeys = [], records } = endpoint;
	const identity = identityOf(endpoint).map(({ field }) => field.name);
	const body = trimmed(given, records === undefined ? identity : listKeys.slice(0, 1));
	if (records === undefined || !Array.isArray(body[records])) return body;
	const held = body[records].map((record: unknown) =>
		isPlainObject(record) ? withTrimmedId(endpoint, record) : record,
	);
	return { ...body, [records]: held };
}

/** A body without lists that are empty, apart from that of its records. */
function withoutEmptyLists({ records }: WriteEndpoint, body: FieldValues): FieldValues {
	const isKept = ([name, value]: [string, unknown]) =>
		name === records || !Array.isArray(value) || value.length > 0;
	return Object.fromEntries(Object.entries(body).filter(isKept));
}

/**
 * The body with the codes of the fields that its items hold, where nothing else says which fields to update: without
 * codes, the service updates all others, too.
 */
function withItemFields(
	source: WriteInput,
	body: FieldValues,
	itemIndex: number,
	problems: Problem[],
): FieldValues {
	const { itemFields } = source.endpoint;
	const given = itemFields && body[itemFields.items];
	const items = Array.isArray(given) ? given.filter(isRecord) : [];
	if (!itemFields || body[itemFields.codes] !== undefined || items.length === 0) return body;
	if (itemFieldsToUpdate(source, itemIndex) !== 'held') return body;
	const known = itemFieldCodes(source.endpoint);
	const codes = new Set<number>();
	const label = quoted(optionLabel('itemFieldsToUpdate'));
	for (const [index, item] of items.entries()) {
		for (const [name, value] of Object.entries(item)) {
			if (value === undefined || itemFields.identity.includes(name)) continue;
			const code = known.get(name);
			const text = `is not a field by which the service can limit an update. Correct the name, or change ${label}`;
			if (code === undefined) problems.push({ path: [itemFields.items, index, name], text });
			else codes.add(code);
		}
	}
	const text = `holds no field to update beside what identifies the items. Add one, or change ${label}`;
	if (codes.size === 0 && problems.length === 0) problems.push({ path: [itemFields.items], text });
	return { ...body, [itemFields.codes]: [...codes].sort((a, b) => a - b) };
}

/** Checks bodies: returns undefined once it has added the reasons, which `sentence` words. */
function bodyCheck(
	source: WriteInput,
	settings: ConversionSettings,
	sentence: (problem: Problem) => string,
	keepsEmptyLists: boolean,
): (given: FieldValues, itemIndex: number, reasons: string[]) => FieldValues | undefined {
	const { endpoint } = source;
	const check = checkOf(endpoint.body, settings);
	return (given, itemIndex, reasons) => {
		const problems: Problem[] = [];
		const checked = check(withTrimmedIds(endpoint, given), problems);
		const isValid = isRecord(checked) && problems.length === 0;
		if (!isValid) {
			for (const problem of problems) reasons.push(sentence(problem));
			return undefined;
		}
		const filled = keepsEmptyLists ? checked : withoutEmptyLists(endpoint, checked);
		const body = withItemFields(source, filled, itemIndex, problems);
		const found = [...problems.map(sentence), ...missingIn(source, body)];
		for (const reason of found) reasons.push(reason);
		return found.length === 0 ? body : undefined;
	};
}

/** A problem in the node's fields as a sentence that names the parameter. */
function parameterSentence({ endpoint }: WriteInput, problem: Problem): string {
	const [first, ...rest] = problem.path;
	const isField = recordFields(endpoint.body).some(({ name }) => name === first);
	if (!isField) return sentenceOf(problem);
	const fill = fillsOf(endpoint).find(({ field }) => field.name === first);
	const label = quoted(labelOf(fill?.parameter ?? String(first)));
	return sentenceOf({ ...problem, path: [label, ...rest] });
}

function fieldsReader(source: WriteInput, settings: ConversionSettings): ItemReader<FieldValues> {
	const sentence = (problem: Problem) => parameterSentence(source, problem);
	const check = bodyCheck(source, settings, sentence, false);
	return (itemIndex, reasons) => check(givenFields(source, itemIndex), itemIndex, reasons);
}

function emptyChoice({ name }: Field): string {
	return `${name} in 'Body' is an empty list, which the service would read as all of them. Choose at least one, or leave it out and set ${quoted(optionLabel('itemFieldsToUpdate'))}`;
}

/** The JSON body that a person wrote, as a value with every digit; or why it cannot be read. */
function writtenBody(given: unknown): FieldValues | string {
	if (isBlank(given)) return "'Body' is empty";
	const json = typeof given === 'string' ? readJson(given, 'The text', 'exact') : undefined;
	if (json?.ok === false) return `'Body' cannot be read. ${withoutFullStop(json.problem)}`;
	const body = json ? json.value : given;
	return isPlainObject(body) ? body : `'Body' is ${shown(body)}, expected an object`;
}

/** Fills what a body leaves out; of two fields that identify a record, one is enough. */
function filledBody(source: WriteInput, body: FieldValues, itemIndex: number): FieldValues {
	const { identifyBy = [], bodyParameters, itemFields } = source.endpoint;
	const pair = identifyBy.map((parameter) => bodyParameters[parameter]);
	const isIdentified = pair.some((name) => body[name] !== undefined);
	const isMissing = (field: Field) =>
		(identifies(field) || field.name === itemFields?.codes) &&
		body[field.name] === undefined &&
		!(isIdentified && pair.includes(field.name));
	return { ...body, ...givenParameters(source, itemIndex, isMissing) };
}

/** The body that a person wrote as JSON, with the identifying parameters where it leaves them out. */
function jsonReader(source: WriteInput, settings: ConversionSettings): ItemReader<FieldValues> {
	const { endpoint, node, parameters } = source;
	const skeleton = bodySkeleton(endpoint);
	// An empty list that a person wrote is sent; one that an expression left is unset, as in the node's fields.
	const keepsEmptyLists = !holdsExpression(node.parameters.body);
	const sentence = (problem: Problem) => sentenceOf(problem, "'Body'");
	const check = bodyCheck(source, settings, sentence, keepsEmptyLists);
	return (itemIndex, reasons) => {
		const body = writtenBody(parameters('body', itemIndex, skeleton));
		const wrong =
			typeof body === 'string'
				? [body]
				: [...leftPlaceholders(endpoint, body), ...emptyChoices(endpoint, body).map(emptyChoice)];
		for (const reason of wrong) reasons.push(reason);
		if (typeof body === 'string' || wrong.length > 0) return undefined;
		return check(filledBody(source, body, itemIndex), itemIndex, reasons);
	};
}

/** The record that an update is about, for messages: "the task with the Task ID "T-1"". */
function updateSubject({ endpoint, noun }: WriteInput, body: FieldValues): string | undefined {
	if (endpoint.records !== undefined) return undefined;
	const identity = identityOf(endpoint).find(({ field }) => typeof body[field.name] === 'string');
	if (!identity) return undefined;
	const { parameter, field } = identity;
	return `the ${noun} with the ${labelOf(parameter)} "${String(body[field.name])}"`;
}

/** Whether an item as a whole has a field that the record does not have. */
function isFieldTooMany({ path, unknownField }: Problem): boolean {
	return unknownField === true && path.length === 1;
}

function itemSentence(problem: Problem): string {
	const sentence = sentenceOf(problem);
	if (!isFieldTooMany(problem)) return sentence;
	const end = sentence.endsWith('?') ? '' : '.';
	return `${sentence}${end} To leave it out, turn on the option 'Ignore Unknown Fields'`;
}

/** Reads the records of input items, and the names of fields that the option leaves out. */
function readRecords(
	source: WriteInput,
	settings: ConversionSettings,
	{ ignoreUnknownFields }: ItemOptions,
) {
	const { endpoint } = source;
	const reader = recordReader(source);
	const ignored = new Set<string>();
	const isIgnored = (problem: Problem) =>
		ignoreUnknownFields && reader.isWholeItem && isFieldTooMany(problem);
	const readHead = fieldsReader(source, settings);
	const check = checkOf(recordSchema(endpoint), settings);
	const { good, rejected } = readItems<Share>(source, (itemIndex, reasons) => {
		const head = readHead(itemIndex, reasons);
		const given = withTrimmedId(endpoint, reader.read(itemIndex));
		const problems: Problem[] = [];
		const record = check(given, problems);
		for (const { path } of problems.filter(isIgnored)) ignored.add(String(path[0]));
		if (Object.keys(given).every((name) => given[name] === undefined || ignored.has(name))) {
			// An item may also only say which records are to be deleted.
			const deleted = head?.[endpoint.deletedIds ?? ''];
			if (head && Array.isArray(deleted) && deleted.length > 0) return { itemIndex, head };
			reasons.push('The record is empty: map at least one field');
			return undefined;
		}
		const wrong = problems.filter((problem) => !isIgnored(problem));
		for (const one of wrong) reasons.push(reader.isWholeItem ? itemSentence(one) : sentenceOf(one));
		return head && isRecord(record) && wrong.length === 0 ? { itemIndex, head, record } : undefined;
	});
	return { lists: groupShares(endpoint, good), rejected, ignored: [...ignored] };
}

/**
 * Reads and checks everything that a write is to send: the lists of records, the items that are wrong, and fields of
 * input items that are left out.
 *
 * @throws NodeOperationError for an option that is wrong, whatever the items hold
 */
export function readWrite(source: WriteInput) {
	const { client, context, endpoint, node, parameters } = source;
	const given = readOptions(node, parameters, 0);
	const options = { ...given, requestFormat: bodyFormat(node, endpoint, given) };
	const names = customFieldNames(node, options, endpoint.body, client.customFieldNames);
	const settings = {
		zone: context.getTimezone(),
		names,
		format: options.requestFormat,
	};
	const isJson = optionValue(node, 'dataMode', parameters('dataMode', 0, '')) === 'json';
	if (!isJson && endpoint.records !== undefined)
		return { options, ...readRecords(source, settings, options) };
	const read = (isJson ? jsonReader : fieldsReader)(source, settings);
	const { good: lists, rejected } = readItems<RecordList>(source, (itemIndex, reasons) => {
		const body = read(itemIndex, reasons);
		return body && recordListIn(endpoint, body, itemIndex, updateSubject(source, body));
	});
	return { options, lists, rejected, ignored: [] };
}
