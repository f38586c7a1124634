// What people are told about a failure: what happened, and what to do.
import {
	certificateCodes,
	type Failure,
	type FailureCategory,
	mayHaveBeenApplied,
	noTlsCodes,
	type RequestInfo,
} from './failures';

const maybeApplied =
	'The request may or may not have been applied. Look it up in the service before you send it again.';

const notResent =
	"An earlier try of this execution sent the request. It may or may not have been applied, so it was not sent again. Look it up in the service; to send it anyway, turn on 'Resend Uncertain Requests' in the options, save, and retry with the saved workflow.";

const resentInVain =
	'An earlier try of this execution sent the request, too. That one may or may not have been applied.';

const notFoundAdvice =
	'Check the ID and whether the record was published. If every request ends like this, check the base URL in the credential.';

interface Advice {
	readonly message: string;
	readonly advice: string;
	readonly category?: FailureCategory | undefined;
}

function textOfStatus(status: number, subject: string | undefined): Advice {
	switch (status) {
		case 400:
			return {
				message: 'The service refused the request',
				advice: 'Check the values that are sent. The service may have said which one it refuses.',
			};
		case 401:
			return {
				message: 'The service did not accept the credential',
				advice: 'Open the credential, check the authentication and its values, and choose Retry.',
				category: 'credential-invalid',
			};
		case 403:
			return {
				message: 'The service does not allow this with this credential',
				advice: 'Ask the operator of the service to allow it for this user or key.',
				category: 'credential-invalid',
			};
		case 404:
			return {
				message: `The service did not find ${subject ?? 'the record or address'}`,
				advice: notFoundAdvice,
				category: 'configuration-invalid',
			};
		case 408:
			return {
				message: 'The service gave up waiting for the request',
				advice: 'Try again later.',
				category: 'temporarily-unavailable',
			};
		case 413:
			return {
				message: 'The request is too large for the service',
				advice: "Send less at once. When publishing, lower 'Records per Request' in the options.",
			};
		case 429:
			return {
				message: 'The service received too many requests',
				advice:
					"Set 'Requests per Minute' in the options to what the service allows, or raise 'Longest Wait' or 'Max Retries'.",
				category: 'rate-limited',
			};
		default:
			return status >= 500
				? {
						message: 'The service failed',
						advice: 'Try again later. If it keeps failing, tell the operator of the service.',
						category: 'temporarily-unavailable',
					}
				: {
						message: 'The service refused the request',
						advice: 'Check the base URL in the credential and the values that are sent.',
					};
	}
}

function textOfRedirect(
	{ status, location, isEndless }: Extract<Failure, { kind: 'redirect' }>,
	url: string,
): Advice {
	const isAddress = location !== '' && URL.canParse(location, url);
	const target = isAddress ? new URL(location, url) : undefined;
	const place =
		target === undefined
			? 'another address'
			: target.origin === new URL(url).origin
				? target.pathname
				: target.host === ''
					? `an address that begins with ${target.protocol}`
					: target.origin;
	if (isEndless)
		return {
			message: `The service redirects the request again and again (status ${status}), the last time to ${place}`,
			advice: 'Check the base URL in the credential, or tell the operator of the service.',
			category: 'configuration-invalid',
		};
	return {
		message: `The service redirects the request to ${place} (status ${status})`,
		advice:
			'It was not followed, so that neither the credential nor data reach another place. If that address is right, enter it as the base URL in the credential.',
		category: 'configuration-invalid',
	};
}

function textOfConnection(code: string, host: string): Advice {
	if (certificateCodes.test(code)) {
		return {
			message: `The certificate of ${host} is not valid or not trusted`,
			advice:
				"Nothing was sent. Ask the operator of the service for a valid certificate, have its authority trusted by n8n (NODE_EXTRA_CA_CERTS), or turn on 'Ignore SSL Issues (Insecure)' in the credential.",
			category: 'configuration-invalid',
		};
	}
	if (noTlsCodes.test(code)) {
		return {
			message: `${host} does not speak https`,
			advice:
				'Nothing was sent. Check the base URL in the credential: perhaps it has to begin with http://, or has another port.',
			category: 'configuration-invalid',
		};
	}
	switch (code) {
		case 'ENOTFOUND':
			return {
				message: `There is no host named ${host}`,
				advice: 'Nothing was sent. Check the spelling of the base URL in the credential.',
				category: 'configuration-invalid',
			};
		case 'EAI_AGAIN':
			return {
				message: `The name ${host} could not be looked up`,
				advice: 'Nothing was sent. Check the base URL in the credential and the network of n8n.',
				category: 'temporarily-unavailable',
			};
		case 'ECONNREFUSED':
			return {
				message: `Nothing listens at ${host}`,
				advice:
					'Nothing was sent. Check the host and the port of the base URL in the credential, and whether the service runs.',
				category: 'temporarily-unavailable',
			};
		default:
			return {
				message: `The connection to ${host} broke`,
				advice: 'Try again later, and check the network between n8n and the service.',
				category: 'temporarily-unavailable',
			};
	}
}

