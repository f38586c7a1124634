// A poll for products that were removed from a catalog.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { nothingKnown } from '../../../client/changes/compare';
import type { RowFacts } from '../../../client/changes/signature';
import { comparableId } from '../../../client/reads/keys';
import { deletionProblem } from '../../../client/changes/scan';
import { parameterError } from '../../shared/errors';
import { maxItems } from '../budget';
import { readFirstPage } from '../requests';
import { logAbout, type Watch } from '../watch';
import type { Polled, Watcher } from '../watcher';
import {
	commitAll,
	type CommitPoll,
	type ListPoll,
	type ListState,
	pollList,
	savedList,
	saveList,
} from './listPoll';

const detectedBy = ['deletedProductIds', 'comparing'] as const;

interface RemovalState extends ListState {
	/** IDs that were emitted, or that the service named before the trigger began to watch. */
	readonly told: readonly string[];
	/** Removals that were found and are not emitted yet: an execution has a bound. */
	readonly waiting: readonly Removal[];
}

const savedRemovals = savedList.extend({
	told: z.array(z.string()),
	waiting: z.array(z.object({ id: z.string(), detectedBy: z.enum(detectedBy) })),
}) satisfies z.ZodType<RemovalState, unknown>;

interface Removal {
	readonly id: string;
	readonly detectedBy: (typeof detectedBy)[number];
}

/** How many IDs that comparing found are kept, in case the service names them later. */
const maxCompared = 10_000;

const knowNothing: CommitPoll = () => nothingKnown;

function comparable(ids: Iterable<string>): Set<string> {
	return new Set([...ids].map(comparableId));
}

/**
 * The removed products of a scan that reached the end of the catalog: those that the comparison misses, and those
 * that the service names although no reading ever held them.
 */
function removalsIn({ scanned, changes }: ListPoll, saved: RemovalState | undefined): Removal[] {
	const { present, named } = scanned.scan;
	const isNamed = comparable(named);
	const missed = changes
		.filter(({ change }) => change === 'deleted')
		.map(({ key: id }): Removal => ({
			id,
			detectedBy: isNamed.has(comparableId(id)) ? 'deletedProductIds' : 'comparing',
		}));
	const others = comparable([...present, ...(saved?.known.committed.keys() ?? [])]);
	const unknown = [...named]
		.filter((id) => !others.has(comparableId(id)))
		.map((id): Removal => ({ id, detectedBy: 'deletedProductIds' }));
	const told = comparable(saved?.told ?? []);
	return [...unknown, ...missed].filter(({ id }) => !told.has(comparableId(id)));
}

/** The IDs not to emit again: those that the service still names, and the latest that comparing found. */
function toldAfter({ scanned }: ListPoll, told: readonly string[]): string[] {
	const isPresent = comparable(scanned.scan.present);
	const isNamed = comparable(scanned.scan.named);
	const gone = told.filter((id) => !isPresent.has(comparableId(id)));
	const compared = gone.filter((id) => !isNamed.has(comparableId(id)));
	return [...gone.filter((id) => isNamed.has(comparableId(id))), ...compared.slice(-maxCompared)];
}

/** Emits as many removals as an execution may have; the next polls emit the others before they read. */
function emitted(
	watch: Watch,
	state: Omit<RemovalState, 'waiting'>,
	removals: readonly Removal[],
): Polled<RemovalState> {
	return {
		state: { ...state, waiting: removals.slice(maxItems) },
		items: removals.slice(0, maxItems).map((removal) => itemOf(watch, removal)),
	};
}

async function poll(watch: Watch, saved: RemovalState | undefined): Promise<Polled<RemovalState>> {
	if (saved && saved.waiting.length > 0) return emitted(watch, saved, saved.waiting);
	const { key, alternativeKey } = watch.endpoint;
	// Only the keys are read, so a product never counts as changed.
	const facts: RowFacts = { key, alternativeKey };
	const polled = await pollList(watch, saved, facts, watch.comparing ? commitAll : knowNothing);
	const { state, scanned, isQuiet } = polled;
	const told = saved?.told ?? [];
	if (!scanned.complete) return emitted(watch, { ...state, told }, []);
	const problem = watch.comparing ? deletionProblem(scanned, watch.deletionLimit) : undefined;
	if (problem !== undefined) {
		throw parameterError(
			watch.node,
			problem,
			undefined,
			"Nothing was emitted, and the next poll compares again. If these products were really removed, raise 'Deletion Limit' in the options until they were emitted.",
		);
	}
	const { given, total = given } = scanned.scan.position;
	if (watch.comparing && !scanned.whole) {
		logAbout(
			watch,
			`the catalog announced ${total} products and gave ${given}, or it changed while it was read. Removed products are found by the next complete reading.`,
		);
	}
	const removals = isQuiet ? [] : removalsIn(polled, saved);
	const found = isQuiet ? scanned.scan.named : removals.map(({ id }) => id);
	return emitted(watch, { ...state, told: toldAfter(polled, [...told, ...found]) }, removals);
}

function itemOf(watch: Watch, { id, detectedBy }: Removal): IDataObject {
	const { key, idParameter = '' } = watch.endpoint;
	return { [key]: id, CatalogId: String(watch.query[idParameter]), DetectedBy: detectedBy };
}

async function sample(watch: Watch): Promise<IDataObject> {
	const { deletedIds } = await readFirstPage(watch);
	const id = deletedIds.at(-1);
	if (id !== undefined) return itemOf(watch, { id: id, detectedBy: 'deletedProductIds' });
	throw parameterError(
		watch.node,
		'There is no removed product to show as a sample',
		undefined,
		"The service names no deleted products for this catalog; it does so only with automated server exports. Otherwise turn on 'Detect Removed by Comparing' in the options. An item will hold Id, CatalogId and DetectedBy.",
	);
}

/** Watches a catalog for removed products. */
export const removalWatcher: Watcher<RemovalState> = {
	schema: savedRemovals,
	save: ({ told, waiting, ...list }) => ({ ...saveList(list), told, waiting }),
	poll,
	sample,
};
