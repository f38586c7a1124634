// Requests and responses as the simulated service sees them: media types, and error bodies as ASP.NET writes them.
import { xmlText } from './xmlWriter';

export interface ServiceRequest {
	readonly method: string;
	readonly path: string;
	/** The query, decoded. */
	readonly pairs: ReadonlyArray<readonly [name: string, value: string]>;
	/** Path and query as they came. */
	readonly target: string;
	/** By name in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly rawBody: Buffer;
}

export interface ServiceResponse {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

export function response(
	status: number,
	contentType: string,
	text: string,
	headers: Readonly<Record<string, string>> = {},
): ServiceResponse {
	return { status, headers: { 'content-type': contentType, ...headers }, body: Buffer.from(text) };
}

const offered = ['application/json', 'text/json', 'application/xml', 'text/xml'] as const;
export type MediaType = (typeof offered)[number];

export function isJson(media: MediaType): boolean {
	return media.endsWith('json');
}

/** The first type offered that an Accept header names; JSON where it does not care. */
export function acceptedMedia({ headers: { accept = '*/*' } }: ServiceRequest) {
	const named = offered.find((media) => accept.includes(media));
	return named ?? (accept.includes('*/*') ? 'application/json' : undefined);
}

/** The format of a body by its Content-Type; nothing for a type or a charset that is not taken. */
export function bodyFormat(contentType = ''): 'json' | 'xml' | 'form' | undefined {
	const pattern = /^(?:(?:application|text)\/(json|xml)|application\/x-www-(form)-urlencoded)(.*)$/;
	const [, format, form, parameters = ''] = pattern.exec(contentType.toLowerCase()) ?? [];
	const charset = /charset="?([^"\s]+)/.exec(parameters)?.[1] ?? 'utf-8';
	return charset === 'utf-8' ? ((format ?? form) as 'json' | 'xml' | 'form') : undefined;
}

/** `ModelState` names fields, the other members are text. */
interface ErrorBody {
	readonly Message: string;
	readonly ModelState?: Readonly<Record<string, readonly string[]>>;
	readonly [member: string]: unknown;
}

/** A request that is not carried out. */
export class Refused extends Error {
	constructor(
		readonly status: number,
		readonly body: ErrorBody = usualError(status),
	) {
		super(body.Message);
	}
}

/** What is wrong with a request, and where. */
export function invalid(...problems: ReadonlyArray<{ path: string; message: string }>): Refused {
	const state: Record<string, string[]> = {};
	for (const { path, message } of problems.slice(0, 50)) (state[path] ??= []).push(message);
	return new Refused(400, { Message: 'The request is invalid.', ModelState: state });
}

export function notFound(what: string, id: string): Refused {
	return new Refused(404, { Message: `No ${what} with the id '${id}' was found.` });
}

const usual: Readonly<Record<number, string>> = {
	400: 'The request is invalid.',
	401: 'Authorization has been denied for this request.',
	403: 'You are not allowed to do this.',
	404: 'No HTTP resource was found that matches the request URI.',
	405: 'The requested resource does not support this HTTP method.',
	429: 'Too many requests.',
	500: 'An error has occurred.',
	503: 'The service is unavailable.',
};

/** The body that ASP.NET sends with a status when nothing more is known. */
export function usualError(status: number): ErrorBody {
	const Message = usual[status] ?? `The request failed with status ${status}.`;
	if (status !== 500) return { Message };
	return {
		Message,
		ExceptionMessage: 'Object reference not set to an instance of an object.',
		ExceptionType: 'System.NullReferenceException',
		StackTrace:
			'   at Exchange.Controllers.SubscribeController.Get(String id) in c:\\build\\Exchange\\SubscribeController.cs:line 214',
	};
}

/** A value that the API documentation does not describe, as XML; null is an empty element. */
export function xmlMember(name: string, value: unknown): string {
	// XmlConvert.EncodeLocalName: what a name cannot hold becomes its code, as in Clients_x005B_0_x005D_.
	const tag = name.replace(/[^\p{L}\p{N}_.-]/gu, (sign) => {
		const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase();
		return `_x${code.padStart(4, '0')}_`;
	});
	const isText = typeof value === 'string' || Array.isArray(value);
	const content = isText
		? xmlText([value].flat().join(' '))
		: Object.entries(value ?? {}).map(([key, part]) => xmlMember(key, part));
	return `<${tag}>${[content].flat().join('')}</${tag}>`;
}

/** An error as the service writes it. */
export function errorResponse(
	status: number,
	body: ErrorBody,
	media: MediaType,
	headers?: Readonly<Record<string, string>>,
): ServiceResponse {
	const text = isJson(media) ? JSON.stringify(body) : xmlMember('Error', body);
	return response(status, `${media}; charset=utf-8`, text, headers);
}
