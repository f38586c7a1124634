// One request and what came of it: an answer of whatever status, or the code of a broken connection.
import type { IHttpRequestOptions } from 'n8n-workflow';

import type { AnswerReader } from '../../wire/fast/answerReader';
import { readBody, releaseBytes } from './body';
import { type Connection, credentialType, isStopped } from './connection';

export interface ServiceRequest {
	readonly method: 'GET' | 'POST';
	/** The endpoint's path, beginning with a slash. */
	readonly path: string;
	/** Names and values as they are; they are encoded here. */
	readonly query?: ReadonlyArray<readonly [name: string, value: string]>;
	readonly body?: { readonly text: string; readonly contentType: string };
	readonly accept: 'json' | 'xml';
	/** Whether the service may change something: then it is sent again only if it never arrived. */
	readonly write: boolean;
	/** What is asked for ("the purchase order A-1"), for the message when it is not found. */
	readonly subject?: string;
	/** Makes what takes the bytes of a success while they arrive; then the answer has it and no body. */
	readonly reader?: (contentType: string | undefined) => AnswerReader;
}

export interface ServiceAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Buffer;
	readonly contentType?: string;
	readonly attempts: number;
	readonly reader?: AnswerReader;
}

/** The address of a request, its query encoded. */
export function urlOf(connection: Connection, request: ServiceRequest): string {
	const query = (request.query ?? []).map(
		([name, value]) =>
			`${encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']')}=${encodeURIComponent(value)}`,
	);
	return `${connection.baseUrl}${request.path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** The body for n8n's helper: as bytes, since a JSON text would be parsed there only to see whether it is one. */
function bodyOf({ text, contentType }: NonNullable<ServiceRequest['body']>): Buffer | string {
	// A form is taken as text alone.
	return contentType.includes('form') ? text : Buffer.from(text);
}

function optionsOf(
	connection: Connection,
	request: ServiceRequest,
	url: string,
): IHttpRequestOptions {
	return {
		method: request.method,
		url,
		headers: {
			accept: request.accept === 'xml' ? 'application/xml' : 'application/json',
			...(request.body ? { 'content-type': request.body.contentType } : {}),
		},
		...(request.body ? { body: bodyOf(request.body) } : {}),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: connection.timeoutSeconds * 1000,
	};
}

/** What one attempt ended with. */
export type Outcome =
	| { readonly answer: Omit<ServiceAnswer, 'attempts'> }
	| { readonly code: string; readonly timedOut: boolean };

function codeOf(error: unknown, depth = 0): string {
	if (typeof error !== 'object' || error === null || depth > 5) return '';
	const { code, cause, message } = error as { code?: unknown; cause?: unknown; message?: unknown };
	if (typeof code === 'string' && code !== 'ERR_BAD_REQUEST') return code;
	const inner = codeOf(cause, depth + 1);
	return inner === '' && typeof message === 'string'
		? (/\bE[A-Z]{4,}\b|[A-Z_]*CERT[A-Z_]*/.exec(message)?.[0] ?? '')
		: inner;
}

function timedOut(error: unknown, code: string): boolean {
	const { message } = error as { message?: unknown };
	return (
		code === 'ETIMEDOUT' ||
		(code === 'ECONNABORTED' && /timeout/i.test(`${String(message)} ${messageOfCause(error)}`))
	);
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : 'no reason given';
}

function messageOfCause(error: unknown): string {
	return messageOf((error as { cause?: unknown }).cause);
}

/** Whether a status says that the request succeeded. */
export function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}

async function sendOnce(
	connection: Connection,
	request: ServiceRequest,
	url: string,
): Promise<Outcome> {
	try {
		const response = (await connection.context.helpers.httpRequestWithAuthentication.call(
			connection.context,
			credentialType,
			optionsOf(connection, request, url),
			{ credentialsDecrypted: connection.credential },
		)) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		const { statusCode: status, headers } = response;
		const contentType = headers['content-type'];
		const type = typeof contentType === 'string' ? { contentType } : {};
		const reader = isSuccess(status) ? request.reader?.(type.contentType) : undefined;
		const pieces: Uint8Array[] = [];
		const arrangements = { ...connection, isStopped: () => isStopped(connection.context) };
		await readBody(arrangements, response.body, (piece) => {
			if (!reader) return void pieces.push(piece);
			reader.push(piece);
			releaseBytes(piece);
		});
		return {
			answer: { status, headers, body: Buffer.concat(pieces), ...type, ...(reader && { reader }) },
		};
	} catch (error) {
		const code = codeOf(error) || messageOf(error);
		return { code, timedOut: timedOut(error, code) };
	}
}

/** The address on the service's own origin to which a read was sent on, if it was. */
function nextAddress(request: ServiceRequest, outcome: Outcome, url: string): string | undefined {
	if (request.write || request.method !== 'GET' || !('answer' in outcome)) return undefined;
	const { status, headers } = outcome.answer;
	const location = String(headers.location ?? '');
	if (
		![301, 302, 303, 307, 308].includes(status) ||
		location === '' ||
		!URL.canParse(location, url)
	)
		return undefined;
	const target = new URL(location, url);
	return target.origin === new URL(url).origin ? target.href : undefined;
}

/** Sends a request and follows where the service sends a read on to within its own origin. */
export async function follow(
	connection: Connection,
	request: ServiceRequest,
	url: string,
): Promise<{ outcome: Outcome; url: string }> {
	let address = url;
	let outcome = await sendOnce(connection, request, address);
	for (let hops = 0; hops < 5; hops++) {
		const next = nextAddress(request, outcome, address);
		if (next === undefined) break;
		address = next;
		outcome = await sendOnce(connection, request, address);
	}
	return { outcome, url: address };
}
