// What became of a request of a write.
import type { Failure } from '../failures/failures';
import type { PlannedRequest } from './plannedRequest';
import type { Receipt } from './receipt';

/** What the service says of a transaction. */
export interface Confirmation {
	readonly status: 'applied' | 'pending' | 'unknown';
	readonly said: string | null;
}

export interface Accepted {
	readonly kind: 'accepted';
	readonly request: PlannedRequest;
	readonly receipt: Receipt;
	readonly messageId: string | undefined;
	readonly fromEarlierTry: boolean;
	/** Where statuses are asked for. */
	readonly confirmation?: Confirmation;
}

export interface Failed {
	readonly kind: 'failed';
	readonly request: PlannedRequest;
	readonly error: unknown;
	/** The refusal, if the service certainly applied nothing. */
	readonly refusal?: Failure | undefined;
	/** Whether it was not divided further because too many requests would have followed. */
	readonly isOverLimit?: boolean;
}

/** What was not sent, because a request before it had ended the run. */
export interface Unsent {
	readonly kind: 'unsent';
	readonly request: PlannedRequest;
}

export type Outcome = Accepted | Failed | Unsent;

export function acceptedIn(outcomes: readonly Outcome[]): Accepted[] {
	return outcomes.filter((outcome) => outcome.kind === 'accepted');
}

export function failedIn(outcomes: readonly Outcome[]): Failed[] {
	return outcomes.filter((outcome) => outcome.kind === 'failed');
}
