// The error that the client throws: a failure with its text for people.
import type { Failure, FailureCategory, RequestInfo } from './failures';
import { failureText } from './failureTexts';
import { redact } from './transport/redact';

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
		const { message, description, category } = failureText(failure, request);
		super(redact(message, secrets));
		this.description = redact(description, secrets);
		this.category = category;
	}
}

/** The status of the response behind an error, if there was one. */
export function statusOf(error: unknown): number | undefined {
	if (!(error instanceof ServiceError) || !('status' in error.failure)) return undefined;
	return error.failure.status;
}
