// What the service says of a transaction: applied, refused, pending or unknown.
import { messageIdField } from '../../api/shared';
import { isRecord } from '../../api/schema/types';
import { isSameName } from '../../wire/spelling';
import { hasContent, hasField, saysThatItFailed } from '../../wire/saidFailure';
import type { ServiceError } from '../failures/serviceError';
import type { StatusSettings } from '../serviceSettings';
import { comparableId } from '../values/ids';
import type { UntypedResponse } from './readUntyped';
import {
	type ListedValue,
	namesOf,
	pathsIn,
	valuesAt,
	valueText,
	withAttributesAsFields,
} from './valueAt';

/** From the worst to the best: of several entries, the worst one counts. */
const WORST_FIRST = ['refused', 'pending', 'unknown', 'applied'] as const;

/** A value of the status field that is in neither list means `pending`. */
export type Status = (typeof WORST_FIRST)[number];

export interface TransactionStatus {
	readonly [messageIdField]: string;
	readonly status: Status;
	/** The text of the message field; null without one. */
	readonly said: string | null;
	/** The response as it was read; null where none came. */
	readonly response: unknown;
}

/** Why a status is unknown. */
export type UnknownCause =
	/** The MessageId cannot stand in the status path, and was not asked for. */
	| { readonly kind: 'notAsked' }
	| { readonly kind: 'notFound' }
	| { readonly kind: 'otherTransaction' }
	/** The response is null, or a list that leads to the status is empty. */
	| { readonly kind: 'noEntry' }
	/** The response lacks the status field. `present`: the names that it has. */
	| { readonly kind: 'noField'; readonly present: readonly string[] }
	/** The credential lacks the status field or its values. `present`: the fields of the response. */
	| { readonly kind: 'noRules'; readonly present: readonly string[] }
	/** The request failed, or its response says so. */
	| { readonly kind: 'failed'; readonly error: ServiceError };

export interface StatusAnswer {
	readonly result: TransactionStatus;
	readonly cause?: UnknownCause;
	/** The values in neither list that make it pending. */
	readonly words?: readonly string[];
}

export function statusAnswer(
	messageId: string,
	status: Status,
	cause?: UnknownCause,
	{ said = null, response = null }: Partial<TransactionStatus> = {},
): StatusAnswer {
	return { result: { [messageIdField]: messageId, status, said, response }, cause };
}

/** Whether a value belongs to another transaction: the innermost record with a MessageId tells. */
function isOfOther({ owners }: ListedValue, messageId: string): boolean {
	const ids = owners.flatMap((owner) =>
		Object.entries(withAttributesAsFields(owner))
			.filter(([name]) => isSameName(name, messageIdField))
			.map(([, value]) => valueText(value).trim())
			.filter((id) => id !== ''),
	);
	const id = ids.at(-1);
	return id !== undefined && comparableId(id) !== comparableId(messageId.trim());
}

function includes(values: readonly string[], text: string): boolean {
	const plain = (each: string) => each.trim().toLowerCase();
	return plain(text) !== '' && values.some((each) => plain(each) === plain(text));
}

function statusIn({ isFound, value }: ListedValue, rules: StatusSettings): Status {
	if (!isFound) return 'unknown';
	const text = valueText(value);
	if (includes(rules.refusedValues, text)) return 'refused';
	return includes(rules.appliedValues, text) ? 'applied' : 'pending';
}

/** Whether two values belong together: in every list that holds both, they are in the same entry. */
function isBeside({ place: a }: ListedValue, { place: b }: ListedValue): boolean {
	return a.every(([list, index]) => b.every((other) => other[0] !== list || other[1] === index));
}

function textsOf(values: readonly ListedValue[]): string[] {
	const texts = values.map(({ isFound, value }) => (isFound ? valueText(value) : ''));
	return [...new Set(texts)].filter((text) => text.trim() !== '');
}

/** The texts of the reason field beside some of the values. */
function saidBeside(
	values: readonly ListedValue[],
	response: unknown,
	{ messageField }: StatusSettings,
): string | null {
	const names = namesOf(messageField);
	if (names.length === 0) return null;
	const beside = valuesAt(response, names).filter((text) =>
		values.some((value) => isBeside(value, text)),
	);
	return textsOf(beside).join('; ') || null;
}

/** Whether a response, or a record around a status in it, says that it failed. */
function hasFailed(response: unknown, values: readonly ListedValue[]): boolean {
	const around = [response, ...values.flatMap(({ owners }) => owners)].filter(isRecord);
	const hasStatus = values.some(({ isFound }) => isFound);
	return around
		.map(withAttributesAsFields)
		.some(
			(record) =>
				saysThatItFailed(record) || (!hasStatus && hasField(record, /^error$/, hasContent)),
		);
}

/**
 * Reads a response. Where the status field leads through lists, the worst of their entries counts. A response
 * that says that it failed has no status, unless that is refused or pending.
 */
export function readStatus(
	messageId: string,
	rules: StatusSettings,
	{ value: response, failWith }: UntypedResponse,
): StatusAnswer {
	const names = namesOf(rules.field);
	const all = response === null ? [] : valuesAt(response, names);
	const own = all.filter((value) => !isOfOther(value, messageId));
	const hasRules = names.length > 0 && rules.appliedValues.length > 0;
	if (all.length > 0 && own.length === 0)
		return statusAnswer(messageId, 'unknown', { kind: 'otherTransaction' }, { response });
	const statuses = new Set(own.map((value) => (hasRules ? statusIn(value, rules) : 'unknown')));
	const worst = WORST_FIRST.find((status) => statuses.has(status)) ?? 'unknown';
	const decisive = hasRules ? own.filter((value) => statusIn(value, rules) === worst) : own;
	const shown = { said: saidBeside(decisive, response, rules), response };
	if (
		(worst === 'applied' || worst === 'unknown') &&
		hasFailed(response, names.length > 0 ? own : [])
	) {
		const error = failWith('The status response of the service says that it failed');
		return statusAnswer(messageId, 'unknown', { kind: 'failed', error }, shown);
	}
	if (!hasRules)
		return statusAnswer(
			messageId,
			'unknown',
			{ kind: 'noRules', present: pathsIn(response) },
			shown,
		);
	if (own.length === 0) return statusAnswer(messageId, 'unknown', { kind: 'noEntry' }, shown);
	if (worst === 'pending')
		return { ...statusAnswer(messageId, worst, undefined, shown), words: textsOf(decisive) };
	if (worst !== 'unknown') return statusAnswer(messageId, worst, undefined, shown);
	const present = decisive.flatMap(({ value }) => (isRecord(value) ? Object.keys(value) : []));
	const cause = { kind: 'noField', present: [...new Set(present)] } as const;
	return statusAnswer(messageId, worst, cause, shown);
}
