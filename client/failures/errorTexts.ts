// What is said of a failure, and what to do about it.
import { PAGING } from '../../api/shared';
import { SETTING_LABELS } from '../serviceSettings';
import { truncate } from './truncate';
import {
	CERTIFICATE_CODES,
	CLIENT_CERTIFICATE_CODES,
	type Failure,
	mayHaveBeenApplied,
	neverArrived,
	PROXY_WANTS_PASSWORD,
	type RequestInfo,
	UNREACHED_CODE,
} from './failures';

/** What n8n acts on when it schedules the next attempt. */
export type FailureCategory =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

const MAYBE_APPLIED =
	'The request may or may not have been applied. Look it up in the service before you send it again.';

const NOT_RESENT =
	"An earlier try of this execution sent the request. It may or may not have been applied, so it was not sent again. Look it up in the service; to send it anyway, turn on 'Resend Uncertain Requests' in the options, save, and retry with the saved workflow.";

const RESENT_IN_VAIN =
	'An earlier try of this execution had already sent this request. That one may or may not have been applied.';

const NOT_FOUND_ADVICE =
	'Check the ID. Perhaps the record is not published inside the service yet. If every request ends like this, check the base URL in the credential.';

/** What separates several IDs, in the quotation marks that an ID has in a subject; a path has none. */
const SEVERAL_IDS = /^[^"]*"[^,[\r\n]*[,[\r\n]/;

function adviceForMissing(subject: string): string {
	return SEVERAL_IDS.test(subject)
		? `If these are several IDs, give one ID per input item. ${NOT_FOUND_ADVICE}`
		: NOT_FOUND_ADVICE;
}

type FailureText = readonly [message: string, advice: string, category?: FailureCategory];

const WRONG_VALUES: FailureText = [
	'The service refused the request',
	'Check the values that are sent.',
];

const STATUS_TEXTS: Readonly<Record<number, FailureText>> = {
	400: WRONG_VALUES,
	409: WRONG_VALUES,
	422: WRONG_VALUES,
	401: [
		'The service did not accept the credential',
		'Open the credential, check the authentication and its values, and choose Retry there.',
		'credential-invalid',
	],
	403: [
		'The service does not allow this with this credential',
		'Ask the operator of the service to allow it for this user or key.',
		'credential-invalid',
	],
	408: [
		'The service gave up waiting for the request',
		'Try again later.',
		'temporarily-unavailable',
	],
	413: [
		'The request is too large for the service',
		"Send less at once. When publishing, lower 'Records per Request' in the credential.",
	],
	429: [
		'The service received too many requests',
		"In the credential, set 'Requests per Minute' to what the service allows, and lower 'Requests at Once'. Let the trigger poll less often.",
		'rate-limited',
	],
};

const OTHER_REFUSAL: FailureText = [
	'The service refused the request',
	'Check the base URL in the credential and the values that are sent.',
];

const SERVICE_FAILED: FailureText = [
	'The service failed',
	'Try again later. If it keeps failing, tell the operator of the service.',
	'temporarily-unavailable',
];

function statusText(status: number, subject = 'the record or address'): FailureText {
	const missing = `The service did not find ${subject}`;
	if (status === 404) return [missing, adviceForMissing(subject), 'configuration-invalid'];
	return STATUS_TEXTS[status] ?? (status < 500 ? OTHER_REFUSAL : SERVICE_FAILED);
}

/** What IIS says of a request whose address is too long, with status 404. */
const LONG_ADDRESS_WORDS = /\b404\.1[45]\b/;
/** Statuses that services give for a page which takes them too long to make. */
const LONG_PAGE_STATUSES = [400, 500, 504];
const LONG_PAGE_ROWS = 1000;

/** The text of a status which says that the address or the page is too large. */
export function sizeText(failure: Failure, info: RequestInfo): FailureText | undefined {
	if (failure.kind !== 'status') return undefined;
	const { said = '', status } = failure;
	const { url } = info;
	if (status === 414 || (status === 404 && LONG_ADDRESS_WORDS.test(said)))
		return [
			`The address of the request is too long for the service (status ${status})`,
			'Shorten the values that go into it, such as filters or IDs.',
			'configuration-invalid',
		];
	const rows = URL.canParse(url) ? Number(new URL(url).searchParams.get(PAGING.size)) : 0;
	if (rows <= LONG_PAGE_ROWS || !LONG_PAGE_STATUSES.includes(status)) return undefined;
	const [message, , category] = failureText(failure, info);
	const advice = `The page of ${rows} rows may be too long for it: lower '${SETTING_LABELS.productsPerPage}' in the credential, for example to 1000.`;
	return [message, advice, category];
}

/** Where a redirect leads, as far as it may be shown. */
function redirectDestination(location: string, url: string): string {
	if (location === '' || !URL.canParse(location, url)) return 'another address';
	const target = new URL(location, url);
	if (target.origin === new URL(url).origin) return target.pathname;
	return target.host === '' ? `an address that begins with ${target.protocol}` : target.origin;
}

function redirectText(
	{ status, location }: Extract<Failure, { kind: 'redirect' }>,
	url: string,
): FailureText {
	const place = redirectDestination(location, url);
	return [
		`The service redirects the request to ${place} (status ${status})`,
		'n8n did not follow it, to keep your credential and data on this server. If that address is right, enter it as the base URL in the credential.',
		'configuration-invalid',
	];
}

/** What the TLS library says of a server that answers in plain HTTP. */
const PLAIN_HTTP = /wrong version number|http request/i;

function connectionText(
	{ code, isBeforeRequest, words = '' }: Extract<Failure, { kind: 'connection' }>,
	url: string,
): FailureText {
	const { host, protocol } = new URL(url);
	if (code === String(PROXY_WANTS_PASSWORD)) {
		const variable = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
		return [
			`The proxy between n8n and ${host} wants a user name and a password (status ${code})`,
			`This request was not sent. Check ${variable} and NO_PROXY in the environment of n8n, or ask whoever operates the proxy.`,
			'configuration-invalid',
		];
	}
	if (CLIENT_CERTIFICATE_CODES.test(code))
		return [
			`${host} requires a client certificate`,
			'This request was not sent. The node cannot present one: ask the operator of the service for another way to authenticate.',
			'configuration-invalid',
		];
	if (CERTIFICATE_CODES.test(code))
		return [
			`The certificate of ${host} is not valid or not trusted`,
			"This request was not sent. Ask the operator of the service for a valid certificate, have its authority trusted by n8n (NODE_EXTRA_CA_CERTS), or turn on 'Ignore SSL Issues (Insecure)' in the credential.",
			'configuration-invalid',
		];
	if (PLAIN_HTTP.test(words))
		return [
			`${host} does not speak https on this port`,
			'This request was not sent. Check the base URL in the credential: perhaps it has to begin with http://, or has another port.',
			'configuration-invalid',
		];
	if (UNREACHED_CODE.test(code))
		return [
			`The network of n8n does not reach ${host}`,
			'This request was not sent. Check the base URL in the credential, firewalls, proxy and VPN.',
			'temporarily-unavailable',
		];
	switch (code) {
		case 'ENOTFOUND':
			return [
				`There is no host named ${host}`,
				'This request was not sent. Check the spelling of the base URL in the credential, and the proxy of n8n if it has one.',
				'configuration-invalid',
			];
		case 'EAI_AGAIN':
			return [
				`The name ${host} could not be looked up`,
				'This request was not sent. Check the base URL in the credential and the network of n8n.',
				'temporarily-unavailable',
			];
		case 'ECONNREFUSED':
			return [
				`No server answers at ${host} (connection refused)`,
				'This request was not sent. Check the host and the port of the base URL in the credential, and whether the service (or the proxy of n8n) runs.',
				'temporarily-unavailable',
			];
		default:
			if (isBeforeRequest || neverArrived(code))
				return [
					`No connection to ${host} could be made`,
					'This request was not sent. Try again later. If it keeps failing, tell the operator of the service.',
					'temporarily-unavailable',
				];
			return [
				`The connection to ${host} broke`,
				'Try again later, and check the network between n8n and the service.',
				'temporarily-unavailable',
			];
	}
}

function secondsText(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1000);
	return `${seconds} second${seconds === 1 ? '' : 's'}`;
}

const SAID_ADVICE =
	'Do what it says. If it is not of the service, check the base URL in the credential.';

const WEB_PAGE = /\bweb page\b/;

const WRONG_ADDRESS_ADVICE =
	'Check the base URL in the credential: it has to be the address of the service itself, everything before /SI. If it is right, tell the operator of the service.';

/** Statuses after which the service's own reason says best what is wrong. */
const REASON_FIRST = [400, 409, 422];

function plainStatusText(
	{ status }: Extract<Failure, { kind: 'status' }>,
	subject?: string,
): string {
	return `${statusText(status, subject)[0]} (status ${status})`;
}

/** A reason that may be about one of several records. */
function ofSeveral(reason: string, { recordCount = 1, fromEarlierTry }: RequestInfo): string {
	if (recordCount < 2 || fromEarlierTry) return reason;
	const others = recordCount === 2 ? '1 other' : `${recordCount - 1} others`;
	return `Refused together with ${others}: ${reason}`;
}

function isReasonFirst(failure: Failure): failure is Extract<Failure, { kind: 'status' }> {
	return failure.kind === 'status' && REASON_FIRST.includes(failure.status);
}

export function failureText(failure: Failure, info: RequestInfo): FailureText {
	const { url, subject } = info;
	switch (failure.kind) {
		case 'status': {
			const [, ...others] = statusText(failure.status, subject);
			const plain = plainStatusText(failure, subject);
			return [isReasonFirst(failure) ? ofSeveral(failure.said ?? plain, info) : plain, ...others];
		}
		case 'redirect':
			return redirectText(failure, url);
		case 'connection':
			return connectionText(failure, url);
		case 'timeout':
			return [
				`The service did not respond within ${secondsText(failure.timeoutMs)}`,
				"Try again later, or raise 'Timeout' in the credential. For a catalog, lower 'Products per Page' there.",
				'temporarily-unavailable',
			];
		case 'response': {
			const { problem, isTooLarge, isEmpty, said } = failure;
			if (isTooLarge)
				return [problem, "For a catalog, lower 'Products per Page' in the credential."];
			return [
				problem,
				isEmpty && subject !== undefined
					? adviceForMissing(subject)
					: said === undefined || WEB_PAGE.test(problem)
						? WRONG_ADDRESS_ADVICE
						: SAID_ADVICE,
			];
		}
		case 'input':
			return [
				failure.problem,
				['This request was not sent.', failure.advice].filter(Boolean).join(' '),
			];
		case 'list':
			return [
				failure.problem,
				'Execute the node again. If it keeps failing, tell the operator of the service.',
			];
		case 'refused': {
			const { messageId, said = 'The service received the request, and refused it later' } =
				failure;
			const advice = `The service received the request, and refused its transaction (MessageId ${messageId}).`;
			const divided =
				(info.recordCount ?? 1) > 1
					? ': then it is divided, and only the refused records fail'
					: '';
			return [
				ofSeveral(said, info),
				failure.appliesNothing
					? advice
					: `${advice} If a refused transaction leaves nothing behind, turn on '${SETTING_LABELS.refusedAppliesNothing}' in the credential${divided}.`,
			];
		}
		case 'interrupted':
			return ['The request was interrupted before its outcome was known', ''];
		case 'cancelled':
			return ['The execution was stopped', ''];
		default:
			return failure satisfies never;
	}
}

const MAX_SAID = 400;
const MAX_WORDS = 200;

/** What the service said of a failure; a refused transaction has it as its message. */
function saidLine(failure: Failure, info: RequestInfo, clean: (text: string) => string): string {
	if (info.fromEarlierTry) return '';
	if (isReasonFirst(failure) && failure.said !== undefined)
		return `${plainStatusText(failure, info.subject)}.`;
	const isStatus = failure.kind === 'status';
	if (!('said' in failure) || failure.said === undefined || failure.kind === 'refused')
		return isStatus ? 'The service gave no reason.' : '';
	return `${isStatus ? 'The service said' : 'It says'}: ${truncate(clean(failure.said), MAX_SAID)}`;
}

/** What the service said, what to do, how often it was tried, and whether a write may have been applied. */
export function failureDescription(
	failure: Failure,
	info: RequestInfo,
	advice: string,
	clean: (text: string) => string,
): string {
	const { write, attempts, fromEarlierTry, uncertainBefore, page = 1 } = info;
	const { retryAfterMs = 0 } = failure.kind === 'status' ? failure : {};
	const isUnsure = write && mayHaveBeenApplied(failure);
	const applied = fromEarlierTry ? NOT_RESENT : MAYBE_APPLIED;
	// These failures have advice of their own: it follows the text on what may have happened.
	const saysBoth = failure.kind === 'redirect' || failure.kind === 'refused';
	const unsure = saysBoth ? `${applied}\n${advice}` : applied;
	const tried = attempts > 1 ? ` Tried ${attempts} times.` : '';
	const words = failure.kind === 'connection' ? (failure.words ?? failure.code) : '';
	const code = words === '' ? '' : ` (${truncate(clean(words), MAX_WORDS)})`;
	const lines = [
		saidLine(failure, info, clean),
		retryAfterMs > 0 ? `It asks you to wait ${secondsText(retryAfterMs)}.` : '',
		`${isUnsure ? unsure : advice}${tried}${code}`,
		page > 1 ? `It happened while reading page ${page}.` : '',
		uncertainBefore && !isUnsure ? RESENT_IN_VAIN : '',
	];
	return clean(lines.filter((line) => line !== '').join('\n'));
}
