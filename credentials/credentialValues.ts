// What the credential's values mean for a request: the cleaned address, the headers, the secrets.
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

/** The credential's type, as saved workflows name it. */
export const CREDENTIAL_TYPE = 'projectServicesApi';

interface ServiceAddress {
	readonly url: string;
	readonly origin: string;
	readonly hostname: string;
}

type CleanUrl =
	({ readonly ok: true } & ServiceAddress) | { readonly ok: false; readonly problem: string };

/** The service's own path, which is added to the address. */
const SERVICE_ROOT = /\/+SI\/*$/i;

/** The end of an address to which more of the service's paths has been added already. */
const SERVICE_PATH = /\/SI\/(?:Subscribe|Publish)(?:\/.*)?$/i;

/** The base URL without blanks, slashes and /SI at its end, its own path kept; or what is wrong with it. */
export function cleanBaseUrl(value: unknown): CleanUrl {
	const text = typeof value === 'string' ? value.trim() : '';
	const isUrl = /^https?:\/\/[^/\s]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
	const problem = isUrl ? urlProblem(new URL(text)) : textProblem(text);
	if (problem !== undefined) return { ok: false, problem };
	const { origin, hostname, pathname } = new URL(text);
	const path = pathname.replace(SERVICE_ROOT, '').replace(/\/+$/, '');
	return { ok: true, url: `${origin}${path}`, origin, hostname };
}

function textProblem(text: string): string {
	if (text === '') {
		return 'The base URL of the credential is empty. Enter the address of the service, for example https://projects.example/exchange.';
	}
	// A user name and a password in it are not shown.
	const shown = text.replace(/^([a-z][a-z\d+.-]*:\/+)?.*@/is, '$1***@').slice(0, 100);
	return `The base URL "${shown}" is not a web address. It must begin with http:// or https://, for example https://projects.example/exchange.`;
}

function urlProblem({ username, password, search, hash, pathname }: URL): string | undefined {
	if (username !== '' || password !== '') {
		return 'The base URL contains a user name or a password. Remove them there and choose Basic Auth in the credential.';
	}
	if (search !== '' || hash !== '') {
		return 'The base URL contains a "?" or a "#". Enter only the address of the service, everything before /SI.';
	}
	return SERVICE_PATH.test(pathname)
		? 'The base URL includes a path of the service. Enter the address of the service, everything before /SI.'
		: undefined;
}

type CleanHeaders =
	| { readonly ok: true; readonly headers: IDataObject }
	| { readonly ok: false; readonly problem: string };

/** A value of the credential without blanks around it. */
function trimmedText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : String(value ?? '');
}

/** The token alone: the word Bearer is sent before it anyway. */
function tokenOf({ token }: ICredentialDataDecryptedObject): string {
	return trimmedText(token).replace(/^(?:Bearer(?:\s+|$))+/i, '');
}

function headerNameOf({ headerName }: ICredentialDataDecryptedObject): string {
	return trimmedText(headerName).replace(/[\s:]+$/, '');
}

function basicToken({ username, password }: ICredentialDataDecryptedObject): string {
	return Buffer.from(`${trimmedText(username)}:${trimmedText(password)}`).toString('base64');
}

/** The characters that the name of a header may hold. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** The characters that the value of a header may hold. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What is wrong with a value that goes out in a header, and must not be empty. */
function headerProblem(label: string, value: string, allowed = HEADER_VALUE): string | undefined {
	if (value === '')
		return `'${label}' of the credential is empty. Enter it, or choose another authentication.`;
	return allowed.test(value)
		? undefined
		: `'${label}' of the credential contains a character that a header cannot carry, such as a line break. Enter it again.`;
}

/** The headers that a credential adds to every request to its service; or what is wrong with its values. */
export function authenticationHeaders(credentials: ICredentialDataDecryptedObject): CleanHeaders {
	const cleaned = (problem: string | undefined, headers: IDataObject): CleanHeaders =>
		problem === undefined ? { ok: true, headers } : { ok: false, problem };
	switch (credentials.authentication) {
		case 'headerKey': {
			const [name, value] = [headerNameOf(credentials), trimmedText(credentials.headerValue)];
			const problem =
				headerProblem('Header Name', name, HEADER_NAME) ?? headerProblem('Header Value', value);
			return cleaned(problem, { [name]: value });
		}
		case 'basic': {
			const isNamed = trimmedText(credentials.username) !== '';
			const problem = isNamed ? undefined : headerProblem('Username', '');
			return cleaned(problem, { Authorization: `Basic ${basicToken(credentials)}` });
		}
		case 'bearer': {
			const token = tokenOf(credentials);
			return cleaned(headerProblem('Token', token), { Authorization: `Bearer ${token}` });
		}
		case 'none':
		case undefined: // Never set, it is the default, which n8n fills in.
			return { ok: true, headers: {} };
		default:
			return cleaned(
				"'Authentication' of the credential is not set. Choose one; where the service requires none, choose None.",
				{},
			);
	}
}

/** In a text, a shorter one would also be found where it is no secret, and what is missing there would give it away. */
const SHORTEST_SECRET = 4;

/** The texts that must never be shown: the credential's secrets in the forms in which they travel. */
export function secretsOf(credentials: ICredentialDataDecryptedObject): string[] {
	const { authentication, headerValue, username, password } = credentials;
	// "Bearer X" in a header holds X.
	const withWords = (value: unknown) => [trimmedText(value), ...trimmedText(value).split(/\s+/)];
	// Some services take a key as the user name.
	const key = trimmedText(password).length < SHORTEST_SECRET ? [trimmedText(username)] : [];
	const secrets: Readonly<Record<string, readonly string[]>> = {
		headerKey: withWords(headerValue),
		bearer: withWords(tokenOf(credentials)),
		basic: [...withWords(password), basicToken(credentials), ...key],
	};
	const found = new Set(secrets[String(authentication)]);
	return [...found].filter(({ length }) => length >= SHORTEST_SECRET);
}

/**
 * Refuses to send the credential to any other place than its own service.
 *
 * @throws Error that names both places.
 */
export function refuseForeignOrigin(base: ServiceAddress, request: IHttpRequestOptions): void {
	// The HTTP Request node gives its address in the older way, as `uri`.
	const { url = (request as { uri?: string }).uri ?? '' }: Partial<IHttpRequestOptions> = request;
	const target = new URL(url, request.baseURL ?? base.url);
	if (target.origin !== base.origin) {
		throw new Error(
			`The credential is for ${base.origin} and was not sent to ${target.origin}. Use another credential for that address.`,
		);
	}
}
