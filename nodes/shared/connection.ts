// From n8n's credential and helpers to a client for the service.
import { sleep } from 'n8n-workflow';

import {
	authenticationHeaders,
	cleanBaseUrl,
	CREDENTIAL_TYPE,
	secretsOf,
} from '../../credentials/credentialValues';
import { budgetOf, type BudgetState } from '../../client/transport/budget';
import type { ServiceClient } from '../../client/transport/serviceClient';
import type { Clock } from '../../client/transport/http';
import { newReport } from '../../client/clientReport';
import { isDomainAllowed } from './allowedDomains';
import { parameterError } from './errors';
import { type Context, sendHttpOf } from './hostHttp';

/** Settings in which executions differ. */
interface ClientSettings extends Partial<
	Pick<ServiceClient, 'maxRetries' | 'timeoutMs' | 'longestWaitMs' | 'report'>
> {
	/** The longest time that all requests may take together, in milliseconds. */
	readonly deadlineMs?: number;
	/** How the requests of an execution are spread; left out, only retries wait. */
	readonly pace?: {
		readonly requestsPerMinute: number | undefined;
		readonly state: BudgetState;
		readonly onWait: (leftMs: number) => void;
	};
}

/** A client, with what the credential says beside the connection. */
export interface Connection extends ServiceClient {
	/** The text under Custom Field Names. */
	readonly customFieldNames: string;
	/** Whether the credential is of another kind than None. */
	readonly hasCredential: boolean;
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
 * Reads the credential and makes the client of an execution.
 *
 * @throws NodeOperationError when the base URL is not a web address or not among the allowed domains
 */
export async function connect(
	context: Context,
	{ deadlineMs, pace, ...settings }: ClientSettings = {},
): Promise<Connection> {
	const node = context.getNode();
	const data = await context.getCredentials(CREDENTIAL_TYPE);
	const base = cleanBaseUrl(data.baseUrl);
	if (!base.ok)
		throw parameterError(
			node,
			base.problem,
			undefined,
			'Open the credential and correct the base URL.',
		);
	const authentication = authenticationHeaders(data);
	if (!authentication.ok)
		throw parameterError(
			node,
			authentication.problem,
			undefined,
			'Nothing was sent. Open the credential and correct it.',
		);
	const isLimited = data.allowedHttpRequestDomains === 'domains';
	if (isLimited && !isDomainAllowed(base.url, String(data.allowedDomains ?? '')))
		throw parameterError(
			node,
			`The credential may not be used for ${new URL(base.url).host}`,
			undefined,
			'Its base URL is not among its allowed domains. Change one of the two in the credential.',
		);
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const secrets = secretsOf(data);
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
		report: newReport(),
		hasCredential: Object.keys(authentication.headers).length > 0,
		customFieldNames: typeof data.customFieldNames === 'string' ? data.customFieldNames : '',
		maxRetries: 3,
		timeoutMs: 300_000,
		longestWaitMs: 300_000,
		budget: pace && budgetOf(CLOCK, pace.requestsPerMinute, pace.state, pace.onWait),
		...settings,
	};
}
