// A poll for rows of a list that are new or changed: change order projects, or the products of a catalog.
import type { IDataObject } from 'n8n-workflow';

import { versionOf } from '../../../client/changes/signature';
import type { Row } from '../../../client/reads/read';
import { parameterError } from '../../shared/errors';
import { maxItems } from '../budget';
import { readFirstPage } from '../requests';
import type { Watch } from '../watch';
import type { Polled, Watcher } from '../watcher';
import { commitWithout, type ListState, pollList, savedList, saveList } from './listPoll';

type RowEvent = 'changeOrderProjectPublished' | 'productChanged';

async function poll(
	event: RowEvent,
	watch: Watch,
	saved: ListState | undefined,
): Promise<Polled<ListState>> {
	const facts = { ...watch.endpoint, stateOnly: true };
	const { scanned, open, isQuiet } = await pollList(watch, saved, facts);
	const written = scanned.changes.filter(({ row }) => row !== undefined);
	const items = isQuiet ? [] : written.slice(0, maxItems);
	const late = new Set(isQuiet ? [] : written.slice(maxItems).map(({ key }) => key));
	// A project leaves the list when it is imported; coming back is not a publication.
	if (event === 'changeOrderProjectPublished')
		scanned.given.deleted.forEach((key) => late.add(key));
	return {
		state: { known: commitWithout(scanned, late), scan: open },
		items: items.map(({ row }) => row as IDataObject),
	};
}

async function sample(watch: Watch): Promise<IDataObject> {
	const { rows } = await readFirstPage(watch);
	const changedOn = (row: Row) => versionOf(row, watch.endpoint).changedOn;
	const latest = rows.reduce<Row | undefined>(
		(best, row) => (best && changedOn(best) >= changedOn(row) ? best : row),
		undefined,
	);
	if (latest) return latest as IDataObject;
	const { rowNoun = watch.noun, idParameter } = watch.endpoint;
	throw parameterError(
		watch.node,
		`There is no ${rowNoun} to show as a sample`,
		undefined,
		idParameter === undefined
			? `No ${rowNoun} matches the filters. Change them, include imported ones, or publish the workflow and wait for the first one.`
			: "The catalog holds no products. Check the 'Catalog ID', or publish the workflow and wait for the first one.",
	);
}

/** Watches a list for rows that are new or changed. */
export function rowWatcher(event: RowEvent): Watcher<ListState> {
	return {
		schema: savedList,
		save: saveList,
		poll: async (watch, saved) => await poll(event, watch, saved),
		sample,
	};
}
