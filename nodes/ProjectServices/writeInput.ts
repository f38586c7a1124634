// Everything that a write is to send, checked before anything is sent: the requests, and the items that are wrong.
import { recordFields, type Schema } from '../../api/kinds';
import { ExactNumber } from '../../wire/exact';
import { readUnknownJson } from '../../wire/json';
import { type Batch, batchesOf, type Members, type Share } from './batches';
import { type Check, type Checked, checkOf, type CheckSettings, sentenceOf } from './input';

import { labelOf } from './labels';
import { optionsOf } from './parameters';
import { type Problem, shown, withoutFullStop } from './problems';
import { choiceOf, customFieldNames, requestFormat, wholeNumber } from './settings';
import { fillsOf, givenFields, givenIdentity, type WriteRun } from './writeParameters';
import { recordReader, recordSchema } from './writeRecords';

/** An input item that cannot be sent, and every reason in a sentence without its full stop. */
export interface Rejected {
	readonly itemIndex: number;
	readonly reasons: readonly string[];
}

export interface WriteInput {
	readonly batches: readonly Batch[];
	readonly rejected: readonly Rejected[];
	/** Fields of input items that were left out, as the person wished. */
	readonly ignored: readonly string[];
}

type Reasons = readonly string[];
type Result<T> =
	{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly reasons: Reasons };

function checkSettings(run: WriteRun, schema: Schema): CheckSettings {
	const options = optionsOf(run.parameters, 0);
	const names = customFieldNames(run.node, options, schema);
	return {
		zone: run.context.getTimezone(),
		ownNames: new Map([...names].map(([field, own]) => [own, field])),
		format: requestFormat(run.node, run.endpoint, options),
	};
}

function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

/** Begins a problem's path with the label of the parameter in which the value stands. */
function underLabel({ endpoint }: WriteRun, problem: Problem): Problem {
	const parameter = fillsOf(endpoint).find(
		({ field }) => field.name === problem.path[0],
	)?.parameter;
	return parameter === undefined
		? problem
		: { ...problem, path: [labelOf(parameter), ...problem.path.slice(1)] };
}

function missingIdentity({ endpoint }: WriteRun, value: Members): Reasons {
	const pair = endpoint.identifyBy;
	if (!pair) return [];
	const names = pair.map((parameter) => endpoint.fills[parameter]);
	const given = names.some(
		(name) => value[name] !== undefined && value[name] !== null && !isBlank(value[name]),
	);
	return given ? [] : [`${pair.map(labelOf).join(' or ')} is required`];
}

function resultOf(
	run: WriteRun,
	checked: Checked,
	sentence: (problem: Problem) => string,
): Result<Members> {
	if (!checked.ok) return { ok: false, reasons: checked.problems.map(sentence) };
	const value = checked.value as Members;
	const missing = missingIdentity(run, value);
	return missing.length === 0 ? { ok: true, value } : { ok: false, reasons: missing };
}

/** Reads and checks what belongs to an item; an expression that fails is a reason like any other. */
function attempt<T>(read: () => Result<T>): Result<T> {
	try {
		return read();
	} catch (error) {
		return { ok: false, reasons: [error instanceof Error ? error.message : String(error)] };
	}
}

/** The body that the node's fields give. Fixed parameters give the same for every item, so the last one is kept. */
function fieldsReader(run: WriteRun, check: Check): (itemIndex: number) => Result<Members> {
	let last: { readonly given: Members; readonly result: Result<Members> } | undefined;
	return (itemIndex) => {
		const given = givenFields(run, itemIndex);
		if (last && sameMembers(last.given, given)) return last.result;
		const result = resultOf(run, check(given), (problem) => sentenceOf(underLabel(run, problem)));
		last = { given, result };
		return result;
	};
}

function sameMembers(one: Members, other: Members): boolean {
	const names = Object.keys(one);
	return (
		names.length === Object.keys(other).length &&
		names.every((name) => Object.is(one[name], other[name]))
	);
}

function isMembers(value: unknown): value is Members {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		!(value instanceof ExactNumber)
	);
}

/** The JSON body that a person wrote, as a value with every digit. */
function bodyOf(given: unknown): Result<Members> {
	if (given === null || given === undefined || isBlank(given)) {
		return { ok: false, reasons: ['Body is empty'] };
	}
	const json =
		typeof given === 'string'
			? readUnknownJson(given, 'The text')
			: { ok: true as const, value: given };
	if (!json.ok)
		return { ok: false, reasons: [`Body cannot be read. ${withoutFullStop(json.problem)}`] };
	const { value } = json;
	return isMembers(value)
		? { ok: true, value }
		: { ok: false, reasons: [`Body is ${shown(value)}, expected an object`] };
}

