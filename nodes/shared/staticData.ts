// Versioned values in a workflow's static data. n8n saves static data when an execution ends, over what others saved
// meanwhile, and some triggers save what they loaded long ago. Within a process, the newest version is known.
import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

export const savedVersion = z.object({
	/** Which value this is, wherever its workflow goes. */
	lineage: z.string(),
	/** Counts how often it was stored. */
	revision: z.number().int(),
});
export type Version = Readonly<z.infer<typeof savedVersion>>;

/** The version after one, or the first one. */
export function nextVersion(before: Version | undefined): Version {
	const { lineage = randomUUID(), revision = 0 } = before ?? {};
	return { lineage, revision: revision + 1 };
}

/** How many revisions one version is ahead of another; NaN for versions of different values. */
export function revisionsAhead(one: Version | undefined, other: Version): number {
	return one?.lineage === other.lineage ? one.revision - other.revision : NaN;
}

/** Identifies a value of a workflow within this process. */
export function placeOf(context: Pick<IExecuteFunctions, 'getWorkflow'>, name: string): string {
	return `${context.getWorkflow().id ?? ''} ${name}`;
}

/** Sets a value of a map as its newest, and forgets what was set longest ago where the whole weighs too much. */
export function setBounded<T>(
	map: Map<string, T>,
	key: string,
	value: T,
	limit: number,
	weightOf: (value: T) => number = () => 1,
): void {
	map.delete(key);
	map.set(key, value);
	let weight = 0;
	for (const held of map.values()) weight += weightOf(held);
	for (const [oldest, held] of map) {
		if (weight <= limit) return;
		map.delete(oldest);
		weight -= weightOf(held);
	}
}
