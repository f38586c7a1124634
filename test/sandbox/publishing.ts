// What a publish does to the service's records, so that a later read shows it.
import { UpdateTimeSheet, TimeSheetEntry } from '../../api/resources/timeSheet';
import { recordFields } from '../../api/schema/types';
import { matchProduct, newCatalog, putProduct, removeProducts } from './data/catalog';
import type { Values } from './data/filling';
import { itemsAfter } from './data/projectItems';
import { findRecord, newId, present, putRecord, type RecordType, type State } from './state';

/** A body that is well formed but cannot be carried out. */
export interface Refusal {
	readonly status: 400 | 404;
	/** The field that is to blame, as ModelState names it. */
	readonly field?: string;
	readonly message: string;
}

type Apply = (state: State, body: Values) => Refusal | undefined;

function listOf(value: unknown): Values[] {
	return Array.isArray(value) ? (value as Values[]) : [];
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function picked(values: Values, keep: (name: string) => boolean): Values {
	return Object.fromEntries(Object.entries(values).filter(([name]) => keep(name)));
}

// What the service counts and lists by itself when the catalog is read.
const catalogLists = new Set(['Products', 'DeletedProductIds', 'TotalProductsCount']);

function publishCatalog(state: State, body: Values): undefined {
	const { Products, DeletedProductIds } = body;
	const head = picked(body, (name) => !catalogLists.has(name));
	const id = textOf(head.Id) || newId(state, 'catalog');
	const catalog = state.catalogs.get(id) ?? newCatalog({ Id: id }, state.seed);
	catalog.head = { ...catalog.head, ...head, Id: id };
	state.catalogs.set(id, catalog);
	for (const product of listOf(Products)) {
		const now = present(state);
		const known = matchProduct(catalog, product) ?? { Id: newId(state, 'product') };
		const stamps = { UpdatedOn: now.text, UpdatedOnTicks: now.ticks };
		putProduct(catalog, { ...known, ...stamps, ...product, Id: textOf(product.Id) || known.Id });
	}
	removeProducts(catalog, Array.isArray(DeletedProductIds) ? DeletedProductIds.map(String) : []);
	state.version++;
}

function findBy(state: State, type: RecordType, field: string, value: unknown): Values | undefined {
	if (textOf(value) === '') return undefined;
	for (const record of state.records[type].values()) {
		if (record[field] === value) return record;
	}
	return undefined;
}

function publishInto(type: 'client' | 'vendor', field: 'Clients' | 'Vendors'): Apply {
	return (state, body) => {
		for (const record of listOf(body[field])) {
			const known =
				findRecord(state, type, textOf(record.Id)) ??
				findBy(state, type, 'IntegrationId', record.IntegrationId);
			const Id = textOf(record.Id) || known?.Id || newId(state, type);
			const now = present(state).text;
			const stamps = { CreatedOn: known?.CreatedOn ?? now, UpdatedOn: now };
			putRecord(state, type, { ...known, ...stamps, ...record, Id });
		}
		return undefined;
	};
}

const entryNames = new Set(recordFields(TimeSheetEntry).map(({ name }) => name));
const headNames = recordFields(UpdateTimeSheet)
	.map(({ name }) => name)
	.filter((name) => name === 'Id' || !entryNames.has(name));

function updateTimeSheets(state: State, body: Values): undefined {
	for (const update of listOf(body.UpdateTimeSheets)) {
		const Id = textOf(update.Id) || newId(state, 'timeSheet');
		const known = findRecord(state, 'timeSheet', Id) ?? { CreatedOn: present(state).text };
		const head = picked(update, (name) => headNames.includes(name));
		const entry = picked(update, (name) => name !== 'Id' && entryNames.has(name));
		const added =
			Object.keys(entry).length > 0 ? [{ Id: newId(state, 'timeSheetEntry'), ...entry }] : [];
		putRecord(state, 'timeSheet', {
			...known,
			...head,
			Id,
			UpdatedOn: present(state).text,
			Entries: [...listOf(known.Entries), ...added],
		});
	}
}

function merged(known: unknown, update: unknown): unknown {
	if (update === undefined) return known;
	if (update === null) return null;
	return { ...(known as Values | undefined), ...(update as Values) };
}

/** The record with the given parts of an update laid over its own. */
function withParts(known: Values, body: Values, parts: readonly string[]): Values {
	const changed = parts.filter((part) => part in body);
	const entries = changed.map((part) => [part, merged(known[part], body[part])] as const);
	return { ...known, ...Object.fromEntries(entries) };
}

function isSamePerson(one: Values, other: Values): boolean {
	return one.Name === other.Name && (!other.Email || one.Email === other.Email);
}

function resourcesAfter(known: unknown, body: Values): Values[] {
	const left = listOf(known).filter(
		(resource) => !listOf(body.ResourcesToDelete).some((gone) => isSamePerson(resource, gone)),
	);
	for (const resource of listOf(body.Resources)) {
		const place = left.findIndex((other) => isSamePerson(other, resource));
		if (place < 0) left.push(resource);
		else left[place] = { ...left[place], ...resource };
	}
	return left;
}

// What the numeric field ids mean is not shown, so the values are kept beside the record's own fields.
const fieldUpdates = new WeakMap<State, Map<string, Values[]>>();

/** The `UpdateFields` that a record got so far, by `<type> <id>`. */
export function fieldUpdatesOf(state: State, type: RecordType, id: string): readonly Values[] {
	return fieldUpdates.get(state)?.get(`${type} ${id}`) ?? [];
}

function keepFieldUpdates(state: State, type: RecordType, id: string, body: Values): void {
	const all = fieldUpdates.get(state) ?? new Map<string, Values[]>();
	fieldUpdates.set(state, all);
	all.set(`${type} ${id}`, [...fieldUpdatesOf(state, type, id), ...listOf(body.UpdateFields)]);
}

function notFound(what: string, id: string): Refusal {
	return { status: 404, message: `No ${what} with the id '${id}' was found.` };
}

function updateTask(state: State, body: Values): Refusal | undefined {
	const id = textOf(body.TaskId);
	const known = findRecord(state, 'task', id);
	if (!known) return notFound('task', id);
	keepFieldUpdates(state, 'task', id, body);
	putRecord(state, 'task', {
		...withParts(known, body, ['Contact', 'SiteAddress']),
		Resources: resourcesAfter(known.Resources, body),
		UpdatedOn: present(state).text,
	});
	return undefined;
}

function updateServiceOrder(state: State, body: Values): Refusal | undefined {
	const id = textOf(body.ServiceOrderId);
	const known = findRecord(state, 'serviceOrder', id);
	if (!known) return notFound('service order', id);
	keepFieldUpdates(state, 'serviceOrder', id, body);
	const parts = ['Contact', 'BillingAddress', 'SiteAddress'];
	putRecord(state, 'serviceOrder', {
		...withParts(known, body, parts),
		UpdatedOn: present(state).text,
	});
	return undefined;
}

function updateVendor(state: State, body: Values): Refusal | undefined {
	const { IntegrationId, Number: number } = body;
	if (!textOf(IntegrationId) && !textOf(number)) {
		const message = 'Either IntegrationId or Number must be passed.';
		return { status: 400, field: 'body', message };
	}
	const known =
		findBy(state, 'vendor', 'IntegrationId', IntegrationId) ??
		findBy(state, 'vendor', 'Number', number);
	if (!known) return notFound('vendor', textOf(IntegrationId) || textOf(number));
	keepFieldUpdates(state, 'vendor', String(known.Id), body);
	putRecord(state, 'vendor', {
		...withParts(known, body, ['SiteAddress', 'BillingAddress']),
		UpdatedOn: present(state).text,
	});
	return undefined;
}

// No endpoint reads a project: its items are kept for the tests to look at, and so is every update.
function updateProject(state: State, body: Values): Refusal | undefined {
	const id = textOf(body.ProjectId);
	const known = findRecord(state, 'project', id);
	if (!known) return notFound('project', id);
	putRecord(state, 'project', {
		...known,
		...(typeof body.Archive === 'boolean' ? { Archived: body.Archive } : {}),
		Items: itemsAfter(listOf(known.Items), body),
		Updates: [...listOf(known.Updates), body],
		UpdatedOn: present(state).text,
	});
	return undefined;
}

const publishes: Readonly<Record<string, Apply>> = {
	'productCatalog/publish': publishCatalog,
	'client/publish': publishInto('client', 'Clients'),
	'vendor/publish': publishInto('vendor', 'Vendors'),
	'timeSheet/update': updateTimeSheets,
	'task/update': updateTask,
	'serviceOrder/update': updateServiceOrder,
	'vendor/update': updateVendor,
	'project/update': updateProject,
};

/** Carries a checked body out, or says why it cannot. */
export function publish(state: State, address: string, body: Values): Refusal | undefined {
	const apply = publishes[address];
	if (!apply) throw new Error(`The sandbox does not imitate ${address} yet.`);
	return apply(state, body);
}
