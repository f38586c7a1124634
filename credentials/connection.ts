// What the credential's values mean for a request: the cleaned address, the headers, the secrets.
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

/** The credential's type, as saved workflows name it. */
export const credentialType = 'projectServicesApi';

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
	const given = typeof value === 'string' ? value.trim() : '';
	const isUrl = /^https?:\/\/[^/\s]/i.test(given) && !/\s/.test(given) && URL.canParse(given);
	const problem = isUrl ? urlProblem(new URL(given)) : textProblem(given);
	if (problem !== undefined) return { ok: false, problem };
	const { origin, hostname, pathname } = new URL(given);
	const path = pathname.replace(SERVICE_ROOT, '').replace(/\/+$/, '');
	return { ok: true, url: `${origin}${path}`, origin, hostname };
}

function textProblem(given: string): string {
	if (given === '') {
		return 'The base URL of the credential is empty. Enter the address of the service, for example https://projects.example/exchange.';
	}
	// A user name and a password in it are not shown.
	const shown = given.replace(/^([a-z][a-z\d+.-]*:\/+)?.*@/is, '$1***@').slice(0, 100);
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

/** The headers that a credential adds to every request to its service. */
export function authenticationHeaders(credentials: ICredentialDataDecryptedObject): IDataObject {
	switch (credentials.authentication) {
		case 'headerKey': {
			const name = String(credentials.headerName ?? '').trim();
			return name === '' ? {} : { [name]: String(credentials.headerValue ?? '') };
		}
		case 'basic':
			return { Authorization: `Basic ${basicToken(credentials)}` };
		case 'bearer':
			return { Authorization: `Bearer ${String(credentials.token ?? '').trim()}` };
		default:
			return {};
	}
}

function basicToken({ username, password }: ICredentialDataDecryptedObject): string {
	return Buffer.from(`${String(username ?? '')}:${String(password ?? '')}`).toString('base64');
}

/** A shorter word would be removed from texts that have nothing to do with it. */
const shortestWord = 4;

/** The texts that must never be shown: the credential's secrets in the forms in which they travel. */
export function secretsOf(credentials: ICredentialDataDecryptedObject): string[] {
	const { authentication, headerValue, username, password, token } = credentials;
	const text = (value: unknown) => String(value ?? '').trim();
	// "Bearer X" in a header holds X.
	const withWords = (value: unknown) => [
		text(value),
		...text(value)
			.split(/\s+/)
			.filter((word) => word.length >= shortestWord),
	];
	// Some services take a key as the user name.
	const key = text(password).length < shortestWord ? [text(username)] : [];
	const secrets: Readonly<Record<string, readonly string[]>> = {
		headerKey: withWords(headerValue),
		bearer: withWords(token),
		basic: [...withWords(password), basicToken(credentials), ...key],
	};
	return [...new Set(secrets[String(authentication)])].filter((secret) => secret !== '');
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
