// A poll for changes in a list: change order projects, or the products of a catalog.
import type { IDataObject } from 'n8n-workflow';

import { parameterError } from '../ProjectServices/errors';
import { readFirstPage, readOn } from './asking';
import { newBudget } from './budget';
import type { Polled, Watcher } from './polled';
import {
	aDay,
	beginRows,
	endRows,
	foundRows,
	latestRow,
	type RowKind,
	savedRows,
	type SavedRows,
	visitRows,
} from './rows';
import { sightChangeOrder, sightProduct } from './sightings';
import { tell, type Watch } from './watch';

const kinds = {
	// They are few, and some change without being published anew: all of them are remembered.
	changeOrderProjectPublished: { sight: sightChangeOrder, overlap: Infinity },
	productChanged: { sight: sightProduct, overlap: aDay },
} satisfies Record<string, RowKind>;

async function poll(
	kind: RowKind,
	watch: Watch,
	saved: SavedRows | undefined,
): Promise<Polled<SavedRows>> {
	const fits = newBudget(watch.budget);
	const rows = beginRows(kind, saved, watch.pageSize, watch.emitExisting);
	const goOn = () => fits(rows.found.length);
	const pass = await readOn(watch, rows.start, goOn, (page) => visitRows(rows, page.rows));
	const state = endRows(rows, pass, new Date().toISOString());
	if (!pass.complete) {
		tell(
			watch,
			`read up to page ${pass.position.page - 1}; the next poll goes on from there.`,
			'info',
		);
	}
	if (state.memory.undatedDropped && saved?.memory.undatedDropped !== true) {
		tell(
			watch,
			'there are too many rows without a date to remember all: changes of some of them will not be seen.',
		);
	}
	return { state, items: foundRows(rows) };
}

async function sample(kind: RowKind, watch: Watch): Promise<IDataObject> {
	const { rows } = await readFirstPage(watch);
	const row = latestRow(kind, rows);
	if (row) return row;
	const what = watch.event === 'productChanged' ? 'product' : watch.noun;
	throw parameterError(
		watch.connection.node,
		`There is no ${what} to show as a sample`,
		undefined,
		watch.event === 'productChanged'
			? 'The catalog holds no products. Check the Catalog ID, or activate the workflow to wait for the first one.'
			: 'No change order project matches the filters. Change them, include imported ones, or activate the workflow to wait for the first one.',
	);
}

/** How a list is watched. */
export function rowWatcher(event: keyof typeof kinds): Watcher<SavedRows> {
	const kind = kinds[event];
	return {
		schema: savedRows,
		poll: async (watch, saved) => await poll(kind, watch, saved),
		sample: async (watch) => await sample(kind, watch),
	};
}
