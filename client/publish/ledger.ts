// The ledger: what an execution has sent, so that a retry of it repeats nothing blindly.
import type { ServiceClient } from '../transport/serviceClient';
import { type ServiceRequest, urlOf } from '../transport/serviceRequest';
import { redact } from '../transport/redaction';
import type { Failure } from '../failures';
import { shortHash } from '../hashes';
import type { Receipt } from './receipt';

/**
 * A request that was accepted; one that was refused and divided; or one that may have been applied: without a failure
 * it is still under way.
 */
type LedgerEntry =
	| { readonly receipt: Receipt }
	| { readonly divided: Failure }
	| { readonly failure?: Failure; readonly attempts?: number };

/**
 * The entries of one run of a node, by request. Plain JSON of about a hundred bytes a request, without record data:
 * the host keeps it with the execution. Requests that were certainly not applied have no entry.
 */
export type LedgerEntries = Record<string, LedgerEntry>;

/** The ledger of one try of a run. */
export interface Ledger {
	/** What earlier tries of this run left; this try writes to it. */
	readonly entries: LedgerEntries;
	/** How often each hash of a request occurred in this try. */
	readonly used: Map<string, number>;
}

/** Forgets the requests of a try that will not be repeated. */
export function closeLedger({ entries, used }: Ledger): void {
	for (const [hash, count] of used) {
		for (let index = 0; index < count; index++) delete entries[keyOf(hash, index)];
	}
}

function keyOf(hash: string, index: number): string {
	return index === 0 ? hash : `${hash}.${index}`;
}

/** The key of the next request. Equal requests are told apart by their order. */
export function nextKey({ used }: Ledger, client: ServiceClient, request: ServiceRequest): string {
	const { method, body: { contentType = '', text = '' } = {} } = request;
	const hash = shortHash(`${method} ${urlOf(client, request)}\n${contentType}\n${text}`);
	const count = used.get(hash) ?? 0;
	used.set(hash, count + 1);
	return keyOf(hash, count);
}

/** A request, and the requests that follow it where it was divided. They are made one by one: bodies may be long. */
export interface PlannedRequest {
	readonly make: () => ServiceRequest;
	readonly halves: () => readonly PlannedRequest[];
}

/**
 * Whether a further try of an execution makes the requests of an earlier one. If not, it would send again what was
 * accepted or may have been applied.
 */
export function repeatsEarlierTry(
	client: ServiceClient,
	{ entries }: Ledger,
	requests: readonly PlannedRequest[],
): boolean {
	const sent = Object.keys(entries);
	if (sent.length === 0) return true;
	const again: Ledger = { entries, used: new Map() };
	const keys = new Set<string>();
	const visit = ({ make, halves }: PlannedRequest) => {
		const key = nextKey(again, client, make());
		keys.add(key);
		if (wasDivided(again, key)) for (const half of halves()) visit(half);
	};
	for (const request of requests) visit(request);
	return sent.every((key) => keys.has(key));
}

/** Whether this or an earlier try divided a request: what follows it depends on that, not on what the service says now. */
export function wasDivided({ entries }: Ledger, key: string): boolean {
	const entry = entries[key];
	return entry !== undefined && 'divided' in entry;
}

/** Notes that a refused request is divided, before its halves are sent; false if there would be too many of them. */
export function noteDivided(
	ledger: Ledger,
	key: string,
	failure: Failure,
	maxHalves: number,
): boolean {
	const { entries } = ledger;
	const divided = Object.keys(entries).filter((each) => wasDivided(ledger, each));
	if (2 * (divided.length + 1) > maxHalves) return false;
	entries[key] = { divided: failure };
	return true;
}

const MAX_RECEIPT = 100_000;
const MAX_TEXT = 200;

/** A receipt of a reasonable size: short fields of a long one. */
export function shortReceipt(receipt: Receipt): Receipt {
	if (JSON.stringify(receipt).length <= MAX_RECEIPT) return receipt;
	const short = Object.entries(receipt).filter(
		([, value]) => typeof value !== 'object' && String(value).length <= MAX_TEXT,
	);
	return Object.fromEntries(short.slice(0, 5));
}

/** A failure whose texts are short and hold no secrets. */
export function shortFailure(failure: Failure, secrets: readonly string[]): Failure {
	const short = (text: string) => redact(text, secrets).slice(0, MAX_TEXT);
	if (failure.kind === 'status') return { ...failure, said: failure.said && short(failure.said) };
	if (failure.kind === 'redirect') return { ...failure, location: short(failure.location) };
	if (failure.kind !== 'response') return failure;
	const { problem, said } = failure;
	return { ...failure, problem: short(problem), said: said && short(said) };
}
