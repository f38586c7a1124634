// What the service says of a transaction: applied, refused, pending or unknown.
import { isRecord } from '../../api/schema/types';
import { messageIdField } from '../../api/shared';
import { isSameName } from '../../wire/spelling';
import { comparableId, idText } from '../values/ids';
import { saysThatItFailed } from '../failures/saidFailure';
import type { ServiceError } from '../failures/serviceError';
import type { StatusSettings } from '../serviceSettings';
import type { UntypedResponse } from './readUntyped';
import { includesValue } from './statusRules';
import { type ListedValue, namesOf, valuesAt, valueText } from './valueAt';

/** From the worst to the best: of several entries, the worst one counts. */
const WORST_FIRST = ['refused', 'pending', 'unknown', 'applied'] as const;

/** A value of the status field that is in neither list means `pending`. */
export type Status = (typeof WORST_FIRST)[number];

/** A transaction whose status is asked for, by rules and with a MessageId that were checked. */
export interface StatusQuestion {
	readonly messageId: string;
	readonly rules: StatusSettings;
	/** How long to ask again, in minutes; may be a fraction, and 0 asks once. */
	readonly waitMinutes: number;
}

export interface TransactionStatus {
	readonly [messageIdField]: string;
	readonly status: Status;
	/** The text of the message field; null without one. */
	readonly said: string | null;
	/** The response as it was read; null where none came. */
	readonly response: unknown;
}

export interface StatusAnswer {
	readonly result: TransactionStatus;
	/** Why the status is unknown, where something else came than a status. */
	readonly cause?:
		| { readonly kind: 'notFound' }
		| { readonly kind: 'otherTransaction' }
		/** The response is null, or a list that leads to the status is empty. */
		| { readonly kind: 'noEntry' }
		/** `present`: the names that are there instead. */
		| { readonly kind: 'noField'; readonly present: readonly string[] }
		/** The request failed, or its response says so. */
		| { readonly kind: 'failed'; readonly error: ServiceError };
}

export function statusAnswer(
	{ messageId }: Pick<StatusQuestion, 'messageId'>,
	status: Status,
	cause?: StatusAnswer['cause'],
	{ said = null, response = null }: Partial<TransactionStatus> = {},
): StatusAnswer {
	return { result: { [messageIdField]: messageId, status, said, response }, cause };
}

/** Whether a value belongs to another transaction: the innermost record with a MessageId tells. */
function isOfOther({ owners }: ListedValue, messageId: string): boolean {
	const ids = owners.flatMap((owner) =>
		Object.keys(owner)
			.filter((name) => isSameName(name, messageIdField))
			.map((name) => idText(owner[name]).trim())
			.filter((id) => id !== ''),
	);
	const id = ids.at(-1);
	return id !== undefined && comparableId(id) !== comparableId(messageId.trim());
}

function statusIn({ found }: ListedValue, rules: StatusSettings): Status {
	if (!found.ok) return 'unknown';
	const value = valueText(found.value);
	if (includesValue(rules.appliedValues, value)) return 'applied';
	return includesValue(rules.refusedValues, value) ? 'refused' : 'pending';
}

/** Whether two values are in the same entry of each list that leads to both of them. */
function isBeside({ place: a }: ListedValue, { place: b }: ListedValue): boolean {
	return a.every(([list, index]) => b.every((other) => other[0] !== list || other[1] === index));
}

/** The texts of the reason field beside some of the values. */
function saidBeside(
	values: readonly ListedValue[],
	response: unknown,
	{ messageField }: StatusSettings,
): string | null {
	const names = namesOf(messageField);
	if (names.length === 0) return null;
	const texts = valuesAt(response, names)
		.filter((text) => values.some((value) => isBeside(value, text)))
		.map(({ found }) => (found.ok ? valueText(found.value) : ''))
		.filter((text) => text !== '');
	return texts.length === 0 ? null : [...new Set(texts)].join('; ');
}

/** How many entries of a list are enough to learn its fields. */
const MAX_ENTRIES = 100;

/** The names that lead to each value of a response, with dots between them; those of list entries once. */
function pathsIn(value: unknown, path = ''): string[] {
	if (Array.isArray(value))
		return [...new Set(value.slice(0, MAX_ENTRIES).flatMap((entry) => pathsIn(entry, path)))];
	if (!isRecord(value)) return path === '' ? [] : [path];
	return Object.entries(value).flatMap(([name, member]) =>
		pathsIn(member, path === '' ? name : `${path}.${name}`),
	);
}

/**
 * Reads a response. Where the status field leads through lists, the worst of their entries counts. A response
 * that says that it failed has no status, unless that is refused or pending.
 */
export function readStatus(
	question: StatusQuestion,
	{ value: response, failWith }: Pick<UntypedResponse, 'value' | 'failWith'>,
): StatusAnswer {
	const { messageId, rules } = question;
	const names = namesOf(rules.field);
	const all = response === null ? [] : valuesAt(response, names);
	if (names.length === 0) {
		const said = saidBeside(all, response, rules);
		const present = pathsIn(response);
		return statusAnswer(question, 'unknown', { kind: 'noField', present }, { said, response });
	}
	const own = all.filter((value) => !isOfOther(value, messageId));
	if (all.length > 0 && own.length === 0)
		return statusAnswer(question, 'unknown', { kind: 'otherTransaction' }, { response });
	const statuses = new Set(own.map((value) => statusIn(value, rules)));
	const worst = WORST_FIRST.find((status) => statuses.has(status)) ?? 'unknown';
	const decisive = own.filter((value) => statusIn(value, rules) === worst);
	const said = saidBeside(decisive, response, rules);
	const hasFailed = [response, ...own.flatMap(({ owners }) => owners)].some(saysThatItFailed);
	if (hasFailed && (worst === 'applied' || worst === 'unknown')) {
		const error = failWith('The status response of the service says that it failed');
		return statusAnswer(question, 'unknown', { kind: 'failed', error }, { said, response });
	}
	if (own.length === 0) return statusAnswer(question, 'unknown', { kind: 'noEntry' }, { response });
	const [present] = decisive.flatMap(({ found }) => (found.ok ? [] : [found.present]));
	const cause = present && ({ kind: 'noField', present } as const);
	return statusAnswer(question, worst, cause, { said, response });
}
