// The first poll of a trigger: when there is nothing to continue from, and that it only finds out what exists.
import { z } from 'zod/v4';

import type { Watcher, WatchRequest } from './triggerRequest';

/** Another number makes every trigger start over: with what is saved in another way, all rows would be changed. */
export const STATE_VERSION = 2;

const OUTDATED = 'its saved state is damaged, or of an earlier version of this package';

const savedState = z.object({
	version: z.literal(STATE_VERSION),
	/** What the state belongs to: with another list, other records or another credential, the trigger starts over. */
	configuration: z.string(),
	content: z.unknown(),
});

/** Where a poll begins: with a saved state, or from the start and why; without both, it is the first poll of all. */
export function pollStart<State>(
	{ isCopy, value }: { readonly isCopy: boolean; readonly value: unknown },
	configuration: string,
	{ schema }: Watcher<State>,
) {
	if (value === undefined) return isCopy ? { reason: 'its workflow is a copy of another one' } : {};
	const { data: saved } = savedState.safeParse(value);
	if (saved === undefined) return { reason: OUTDATED };
	if (saved.configuration !== configuration)
		return { reason: 'it now watches another list or other records, or uses another credential' };
	const content = schema.safeParse(saved.content);
	return content.success ? { state: content.data } : { reason: OUTDATED };
}

/** What n8n's log says of a trigger that starts over. */
export function startOverText({ emitExisting }: WatchRequest, reason: string): string {
	const what = emitExisting ? 'everything that exists' : 'only what changes from now on';
	return `starts over, because ${reason}: ${what} is emitted.`;
}

/** Whether a poll emits nothing: the first one and those that continue its scan, unless 'Emit Existing' is on. */
export function isQuietPoll(
	{ emitExisting }: WatchRequest,
	saved: { readonly scan?: { readonly isQuiet: boolean } | undefined } | undefined,
): boolean {
	return saved === undefined ? !emitExisting : saved.scan?.isQuiet === true;
}
