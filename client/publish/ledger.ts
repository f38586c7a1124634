// The ledger: what an execution has sent, record by record, so that no try of it sends again what may have arrived.

/** A request that was received, or that may have been applied. */
export interface LedgerEntry {
	/** A hash of each record and each deleted ID that the request carried. */
	readonly hashes: readonly string[];
	/** Whether the service received it; otherwise its outcome is not known. */
	accepted?: boolean;
	/** Whether the service refused its transaction: it may have applied a part of it. */
	refused?: boolean;
	messageId?: string;
	/** The HTTP status with which it failed. */
	status?: number;
}

/**
 * The requests of one run of the node, in order. Plain JSON without texts of the service, since the host keeps it with the
 * execution. What was certainly not applied is not in it, but for refused transactions.
 */
export type LedgerEntries = LedgerEntry[];

export function removeEntry(entries: LedgerEntries, entry: LedgerEntry): void {
	const place = entries.indexOf(entry);
	if (place >= 0) entries.splice(place, 1);
}
