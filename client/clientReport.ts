// What the requests of an execution showed: a value that grows with each of them.
import type { Drift } from '../wire/result';
import { redact } from './failures/redaction';
import { truncate } from './failures/truncate';

export interface ClientReport {
	/** How many times a request was sent again. */
	retries: number;
	/** Whether a request that may change something was sent. */
	isWriteSent: boolean;
	/** How many entries of lists came as null. */
	nulls: number;
	/** How many rows came that contradict a filter of the service. */
	contradicting: number;
	/** How responses differ from the API documentation, without secrets. */
	drift: Drift | undefined;
	/** A name that the service writes otherwise than documented, without secrets. */
	otherSpelling: string | undefined;
	/** Whether dates without an offset were compared as UTC, the default of the credential. */
	comparedAsUtc: boolean;
}

export function newReport(): ClientReport {
	return {
		retries: 0,
		isWriteSent: false,
		nulls: 0,
		contradicting: 0,
		comparedAsUtc: false,
		drift: undefined,
		otherSpelling: undefined,
	};
}

/** The most fields of each kind that are reported, and the longest path of one. */
export const MAX_PATHS = 10;
const MAX_PATH_LENGTH = 200;

/**
 * Adds the fields in which a response differs, each once.
 *
 * @param secrets Those of the credential with which it was asked for
 */
export function addDrift(
	report: ClientReport,
	{ dropped, missing, retyped, undocumented }: Drift,
	secrets: readonly string[],
): void {
	const before = report.drift ?? { dropped: [], missing: [], retyped: [], undocumented: [] };
	const union = (noted: readonly string[], paths: readonly string[]) => {
		const all = new Set(noted);
		for (const path of paths) {
			if (all.size === MAX_PATHS) break;
			all.add(truncate(redact(path, secrets), MAX_PATH_LENGTH));
		}
		return [...all];
	};
	report.drift = {
		undocumented: union(before.undocumented, undocumented),
		missing: union(before.missing, missing),
		retyped: union(before.retyped, retyped),
		dropped: union(before.dropped, dropped),
	};
}
