// Every error that a person can meet on the way to the service and back: what happened, what to do next.
import type { IDataObject, INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/** Something that went wrong with one request, in words for people who do not read code. */
export interface Trouble {
	readonly message: string;
	/** What the service said and what to do next. */
	readonly description: string;
	readonly status?: number;
	/** How long the service asked to wait, in milliseconds. */
	readonly retryAfterMs?: number;
	readonly cause?: FailureCause;
}

type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

const maybeApplied =
	'The request may or may not have been applied. Look it up in the service before you send it again.';

const notFoundAdvice =
	'Check the ID and whether the record was published. If every request ends like this, check the base URL in the credential.';

/** What a request was about, for its error. */
export interface Circumstances {
	readonly write: boolean;
	readonly url: string;
	readonly attempts: number;
	/** What the service said in the body of its answer. */
	readonly said?: string;
	/** What was asked for. */
	readonly subject?: string;
}

interface StatusWords {
	readonly message: string;
	readonly advice: string;
	readonly cause?: FailureCause;
}

function statusWords(status: number, subject = 'what was asked for'): StatusWords {
	switch (status) {
		case 400:
			return {
				message: 'The service refused the request',
				advice:
					'Check the values that are sent: the service says what it did not like, if it says anything.',
			};
		case 401:
			return {
				message: 'The service did not accept the credential',
				advice: 'Open the credential, check the authentication and its values, and press Test.',
				cause: 'credential-invalid',
			};
		case 403:
			return {
				message: 'The service does not allow this with this credential',
				advice: 'Ask whoever runs the service to allow it for this user or key.',
				cause: 'credential-invalid',
			};
		case 404:
			return {
				message: `The service did not find ${subject}`,
				advice: notFoundAdvice,
				cause: 'configuration-invalid',
			};
		case 408:
			return {
				message: 'The service gave up waiting for the request',
				advice: 'Try again later.',
				cause: 'temporarily-unavailable',
			};
		case 413:
			return {
				message: 'The request is too large for the service',
				advice: 'Send less at once: lower Records per Request in the options.',
			};
		case 429:
			return {
				message: 'The service asks to slow down',
				advice:
					'Run the workflow less often, lower Concurrency or raise Max Retries in the options.',
				cause: 'rate-limited',
			};
		default:
			return status >= 500
				? {
						message: 'The service failed',
						advice: 'Try again later. If it keeps failing, tell whoever runs the service.',
						cause: 'temporarily-unavailable',
					}
				: {
						message: 'The service refused the request',
						advice: 'Check the base URL in the credential and the values that are sent.',
					};
	}
}

function secondsText(seconds: number): string {
	return `${seconds} second${seconds === 1 ? '' : 's'}`;
}

function tried(attempts: number): string {
	return attempts > 1 ? ` Tried ${attempts} times.` : '';
}

/** The trouble behind an answer whose status is no success. */
export function statusTrouble(
	status: number,
	circumstances: Circumstances,
	retryAfterMs?: number,
): Trouble {
	const { message, advice, cause } = statusWords(status, circumstances.subject);
	const { said, write, attempts } = circumstances;
	const unsure =
		write && (status === 408 || (status >= 500 && !(status === 503 && retryAfterMs !== undefined)));
	return {
		message: `${message} (status ${status})`,
		description:
			[
				said === undefined ? 'The service gave no reason.' : `The service said: ${said}`,
				...(retryAfterMs === undefined || retryAfterMs <= 0
					? []
					: [`It asks to wait ${secondsText(Math.ceil(retryAfterMs / 1000))}.`]),
				unsure ? maybeApplied : advice,
			].join('\n') + tried(attempts),
		status,
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		...(cause === undefined ? {} : { cause }),
	};
}

/** The trouble behind an answer that leads elsewhere. */
export function redirectTrouble(
	status: number,
	location: string,
	circumstances: Circumstances,
): Trouble {
	const from = new URL(circumstances.url);
	const target = URL.canParse(location, circumstances.url)
		? new URL(location, circumstances.url)
		: undefined;
	const place =
		target === undefined
			? 'another address'
			: target.origin === from.origin
				? target.pathname
				: target.origin;
	const unsure = circumstances.write && (status === 302 || status === 303);
	return {
		message: `The service sends the request on to ${place} (status ${status})`,
		description: `${unsure ? `${maybeApplied}\n` : ''}It was not followed, so that neither the credential nor data reach another place. If that address is right, enter it as the base URL in the credential.`,
		status,
		cause: 'configuration-invalid',
	};
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS/;
const noTlsCodes = /EPROTO|ERR_SSL|WRONG_VERSION/;

function connectionWords(code: string, host: string): StatusWords {
	if (certificateCodes.test(code)) {
		return {
			message: `The certificate of ${host} is not valid or not trusted`,
			advice:
				'Nothing was sent. Ask whoever runs the service for a valid certificate, or have its authority trusted by n8n (NODE_EXTRA_CA_CERTS).',
			cause: 'configuration-invalid',
		};
	}
	if (noTlsCodes.test(code)) {
		return {
			message: `${host} does not speak https`,
			advice:
				'Nothing was sent. Check the base URL in the credential: perhaps it has to begin with http://, or has another port.',
			cause: 'configuration-invalid',
		};
	}
	switch (code) {
		case 'ENOTFOUND':
			return {
				message: `There is no host named ${host}`,
				advice: 'Nothing was sent. Check the spelling of the base URL in the credential.',
				cause: 'configuration-invalid',
			};
		case 'EAI_AGAIN':
			return {
				message: `The name ${host} could not be looked up`,
				advice: 'Nothing was sent. Check the base URL in the credential and the network of n8n.',
				cause: 'temporarily-unavailable',
			};
		case 'ECONNREFUSED':
			return {
				message: `Nothing answers at ${host}`,
				advice:
					'Nothing was sent. Check the host and the port of the base URL in the credential, and whether the service runs.',
				cause: 'temporarily-unavailable',
			};
		default:
			return {
				message: `The connection to ${host} broke`,
				advice: 'Try again later, and check the network between n8n and the service.',
				cause: 'temporarily-unavailable',
			};
	}
}

/** Failures of which it is certain that the service never saw the request. */
export function neverArrived(code: string): boolean {
	return (
		['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'].includes(code) ||
		certificateCodes.test(code) ||
		noTlsCodes.test(code)
	);
}

/** The trouble behind a request that got no whole answer. */
export function connectionTrouble(code: string, circumstances: Circumstances): Trouble {
	const { message, advice, cause } = connectionWords(code, new URL(circumstances.url).host);
	const unsure = circumstances.write && !neverArrived(code);
	return {
		message,
		description: `${unsure ? maybeApplied : advice}${tried(circumstances.attempts)} (${code})`,
		...(cause === undefined ? {} : { cause }),
	};
}

/** The trouble behind a request that was not answered in time. */
export function timeoutTrouble(seconds: number, circumstances: Circumstances): Trouble {
	return {
		message: `The service did not answer within ${secondsText(seconds)}`,
		description: circumstances.write
			? maybeApplied
			: 'Try again later, ask for less at once (Page Size), or raise Timeout in the options.',
		cause: 'temporarily-unavailable',
	};
}

/** The trouble behind an answer that is not what it should be; `isNothing` where it holds nothing at all. */
export function answerTrouble(
	problem: string,
	{ write, subject }: Circumstances,
	isNothing = false,
): Trouble {
	const isNotFound = isNothing && subject !== undefined;
	return {
		message: problem,
		description: write
			? maybeApplied
			: isNotFound
				? notFoundAdvice
				: 'Check the base URL in the credential: it has to lead to the service itself, up to but without /SI. If it is right, tell whoever runs the service.',
	};
}

/** Makes n8n's error of a trouble; secrets have been removed before. */
export function apiError(node: INode, trouble: Trouble, itemIndex?: number): NodeApiError {
	const { message, description, status, cause, retryAfterMs } = trouble;
	const response: JsonObject = {
		message,
		...(status === undefined ? {} : { httpCode: String(status) }),
	};
	const failure =
		cause === 'rate-limited' || cause === 'temporarily-unavailable'
			? { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
			: cause && { cause };
	return new NodeApiError(node, response, {
		message,
		description,
		...(status === undefined ? {} : { httpCode: String(status) }),
		...(itemIndex === undefined ? {} : { itemIndex }),
		...(failure ? { failure } : {}),
	});
}

/** n8n's error for a parameter that a person has to change. */
export function parameterError(
	node: INode,
	message: string,
	itemIndex?: number,
	description?: string,
): NodeOperationError {
	return new NodeOperationError(node, message, {
		...(itemIndex === undefined ? {} : { itemIndex }),
		...(description === undefined ? {} : { description }),
	});
}

/** What went wrong, as the error that n8n shows for a node; one that is such an error stays itself. */
export function nodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error as Error, itemIndex === undefined ? {} : { itemIndex });
}

/** The item that a failed input item becomes on the error branch. */
export function errorItem(error: unknown, itemIndex: number): INodeExecutionData {
	const { message, description } = error as { message?: string; description?: unknown };
	const json: IDataObject = { error: message ?? String(error) };
	if (typeof description === 'string' && description !== '') json.details = description;
	return { json, pairedItem: { item: itemIndex } };
}
