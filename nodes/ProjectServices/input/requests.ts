// Everything that a write is to send, checked before anything is sent: the lists of records, and the wrong items.
import { recordSchema } from '../../../api/endpoint';
import { isPlainObject, isRecord } from '../../../api/schema/objects';
import { recordFields } from '../../../api/schema/types';
import type { Members, RecordList } from '../../../client/publish/acceptedRecords';
import { groupShares, listOfBody, type Share } from '../../../client/publish/batches';
import { readUnknownJson } from '../../../wire/json/read';
import { customFieldNames } from '../../shared/customFields';
import { isExpected, nodeError } from '../../shared/errors';
import { labelOf } from '../../shared/labels';
import { bodyFormat, type ItemOptions, optionValue, readOptions } from '../../shared/optionValues';
import {
	type Conversion,
	type Problem,
	quoted,
	shown,
	withoutFullStop,
} from '../../shared/problems';
import { bodySkeleton, leftPlaceholders } from './bodySkeleton';
import {
	fillsOf,
	givenFields,
	givenParameters,
	identifies,
	recordReader,
	type WriteSource,
} from './parameters';
import { checkOf, type ConversionSettings, sentenceOf } from './records';

/** An input item that cannot be sent, and every reason in a sentence without its full stop. */
export interface Rejected {
	readonly itemIndex: number;
	readonly reasons: readonly string[];
}

/** A write as a person set it up, checked. */
export interface WriteInput {
	readonly options: ItemOptions;
	readonly lists: readonly RecordList[];
	readonly rejected: readonly Rejected[];
	/** Fields of input items that were left out, as the person wished. */
	readonly ignored: readonly string[];
}

/** Reads what belongs to an input item; gives undefined once it has added a reason why it cannot be sent. */
type ItemReader<T> = (itemIndex: number, reasons: string[]) => T | undefined;

