// A poll for products that were removed from a catalog.
import type { IDataObject } from 'n8n-workflow';

import { parameterError } from '../ProjectServices/errors';
import { readFirstPage, readOn } from './asking';
import { newBudget } from './budget';
import type { Polled, Watcher } from './polled';
import {
	beginRemovals,
	endRemovals,
	type Removal,
	savedRemovals,
	type SavedRemovals,
	tooManyListed,
	visitRemovals,
} from './removals';
import { tell, type Watch } from './watch';

function itemOf(watch: Watch, { id, detectedBy }: Removal): IDataObject {
	return { Id: id, CatalogId: String(watch.query.id), DetectedBy: detectedBy };
}

function refuseLongList(watch: Watch, count: number): never {
	throw parameterError(
		watch.connection.node,
		`The service names ${count} deleted products, which are too many to remember`,
		undefined,
		'Turn on Detect Removed by Comparing in the options: removed products are then found by comparing what the catalog holds.',
	);
}

async function poll(
	watch: Watch,
	saved: SavedRemovals | undefined,
): Promise<Polled<SavedRemovals>> {
	const { comparing, emitExisting, pageSize } = watch;
	const fits = newBudget(watch.budget);
	const removals = beginRemovals(saved, pageSize, emitExisting, comparing);
	const goOn = () => fits(removals.found.length);
	const pass = await readOn(watch, removals.start, goOn, ({ rows, gathered }) =>
		visitRemovals(removals, rows, gathered),
	);
	const count = tooManyListed(removals, comparing);
	if (count !== undefined && !comparing) refuseLongList(watch, count);
	const { state, remarks } = endRemovals(removals, pass, comparing);
	for (const remark of remarks) tell(watch, remark);
	return { state, items: removals.found.map((removal) => itemOf(watch, removal)) };
}

async function sample(watch: Watch): Promise<IDataObject> {
	const { gathered } = await readFirstPage(watch);
	const id = gathered.at(-1);
	if (id !== undefined) {
		return itemOf(watch, { id: String(id), detectedBy: 'deletedProductIds' });
	}
	throw parameterError(
		watch.connection.node,
		'There is no removed product to show as a sample',
		undefined,
		'The service names no deleted products for this catalog. It does so only with automated server exports; otherwise turn on Detect Removed by Comparing in the options. An item will hold Id, CatalogId and DetectedBy.',
	);
}

/** How removed products are watched. */
export const removalWatcher: Watcher<SavedRemovals> = { schema: savedRemovals, poll, sample };
