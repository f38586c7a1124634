// What can go wrong between the client and the service.
/** Why a request, or the reading of a list, failed. */
export type Failure =
	/** A response whose status is not a success. */
	| {
			readonly kind: 'status';
			readonly status: number;
			/** What the service said in the body. */
			readonly said?: string | undefined;
			/** How long the service asks to wait. */
			readonly retryAfterMs?: number | undefined;
	  }
	| {
			readonly kind: 'redirect';
			readonly status: number;
			readonly location: string;
			/** Set where it led to another one, and so on. */
			readonly isEndless?: boolean | undefined;
	  }
	| { readonly kind: 'connection'; readonly code: string }
	| { readonly kind: 'timeout'; readonly timeoutMs: number }
	/** A success whose body is not what it should be. */
	| {
			readonly kind: 'response';
			readonly problem: string;
			readonly said?: string | undefined;
			/** Whether it holds nothing at all: some services say so that a record does not exist. */
			readonly isEmpty: boolean;
			/** Whether it is too long to be read. */
			readonly isTooLarge?: boolean | undefined;
	  }
	/** The request could not be made or sent: nothing left this machine. */
	| { readonly kind: 'input'; readonly problem: string }
	/** A list that cannot be read to its end. */
	| { readonly kind: 'list'; readonly problem: string }
	/** An earlier try sent a write, and ended before the outcome was known. */
	| { readonly kind: 'interrupted' }
	/** The execution was stopped; `sent` says whether a request was under way. */
	| { readonly kind: 'cancelled'; readonly sent: boolean };

/** What a request was about. */
export interface RequestInfo {
	/** Whether the service may have changed something. */
	readonly write: boolean;
	readonly url: string;
	readonly attempts: number;
	/** What was read or written: "the purchase order with the ID "A-1"". */
	readonly subject?: string | undefined;
	/** The page of a list, from 1. */
	readonly page?: number | undefined;
	/** Whether this is what an earlier try of the execution left, and nothing was sent now. */
	readonly fromEarlierTry?: boolean | undefined;
	/** Whether an earlier try of the execution sent it, too, and may have applied it. */
	readonly uncertainBefore?: boolean | undefined;
}

/** What kind of failure it is for whoever schedules the next attempt. */
export type FailureCategory =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

/** Codes of a certificate that is not valid or not trusted. */
export const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS/;
/** Codes of a port at which nobody speaks https. */
export const noTlsCodes = /EPROTO|ERR_SSL|WRONG_VERSION/;

/** Whether a connection that failed with this code certainly never carried the request. */
export function neverArrived(code: string): boolean {
	return (
		['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'].includes(code) ||
		certificateCodes.test(code) ||
		noTlsCodes.test(code)
	);
}

/** Whether the service may have acted on a write that failed in this way. */
export function mayHaveBeenApplied(failure: Failure): boolean {
	switch (failure.kind) {
		case 'status': {
			const { status, retryAfterMs } = failure;
			return status === 408 || (status >= 500 && !(status === 503 && retryAfterMs !== undefined));
		}
		case 'redirect':
			return failure.status === 302 || failure.status === 303;
		case 'connection':
			return !neverArrived(failure.code);
		case 'timeout':
		case 'response':
		case 'interrupted':
			return true;
		case 'cancelled':
			return failure.sent;
		case 'input':
		case 'list':
			return false;
		default:
			return failure satisfies never;
	}
}
