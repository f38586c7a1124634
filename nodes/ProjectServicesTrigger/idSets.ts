// Sets of ids that are compared with later ones: exact while they are small, as a sketch when they are not.
import { z } from 'zod/v4';

import {
	compareSketches,
	MOST_DIFFERENCES,
	newSketch,
	type Difference,
	type Sketch,
	sketchId,
} from './sketch';

/** A set that ids are being added to. */
export type IdSet =
	| { readonly kind: 'exact'; readonly ids: Set<string> }
	/** `seen` holds the ids that were added since the set was loaded. */
	| { readonly kind: 'sketch'; readonly sketch: Sketch; readonly seen: Set<string> };

/** `unfit` is a large set with ids that a sketch cannot hold: nothing can be said of it. */
export const savedIdSet = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('exact'), ids: z.array(z.string()) }),
	z.object({ kind: z.literal('sketch'), sketch: z.string().length(61_336) }),
	z.object({ kind: z.literal('unfit') }),
]);
export type SavedIdSet = z.infer<typeof savedIdSet>;

const EXACT_LENGTH = 50_000;

export function newIdSet(): IdSet {
	return { kind: 'exact', ids: new Set() };
}

export function addId(set: IdSet, id: string): void {
	if (set.kind === 'exact') set.ids.add(id);
	else if (!set.seen.has(id)) {
		set.seen.add(id);
		sketchId(set.sketch, id);
	}
}

function sketchOf(set: IdSet): Sketch | undefined {
	if (set.kind === 'sketch') return set.sketch;
	const sketch = newSketch();
	for (const id of set.ids) if (!sketchId(sketch, id)) return undefined;
	return sketch;
}

/** The saved form: at most 62 kB, whatever the set holds. */
export function saveIdSet(set: IdSet): SavedIdSet {
	if (set.kind === 'exact') {
		const ids = [...set.ids];
		if (JSON.stringify(ids).length <= EXACT_LENGTH) return { kind: 'exact', ids };
	}
	const sketch = sketchOf(set);
	return sketch ? { kind: 'sketch', sketch: sketch.toString('base64') } : { kind: 'unfit' };
}

/** The set that was saved; undefined for one that could not be held. */
export function loadIdSet(saved: SavedIdSet): IdSet | undefined {
	switch (saved.kind) {
		case 'exact':
			return { kind: 'exact', ids: new Set(saved.ids) };
		case 'sketch':
			return { kind: 'sketch', sketch: Buffer.from(saved.sketch, 'base64'), seen: new Set() };
		case 'unfit':
			return undefined;
		default:
			return saved satisfies never;
	}
}

function outside(ids: Iterable<string>, others: ReadonlySet<string>): string[] {
	return [...ids].filter((id) => !others.has(id));
}

/**
 * The ids that tell two sets apart.
 *
 * @returns undefined when they cannot be told: too many for a sketch, or ids that do not fit into one
 */
export function compareIdSets(before: IdSet, after: IdSet): Difference | undefined {
	if (before.kind === 'exact' && after.kind === 'exact') {
		return { gone: outside(before.ids, after.ids), come: outside(after.ids, before.ids) };
	}
	const [one, other] = [sketchOf(before), sketchOf(after)];
	const difference = one && other && compareSketches(one, other);
	return difference && difference.gone.length <= MOST_DIFFERENCES ? difference : undefined;
}
