// Transactions: what was accepted is applied when its status is asked for often enough, or refused.
//
// GET /SI/Status/{MessageId} gives { MessageId, Result: { State, Text } }; State is Queued, Imported or Rejected, and
// Text says why a transaction was rejected. Options of a sandbox that concern it:
// - queue: left out, publishes are applied at once and their status is Imported.
// - queue.asks: how often the answer is Queued before the import; 0 imports at the first question.
// - queue.refuses: transactions with one of these texts anywhere in their body are rejected.
// - queue.appliesRest: a rejected transaction applies the records without these texts; left out, it changes nothing.
// - queue.holds: transactions with one of these texts stay Queued.
//
// `sandbox.state.transactions` has them by their MessageId. A catalog's publish has no receipt, and is applied at once.
import type { Values } from './data/filling';
import type { ServiceRequest } from './responses/messages';

type Texts = string | readonly string[];

export interface Queue {
	readonly asks: number;
	readonly refuses?: Texts;
	readonly appliesRest?: boolean;
	readonly holds?: Texts;
}

export interface Transaction {
	readonly end: 'Imported' | 'Rejected' | 'Queued';
	/** Carries out what of it is to be applied; undefined when that was done. */
	apply: (() => void) | undefined;
	/** How often its status was asked for. */
	asked: number;
}

/** What the service says of something that it refused. */
export const REFUSAL = 'No price list has this client.';

/** Where a person finds the status of a transaction. */
export const STATUS_PATH = '/SI/Status/{MessageId}';

/** The MessageId whose status a request asks for. */
export function askedFor({ method, path }: Pick<ServiceRequest, 'method' | 'path'>) {
	const [, id] = (method === 'GET' && /^\/SI\/Status\/([^/]+)$/.exec(path)) || [];
	return id === undefined ? undefined : decodeURIComponent(id);
}

function hasOneOf(value: unknown, texts: Texts = []): boolean {
	const json = JSON.stringify(value);
	return [texts].flat().some((text) => json.includes(text));
}

/** A body without the records that have one of these texts. */
function withoutRecords(body: Values, texts: Texts | undefined): Values {
	const kept = Object.entries(body).map(([name, value]) => [
		name,
		Array.isArray(value) ? value.filter((record) => !hasOneOf(record, texts)) : value,
	]);
	return Object.fromEntries(kept) as Values;
}

/** @param apply Carries out a publish with this body */
export function newTransaction(
	{ refuses, holds, appliesRest }: Partial<Queue>,
	body: Values,
	apply?: (body: Values) => void,
): Transaction {
	const end = hasOneOf(body, refuses) ? 'Rejected' : hasOneOf(body, holds) ? 'Queued' : 'Imported';
	const applied =
		end === 'Imported' ? body : appliesRest ? withoutRecords(body, refuses) : undefined;
	return { end, apply: applied && apply && (() => apply(applied)), asked: 0 };
}

/** The status of a transaction; the import has reached it when it was asked for often enough. */
export function statusOf(MessageId: string, transaction: Transaction, queue?: Queue): Values {
	const isReached = transaction.asked++ >= (queue?.asks ?? 0);
	const State = isReached ? transaction.end : 'Queued';
	if (State !== 'Queued') {
		transaction.apply?.();
		transaction.apply = undefined;
	}
	return { MessageId, Result: { State, Text: State === 'Rejected' ? REFUSAL : null } };
}
