// A poll for products that were removed from a catalog.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { nothingKnown } from '../../../client/changes/compare';
import { identityOf, isId, type RowFacts } from '../../../client/changes/signature';
import { comparableId } from '../../../client/reads/keys';
import { parameterError } from '../../shared/errors';
import { maxItems } from '../budget';
import { readFirstPage } from '../requests';
import { logAbout, type Watch } from '../watch';
import type { Polled, Watcher } from '../watcher';
import {
	commitWithout,
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
	/** The product's ID, or the key of one without an ID. */
	readonly key: string;
	readonly detectedBy: DetectedBy;
}

/** How many IDs that comparing found are kept, in case the service names them later. */
const maxCompared = 10_000;

function comparable(ids: Iterable<string>): Set<string> {
	return new Set([...ids].map(comparableId));
}

/**
 * The removed products of a scan that reached the end of the catalog: those that the service names, and those that
 * the comparison misses.
 */
function removalsIn({ scanned }: ListPoll, told: readonly string[]): Removal[] {
	const { present, named } = scanned.scan;
	const gone = [...named].filter((key) => !present.has(key));
	const missed = [...scanned.given.deleted].filter((key) => !named.has(key));
	const isTold = comparable(told);
	return [
		...gone.map((key): Removal => ({ key, detectedBy: 'deletedProductIds' })),
		...missed.map((key): Removal => ({ key, detectedBy: 'comparing' })),
	].filter(({ key }) => !isTold.has(comparableId(key)));
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
	const facts: RowFacts = { key, alternativeKey, keysOnly: true };
	const polled = await pollList(watch, saved, facts, watch.deletionLimit);
	const { scanned, open: scan, isQuiet } = polled;
	const told = saved?.told ?? [];
	const removals = scanned.complete && !isQuiet ? removalsIn(polled, told) : [];
	const late = new Set(removals.slice(maxItems).map((removal) => removal.key));
	const known = watch.comparing ? commitWithout(scanned, late) : nothingKnown;
	if (!scanned.complete) return { state: { known, scan, told }, items: [] };
	if (watch.comparing && !scanned.whole) {
		const { total = 'no number of' } = scanned.scan.position;
		logAbout(
			watch,
			`the catalog announced ${total} products and returned ${scanned.scan.present.size}, or it changed while it was read. Products that the service does not name as deleted are found by the next complete reading.`,
		);
	}
	const emitted = removals.slice(0, maxItems);
	const found = isQuiet ? scanned.scan.named : emitted.map((removal) => removal.key).filter(isId);
	return {
		state: { known, scan, told: toldAfter(polled, [...told, ...found]) },
		items: emitted.map((removal) => itemOf(watch, removal)),
	};
}

function itemOf(watch: Watch, { key, detectedBy }: Removal): IDataObject {
	const { endpoint, query } = watch;
	const CatalogId = String(query[endpoint.idParameter ?? '']);
	return { ...(identityOf(key, endpoint) as IDataObject), CatalogId, DetectedBy: detectedBy };
}

async function sample(watch: Watch): Promise<IDataObject> {
	const { deletedIds } = await readFirstPage(watch);
	const key = deletedIds.at(-1);
	if (key !== undefined) return itemOf(watch, { key, detectedBy: 'deletedProductIds' });
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
