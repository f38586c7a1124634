// What a refusal of a publish means: whether anything was applied, and whether its halves may fare better.
import { type Failure, mayHaveBeenApplied } from '../failures/failures';
import { ServiceError } from '../failures/serviceError';

export interface CarriedRecords {
	readonly hasKeys: boolean;
	readonly recordCount: number;
}

/** The service looked at the records: it may have applied those before the one that it refuses. */
const RECORDS_REFUSED = [400, 409, 422];
const DIVISIBLE = [400, 422];

/** What servers say of a request that is too large, with another status than 413. */
const TOO_LARGE_WORDS = /\b404\.13\b|request content length|maximum request length/i;

/** Whether a request is certainly too large: no record is at fault, and halves of it may be received. */
export function isTooLarge(failure: Failure): boolean {
	if (failure.kind !== 'status') return false;
	const { status, said = '' } = failure;
	return status === 413 || (status === 404 && TOO_LARGE_WORDS.test(said));
}

/** The refusal behind an error after which halves may be sent: nothing was applied. */
export function divisibleRefusal(error: unknown): Failure | undefined {
	if (!(error instanceof ServiceError)) return undefined;
	const { failure } = error;
	const isRefused = failure.kind === 'status' && DIVISIBLE.includes(failure.status);
	if (mayHaveBeenApplied(failure)) return undefined;
	return isRefused || failure.kind === 'refused' || isTooLarge(failure) ? failure : undefined;
}

/** Whether a failure leaves open which of several records were applied. */
function mayBeAppliedInPart(failure: Failure, recordCount: number): boolean {
	return recordCount > 1 && failure.kind === 'status' && RECORDS_REFUSED.includes(failure.status);
}

/** A failure of a request, with what it leaves open: of records without a key, a refusal does not say which were applied. */
export function withPartialDoubt(
	failure: Failure,
	{ hasKeys, recordCount }: CarriedRecords,
): Failure {
	return !hasKeys && failure.kind === 'status' && mayBeAppliedInPart(failure, recordCount)
		? { ...failure, isPartlyUncertain: true }
		: failure;
}