/** Reads every item; what is wrong with one does not keep the others from being read. */
function readItems<T>(
	{ itemCount, node }: WriteSource,
	read: ItemReader<T>,
): { good: T[]; rejected: Rejected[] } {
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

function isBlank(value: unknown): boolean {
	const given = value ?? '';
	return typeof given === 'string' && given.trim() === '';
}

/** What a whole body lacks, although each of its fields is valid. */
function missingIn({ endpoint }: WriteSource, body: Members): string[] {
	const { identifyBy = [], bodyParameters, records } = endpoint;
	const isIdentified =
		identifyBy.length === 0 || identifyBy.some((name) => !isBlank(body[bodyParameters[name]]));
	const identity = fillsOf(endpoint).filter(({ field }) => identifies(field));
	const isSet = Object.entries(body).some(
		([name, value]) =>
			!(isRecord(value) && Object.keys(value).length === 0) &&
			!identity.some(({ field }) => field.name === name),
	);
	const either = identifyBy.map((name) => quoted(labelOf(name))).join(' or ');
	return [
		...(isIdentified ? [] : [`${either} is required`]),
		...(isSet || records !== undefined
			? []
			: ['Nothing would be updated: set at least one field apart from the ID']),
	];
}

function checkedBody(
	source: WriteSource,
	check: Conversion,
	given: Members,
	reasons: string[],
	sentence: (problem: Problem) => string,
): Members | undefined {
	const problems: Problem[] = [];
	const body = check(given, problems);
	const found = problems.map(sentence);
	if (isRecord(body) && found.length === 0) found.push(...missingIn(source, body));
	reasons.push(...found);
	return isRecord(body) && found.length === 0 ? body : undefined;
}

/** A problem in the node's fields as a sentence that names the parameter. */
function parameterSentence({ endpoint }: WriteSource, { path, text }: Problem): string {
	const [first, ...rest] = path;
	const isField = recordFields(endpoint.body).some(({ name }) => name === first);
	if (!isField) return sentenceOf({ path, text });
	const fill = fillsOf(endpoint).find(({ field }) => field.name === first);
	const label = quoted(labelOf(fill?.parameter ?? String(first)));
	return sentenceOf({ path: [label, ...rest], text });
}

function sameMembers(one: Members, other: Members): boolean {
	const names = Object.keys(one);
	return (
		names.length === Object.keys(other).length &&
		names.every((name) => Object.is(one[name], other[name]))
	);
}

/** The body that the node's fields give. Fixed parameters give the same for every item, so the last one is kept. */
function fieldsReader(source: WriteSource, check: Conversion): ItemReader<Members> {
	let last: { given: Members; body: Members | undefined; reasons: string[] } | undefined;
	return (itemIndex, reasons) => {
		const given = givenFields(source, itemIndex);
		if (!last || !sameMembers(last.given, given)) {
			const found: string[] = [];
			const sentence = (problem: Problem) => parameterSentence(source, problem);
			last = { given, body: checkedBody(source, check, given, found, sentence), reasons: found };
		}
		reasons.push(...last.reasons);
		return last.body;
	};
}

/** The JSON body that a person wrote, as a value with every digit. */
function writtenBody(given: unknown, reasons: string[]): Members | undefined {
	if (isBlank(given)) {
		reasons.push("'Body' is empty");
		return undefined;
	}
	const json = typeof given === 'string' ? readUnknownJson(given, 'The text') : undefined;
	if (json?.ok === false) {
		reasons.push(`'Body' cannot be read. ${withoutFullStop(json.problem)}`);
		return undefined;
	}
	const body = json ? json.value : given;
	if (isPlainObject(body)) return body;
	reasons.push(`'Body' is ${shown(body)}, expected an object`);
	return undefined;
}

/** Fills what a body leaves out; of two fields that identify a record, one is enough. */
function filledBody(source: WriteSource, body: Members, itemIndex: number): Members {
	const { identifyBy = [], bodyParameters } = source.endpoint;
	const pair = identifyBy.map((parameter) => bodyParameters[parameter]);
	const isIdentified = pair.some((name) => body[name] !== undefined);
	const missing = Object.entries(givenParameters(source, itemIndex, identifies)).filter(
		([name]) => body[name] === undefined && !(isIdentified && pair.includes(name)),
	);
	return { ...body, ...Object.fromEntries(missing) };
}

/** The body that a person wrote as JSON, with the identifying parameters where it leaves them out. */
function jsonReader(source: WriteSource, check: Conversion): ItemReader<Members> {
	const { endpoint, parameters } = source;
	const skeleton = bodySkeleton(endpoint);
	return (itemIndex, reasons) => {
		const body = writtenBody(parameters('body', itemIndex, skeleton), reasons);
		if (!body) return undefined;
		const left = leftPlaceholders(endpoint, body);
		reasons.push(...left);
		if (left.length > 0) return undefined;
		const sentence = (problem: Problem) => sentenceOf(problem, "'Body'");
		return checkedBody(source, check, filledBody(source, body, itemIndex), reasons, sentence);
	};
}

/** The record that an update is about, for messages: "the task with the Task ID "T-1"". */
function updateSubject({ endpoint, noun }: WriteSource, body: Members): string | undefined {
	if (endpoint.records !== undefined) return undefined;
	const identity = fillsOf(endpoint).find(
		({ field }) => identifies(field) && typeof body[field.name] === 'string',
	);
	if (!identity) return undefined;
	const { parameter, field } = identity;
	return `the ${noun} with the ${labelOf(parameter)} "${String(body[field.name])}"`;
}

/** A problem of a record as a sentence; where whole items are mapped, a field too many can be left out. */
function recordSentence(problem: Problem, isWholeItem: boolean): string {
	const sentence = sentenceOf(problem);
	if (!isWholeItem || !problem.unknownField || problem.path.length > 1) return sentence;
	const end = sentence.endsWith('?') ? '' : '.';
	return `${sentence}${end} To leave it out, turn on the option 'Ignore Unknown Fields'`;
}

function readRecords(
	source: WriteSource,
	settings: ConversionSettings,
	ignoresUnknown: boolean,
): Omit<WriteInput, 'options'> {
	const { endpoint } = source;
	const schema = recordSchema(endpoint);
	const names = [...recordFields(schema).map(({ name }) => name), ...settings.ownNames.keys()];
	const reader = recordReader(source, names, ignoresUnknown);
	const readHead = fieldsReader(source, checkOf(endpoint.body, settings));
	const check = checkOf(schema, settings);
	const { good, rejected } = readItems<Share>(source, (itemIndex, reasons) => {
		const head = readHead(itemIndex, reasons);
		const given = reader.read(itemIndex);
		if (Object.values(given).every((value) => value === undefined)) {
			// An item may also only say which records are to be deleted.
			if (head?.[endpoint.deletedIds ?? ''] !== undefined) return { itemIndex, head };
			reasons.push('The record is empty: map at least one field');
			return undefined;
		}
		const problems: Problem[] = [];
		const record = check(given, problems);
		reasons.push(...problems.map((problem) => recordSentence(problem, reader.isWholeItem)));
		const isGood = isRecord(record) && problems.length === 0;
		return head && isGood ? { itemIndex, head, record } : undefined;
	});
	return { lists: groupShares(endpoint, good), rejected, ignored: [...reader.ignored] };
}

/**
 * Reads and checks everything that a write is to send.
 *
 * @throws NodeOperationError for an option that is wrong, whatever the items hold
 */
export function readWrite(source: WriteSource): WriteInput {
	const { client, context, endpoint, node, parameters } = source;
	const given = readOptions(node, parameters, 0);
	const options = { ...given, requestFormat: bodyFormat(node, endpoint, given) };
	const names = customFieldNames(node, options, endpoint.body, client.customFieldNames);
	const settings = {
		zone: context.getTimezone(),
		ownNames: new Map([...names].map(([field, own]) => [own, field])),
		format: options.requestFormat,
	};
	const isJson = optionValue(node, 'dataMode', parameters('dataMode', 0, '')) === 'json';
	if (!isJson && endpoint.records !== undefined)
		return { options, ...readRecords(source, settings, options.ignoreUnknownFields) };
	const read = (isJson ? jsonReader : fieldsReader)(source, checkOf(endpoint.body, settings));
	const { good, rejected } = readItems(source, (itemIndex, reasons) => {
		const body = read(itemIndex, reasons);
		return body && listOfBody(endpoint, body, itemIndex, updateSubject(source, body));
	});
	return { options, lists: good, rejected, ignored: [] };
}
