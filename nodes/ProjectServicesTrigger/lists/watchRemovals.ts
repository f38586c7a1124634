// A poll for products that were removed from a catalog.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { nothingKnown } from '../../../client/changes/compare';
import { comparableId, type RowFacts } from '../../../client/changes/signature';
import { parameterError } from '../../shared/errors';
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

interface RemovalState extends ListState {
	/** IDs that were emitted, or that the service named before the trigger began to watch. */
	readonly told: readonly string[];
}

const savedRemovals = savedList.extend({
	told: z.array(z.string()),
}) satisfies z.ZodType<RemovalState, unknown>;

type DetectedBy = 'deletedProductIds' | 'comparing';

interface Removal {
	readonly id: string;
	readonly detectedBy: DetectedBy;
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

async function poll(watch: Watch, saved: RemovalState | undefined): Promise<Polled<RemovalState>> {
	const { key, alternativeKey } = watch.endpoint;
	// Only the keys are read, so a product never counts as changed.
	const facts: RowFacts = { key, alternativeKey };
	const polled = await pollList(watch, saved, facts, watch.comparing ? commitAll : knowNothing);
	const { state, scanned, isQuiet } = polled;
	const told = saved?.told ?? [];
	if (!scanned.complete) return { state: { ...state, told }, items: [] };
	const { given, total = given } = scanned.scan.position;
	if (watch.comparing && !scanned.whole) {
		logAbout(
			watch,
			`the catalog announced ${total} products and gave ${given}, or it changed while it was read. Removed products are found by the next complete reading.`,
		);
	}
	const removals = isQuiet ? [] : removalsIn(polled, saved);
	const found = isQuiet ? scanned.scan.named : removals.map(({ id }) => id);
	return {
		state: { ...state, told: toldAfter(polled, [...told, ...found]) },
		items: removals.map((removal) => itemOf(watch, removal)),
	};
}

function itemOf(watch: Watch, { id, detectedBy }: Removal): IDataObject {
	const { key, idParameter = '' } = watch.endpoint;
	return { [key]: id, CatalogId: String(watch.query[idParameter]), DetectedBy: detectedBy };
}

async function sample(watch: Watch): Promise<IDataObject> {
	const { deletedIds } = await readFirstPage(watch);
	const id = deletedIds.at(-1);
	if (id !== undefined) return itemOf(watch, { id: String(id), detectedBy: 'deletedProductIds' });
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
	save: ({ told, ...list }) => ({ ...saveList(list), told }),
	poll,
	sample,
};
