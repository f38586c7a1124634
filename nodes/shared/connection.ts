// From n8n's credential and helpers to a client for the service.
import { type ICredentialDataDecryptedObject, sleep } from 'n8n-workflow';

import {
	authenticationHeaders,
	cleanBaseUrl,
	CREDENTIAL_TYPE,
	secretsOf,
} from '../../credentials/credentialValues';
import { budgetOf, type BudgetState } from '../../client/transport/budget';
import type { ServiceClient } from '../../client/transport/serviceClient';
import type { Clock } from '../../client/transport/http';
import { type ClientReport, newReport } from '../../client/clientReport';
import { canonicalJson, shortHash } from '../../client/hashes';
import { readServiceSettings, type ServiceSettings } from '../../client/serviceSettings';
import { isDomainAllowed } from './allowedDomains';
import { parameterError } from './errors';
import { type Context, sendHttpOf } from './hostHttp';

/** Settings that a node may have of its own. */
export type RequestSettings = Pick<
	ServiceSettings,
	'concurrency' | 'requestsPerMinute' | 'maxRetries' | 'longestWait' | 'timeout'
>;

/** What executions differ in. */
export interface ConnectionChoices {
	/** The longest time that all requests may take together, in milliseconds. */
	readonly deadlineMs?: number;
	/** What the node sets otherwise than its credential; undefined where it does not. */
	readonly requests?: Partial<RequestSettings>;
	readonly report?: ClientReport;
	/** Where the pace of the requests continues; without it, the pace starts fresh. */
	readonly budget?: BudgetState;
	/** Whether the credential's values come from expressions about the input items. */
	readonly isItemBound?: boolean;
	/** Called when requests begin to wait in a pause, and each minute in it. */
	readonly onWait?: (leftMs: number) => void;
}

/** A client, with what the credential says beside the connection. */
export interface Connection extends ServiceClient {
	/** The text under Custom Field Names. */
	readonly customFieldNames: string;
	/** Whether the credential is of another kind than None. */
	readonly hasCredential: boolean;
	/** Whose data this is: what is stored of it belongs to nobody else. */
	readonly identity: string;
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

/**
 * Makes the client of an execution from the values of its credential.
 *
 * @throws NodeOperationError that names a wrong value of the credential
 */
export function connect(
	context: Context,
	data: ICredentialDataDecryptedObject,
	{
		budget = {},
		deadlineMs,
		isItemBound = false,
		onWait,
		report = newReport(),
		requests = {},
	}: ConnectionChoices = {},
): Connection {
	const node = context.getNode();
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
	const own = Object.entries(requests).filter(([, value]) => value !== undefined);
	const settings = { ...read.settings, ...Object.fromEntries(own) };
	const isLimited = data.allowedHttpRequestDomains === 'domains';
	if (isLimited && !isDomainAllowed(base.url, String(data.allowedDomains ?? '')))
		return refuse(
			`The credential may not be used for ${new URL(base.url).host}`,
			'Its base URL is not among its allowed domains. Change one of the two in the credential.',
		);
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const secrets = secretsOf(data);
	const id = node.credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	return {
		baseUrl: base.url,
		sendHttp: sendHttpOf(context, data),
		clock: CLOCK,
		...(deadlineMs === undefined
			? { signal: stopped }
			: {
					signal: AbortSignal.timeout(deadlineMs),
					whenCancelled: { kind: 'timeout', timeoutMs: deadlineMs },
				}),
		secrets,
		report,
		hasCredential: Object.keys(authentication.headers).length > 0,
		customFieldNames: typeof data.customFieldNames === 'string' ? data.customFieldNames : '',
		identity: isItemBound ? `${id} ${shortHash(canonicalJson(authentication.headers))}` : id,
		settings,
		budget: budgetOf(CLOCK, settings.requestsPerMinute, budget, onWait),
	};
}