function secondsText(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1000);
	return `${seconds} second${seconds === 1 ? '' : 's'}`;
}

const wrongPlaceAdvice =
	'Check the base URL in the credential: it has to be the address of the service itself, everything before /SI. If it is right, tell the operator of the service.';

const tooLargeAdvice = "When reading in pages, lower 'Page Size' in the options.";

function textOf(failure: Failure, { url, subject }: RequestInfo): Advice {
	switch (failure.kind) {
		case 'status': {
			const text = textOfStatus(failure.status, subject);
			return { ...text, message: `${text.message} (status ${failure.status})` };
		}
		case 'redirect':
			return textOfRedirect(failure, url);
		case 'connection':
			return textOfConnection(failure.code, new URL(url).host);
		case 'timeout':
			return {
				message: `The service did not respond within ${secondsText(failure.timeoutMs)}`,
				advice:
					"Try again later, or raise 'Timeout' in the options. When reading in pages, a lower 'Page Size' helps, too.",
				category: 'temporarily-unavailable',
			};
		case 'response': {
			const isNotFound = failure.isEmpty && subject !== undefined;
			if (failure.isTooLarge) return { message: failure.problem, advice: tooLargeAdvice };
			return { message: failure.problem, advice: isNotFound ? notFoundAdvice : wrongPlaceAdvice };
		}
		case 'input':
			return { message: failure.problem, advice: 'Nothing was sent.' };
		case 'list':
			return {
				message: failure.problem,
				advice: 'Run the node again. If it keeps failing, tell the operator of the service.',
			};
		case 'interrupted':
			return { message: 'The request was interrupted before its outcome was known', advice: '' };
		case 'cancelled':
			return { message: 'The execution was stopped', advice: '' };
		default:
			return failure satisfies never;
	}
}

/** A text that is shortened where it is long. */
export function cut(text: string, most: number): string {
	return text.length > most ? `${text.slice(0, most - 3)}...` : text;
}

const maxSaid = 400;

function saidLine(failure: Failure, clean: (text: string) => string): string {
	const said =
		'said' in failure && failure.said !== undefined ? cut(clean(failure.said), maxSaid) : undefined;
	if (failure.kind === 'status')
		return said === undefined ? 'The service gave no reason.' : `The service said: ${said}`;
	return said === undefined ? '' : `It says: ${said}`;
}

function waitLine(failure: Failure): string {
	const wait = failure.kind === 'status' ? (failure.retryAfterMs ?? 0) : 0;
	return wait > 0 ? `It asks to wait ${secondsText(wait)}.` : '';
}

/**
 * What went wrong, what the service said and what to do.
 *
 * @param clean Removes secrets from a text
 */
export function failureText(
	failure: Failure,
	info: RequestInfo,
	clean: (text: string) => string,
): { message: string; description: string; category?: FailureCategory | undefined } {
	const { message, advice, category } = textOf(failure, info);
	const unsure = info.write && mayHaveBeenApplied(failure);
	const applied = info.fromEarlierTry ? notResent : maybeApplied;
	const tried = info.attempts > 1 ? ` Tried ${info.attempts} times.` : '';
	const code = failure.kind === 'connection' ? ` (${failure.code})` : '';
	// A redirect of a write says both: what may have happened, and what to enter instead.
	const both = failure.kind === 'redirect' ? `${applied}\n${advice}` : applied;
	// The first page is what everybody expects.
	const page = (info.page ?? 1) > 1 ? `It happened while reading page ${info.page}.` : '';
	const lines = [
		saidLine(failure, clean),
		waitLine(failure),
		`${unsure ? both : advice}${tried}${code}`,
		page,
		info.uncertainBefore && !unsure ? resentInVain : '',
	];
	const description = lines.filter((line) => line !== '').join('\n');
	return { message: clean(message), category, description: clean(description) };
}
