// Sends the requests of a plan in order, and divides what is refused, until the refused records stand alone.
import { messageIdField } from '../../api/shared';
import type { WriteEndpoint } from '../../api/endpoint';
import { counted, type RecordValue } from '../../wire/result';
import { type Failure, mayHaveBeenApplied } from '../failures/failures';
import { ServiceError } from '../failures/serviceError';
import { send } from '../transport/send';
import type { ServiceClient } from '../transport/serviceClient';
import { responseError } from '../transport/serviceRequest';
import { type LedgerEntries, type LedgerEntry, removeEntry } from './ledger';
import type { Accepted, Failed, Outcome } from './outcome';
import type { EarlierRequest, Plan } from './plan';
import type { PlannedRequest, Row } from './plannedRequest';
import { readReceipt } from './receipt';
import { divisibleRefusal, isTooLarge, withPartialDoubt } from './refusals';

export interface SendSettings {
	readonly client: ServiceClient;
	readonly endpoint: WriteEndpoint;
	/** What the run has sent; it grows. */
	readonly entries: LedgerEntries;
	/** Whether the run continues on failure; otherwise, only what is too large is divided. */
	readonly continues: boolean;
	readonly onProgress?: (text: string) => void;
}

function messageIdIn(receipt: RecordValue): string | undefined {
	const { [messageIdField]: id } = receipt;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

export class Sender {
	/** Whether a request was divided because it was too large. */
	wasTooLarge = false;
	/** Whether the run has ended with a failure. */
	private isOver = false;
	private extraRequests = 0;
	private readonly progress = { requests: 0, records: 0 };
	/** By request: those that were received or may have been applied. */
	private readonly ledgered = new Map<PlannedRequest, LedgerEntry>();
	/** By record of a refused transaction: its MessageId. Other records were sent since. */
	private readonly refusedIds: Map<Row, string>;

	constructor(
		private readonly plan: Plan,
		private readonly settings: SendSettings,
	) {
		for (const { request, entry } of plan.earlier) this.ledgered.set(request, entry);
		this.refusedIds = new Map(plan.refused);
	}

	/** Sends all requests; what an earlier try sent comes first. */
	async sendAll(): Promise<Outcome[]> {
		const { plan, settings } = this;
		const outcomes: Outcome[] = [];
		for (const { error, request } of plan.unread) outcomes.push({ kind: 'failed', request, error });
		for (const earlier of plan.earlier) outcomes.push(this.earlierOutcome(earlier));
		this.isOver = !settings.continues && outcomes.some(({ kind }) => kind === 'failed');
		for (const request of plan.requests) outcomes.push(...(await this.send(request)));
		return outcomes;
	}

	private earlierOutcome({ entry, request }: EarlierRequest): Outcome {
		const { accepted, messageId, refused, status } = entry;
		if (accepted && !refused) {
			const receipt = messageId === undefined ? {} : { [messageIdField]: messageId };
			return { kind: 'accepted', request, receipt, messageId, fromEarlierTry: true };
		}
		const failure: Failure =
			refused && messageId !== undefined
				? { kind: 'refused', messageId, appliesNothing: false }
				: status === undefined
					? { kind: 'interrupted' }
					: { kind: 'status', status, isPartlyUncertain: true };
		return { kind: 'failed', request, error: this.errorOf(request, failure, true) };
	}

	private errorOf(
		{ list: { subject }, recordCount }: PlannedRequest,
		failure: Failure,
		fromEarlierTry = false,
	): ServiceError {
		const { baseUrl: url, secrets } = this.settings.client;
		const info = { write: true, url, attempts: 1, subject, fromEarlierTry, recordCount };
		return new ServiceError(failure, info, secrets);
	}

	/** Sends a request; where it is refused and may be divided, its halves in its place. */
	private async send(request: PlannedRequest): Promise<Outcome[]> {
		if (this.isOver) return [{ kind: 'unsent', request }];
		const overtaken = this.overtakenRows(request);
		if (overtaken.length > 0) {
			const others = request.rows.filter((row) => !overtaken.includes(row));
			const failed = this.overtakenFailure(request.part(overtaken));
			const isEmpty = others.length === 0 && !request.deletions?.length;
			const rest = request.part(others, request.deletions, request.isFirst);
			return isEmpty ? [failed] : [failed, ...(await this.send(rest))];
		}
		const outcome = await this.sendOnce(request);
		if (outcome.kind === 'failed') return await this.divide(outcome);
		this.progress.requests++;
		this.progress.records += request.recordCount;
		const { records, requests } = this.progress;
		const all = this.plan.requests.length + this.extraRequests;
		if (all > 1)
			this.settings.onProgress?.(
				`request ${requests} of ${all}, ${counted(records, 'record')} sent`,
			);
		return [outcome];
	}

	private async sendOnce(request: PlannedRequest): Promise<Accepted | Failed> {
		const { client, endpoint, entries } = this.settings;
		let entry: LedgerEntry | undefined;
		try {
			const encoded = request.encode();
			// From now on, it may have been applied.
			entry = { hashes: request.hashes };
			entries.push(entry);
			this.ledgered.set(request, entry);
			const response = await send(client, encoded);
			const receipt = readReceipt(endpoint, response);
			if (!receipt.ok) throw responseError(client, response, response.body, receipt);
			const messageId = messageIdIn(receipt.value);
			Object.assign(entry, { accepted: true }, messageId !== undefined && { messageId });
			return {
				kind: 'accepted',
				request,
				receipt: receipt.value,
				messageId,
				fromEarlierTry: false,
			};
		} catch (thrown) {
			// After a bug it is not known what was sent, so the ledger keeps the request as sent.
			if (!(thrown instanceof ServiceError)) return { kind: 'failed', request, error: thrown };
			const failure = withPartialDoubt(thrown.failure, request);
			if (entry && mayHaveBeenApplied(failure)) {
				if (failure.kind === 'status') entry.status = failure.status;
			} else if (entry) this.forget(request, entry);
			const info = {
				...thrown.request,
				recordCount: request.recordCount,
				uncertainBefore: request.rows.some((row) => this.plan.uncertain.has(row)),
			};
			const error = new ServiceError(failure, info, client.secrets);
			return { kind: 'failed', request, error, refusal: divisibleRefusal(error) };
		}
	}

	private forget(request: PlannedRequest, entry: LedgerEntry): void {
		removeEntry(this.settings.entries, entry);
		this.ledgered.delete(request);
	}

	/** Sends the halves of a refused request. What is not divided has failed, and ends a run that does not continue. */
	private async divide(failed: Failed): Promise<Outcome[]> {
		const { refusal, request } = failed;
		const { continues } = this.settings;
		const tooLarge = refusal !== undefined && isTooLarge(refusal);
		const mayDivide = refusal && (tooLarge || (continues && request.hasKeys));
		const halves = mayDivide ? request.halves() : [];
		const isOverLimit = this.extraRequests + halves.length > this.plan.extraRequests;
		if (halves.length === 0 || isOverLimit) {
			this.isOver ||= !continues;
			return this.apart({ ...failed, isOverLimit: halves.length > 0 });
		}
		this.extraRequests += halves.length;
		this.wasTooLarge ||= tooLarge;
		const outcomes: Outcome[] = [];
		for (const half of halves) outcomes.push(...(await this.send(half)));
		return outcomes;
	}

	/** Separates records that an earlier try may have sent from the others: only the former are uncertain. */
	private apart(failed: Failed): Failed[] {
		const { error, request } = failed;
		const isSentBefore = (row: Row) => this.plan.uncertain.has(row);
		const others = request.rows.filter((row) => !isSentBefore(row));
		const isMixed = others.length > 0 && others.length < request.recordCount;
		if (!this.settings.continues || !isMixed || !(error instanceof ServiceError)) return [failed];
		const info = { ...error.request, uncertainBefore: false };
		const before = request.rows.filter(isSentBefore);
		return [
			{ ...failed, request: request.part(before, request.deletions, request.isFirst) },
			{
				...failed,
				request: request.part(others),
				error: new ServiceError(error.failure, info, this.settings.client.secrets),
			},
		];
	}

	/** What becomes of a request whose transaction the service refused: it fails as a refused request does. */
	async refuse({ messageId = '', request }: Accepted, said?: string): Promise<Outcome[]> {
		const { refusedAppliesNothing: appliesNothing } = this.settings.client.settings;
		const entry = this.ledgered.get(request);
		if (entry) entry.refused = true;
		if (appliesNothing) this.ledgered.delete(request);
		for (const row of request.rows) this.refusedIds.set(row, messageId);
		const error = this.errorOf(request, { kind: 'refused', messageId, said, appliesNothing });
		return await this.divide({ kind: 'failed', request, error, refusal: divisibleRefusal(error) });
	}

	/** Records of a refused request that are out of date: a later record with the same key was sent meanwhile. */
	private overtakenRows(request: PlannedRequest): Row[] {
		const rows = request.rows.filter((row) => this.refusedIds.has(row));
		if (rows.length === 0) return [];
		const latest = new Map<string, number>();
		for (const { rows: sent } of this.ledgered.keys())
			for (const { keys, order } of sent)
				for (const key of keys) latest.set(key, Math.max(order, latest.get(key) ?? -1));
		return rows.filter(({ keys, order }) => keys.some((key) => (latest.get(key) ?? -1) > order));
	}

	private overtakenFailure(request: PlannedRequest): Failed {
		const said =
			'Overtaken: its transaction was refused, and a later record with the same key was sent meanwhile';
		const [row] = request.rows;
		const messageId = this.refusedIds.get(row) ?? '';
		const failure = { kind: 'refused', messageId, said, appliesNothing: true } as const;
		return { kind: 'failed', request, error: this.errorOf(request.part([row]), failure) };
	}
}
