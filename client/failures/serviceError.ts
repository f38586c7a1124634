// The error that the client throws: a failure of a request or a list, with its texts.
import { redact } from './redaction';
import type { Failure, RequestInfo } from './failures';
import { failureDescription, type FailureCategory, failureText, sizeText } from './errorTexts';
import { truncate } from './truncate';

/** Data of the service and of people may be in a message. */
const MAX_MESSAGE = 600;

/** The error that the client throws: a failure of a request or a list. Its texts hold no secrets. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	/** What the service said, and what to do. */
	readonly description: string;
	readonly category: FailureCategory | undefined;

	constructor(
		readonly failure: Failure,
		readonly request: RequestInfo,
		secrets: readonly string[] = [],
	) {
		// Redacted before it is cut, or the beginning of a secret would stay.
		const clean = (text: string) => redact(text, secrets);
		const [message, advice, category] = sizeText(failure, request) ?? failureText(failure, request);
		super(truncate(clean(message), MAX_MESSAGE));
		this.description = failureDescription(failure, request, advice, clean);
		this.category = category;
	}

	/** Whether the service may answer later. */
	get isTemporary(): boolean {
		return this.category === 'rate-limited' || this.category === 'temporarily-unavailable';
	}
}

/** Whether an error is about a success without content. */
export function isEmptyResponse(error: unknown): boolean {
	const failure = error instanceof ServiceError ? error.failure : undefined;
	return failure?.kind === 'response' && failure.isEmpty;
}

/** The status of the response behind an error, if there was one. */
export function statusOf(error: unknown): number | undefined {
	if (!(error instanceof ServiceError) || !('status' in error.failure)) return undefined;
	return error.failure.status;
}

export function listError(problem: string): ServiceError {
	return new ServiceError({ kind: 'list', problem }, { write: false, url: '', attempts: 1 });
}
