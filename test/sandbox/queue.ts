// Transactions: a path tells what became of what was accepted. A service may queue it until its import.
import type { Values } from './data/filling';

export interface Queue {
	/** How often the status of a transaction is asked for while it is still queued. */
	readonly asks: number;
	/** What is refused at the import: a request whose body holds this text. */
	readonly refuses?: string;
	/** What is never imported: a request whose body holds this text. */
	readonly holds?: string;
}

export interface Transaction {
	readonly end: 'Imported' | 'Rejected' | 'Queued';
	/** Carries it out; undefined when that was done. */
	apply: (() => void) | undefined;
	/** How often its status was asked for. */
	asked: number;
}

/** What the service says of something that it refused. */
export const REFUSAL = 'No price list has this client.';

const STATUS_PATH = /^\/SI\/Status\/([^/]+)$/;

/** The MessageId whose status a request asks for. */
export function askedFor(method: string, path: string): string | undefined {
	const [, id] = (method === 'GET' && STATUS_PATH.exec(path)) || [];
	return id === undefined ? undefined : decodeURIComponent(id);
}

export function newTransaction(
	{ refuses, holds }: Partial<Queue>,
	body: unknown,
	apply?: () => void,
): Transaction {
	const text = JSON.stringify(body);
	const isIn = (words: string | undefined) => words !== undefined && text.includes(words);
	const end = isIn(refuses) ? 'Rejected' : isIn(holds) ? 'Queued' : 'Imported';
	return { end, apply, asked: 0 };
}

/** The status of a transaction; the import has reached it when it was asked for often enough. */
export function statusOf(MessageId: string, transaction: Transaction, queue?: Queue): Values {
	const isReached = transaction.asked++ >= (queue?.asks ?? 0);
	const State = isReached ? transaction.end : 'Queued';
	if (State === 'Imported') {
		transaction.apply?.();
		transaction.apply = undefined;
	}
	return { MessageId, Result: { State, Text: State === 'Rejected' ? REFUSAL : null } };
}
