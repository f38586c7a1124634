// How messages name and show values; and the errors that n8n shows for failures.
import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isPlainObject, isRecord } from '../../api/schema/types';
import { isDateObject, isoTextOf } from '../../client/values/dates';
import { ServiceError } from '../../client/failures/serviceError';
import { redact } from '../../client/failures/redaction';
import { truncate } from '../../client/failures/truncate';
import { ExactNumber } from '../../wire/exactNumber';

const MAX_SHOWN_LENGTH = 80;

/** A value as an error shows it. */
export function formatValue(value: unknown): string {
	const short = (text: string) => truncate(text, MAX_SHOWN_LENGTH);
	if (isDateObject(value)) return isoTextOf(value) ?? 'an invalid date';
	if (Array.isArray(value)) return 'a list';
	if (value instanceof ExactNumber) return short(value.token);
	if (isPlainObject(value)) return 'an object';
	if (isRecord(value)) return `an instance of ${value.constructor.name}`;
	if (typeof value === 'function') return 'a function';
	return typeof value === 'string' ? JSON.stringify(short(value)) : short(String(value));
}

/** The name of a parameter or an option in a message. */
export function quoted(label: string): string {
	return `'${label}'`;
}

/** A sentence without its final full stop. */
export function withoutFullStop(sentence: string): string {
	return sentence.replace(/\.$/, '');
}

/** A text for a log: what the service or a person wrote cannot begin a line of its own in it. */
export function withoutControls(text: string): string {
	return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

export type NodeError = NodeApiError | NodeOperationError;

/** n8n replaces a message that contains the name of a system error ("SitePermit" contains EPERM): ours is set again. */
function withMessage<E extends NodeError>(error: E, message: string): E {
	error.message = message;
	return error;
}

/** A text that replaces the one of an error. */
interface ErrorText {
	readonly message: string;
	readonly description: string;
}

function apiError(
	node: INode,
	{ failure, category, isTemporary }: ServiceError,
	{ message, description }: ErrorText,
	itemIndex: number | undefined,
): NodeApiError {
	const httpCode = 'status' in failure ? String(failure.status) : undefined;
	const retryAfterMs = failure.kind === 'status' ? failure.retryAfterMs : undefined;
	const response: JsonObject = { message, ...(httpCode !== undefined && { httpCode }) };
	const error = new NodeApiError(node, response, {
		message,
		description,
		httpCode,
		itemIndex,
		...(category && {
			failure: isTemporary
				? { cause: category, ...(retryAfterMs !== undefined && { retryAfterMs }) }
				: { cause: category },
		}),
	});
	return withMessage(error, message);
}

/** A message may quote what a person entered, which can be long. */
const MAX_MESSAGE_LENGTH = 600;

/** n8n's error for a parameter that has to be changed. */
export function parameterError(
	node: INode,
	message: string,
	itemIndex?: number,
	description?: string,
): NodeOperationError {
	const text = truncate(message, MAX_MESSAGE_LENGTH);
	return withMessage(new NodeOperationError(node, text, { itemIndex, description }), text);
}

/** Whether an error is about the service or a parameter; any other one is a bug. */
export function isExpected(error: unknown): error is ServiceError | NodeError {
	return (
		error instanceof ServiceError ||
		error instanceof NodeApiError ||
		error instanceof NodeOperationError
	);
}

/** The error that n8n shows for a node; without another text, such an error stays itself. */
export function nodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	text?: ErrorText,
): NodeError {
	if (error instanceof ServiceError) {
		const { message, description } = text ?? error;
		return error.failure.kind === 'cancelled'
			? parameterError(node, message, itemIndex, description)
			: apiError(node, error, { message, description }, itemIndex);
	}
	if (text) return parameterError(node, text.message, itemIndex, text.description);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const bug = new NodeOperationError(node, error as Error, { itemIndex });
	return withMessage(bug, messageOf(error));
}

/** Takes secrets out of the texts of an error, whoever wrote them. */
export function redactError(error: unknown, secrets: readonly string[]): void {
	if (!(error instanceof Error)) return;
	error.message = redact(error.message, secrets);
	if ('description' in error && typeof error.description === 'string')
		error.description = redact(error.description, secrets);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
	const { message = String(error) }: { readonly message?: string } = Object(error);
	return message;
}

/** Whether digits of a whole number may have been lost when it became a JavaScript number. */
export function isInexact(value: unknown): value is number {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

export function lostDigits(number: number): string {
	return `is ${number}, which has lost its last digits as a JavaScript number. Enter it as text, in quotation marks`;
}
