// The saved state: what it is bound to, and what becomes of one that does not fit.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

/** States of another version are not read. */
export const STATE_VERSION = 1;

const envelope = z.object({
	version: z.number(),
	configuration: z.string(),
	content: z.unknown(),
});

/** A state that can be gone on from; or none, with the reason where there should have been one. */
export type Loaded<T> =
	| { readonly fresh: false; readonly content: T }
	| { readonly fresh: true; readonly reason?: string };

/**
 * Reads the state from the node's static data.
 *
 * @param configuration What the state has to be made for, for example the catalog and the event
 */
export function loadState<T>(
	data: IDataObject,
	configuration: string,
	schema: z.ZodType<T>,
): Loaded<T> {
	if (data.state === undefined) return { fresh: true };
	const saved = envelope.safeParse(data.state);
	if (!saved.success) return { fresh: true, reason: 'its saved state is damaged' };
	const { version, configuration: made } = saved.data;
	if (version !== STATE_VERSION) {
		return { fresh: true, reason: `its state was saved by another version (${version})` };
	}
	if (made !== configuration) {
		return { fresh: true, reason: 'what it watches was changed in its parameters' };
	}
	const content = schema.safeParse(saved.data.content);
	return content.success
		? { fresh: false, content: content.data }
		: { fresh: true, reason: 'its saved state is damaged' };
}

/** Puts the state into the node's static data, as the last thing a poll does. */
export function saveState(data: IDataObject, configuration: string, content: object): void {
	data.state = { version: STATE_VERSION, configuration, content: content as IDataObject };
}