/** Fills what a body leaves out; of two fields that identify a record, one is enough. */
function filledBody(run: WriteRun, body: Members, itemIndex: number): Members {
	const { identifyBy, fills } = run.endpoint;
	const pair = (identifyBy ?? []).map((parameter) => fills[parameter]);
	const isIdentified = pair.some((name) => body[name] !== undefined);
	const missing = Object.entries(givenIdentity(run, itemIndex)).filter(
		([name]) => body[name] === undefined && !(isIdentified && pair.includes(name)),
	);
	return { ...body, ...Object.fromEntries(missing) };
}

function batchOfBody({ endpoint }: WriteRun, body: Members, itemIndex: number): Batch {
	const { records, total } = endpoint;
	if (records === undefined) return { body, recordCount: 1, items: [itemIndex] };
	const held = body[records];
	const recordCount = Array.isArray(held) ? held.length : 0;
	const counted = total === undefined || body[total] !== undefined ? {} : { [total]: recordCount };
	return { body: { ...body, ...counted }, recordCount, items: [itemIndex] };
}

type ItemReader<T> = (itemIndex: number) => Result<T>;

function jsonBodies(run: WriteRun, check: Check): ItemReader<Batch> {
	return (itemIndex) => {
		const body = bodyOf(run.parameters('body', itemIndex, ''));
		if (!body.ok) return body;
		const given = filledBody(run, body.value, itemIndex);
		const result = resultOf(run, check(given), (problem) => sentenceOf(problem, 'Body'));
		return result.ok ? { ok: true, value: batchOfBody(run, result.value, itemIndex) } : result;
	};
}

function fieldBodies(run: WriteRun, check: Check): ItemReader<Batch> {
	const read = fieldsReader(run, check);
	return (itemIndex) => {
		const result = read(itemIndex);
		return result.ok ? { ok: true, value: batchOfBody(run, result.value, itemIndex) } : result;
	};
}

/** Reads every item; what is wrong with one does not keep the others from being read. */
function readItems<T>(run: WriteRun, read: ItemReader<T>): { good: T[]; rejected: Rejected[] } {
	const good: T[] = [];
	const rejected: Rejected[] = [];
	for (let itemIndex = 0; itemIndex < run.itemCount; itemIndex++) {
		const result = attempt(() => read(itemIndex));
		if (result.ok) good.push(result.value);
		else rejected.push({ itemIndex, reasons: result.reasons });
	}
	return { good, rejected };
}

const emptyRecord = 'The record is empty, map at least one field';

function shareOf(
	itemIndex: number,
	head: Result<Members>,
	record: Result<Members | undefined>,
): Result<Share> {
	if (head.ok && record.ok) {
		const { value } = record;
		return {
			ok: true,
			value: { itemIndex, head: head.value, ...(value === undefined ? {} : { record: value }) },
		};
	}
	return {
		ok: false,
		reasons: [...(head.ok ? [] : head.reasons), ...(record.ok ? [] : record.reasons)],
	};
}

function recordInput(run: WriteRun, records: string, settings: CheckSettings): WriteInput {
	const { body, gathered = '' } = run.endpoint;
	const schema = recordSchema(body, records);
	const names = [...recordFields(schema).map(({ name }) => name), ...settings.ownNames.keys()];
	const options = optionsOf(run.parameters, 0);
	const reader = recordReader(run, names, options.ignoreUnknownFields === true);
	const headOf = fieldsReader(run, checkOf(body, settings));
	const check = checkOf(schema, settings);
	const recordOf = (itemIndex: number, head: Result<Members>): Result<Members | undefined> => {
		const given = reader.read(itemIndex);
		if (Object.values(given).every((value) => value === undefined)) {
			return head.ok && head.value[gathered] !== undefined
				? { ok: true, value: undefined }
				: { ok: false, reasons: [emptyRecord] };
		}
		const checked = check(given);
		return checked.ok
			? { ok: true, value: checked.value as Members }
			: { ok: false, reasons: checked.problems.map((problem) => sentenceOf(problem)) };
	};
	const { good, rejected } = readItems(run, (itemIndex) => {
		const head = headOf(itemIndex);
		return shareOf(itemIndex, head, recordOf(itemIndex, head));
	});
	const most = wholeNumber(run.node, 'recordsPerRequest', options.recordsPerRequest);
	return { batches: batchesOf(run.endpoint, good, most), rejected, ignored: [...reader.ignored] };
}

/**
 * Reads and checks everything that a write is to send.
 *
 * @throws NodeOperationError for an option that is wrong, whatever the items hold
 */
export function readWriteInput(run: WriteRun): WriteInput {
	const { endpoint, parameters } = run;
	const settings = checkSettings(run, endpoint.body);
	const isJson = choiceOf(run.node, 'dataMode', parameters('dataMode', 0, '')) === 'json';
	if (!isJson && endpoint.records !== undefined) {
		return recordInput(run, endpoint.records, settings);
	}
	const check = checkOf(endpoint.body, settings);
	const { good, rejected } = readItems(run, (isJson ? jsonBodies : fieldBodies)(run, check));
	return { batches: good, rejected, ignored: [] };
}
