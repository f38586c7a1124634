// From n8n's credential and helpers to a client for the service.
import { type ICredentialDataDecryptedObject, type INode, sleep } from 'n8n-workflow';

import {
	authenticationHeaders,
	cleanBaseUrl,
	CREDENTIAL_TYPE,
	secretsOf,
} from '../../credentials/credentialValues';
import { createBudget, type BudgetState } from '../../client/transport/budget';
import type { ServiceClient } from '../../client/transport/serviceClient';
import type { Clock } from '../../client/transport/http';
import { type ClientReport, newReport } from '../../client/clientReport';
import { canonicalJson, shortHash } from '../../client/values/hashes';
import { readServiceSettings } from '../../client/serviceSettings';
import { isDomainAllowed } from './allowedDomains';
import { parameterError } from './errors';
import { type Context, sendHttpOf } from './hostHttp';

/** The choices in which executions with one credential differ. */
export interface ConnectionChoices {
	/** The longest time that all requests may take together, in milliseconds. */
	readonly deadlineMs?: number;
	readonly report?: ClientReport;
	/** Where the pace of the requests continues; without it, the pace starts fresh. */
	readonly budget?: BudgetState;
	/** Called when requests begin to wait in a pause, and each minute in it. */
	readonly onWait?: (leftMs: number) => void;
}

/** A client, with what the credential says beside the connection. */
export interface Connection extends ServiceClient {
	/** The text under Custom Field Names. */
	readonly customFieldNames: string;
	/** Whether the credential is of another kind than None. */
	readonly hasCredential: boolean;
	/** Whose data this is: the ID of the credential, its user name, and a hash of its key. */
	readonly owner: { readonly credential: string; readonly user: string; readonly key: string };
}

const CLOCK: Clock = {
	now: () => Date.now(),
	// n8n's timer keeps the process alive, which a wait has to do.
	sleep: async (milliseconds, signal) => {
		if (!signal) return await sleep(milliseconds);
		if (signal.aborted) return;
		await new Promise<void>((resolve) => {
			const end = () => {
				signal.removeEventListener('abort', end);
				resolve();
			};
			signal.addEventListener('abort', end);
			void sleep(milliseconds).then(end);
		});
	},
	timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
	random: () => Math.random(),
};

/** @throws NodeOperationError that names a wrong value of the credential */
function checkCredential(node: INode, data: ICredentialDataDecryptedObject) {
	const refuse = (problem: string, advice: string): never => {
		throw parameterError(node, problem, undefined, advice);
	};
	const base = cleanBaseUrl(data.baseUrl);
	if (!base.ok) return refuse(base.problem, 'Open the credential and correct the base URL.');
	const correctIt = 'Nothing was sent. Open the credential and correct it.';
	const authentication = authenticationHeaders(data);
	if (!authentication.ok) return refuse(authentication.problem, correctIt);
	const read = readServiceSettings(data);
	if (!read.ok) return refuse(read.problem, correctIt);
	const isLimited = data.allowedHttpRequestDomains === 'domains';
	if (isLimited && !isDomainAllowed(base.url, String(data.allowedDomains ?? '')))
		return refuse(
			`The credential may not be used for ${new URL(base.url).host}`,
			'Its base URL is not among its allowed domains. Change one of the two in the credential.',
		);
	return { baseUrl: base.url, headers: authentication.headers, settings: read.settings };
}

/**
 * Makes the client of an execution from the values of its credential.
 *
 * @throws NodeOperationError that names a wrong value of the credential
 */
export function connect(
	context: Context,
	data: ICredentialDataDecryptedObject,
	choices: ConnectionChoices = {},
): Connection {
	const node = context.getNode();
	const { baseUrl, headers, settings } = checkCredential(node, data);
	const { deadlineMs } = choices;
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		baseUrl,
		sendHttp: sendHttpOf(context, data),
		clock: CLOCK,
		signal: deadlineMs === undefined ? stopped : AbortSignal.timeout(deadlineMs),
		whenCancelled:
			deadlineMs === undefined ? undefined : { kind: 'timeout', timeoutMs: deadlineMs },
		secrets: secretsOf(data),
		report: choices.report ?? newReport(),
		hasCredential: Object.keys(headers).length > 0,
		customFieldNames: typeof data.customFieldNames === 'string' ? data.customFieldNames : '',
		owner: {
			credential: node.credentials?.[CREDENTIAL_TYPE]?.id ?? '',
			user: data.authentication === 'basic' ? String(data.username ?? '').trim() : '',
			key: shortHash(canonicalJson(headers)),
		},
		settings,
		budget: createBudget(CLOCK, settings.requestsPerMinute, choices.budget ?? {}, choices.onWait),
	};
}
