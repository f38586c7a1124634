// The one way to the service: a request, sent again where that is safe, and errors without secrets.
import { sleep } from 'n8n-workflow';

import { readServiceMessage } from '../../wire';
import {
	assertRunning,
	type Connection,
	type Context,
	isStopped,
	withoutSecrets,
} from './connection';
import {
	answerTrouble,
	apiError,
	type Circumstances,
	connectionTrouble,
	redirectTrouble,
	statusTrouble,
	timeoutTrouble,
	type Trouble,
} from './errors';
import {
	follow,
	isSuccess,
	type Outcome,
	type ServiceAnswer,
	type ServiceRequest,
	urlOf,
} from './exchange';
import { mayRetry, retryAfter, waitOf } from './retry';

/** An answer without content: no text, null, or a record without fields. */
const NOTHING = /^(?:null|\{\s*\}|(?:<\?[^>]*>\s*)?<[^<>]*(?:\/>|><\/[^<>]*>))?$/;

function failWith(connection: Connection, trouble: Trouble, itemIndex?: number): never {
	throw apiError(
		connection.node,
		{
			...trouble,
			message: withoutSecrets(connection, trouble.message),
			description: withoutSecrets(connection, trouble.description),
		},
		itemIndex,
	);
}

/** Ends with the error for an answer that cannot be read as what was asked for. */
export function failOnAnswer(
	connection: Connection,
	request: ServiceRequest,
	answer: ServiceAnswer,
	problem: string,
	itemIndex?: number,
): never {
	const said = readServiceMessage(answer.body, answer.contentType);
	const circumstances = {
		write: request.write,
		url: urlOf(connection, request),
		attempts: answer.attempts,
		...(request.subject === undefined ? {} : { subject: request.subject }),
	};
	// Some services say so that there is no such record.
	const isNothing = NOTHING.test(answer.body.toString('latin1', 0, 1000).trim());
	const trouble = answerTrouble(problem, circumstances, isNothing);
	const description =
		said === undefined ? trouble.description : `It says: ${said}\n${trouble.description}`;
	return failWith(connection, { ...trouble, description }, itemIndex);
}

function troubleOf(
	connection: Connection,
	request: ServiceRequest,
	url: string,
	outcome: Outcome,
	attempts: number,
): Trouble {
	const { write, subject } = request;
	const circumstances: Circumstances = {
		write,
		url,
		attempts,
		...(subject === undefined ? {} : { subject }),
	};
	if (!('answer' in outcome)) {
		return outcome.timedOut
			? timeoutTrouble(connection.timeoutSeconds, circumstances)
			: connectionTrouble(outcome.code, circumstances);
	}
	const { status, headers, body, contentType } = outcome.answer;
	if (status >= 300 && status < 400)
		return redirectTrouble(status, String(headers.location ?? ''), circumstances);
	const said = readServiceMessage(body, contentType);
	return statusTrouble(
		status,
		{ ...circumstances, ...(said === undefined ? {} : { said }) },
		retryAfter(headers),
	);
}

async function wait(context: Context, milliseconds: number): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0 && !isStopped(context); left = end - Date.now()) {
		await sleep(Math.min(left, 250));
	}
	assertRunning(context);
}

/**
 * Sends one request, again where that is safe, and gives the answer if its status is a success.
 *
 * @throws NodeApiError in words for people, without secrets; NodeOperationError when the execution was stopped.
 */
export async function send(
	connection: Connection,
	request: ServiceRequest,
	itemIndex?: number,
): Promise<ServiceAnswer> {
	const start = urlOf(connection, request);
	for (let attempts = 1; ; attempts++) {
		assertRunning(connection.context);
		const { outcome, url } = await follow(connection, request, start);
		if ('answer' in outcome && isSuccess(outcome.answer.status)) {
			return { ...outcome.answer, attempts };
		}
		const pause = waitOf(outcome, attempts);
		if (
			attempts > connection.maxRetries ||
			pause > connection.longestWait ||
			!mayRetry(request, outcome)
		) {
			return failWith(
				connection,
				troubleOf(connection, request, url, outcome, attempts),
				itemIndex,
			);
		}
		connection.count.retries++;
		await wait(connection.context, pause);
	}
}
