// Deletion Limit: a reading that lacks too many of the known rows reports nothing.
import { countText } from '../../wire/result';

export interface DeletionSettings {
	/** Whether only what the service names is deleted. */
	readonly namedOnly?: boolean;
	/** The largest part of the known rows that may be deleted, in percent; 100 by default. */
	readonly deletionLimit?: number;
	/** Whether the service may send only a part of the list, and name what is deleted. */
	readonly mayBePart?: boolean;
}

/** This many changes, or fewer, are always allowed. */
const MAX_UNLIMITED = 5;

/** Whether this number of rows is more than a limit, in percent of the known rows, allows. */
export function exceedsLimit(count: number, knownRows: number, limit: number): boolean {
	return count > MAX_UNLIMITED && count * 100 > knownRows * limit;
}

/** Why these deletions must not be reported, and what to do; undefined if they may be. */
export function deletionProblem(
	deleted: number,
	knownRows: number,
	{ deletionLimit = 100, mayBePart, namedOnly }: DeletionSettings,
) {
	if (!exceedsLimit(deleted, knownRows, deletionLimit)) return undefined;
	const isPart =
		mayBePart && !namedOnly
			? " If the service sends only what changed since its last export, set 'Find Deletions' to Named by the Service."
			: '';
	return {
		message: `${countText(deleted)} of ${countText(knownRows)} known records would be reported as deleted, but 'Deletion Limit' allows ${deletionLimit} %`,
		description: `No change was returned, and the state stays as it is. If the list is really shorter, set 'Deletion Limit' to 100 in the options until this reading has succeeded.${isPart}`,
	};
}
