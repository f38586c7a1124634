// The ledger: what an execution has sent, so that a retry of it repeats nothing blindly.
import type { ServiceClient } from '../transport/serviceClient';
import { type ServiceRequest, urlOf } from '../transport/serviceRequest';
import { redact } from '../transport/redaction';
import { type Failure, mayHaveBeenApplied } from '../failures';
import { shortHash } from '../hashes';
import type { Receipt } from './receipt';

/**
 * A request that was accepted, and perhaps applied; one that was refused and divided; or one that may have been applied: without a failure,
 * it is still in flight.
 */
type LedgerEntry =
	| { readonly receipt: Receipt; readonly applied?: { readonly said: string | null } }
	| { readonly divided: Failure }
	| { readonly failure?: Failure; readonly attempts?: number };

/**
 * The entries of one run of a node, by request. Plain JSON of about a hundred bytes a request, without record data:
 * the host keeps it with the execution. Requests that were certainly not applied have no entry.
 */
export type LedgerEntries = Record<string, LedgerEntry>;

/** A request that can be made again: bodies may be long, so they are not kept. */
export interface Repeatable {
	encode(): ServiceRequest;
	/** The requests that follow it where it was divided. */
	halves(): readonly Repeatable[];
}

/** The place of one request in the ledger. */
export class LedgerSlot {
	constructor(
		private readonly entries: LedgerEntries,
		private readonly key: string,
		private readonly secrets: readonly string[],
	) {}

	/** What this or an earlier try knows of the request. */
	get entry(): LedgerEntry | undefined {
		return this.entries[this.key];
	}

	/** Whether the request was divided: then its halves are sent, whatever the service says now. */
	get isDivided(): boolean {
		return this.entry !== undefined && 'divided' in this.entry;
	}

	get isAccepted(): boolean {
		return this.entry !== undefined && 'receipt' in this.entry;
	}

	/** What an earlier try learned of the transaction. */
	get confirmation(): { readonly status: 'applied'; readonly said: string | null } | undefined {
		const { entry } = this;
		return entry && 'receipt' in entry && entry.applied
			? { status: 'applied', ...entry.applied }
			: undefined;
	}

	/** From now on, the request may have been applied. Gives what was known of it. */
	begin(): LedgerEntry | undefined {
		const before = this.entry;
		this.entries[this.key] = {};
		return before;
	}

	accept(receipt: Receipt): void {
		this.entries[this.key] = { receipt: shortReceipt(receipt) };
	}

	/** Notes that the transaction was applied: no later try asks for its status. */
	confirm(said: string | null): void {
		const { entry } = this;
		if (entry && 'receipt' in entry) this.entries[this.key] = { ...entry, applied: { said } };
	}

	/** Notes a failure; after one that changed nothing, what was known before counts again. */
	fail(failure: Failure, attempts: number, before?: LedgerEntry): void {
		if (mayHaveBeenApplied(failure))
			this.entries[this.key] = { failure: shortFailure(failure, this.secrets), attempts };
		else if (before) this.entries[this.key] = before;
		else delete this.entries[this.key];
	}

	/** To be called before the first half is sent. */
	divide(refusal: Failure): void {
		this.entries[this.key] = { divided: shortFailure(refusal, this.secrets) };
	}
}

/** The ledger of one try of a run. */
export class Ledger {
	/** How often each hash of a request occurred in this try. */
	private readonly used = new Map<string, number>();
	private readonly slots = new Map<Repeatable, LedgerSlot>();

	/**
	 * @param entries What earlier tries of this run left; this try writes to it
	 * @param mayDiffer Whether a later try may send other requests
	 */
	constructor(
		private readonly client: ServiceClient,
		private readonly entries: LedgerEntries,
		private readonly mayDiffer = false,
	) {}

	/** How many requests were divided, in all tries. */
	get divisions(): number {
		return Object.values(this.entries).filter((entry) => 'divided' in entry).length;
	}

	/**
	 * The slot of a request, the same one whenever it is sent again. Equal requests are told apart by their order.
	 *
	 * @param encoded Where it is written already
	 */
	slotOf(request: Repeatable, encoded?: ServiceRequest): LedgerSlot {
		const { client, entries, slots, used } = this;
		const known = slots.get(request);
		if (known) return known;
		const key = nextKey(used, client, encoded ?? request.encode());
		const slot = new LedgerSlot(entries, key, client.secrets);
		slots.set(request, slot);
		return slot;
	}

	/**
	 * Whether this try makes the requests of an earlier one. If not, it would send again what was accepted or may have
	 * been applied.
	 */
	repeatsEarlierTry(requests: readonly Repeatable[]): boolean {
		const { client, entries } = this;
		const sent = Object.keys(entries);
		if (this.mayDiffer || sent.length === 0) return true;
		const used = new Map<string, number>();
		const keys = new Set<string>();
		const visit = (request: Repeatable) => {
			const key = nextKey(used, client, request.encode());
			keys.add(key);
			if (new LedgerSlot(entries, key, []).isDivided) request.halves().forEach(visit);
		};
		requests.forEach(visit);
		return sent.every((key) => keys.has(key));
	}

	/** Forgets the requests of this try: they will not be repeated. */
	close(): void {
		for (const [hash, count] of this.used)
			for (let index = 0; index < count; index++) delete this.entries[keyOf(hash, index)];
	}
}

function keyOf(hash: string, index: number): string {
	return index === 0 ? hash : `${hash}.${index}`;
}

function nextKey(
	used: Map<string, number>,
	client: ServiceClient,
	request: ServiceRequest,
): string {
	const { method, body: { contentType = '', text = '' } = {} } = request;
	const hash = shortHash(`${method} ${urlOf(client, request)}\n${contentType}\n${text}`);
	const count = used.get(hash) ?? 0;
	used.set(hash, count + 1);
	return keyOf(hash, count);
}

const MAX_RECEIPT = 100_000;
const MAX_TEXT = 200;

/** A receipt of a reasonable size: short fields of a long one. */
function shortReceipt(receipt: Receipt): Receipt {
	if (JSON.stringify(receipt).length <= MAX_RECEIPT) return receipt;
	const short = Object.entries(receipt).filter(
		([, value]) => typeof value !== 'object' && String(value).length <= MAX_TEXT,
	);
	return Object.fromEntries(short.slice(0, 5));
}

/** A failure whose texts are short and hold no secrets. */
function shortFailure(failure: Failure, secrets: readonly string[]): Failure {
	const short = (text: string) => redact(text, secrets).slice(0, MAX_TEXT);
	if (failure.kind === 'status') return { ...failure, said: failure.said && short(failure.said) };
	if (failure.kind === 'refused') return { ...failure, said: failure.said && short(failure.said) };
	if (failure.kind === 'redirect') return { ...failure, location: short(failure.location) };
	if (failure.kind !== 'response') return failure;
	const { problem, said } = failure;
	return { ...failure, problem: short(problem), said: said && short(said) };
}
