// The request body that belongs to an input item: from the node's fields, or from the JSON that a person wrote.
import { isPlainObject, isRecord, recordFields } from '../../../api/schema/types';
import type { Members } from '../../../client/publish/batches';
import { readUnknownJson } from '../../../wire/json/read';
import { labelOf } from '../../shared/labels';
import { type Problem, quoted, shown, withoutFullStop } from '../../shared/problems';
import { bodySkeleton, leftPlaceholders } from './bodySkeleton';
import { type Check, sentenceOf } from './check';
import { fillsOf, givenFields, givenIdentity, identifies, type WriteRun } from './parameters';

/** Reads what belongs to an input item; gives undefined once it has added a reason why it cannot be sent. */
export type ItemReader<T> = (itemIndex: number, reasons: string[]) => T | undefined;

function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

function isEmptyObject(value: unknown): boolean {
	return isRecord(value) && Object.keys(value).length === 0;
}

/** A problem in the node's fields as a sentence that names the parameter. */
function parameterSentence({ endpoint }: WriteRun, { path, text }: Problem): string {
	const [first, ...rest] = path;
	const isField = recordFields(endpoint.body).some(({ name }) => name === first);
	if (!isField) return sentenceOf({ path, text });
	const fill = fillsOf(endpoint).find(({ field }) => field.name === first);
	const label = quoted(labelOf(fill?.parameter ?? String(first)));
	return sentenceOf({ path: [label, ...rest], text });
}

/** What a whole body lacks, although each of its fields is valid. */
function missingIn({ endpoint }: WriteRun, body: Members): string[] {
	const { identifyBy = [], bodyParameters, records } = endpoint;
	const isIdentified =
		identifyBy.length === 0 || identifyBy.some((name) => !isBlank(body[bodyParameters[name]]));
	const identity = fillsOf(endpoint).filter(({ field }) => identifies(field));
	const isSet = Object.entries(body).some(
		([name, value]) => !isEmptyObject(value) && !identity.some(({ field }) => field.name === name),
	);
	return [
		...(isIdentified
			? []
			: [`${identifyBy.map((name) => quoted(labelOf(name))).join(' or ')} is required`]),
		...(isSet || records !== undefined
			? []
			: ['Nothing would be updated: set at least one field apart from the ID']),
	];
}

function checked(
	run: WriteRun,
	check: Check,
	body: Members,
	reasons: string[],
	sentence: (problem: Problem) => string,
): Members | undefined {
	const result = check(body);
	const found = result.ok ? missingIn(run, result.value as Members) : result.problems.map(sentence);
	reasons.push(...found);
	return result.ok && found.length === 0 ? (result.value as Members) : undefined;
}

function sameMembers(one: Members, other: Members): boolean {
	const names = Object.keys(one);
	return (
		names.length === Object.keys(other).length &&
		names.every((name) => Object.is(one[name], other[name]))
	);
}

/** The body that the node's fields give. Fixed parameters give the same for every item, so the last one is kept. */
export function fieldsReader(run: WriteRun, check: Check): ItemReader<Members> {
	let last:
		| { readonly given: Members; readonly body: Members | undefined; readonly reasons: string[] }
		| undefined;
	return (itemIndex, reasons) => {
		const given = givenFields(run, itemIndex);
		if (!last || !sameMembers(last.given, given)) {
			const found: string[] = [];
			const sentence = (problem: Problem) => parameterSentence(run, problem);
			last = { given, body: checked(run, check, given, found, sentence), reasons: found };
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
function filledBody(run: WriteRun, body: Members, itemIndex: number): Members {
	const { identifyBy = [], bodyParameters } = run.endpoint;
	const pair = identifyBy.map((parameter) => bodyParameters[parameter]);
	const isIdentified = pair.some((name) => body[name] !== undefined);
	const missing = Object.entries(givenIdentity(run, itemIndex)).filter(
		([name]) => body[name] === undefined && !(isIdentified && pair.includes(name)),
	);
	return { ...body, ...Object.fromEntries(missing) };
}

/** The body that a person wrote as JSON, with the identifying parameters where it leaves them out. */
export function jsonReader(run: WriteRun, check: Check): ItemReader<Members> {
	const skeleton = bodySkeleton(run.endpoint);
	return (itemIndex, reasons) => {
		const body = writtenBody(run.parameters('body', itemIndex, skeleton), reasons);
		const sentence = (problem: Problem) => sentenceOf(problem, "'Body'");
		const left = body ? leftPlaceholders(run.endpoint, body) : [];
		reasons.push(...left);
		if (left.length > 0) return undefined;
		return body && checked(run, check, filledBody(run, body, itemIndex), reasons, sentence);
	};
}
