// Deletion Limit: a reading that lacks too many of the known rows reports nothing.
import { countText } from '../../wire/result';

export interface DeletionSettings {
	/** Whether only what the service names is deleted. */
	readonly namedOnly?: boolean;
	/** The largest part of the known rows that may be deleted, in percent; 100 by default. */
	readonly deletionLimit?: number;
	/** What a person does where the list is not meant to be whole. */
	readonly withoutComparing?: string;
}

/** Up to this number, changes are never too many. */
const MAX_UNLIMITED = 5;

/** Whether some of the known rows are a larger part of them than a limit in percent allows. */
export function exceedsLimit(count: number, knownRows: number, limit: number): boolean {
	return count > MAX_UNLIMITED && count * 100 > knownRows * limit;
}

/** Why these deletions must not be reported, and what to do; undefined if they may be. */
export function deletionProblem(
	deleted: number,
	knownRows: number,
	{ deletionLimit = 100, namedOnly, withoutComparing }: DeletionSettings,
) {
	if (!exceedsLimit(deleted, knownRows, deletionLimit)) return undefined;
	const isPart =
		namedOnly || withoutComparing === undefined
			? ''
			: ` If the service sends only what changed since its last export, ${withoutComparing}.`;
	return {
		message: `${countText(deleted)} of ${countText(knownRows)} known records would be reported as deleted, but 'Deletion Limit' allows ${deletionLimit} %`,
		description: `No change was returned, and the state stays as it is. If the list is really shorter, set 'Deletion Limit' to 100 in the options until this reading has succeeded.${isPart}`,
	};
}
