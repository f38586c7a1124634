// A service that queues: what it accepts is applied when its queue is imported, and a path tells what became of it.
import type { Values } from './data/filling';

export interface Queue {
	/** How often the status of a transaction is asked for while it is still queued. */
	readonly asks: number;
	/** What is refused at the import: a request whose body holds this text. */
	readonly refuses?: string;
}

export interface Transaction {
	readonly isRefused: boolean;
	readonly apply: () => void;
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

export function newTransaction({ refuses }: Queue, body: unknown, apply: () => void): Transaction {
	const isRefused = refuses !== undefined && JSON.stringify(body).includes(refuses);
	return { isRefused, apply, asked: 0 };
}

/** The status of a transaction; the import has reached it when it was asked for often enough. */
export function statusOf(MessageId: string, transaction: Transaction, { asks }: Queue): Values {
	transaction.asked++;
	if (transaction.asked <= asks) return { MessageId, Result: { State: 'Queued', Text: null } };
	if (transaction.isRefused) return { MessageId, Result: { State: 'Rejected', Text: REFUSAL } };
	if (transaction.asked === asks + 1) transaction.apply();
	return { MessageId, Result: { State: 'Imported', Text: null } };
}
