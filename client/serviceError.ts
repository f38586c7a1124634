// The error that the client throws: a failure with its text for people.
import type { Failure, FailureCategory, RequestInfo } from './failures';
import { cut, failureText } from './failureTexts';
import { redact } from './transport/redact';

/** Data of the service and of people may be in a message; a longer one says no more. */
const maxMessage = 600;

/** A failure of a request or a list. Its texts hold no secrets. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	/** What the service said, and what to do. */
	readonly description: string;
	/** What n8n acts on. */
	readonly category: FailureCategory | undefined;

	constructor(
		readonly failure: Failure,
		readonly request: RequestInfo,
		secrets: readonly string[] = [],
	) {
		// Redacted before it is cut, or the beginning of a secret would stay.
		const clean = (text: string) => redact(text, secrets);
		const { message, description, category } = failureText(failure, request, clean);
		super(cut(message, maxMessage));
		this.description = description;
		this.category = category;
	}
}

/** Whether a list could not be read to its end. */
export function isListError(error: unknown): boolean {
	return error instanceof ServiceError && error.failure.kind === 'list';
}

/** The status of the response behind an error, if there was one. */
export function statusOf(error: unknown): number | undefined {
	if (!(error instanceof ServiceError) || !('status' in error.failure)) return undefined;
	return error.failure.status;
}
