// What a publish does to the service's records, so that a later read shows it.
import { UpdateTimeSheet, TimeSheetEntry } from '../../api/resources/timeSheet';
import { recordFields } from '../../api/schema/types';
import { matchProduct, newCatalog, removeProducts } from './data/catalog';
import type { Values } from './data/filling';
import { itemsAfter, listOf } from './data/projectItems';
import { invalid, notFound } from './responses/messages';
import { findRecord, newId, putRecord, stamps, type RecordType, type State } from './state';

/** @throws Refused for a body that is well formed but cannot be carried out. */
type Apply = (state: State, body: Values) => void;

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function picked(values: Values, keep: (name: string) => boolean): Values {
	return Object.fromEntries(Object.entries(values).filter(([name]) => keep(name)));
}

// What the service counts and lists by itself when the catalog is read.
const catalogLists = new Set(['Products', 'DeletedProductIds', 'TotalProductsCount']);

function publishCatalog(state: State, body: Values): void {
	const { Products, DeletedProductIds } = body;
	const id = textOf(body.Id) || newId(state, 'catalog');
	const catalog = state.catalogs.get(id) ?? newCatalog({ Id: id });
	const head = picked(body, (name) => !catalogLists.has(name));
	catalog.head = { ...catalog.head, ...head, Id: id };
	state.catalogs.set(id, catalog);
	for (const product of listOf(Products)) {
		const known: Values = matchProduct(catalog, product) ?? { Id: newId(state, 'product') };
		const Id = textOf(product.Id) || textOf(known.Id);
		catalog.products.set(Id.toLowerCase(), {
			...known,
			...stamps(state, 'product'),
			...product,
			Id,
		});
	}
	removeProducts(catalog, Array.isArray(DeletedProductIds) ? DeletedProductIds.map(String) : []);
}

function findBy(state: State, type: RecordType, field: string, value: unknown): Values | undefined {
	if (textOf(value) === '') return undefined;
	return [...state.records[type].values()].find((record) => record[field] === value);
}

function publishInto(type: 'client' | 'vendor', field: 'Clients' | 'Vendors'): Apply {
	return (state, body) => {
		for (const record of listOf(body[field])) {
			const known =
				findRecord(state, type, textOf(record.Id)) ??
				findBy(state, type, 'IntegrationId', record.IntegrationId);
			const Id = textOf(record.Id) || known?.Id || newId(state, type);
			const { UpdatedOn } = stamps(state, type);
			const CreatedOn = known?.CreatedOn ?? UpdatedOn;
			putRecord(state, type, { ...known, CreatedOn, UpdatedOn, ...record, Id });
		}
	};
}

const entryNames = new Set(recordFields(TimeSheetEntry).map(({ name }) => name));
entryNames.delete('Id');
const updateNames = recordFields(UpdateTimeSheet).map(({ name }) => name);
const headNames = new Set(updateNames.filter((name) => !entryNames.has(name)));

function updateTimeSheets(state: State, body: Values): void {
	for (const update of listOf(body.UpdateTimeSheets)) {
		const Id = textOf(update.Id) || newId(state, 'timeSheet');
		const { UpdatedOn } = stamps(state, 'timeSheet');
		const known = findRecord(state, 'timeSheet', Id) ?? { CreatedOn: UpdatedOn };
		const head = picked(update, (name) => headNames.has(name));
		const entry = picked(update, (name) => entryNames.has(name));
		const isEmpty = Object.keys(entry).length === 0;
		const added = isEmpty ? [] : [{ Id: newId(state, 'timeSheetEntry'), ...entry }];
		const Entries = [...listOf(known.Entries), ...added];
		putRecord(state, 'timeSheet', { ...known, ...head, Id, UpdatedOn, Entries });
	}
}

/** The contacts and addresses of a record after an update: null empties one, a missing one stays. */
function partsAfter(known: Values, body: Values): Values {
	const parts = ['Contact', 'SiteAddress', 'BillingAddress'].filter((part) => part in body);
	const merged = (part: string) =>
		body[part] === null ? null : { ...(known[part] as Values), ...(body[part] as Values) };
	return Object.fromEntries(parts.map((part) => [part, merged(part)]));
}

function isSamePerson(a: Values, b: Values): boolean {
	return a.Name === b.Name && (!b.Email || a.Email === b.Email);
}

function resourcesAfter(known: unknown, body: Values): Values[] {
	const gone = listOf(body.ResourcesToDelete);
	const left = listOf(known).filter((a) => !gone.some((b) => isSamePerson(a, b)));
	for (const resource of listOf(body.Resources)) {
		const place = left.findIndex((other) => isSamePerson(other, resource));
		if (place < 0) left.push(resource);
		else left[place] = { ...left[place], ...resource };
	}
	return left;
}

/** Updates a record of which the body names the ID in this field. */
function update(
	type: RecordType,
	idField: string,
	what: string,
	change: (known: Values, body: Values) => Values = partsAfter,
): Apply {
	return (state, body) => {
		const id = textOf(body[idField]);
		const known = findRecord(state, type, id);
		if (!known) throw notFound(what, id);
		const name = `${type} ${id}`;
		const fields = [...(state.fieldUpdates.get(name) ?? []), ...listOf(body.UpdateFields)];
		state.fieldUpdates.set(name, fields);
		putRecord(state, type, { ...known, ...change(known, body), ...stamps(state, type) });
	};
}

function updateVendor(state: State, body: Values): void {
	const { IntegrationId, Number: number } = body;
	const id = textOf(IntegrationId) || textOf(number);
	const message = 'Either IntegrationId or Number must be passed.';
	if (!id) throw invalid({ path: 'body', message });
	const known =
		findBy(state, 'vendor', 'IntegrationId', IntegrationId) ??
		findBy(state, 'vendor', 'Number', number);
	if (!known) throw notFound('vendor', id);
	update('vendor', 'Id', 'vendor')(state, { ...body, Id: known.Id });
}

const publishes: Readonly<Record<string, Apply>> = {
	'productCatalog/publish': publishCatalog,
	'client/publish': publishInto('client', 'Clients'),
	'vendor/publish': publishInto('vendor', 'Vendors'),
	'timeSheet/update': updateTimeSheets,
	'task/update': update('task', 'TaskId', 'task', (known, body) => ({
		...partsAfter(known, body),
		Resources: resourcesAfter(known.Resources, body),
	})),
	'serviceOrder/update': update('serviceOrder', 'ServiceOrderId', 'service order'),
	'vendor/update': updateVendor,
	// No endpoint reads a project: its items are kept for the tests to look at, and so is every update.
	'project/update': update('project', 'ProjectId', 'project', (known, body) => ({
		...(typeof body.Archive === 'boolean' ? { Archived: body.Archive } : {}),
		Items: itemsAfter(listOf(known.Items), body),
		Updates: [...listOf(known.Updates), body],
	})),
};

/**
 * Carries a checked body out.
 *
 * @throws Refused where that is impossible.
 */
export function publish(state: State, address: string, body: Values): void {
	const apply = publishes[address];
	if (!apply) throw new Error(`The sandbox does not imitate ${address} yet.`);
	apply(state, body);
}
