// What an execution has written, so that a retry of it repeats nothing blindly.
import { createHash } from 'crypto';

import type { Client } from '../client';
import type { Failure } from '../failures';
import { redact } from '../transport/redact';
import { type ServiceRequest, urlOf } from '../transport/send';
import type { Receipt } from './receipts';

/** A request that was accepted, or one that may have been applied; without a failure it is still under way. */
export type LedgerEntry =
	| { readonly receipt: Receipt }
	| { readonly failure?: Failure | undefined; readonly attempts?: number | undefined };

/**
 * The entries of one run of a node, by request. Plain JSON of about a hundred bytes a request, without record data:
 * the host keeps it with the execution. Requests that were certainly not applied have no entry.
 */
export type LedgerEntries = Record<string, LedgerEntry>;

/** One request in the ledger. */
export interface LedgerRecord {
	/** What an earlier try knows of it. */
	readonly earlier: LedgerEntry | undefined;
	/** To be called before the request is sent: from then on it may have been applied. */
	begin(): void;
	accept(receipt: Receipt): void;
	/** @param mayHaveBeenApplied otherwise it is as if this try had not sent the request */
	fail(failure: Failure, attempts: number, mayHaveBeenApplied: boolean): void;
}

export interface Ledger {
	/** The record of the next request of this try. Equal requests are told apart by their order. */
	next(request: ServiceRequest): LedgerRecord;
	/** Forgets the requests of this try, once nobody will repeat it. */
	close(): void;
}

const maxReceipt = 100_000;
const maxText = 200;

/** A receipt of a reasonable size: short fields of a long one. */
function shortReceipt(receipt: Receipt): Receipt {
	if (JSON.stringify(receipt).length <= maxReceipt) return receipt;
	const short = Object.entries(receipt).filter(
		([, value]) => typeof value !== 'object' && String(value).length <= maxText,
	);
	return Object.fromEntries(short.slice(0, 5));
}

function shortFailure(failure: Failure, secrets: readonly string[]): Failure {
	const short = (text: string) => redact(text, secrets).slice(0, maxText);
	switch (failure.kind) {
		case 'status':
			return { ...failure, said: failure.said && short(failure.said) };
		case 'response':
			return {
				...failure,
				problem: short(failure.problem),
				said: failure.said && short(failure.said),
			};
		case 'redirect':
		case 'connection':
		case 'timeout':
		case 'input':
		case 'list':
		case 'interrupted':
		case 'cancelled':
			return failure;
		default:
			return failure satisfies never;
	}
}

function hashOf(client: Client, request: ServiceRequest): string {
	const { contentType = '', text = '' } = request.body ?? {};
	return createHash('sha256')
		.update(`${request.method} ${urlOf(client, request)}\n${contentType}\n`)
		.update(text)
		.digest('base64url')
		.slice(0, 22);
}

/**
 * Opens the ledger for one try of a run.
 *
 * @param entries What earlier tries of this run left; it is written to
 */
export function openLedger(client: Client, entries: LedgerEntries): Ledger {
	const counts = new Map<string, number>();
	const used: string[] = [];
	return {
		next: (request) => {
			const hash = hashOf(client, request);
			const count = counts.get(hash) ?? 0;
			counts.set(hash, count + 1);
			const key = count === 0 ? hash : `${hash}.${count}`;
			used.push(key);
			const earlier = entries[key];
			return {
				earlier,
				begin: () => {
					entries[key] = {};
				},
				accept: (receipt) => {
					entries[key] = { receipt: shortReceipt(receipt) };
				},
				fail: (failure, attempts, mayHaveBeenApplied) => {
					if (mayHaveBeenApplied)
						entries[key] = { failure: shortFailure(failure, client.secrets), attempts };
					else if (earlier) entries[key] = earlier;
					else delete entries[key];
				},
			};
		},
		close: () => {
			for (const key of used) delete entries[key];
		},
	};
}
