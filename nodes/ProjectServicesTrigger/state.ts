// The saved state of the trigger: what it belongs to, and why it cannot be read.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Watcher } from './watcher';

/** The version of the saved envelope; what it holds is checked by a schema. */
const stateVersion = 1;

const envelope = z.object({
	version: z.number(),
	configuration: z.string(),
	content: z.unknown(),
});

/** A state to continue from; or none, with the reason where there should have been one. */
export type Loaded<State> =
	| { readonly state: State; readonly reason?: undefined }
	| { readonly state?: undefined; readonly reason?: string };

/**
 * Reads the state from the node's static data.
 *
 * @param configuration What the state has to belong to, for example the catalog and the event
 */
export function loadState<State extends object>(
	data: IDataObject,
	configuration: string,
	{ schema }: Pick<Watcher<State>, 'schema'>,
): Loaded<State> {
	if (data.state === undefined) return {};
	const saved = envelope.safeParse(data.state);
	if (!saved.success) return { reason: 'its saved state is damaged' };
	const { version } = saved.data;
	if (version !== stateVersion)
		return { reason: `its state was saved by another version (${version})` };
	if (saved.data.configuration !== configuration)
		return { reason: 'its parameters now mean another list or other records' };
	const content = schema.safeParse(saved.data.content);
	return content.success
		? { state: content.data }
		: { reason: 'its saved state is damaged, or of an earlier version of this package' };
}

/** Puts the state into the node's static data, as the last thing that a poll does. */
export function saveState<State extends object>(
	data: IDataObject,
	configuration: string,
	{ save }: Pick<Watcher<State>, 'save'>,
	state: State,
): void {
	data.state = { version: stateVersion, configuration, content: save(state) as IDataObject };
}
