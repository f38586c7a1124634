// What is wrong with what was entered, in sentences without their full stop.
import type { WriteEndpoint } from '../../../api/endpoint';
import { recordFields } from '../../../api/schema/types';
import { counted, joinLimited } from '../../../wire/result';
import { formatValue, quoted } from '../../shared/errors';
import { labelOf } from '../../shared/labels';
import { nameAdvice } from '../../shared/nearestName';
import { bodyParametersOf } from './bodyParameters';

/** Something wrong with a value: where, and the rest of a sentence that begins with the field's name. */
export interface Problem {
	readonly path: ReadonlyArray<string | number>;
	readonly text: string;
	readonly unknownField?: true;
}

/** The rest of a sentence about a value that is not what its field takes, with advice where it is an empty string. */
export function unexpected(value: unknown, expectation: string): string {
	const isEmpty = typeof value === 'string' && value.trim() === '';
	// Without its ID, a record may be created again.
	const remedy = expectation.includes('GUID')
		? '. Map the ID, or unmap the field'
		: '. Clear or unmap the field, or map null';
	const advice = isEmpty ? remedy : '';
	return `is ${formatValue(value)}, ${expectation}${advice}`;
}

/** A search for a near name is slow, so at most this many names of a record are searched for. */
const MAX_ADVISED = 100;

/** Makes the problem of a name that a record does not have. */
export function unknownFieldOf(
	record: string,
	known: readonly string[],
): (name: string) => Problem {
	const advice = new Map<string, string>();
	return (name) => {
		if (!advice.has(name) && advice.size < MAX_ADVISED) {
			const nearest = nameAdvice(name, known);
			advice.set(name, nearest && `.${nearest}`);
		}
		const text = `is not a field of ${record}${advice.get(name) ?? ''}`;
		return { path: [name], text, unknownField: true };
	};
}

/** A problem as a sentence; `whole` names the value itself. */
export function sentenceOf({ path, text }: Problem, whole = 'The record'): string {
	// The place is written as people write a path: ClientAddresses[1].TypeId.
	const place = path.reduce<string>((before, step) => {
		if (typeof step === 'number') return `${before}[${step}]`;
		return before === '' ? step : `${before}.${step}`;
	}, '');
	return `${place || whole} ${text}`;
}

/** A problem in a JSON body. */
export function bodySentence(problem: Problem): string {
	return sentenceOf(problem, "'Body'");
}

/** A problem in the node's fields, which names the parameter. */
export function parameterSentence(endpoint: WriteEndpoint, problem: Problem): string {
	const [first, ...rest] = problem.path;
	const isField = recordFields(endpoint.body).some(({ name }) => name === first);
	if (!isField) return sentenceOf(problem);
	const fill = bodyParametersOf(endpoint).find(({ field }) => field.name === first);
	const label = quoted(labelOf(fill?.parameter ?? String(first)));
	return sentenceOf({ ...problem, path: [label, ...rest] });
}

/** Whether an item as a whole has a field that the record does not have. */
export function isUnknownTopLevelField({ path, unknownField }: Problem): boolean {
	return unknownField === true && path.length === 1;
}

/** A problem in an input item that is a record. */
export function itemSentence(problem: Problem): string {
	const sentence = sentenceOf(problem);
	if (!isUnknownTopLevelField(problem)) return sentence;
	const end = sentence.endsWith('?') ? '' : '.';
	return `${sentence}${end} To leave it out, turn on the option 'Ignore Unknown Fields'`;
}

/** The rest of a sentence about what Get Changes gave as deleted. */
export function deletionText({ deletedIds }: WriteEndpoint): string {
	const advice =
		deletedIds === undefined
			? 'Remove it before this node'
			: `Remove it before this node, and give its ID alone as ${quoted(labelOf(deletedIds))}`;
	return `has "change": "deleted", so it would be sent although it is gone. ${advice}`;
}

/** The text about records without a key: the service cannot recognize them later. */
export function withoutKeyText({ key, otherKeys = [] }: WriteEndpoint, count: number): string {
	const keys = [...(key === undefined ? [] : [key]), ...otherKeys].map(labelOf);
	const [have, them] = count === 1 ? ['has', 'it'] : ['have', 'them'];
	return `${counted(count, 'record')} ${have} no ${keys.join(', ').replace(/, ([^,]*)$/, ' or $1')}: unless it refuses ${them}, the service may create ${them} again in each execution. Give every record a key that stays the same.`;
}

/** An input item that cannot be sent, and every reason. */
export interface Rejected {
	readonly itemIndex: number;
	readonly reasons: readonly string[];
}

/** The reasons that all input items share, such as one wrong parameter. */
function sharedReasons(rejected: readonly Rejected[], itemCount: number): ReadonlySet<string> {
	const [first, ...others] = rejected.map(({ reasons }) => new Set(reasons));
	if (rejected.length < itemCount) return new Set();
	return new Set([...first].filter((reason) => others.every((reasons) => reasons.has(reason))));
}

/** What to do about some reasons; empty where they say it. */
export function adviceFor(reasons: Iterable<string>): string {
	return /\bId is .*expected a GUID/.test([...reasons].join())
		? "Make a GUID for each record once, for example with n8n's Crypto node, and keep it."
		: '';
}

/** What is said of all wrong items together, beginning with the first one's first reason. */
export function rejectionTexts(rejected: readonly Rejected[], itemCount: number) {
	const [{ itemIndex, reasons }] = rejected;
	const shared = sharedReasons(rejected, itemCount);
	const line = (reason: string, item: number): string => {
		const isOfAll = itemCount > 1 && shared.has(reason);
		const place = isOfAll ? 'All items' : `Item ${item}${item === 0 ? ' (the first)' : ''}`;
		return `${place}: ${reason}${/[.?!]$/.test(reason) ? '' : '.'}`;
	};
	const problems = new Set(
		rejected.flatMap((entry) => entry.reasons.map((reason) => line(reason, entry.itemIndex))),
	);
	const others = rejected.length > 1 ? ` (and ${counted(rejected.length - 1, 'more item')})` : '';
	const place = shared.has(reasons[0]) ? '' : `${others} [item ${itemIndex}]`;
	// If there is only one problem, the message has it already.
	const lines = problems.size === 1 ? '' : `\n${joinLimited([...problems], '\n')}`;
	const description = `Nothing was sent. ${adviceFor(problems)}`.trim() + lines;
	return { message: `${reasons[0]}${place}`, description, itemIndex };
}
