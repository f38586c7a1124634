// What an execution knows of the service: the credential's address and secrets, and the settings, read once.
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
} from 'n8n-workflow';
import { isDomainAllowed, NodeOperationError } from 'n8n-workflow';

import { cleanBaseUrl, secretsOf } from '../../credentials/connection';
import { parameterError } from './errors';
import { blotOutOfText } from './secrets';

export type Context = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** The credential and the settings of an execution, read once. */
export interface Connection {
	readonly context: Context;
	readonly node: INode;
	readonly baseUrl: string;
	/** The credential as it was read; given along with each request, so that n8n does not read it anew. */
	readonly credential: ICredentialsDecrypted;
	readonly secrets: readonly string[];
	readonly maxRetries: number;
	readonly timeoutSeconds: number;
	/** A longer pause between two attempts is left to whoever asked, in milliseconds. */
	readonly longestWait: number;
	/** Requests that had to be sent again, for the hints of a run. */
	readonly count: { retries: number };
}

export interface ConnectionSettings {
	readonly maxRetries?: number;
	readonly timeoutSeconds?: number;
	readonly longestWait?: number;
}

/** The credential's type, as saved workflows name it. */
export const credentialType = 'projectServicesApi';

function assertAllowed(node: INode, credential: ICredentialDataDecryptedObject, url: string): void {
	if (credential.allowedHttpRequestDomains !== 'domains') return;
	const allowedDomains = String(credential.allowedDomains ?? '');
	if (isDomainAllowed({ url, allowedDomains })) return;
	throw parameterError(
		node,
		`The credential may not be used for ${new URL(url).host}`,
		undefined,
		'Its base URL is not among its allowed domains. Change one of the two in the credential.',
	);
}

/**
 * Reads the credential.
 *
 * @throws NodeOperationError when its base URL is no web address or not among its allowed domains.
 */
export async function connect(
	context: Context,
	settings: ConnectionSettings = {},
): Promise<Connection> {
	const node = context.getNode();
	const credential = await context.getCredentials(credentialType);
	const base = cleanBaseUrl(credential.baseUrl);
	if (!base.ok)
		throw new NodeOperationError(node, base.problem, {
			description: 'Open the credential and correct the base URL.',
		});
	assertAllowed(node, credential, base.url);
	return {
		context,
		node,
		baseUrl: base.url,
		credential: { id: '', name: '', type: credentialType, data: credential },
		secrets: secretsOf(credential),
		maxRetries: settings.maxRetries ?? 3,
		timeoutSeconds: settings.timeoutSeconds ?? 300,
		longestWait: settings.longestWait ?? 300_000,
		count: { retries: 0 },
	};
}

/** The text with the credential's secrets blotted out. */
export function withoutSecrets(connection: Connection, text: string): string {
	return connection.secrets.reduce(blotOutOfText, text);
}

/** Whether a person has stopped the execution. */
export function isStopped(context: Context): boolean {
	return (
		'getExecutionCancelSignal' in context && context.getExecutionCancelSignal()?.aborted === true
	);
}

/**
 * Ends the node between two requests when the execution was stopped.
 *
 * @throws NodeOperationError
 */
export function assertRunning(context: Context): void {
	if (isStopped(context))
		throw new NodeOperationError(context.getNode(), 'The execution was stopped');
}
