// What can go wrong between the client and the service, and whether the service may have acted.
/** Why a request, or the reading of a list, failed. */
export type Failure =
	| {
			readonly kind: 'status';
			readonly status: number;
			readonly said?: string;
			/** How long the service asks to wait. */
			readonly retryAfterMs?: number;
			/** Whether it refused several records together of which some have no key: some may have been applied. */
			readonly isPartlyUncertain?: true;
	  }
	| {
			readonly kind: 'redirect';
			readonly status: number;
			readonly location: string;
	  }
	| {
			readonly kind: 'connection';
			readonly code: string;
			/** What the network or the TLS library said. */
			readonly words?: string;
			/** Whether it broke before HTTP was sent. */
			readonly isBeforeRequest?: boolean;
	  }
	| { readonly kind: 'timeout'; readonly timeoutMs: number }
	| {
			readonly kind: 'response';
			readonly problem: string;
			readonly said?: string;
			/** Whether it has no content: some services respond so for a record that does not exist. */
			readonly isEmpty: boolean;
			/** Whether it is too long to be read. */
			readonly isTooLarge?: boolean;
	  }
	/** The request could not be made or sent: nothing left this machine. */
	| { readonly kind: 'input'; readonly problem: string; readonly advice?: string }
	/** A list that cannot be read to its end. */
	| { readonly kind: 'list'; readonly problem: string }
	/** The service received a transaction and refused it later. `appliesNothing`: nothing of it was applied. */
	| {
			readonly kind: 'refused';
			readonly messageId: string;
			readonly said?: string;
			readonly appliesNothing: boolean;
	  }
	/** An earlier try sent a write, and ended before the outcome was known. */
	| { readonly kind: 'interrupted' }
	/** `sent` says whether a request was under way. */
	| { readonly kind: 'cancelled'; readonly sent: boolean };

export interface RequestInfo {
	/** Whether the service may have changed something. */
	readonly write: boolean;
	readonly url: string;
	readonly attempts: number;
	/** What was read or written: "the purchase order with the ID "A-1"". */
	readonly subject?: string;
	/** The page of a list, from 1. */
	readonly page?: number;
	/** How many records a write carried. */
	readonly recordCount?: number;
	/** Whether an earlier try of the execution failed in this way, and this try sent nothing. */
	readonly fromEarlierTry?: boolean;
	/** Whether an earlier try of the execution sent it as well, and it may have been applied. */
	readonly uncertainBefore?: boolean;
}

/** Codes of a certificate that is not valid or not trusted. */
export const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS/;
/** Codes of a service that requires a client certificate, or refuses it. */
export const CLIENT_CERTIFICATE_CODES = /_ALERT_(?:\w*CERT|UNKNOWN_CA)/;
/** Codes of a handshake that failed. Other codes of TLS may come after it, when a request may have arrived. */
const HANDSHAKE_CODES =
	/^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|HTTP_REQUEST|UNSUPPORTED_PROTOCOL|\w*ALERT_(?:HANDSHAKE_FAILURE|PROTOCOL_VERSION)))$/;
/** A status that only proxies have. */
export const PROXY_WANTS_PASSWORD = 407;

/** The code of a connection that was never made, because the host was not reached: `connect ETIMEDOUT`. */
export const UNREACHED_CODE = /^connect /;

/** Whether a connection that failed with this code was never made, and may be later. */
export function mayConnectLater(code: string): boolean {
	return UNREACHED_CODE.test(code) || code === 'EAI_AGAIN' || code === 'ECONNREFUSED';
}

/** Whether a connection that failed with this code certainly never carried the request. */
export function neverArrived(code: string): boolean {
	return (
		mayConnectLater(code) ||
		code === 'ENOTFOUND' ||
		HANDSHAKE_CODES.test(code) ||
		code === String(PROXY_WANTS_PASSWORD) ||
		CERTIFICATE_CODES.test(code) ||
		CLIENT_CERTIFICATE_CODES.test(code)
	);
}

/** Whether a request that ended with this status may succeed later. */
export function isTemporary(status: number): boolean {
	return status === 408 || status === 429 || status >= 500;
}

/** Whether the service may have acted on a write that failed in this way. */
export function mayHaveBeenApplied(failure: Failure): boolean {
	switch (failure.kind) {
		case 'status': {
			const { status, retryAfterMs, isPartlyUncertain = false } = failure;
			return (
				isPartlyUncertain ||
				status === 408 ||
				(status >= 500 && !(status === 503 && retryAfterMs !== undefined))
			);
		}
		case 'redirect':
			return failure.status === 302 || failure.status === 303;
		case 'connection':
			return !failure.isBeforeRequest && !neverArrived(failure.code);
		case 'timeout':
		case 'response':
		case 'interrupted':
			return true;
		case 'refused':
			return !failure.appliesNothing;
		case 'cancelled':
			return failure.sent;
		case 'input':
		case 'list':
			return false;
		default:
			return failure satisfies never;
	}
}
