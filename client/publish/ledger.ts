// The ledger: what an execution has sent, so that no try of it repeats blindly what may have arrived.
import type { WriteEndpoint } from '../../api/endpoint';
import { type Failure, mayHaveBeenApplied } from '../failures/failures';
import { shortHash } from '../values/hashes';
import { ServiceError } from '../failures/serviceError';
import { redact } from '../failures/redaction';
import { send } from '../transport/send';
import type { ServiceClient } from '../transport/serviceClient';
import { responseError, type ServiceRequest, urlOf } from '../transport/serviceRequest';
import { readReceipt, type Receipt } from './receipt';
import { type CarriedRecords, withPartialDoubt } from './refusals';

/** A request that was accepted, and perhaps applied; one that was divided; or one that may have been applied. */
type LedgerEntry =
	| { readonly receipt: Receipt; readonly applied?: { readonly said: string | null } }
	| { readonly divided: Failure }
	/** Without a failure, it is still in flight. */
	| { readonly failure?: Failure; readonly attempts?: number };

/**
 * The entries of one run of a node, by request. Plain JSON of about a hundred bytes a request, without record data:
 * the host keeps it with the execution. Requests that were certainly not applied have no entry.
 */
export type LedgerEntries = Record<string, LedgerEntry>;

function isDivided(entry: LedgerEntry | undefined): boolean {
	return entry !== undefined && 'divided' in entry;
}

/** A request that can be made again: bodies may be long, so they are not kept. */
interface Repeatable {
	encode(): ServiceRequest;
	/** The requests that follow it where it was divided. */
	halves(): readonly Repeatable[];
}

export interface Confirmation {
	readonly status: 'applied' | 'refused' | 'pending' | 'unknown';
	readonly said: string | null;
}

export interface Published {
	readonly receipt: Receipt;
	readonly fromEarlierTry: boolean;
	/** Where the service was asked, now or by an earlier try. */
	readonly confirmation?: Confirmation;
}

interface SendSettings {
	/** Whether to send a request again that may have been applied. */
	readonly resendUncertain?: boolean;
	readonly records?: CarriedRecords;
}

export class LedgerSlot {
	constructor(
		private readonly client: ServiceClient,
		private readonly entries: LedgerEntries,
		readonly key: string,
	) {}

	private get entry(): LedgerEntry | undefined {
		return this.entries[this.key];
	}

	/** Whether the request was divided: then its halves are sent, whatever the service says now. */
	get isDivided(): boolean {
		return isDivided(this.entry);
	}

	get accepted(): Published | undefined {
		const { entry } = this;
		if (!entry || !('receipt' in entry)) return undefined;
		const { applied, receipt } = entry;
		const confirmation = applied && ({ status: 'applied', ...applied } as const);
		return { receipt, fromEarlierTry: true, confirmation };
	}

	/**
	 * Sends the request, unless an earlier try did: then its receipt is returned again, or the error of a request that was
	 * divided or may have been applied is thrown again.
	 *
	 * @throws ServiceError when it failed, or when its response is not a receipt
	 */
	async send(
		endpoint: WriteEndpoint,
		request: ServiceRequest,
		{ resendUncertain = false, records }: SendSettings = {},
	): Promise<Published> {
		const { accepted, client, entries, entry: before, key } = this;
		if (accepted) return accepted;
		if (before && 'divided' in before) throw this.errorAgain(request, before.divided);
		if (before && !('receipt' in before) && !resendUncertain)
			throw this.errorAgain(request, before.failure, before.attempts);
		// From now on, it may have been applied.
		entries[key] = {};
		try {
			const response = await send(client, request);
			const receipt = readReceipt(endpoint, response);
			if (!receipt.ok) throw responseError(client, response, response.body, receipt);
			entries[key] = { receipt: shortReceipt(receipt.value) };
			return { receipt: receipt.value, fromEarlierTry: false };
		} catch (error) {
			// After a bug, what was sent is not known: the request stays in flight.
			if (!(error instanceof ServiceError)) throw error;
			const failure = records ? withPartialDoubt(error.failure, records) : error.failure;
			const sent = { ...error.request, uncertainBefore: before !== undefined };
			this.fail(failure, sent.attempts, before);
			throw new ServiceError(failure, sent, client.secrets);
		}
	}

