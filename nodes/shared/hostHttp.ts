// How requests go out by n8n's own HTTP helper, and how the bytes of their responses come in.
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../credentials/credentialValues';
import type { HttpRequest, SendHttp } from '../../client/transport/http';
import { ConnectionError, sendErrorOf } from '../../client/transport/networkErrors';

export type Context = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** The used part of a response's body. */
interface Stream {
	on(event: 'data', listener: (piece: Uint8Array) => void): unknown;
	on(event: 'end' | 'close', listener: () => void): unknown;
	on(event: 'error', listener: (error: unknown) => void): unknown;
	readonly destroyed: boolean;
	destroy(): void;
}

/** Takes the pieces as they come: an iteration over the stream would join those that wait into copies. */
async function readStream(stream: Stream, take: (piece: Uint8Array) => void): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		let isComplete = false;
		// Every stream closes after its end, and an error is costly to make.
		const breakOff = () => {
			if (!isComplete) reject(new ConnectionError('ECONNRESET'));
		};
		if (stream.destroyed) breakOff();
		stream.on('error', reject);
		stream.on('close', breakOff);
		stream.on('end', () => {
			isComplete = true;
			resolve();
		});
		stream.on('data', take);
	});
}

/** JSON and XML as bytes: n8n would parse a string only to see whether it is JSON. It takes a form as a string alone. */
function bodyOf({ body, headers }: HttpRequest): Buffer | string | undefined {
	const isForm = headers['content-type']?.includes('form');
	return body === undefined || isForm ? body : Buffer.from(body);
}

/** The result of n8n's helper with `returnFullResponse`. */
interface FullResponse {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Stream;
}

/** Sends requests by n8n's helper. The credential is passed along, so that n8n does not read it for each request. */
export function sendHttpOf(context: Context, data: ICredentialDataDecryptedObject): SendHttp {
	const additional = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data } };
	return async (request) => {
		const { method, url, headers, timeoutMs, signal } = request;
		const options: IHttpRequestOptions = {
			method,
			url,
			headers: { ...headers },
			body: bodyOf(request),
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: timeoutMs,
			abortSignal: signal,
		};
		const response: FullResponse = await context.helpers.httpRequestWithAuthentication
			.call(context, CREDENTIAL_TYPE, options, additional)
			.catch(async (error: unknown) => await Promise.reject(sendErrorOf(error, url)));
		const { statusCode: status, headers: received, body } = response;
		return {
			status,
			headers: received,
			body: async (take) => await readStream(body, take),
			close: () => body.destroy(),
		};
	};
}