	private errorAgain(
		request: ServiceRequest,
		failure: Failure = { kind: 'interrupted' },
		attempts = 1,
	): ServiceError {
		const { client } = this;
		const { subject, write } = request;
		const url = urlOf(client, request);
		const info = { write, url, subject, attempts, fromEarlierTry: true };
		return new ServiceError(failure, info, client.secrets);
	}

	/** Notes that the transaction was applied: no later try asks for its status. */
	confirm(said: string | null): void {
		const { entry } = this;
		if (entry && 'receipt' in entry) this.entries[this.key] = { ...entry, applied: { said } };
	}

	/** Notes a failure; after one that changed nothing, what was known before counts again. */
	fail(failure: Failure, attempts: number, before?: LedgerEntry): void {
		const { client, entries, key } = this;
		if (mayHaveBeenApplied(failure))
			entries[key] = { failure: shortFailure(failure, client.secrets), attempts };
		else if (before) entries[key] = before;
		else delete entries[key];
	}

	/** To be called before the first half is sent. */
	divide(refusal: Failure): void {
		this.entries[this.key] = { divided: shortFailure(refusal, this.client.secrets) };
	}
}

export class Ledger {
	/** How often each hash of a request occurred in this try. */
	private readonly used = new Map<string, number>();
	private readonly slots = new Map<Repeatable, LedgerSlot>();
	/** The keys of the requests that earlier tries sent. */
	private readonly earlier: ReadonlySet<string>;

	/**
	 * @param entries What earlier tries of this run left; this try writes to it
	 * @param mayDiffer Whether a later try may send other requests
	 */
	constructor(
		private readonly client: ServiceClient,
		private readonly entries: LedgerEntries,
		private readonly mayDiffer = false,
	) {
		this.earlier = new Set(Object.keys(entries));
	}

	/** How many requests were divided, in all tries. */
	get divisions(): number {
		return Object.values(this.entries).filter(isDivided).length;
	}

	/**
	 * The slot of a request, the same one whenever it is sent again.
	 *
	 * @param encoded Where it is written already
	 */
	slotOf(request: Repeatable, encoded?: ServiceRequest): LedgerSlot {
		const { client, entries, slots, used } = this;
		const known = slots.get(request);
		if (known) return known;
		const key = nextKey(used, client, encoded ?? request.encode());
		const slot = new LedgerSlot(client, entries, key);
		slots.set(request, slot);
		return slot;
	}

	/** Whether a request was divided that this try has made. */
	isDivided(request: Repeatable): boolean {
		return this.slots.get(request)?.isDivided ?? false;
	}

	/** Whether an earlier try sent the request, and did not certainly fail with it. */
	wasSentEarlier(request: Repeatable): boolean {
		return this.earlier.size > 0 && this.earlier.has(this.slotOf(request).key);
	}

	/**
	 * Whether this try makes the requests of an earlier one. If not, it would send again what was accepted or may have
	 * been applied.
	 */
	repeatsEarlierTry(requests: readonly Repeatable[]): boolean {
		const { client, earlier, entries } = this;
		if (this.mayDiffer || earlier.size === 0) return true;
		const used = new Map<string, number>();
		const keys = new Set<string>();
		const visit = (request: Repeatable) => {
			const slot = new LedgerSlot(client, entries, nextKey(used, client, request.encode()));
			keys.add(slot.key);
			if (slot.isDivided) request.halves().forEach(visit);
		};
		requests.forEach(visit);
		return [...earlier].every((key) => keys.has(key));
	}

	/** Forgets the requests of this try: they will not be repeated. */
	close(): void {
		for (const { key } of this.slots.values()) delete this.entries[key];
	}
}

/** The key of a request; equal ones are told apart by their order. */
function nextKey(
	used: Map<string, number>,
	client: ServiceClient,
	request: ServiceRequest,
): string {
	const { method, body: { contentType = '', text = '' } = {} } = request;
	const hash = shortHash(`${method} ${urlOf(client, request)}\n${contentType}\n${text}`);
	const count = used.get(hash) ?? 0;
	used.set(hash, count + 1);
	return count === 0 ? hash : `${hash}.${count}`;
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
	const short = Object.entries(failure).map(([name, value]: [string, unknown]) => [
		name,
		typeof value === 'string' ? redact(value, secrets).slice(0, MAX_TEXT) : value,
	]);
	return Object.fromEntries(short) as Failure;
}
