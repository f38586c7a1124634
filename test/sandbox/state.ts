// What the simulated service knows: all records, seeded, and changed by what is published.
import { newCatalog, removeProducts, type Catalog } from './data/catalog';
import type { Values } from './data/filling';
import { productId, seededProduct } from './data/products';
import { guidFor, instantAt } from './data/random';
import * as seeded from './data/records';
import type { Transaction } from './queue';

/** The records that are kept by id; products belong to their catalog. */
const recordTypes = [
	'changeOrderProject',
	'client',
	'project',
	'purchaseOrder',
	'serviceOrder',
	'servicePlan',
	'task',
	'timeSheet',
	'vendor',
] as const;
export type RecordType = (typeof recordTypes)[number];
/** A product is one of the seeded catalog. */
export type StoredType = RecordType | 'product';

export interface State {
	readonly seed: number;
	readonly records: Readonly<Record<RecordType, Map<string, Values>>>;
	readonly catalogs: Map<string, Catalog>;
	/** The `UpdateFields` that records got, by `<type> <id>`: what the numeric field ids mean is undocumented. */
	readonly fieldUpdates: Map<string, readonly Values[]>;
	/** The latest instant given out, in milliseconds and hundreds of nanoseconds. */
	latest: readonly [milliseconds: number, hundreds: number];
	/** What was accepted and is to be imported, by its MessageId. */
	readonly transactions: Map<string, Transaction>;
	/** How many ids were made for what was published without one. */
	madeIds: number;
}

/** Ids that the seeded data holds whatever the seed, except the GUIDs. */
export const sampleIds = {
	catalog: 'CAT-1001',
	emptyCatalog: 'CAT-1002',
	servicePlan: 'SP-1001',
	serviceOrder: 'SO-1001',
	task: 'T-1001',
	purchaseOrder: 'PO-1001',
	timeSheet: 'TS-1001',
	projectWithThreeTasks: 'P-1001',
	projectWithOneTask: 'P-1002',
	projectWithoutTasks: 'P-1003',
	vendorNumber: 'V-1001',
	vendorIntegrationId: 'ERP-V-1001',
} as const;

/** The ids of seeded clients, which are GUIDs and follow from the seed. */
export function sampleClientIds(seed: number, count: number): string[] {
	return seeded.several(Math.min(count, seeded.counts.clients), (n) => guidFor(seed, 'client', n));
}

// These ids are GUIDs and are found in whatever case they are written.
function keyOf(type: StoredType, id: string): string {
	return type === 'client' || type === 'product' ? id.toLowerCase() : id;
}

type Make = (seed: number, index: number) => Values;

const { counts } = seeded;
const seedings: Readonly<Record<RecordType, readonly [Make, count: number]>> = {
	changeOrderProject: [seeded.seededChangeOrder, counts.changeOrders + counts.importedChangeOrders],
	client: [seeded.seededClient, counts.clients],
	project: [seeded.projectWithItems, counts.projects],
	purchaseOrder: [seeded.seededPurchaseOrder, counts.purchaseOrders],
	serviceOrder: [seeded.seededServiceOrder, counts.serviceOrders],
	servicePlan: [seeded.seededServicePlan, counts.servicePlans],
	task: [seeded.seededTask, seeded.taskProjects.length],
	timeSheet: [seeded.seededTimeSheet, counts.timeSheets],
	vendor: [seeded.seededVendor, counts.vendors],
};

const seededOnce = new Map<string, ReadonlyMap<string, Values>>();

/** Records are replaced and never changed, so a reset needs new maps only, not new records. */
function seededRecords(seed: number, type: StoredType, make: Make, count: number) {
	const name = `${seed} ${type} ${count}`;
	const records =
		seededOnce.get(name) ??
		new Map(
			seeded
				.several(count, (index) => make(seed, index))
				.map((record) => [keyOf(type, String(record.Id)), record]),
		);
	seededOnce.set(name, records);
	return new Map(records);
}

function catalogHead(Id: string, Name: string): Values {
	return {
		Id,
		Name,
		Description: `${Name} of all manufacturers`,
		PriceType: 'MSRP',
		PriceTypeDisplayName: 'Manufacturer’s suggested retail price',
		IsMetric: false,
	};
}

/** A service with its seeded records and this number of products. */
export function newState(seed: number, products: number): State {
	// Their numbers lie beyond the catalog's, so that no product is both there and deleted.
	const deleted = seeded.several(3, (n) => productId(seed, 1_000_000 + n));
	const { catalog, emptyCatalog } = sampleIds;
	const records = recordTypes.map(
		(type) => [type, seededRecords(seed, type, ...seedings[type])] as const,
	);
	const seededProducts = seededRecords(seed, 'product', seededProduct, products);
	return {
		seed,
		records: Object.fromEntries(records) as State['records'],
		catalogs: new Map([
			[catalog, newCatalog(catalogHead(catalog, 'Standard Catalog'), seededProducts, deleted)],
			[emptyCatalog, newCatalog(catalogHead(emptyCatalog, 'Empty Catalog'))],
		]),
		fieldUpdates: new Map(),
		transactions: new Map(),
		latest: [0, 0],
		madeIds: 0,
	};
}

/** The fields that say when a record was changed, with the present, later than every present before. */
export function stamps(state: State, type: StoredType): Values {
	const [milliseconds, hundreds] = state.latest;
	const now = Date.now();
	if (now > milliseconds) state.latest = [now, 0];
	else state.latest = hundreds < 9999 ? [milliseconds, hundreds + 1] : [milliseconds + 1, 0];
	const { text, ticks } = instantAt(...state.latest);
	if (type === 'product') return { UpdatedOn: text, UpdatedOnTicks: ticks };
	return type === 'changeOrderProject' ? { PublishedOn: text } : { UpdatedOn: text };
}

/** A GUID for what is published without one. */
export function newId(state: State, kind: string): string {
	state.madeIds++;
	return guidFor(state.seed, `published ${kind}`, state.madeIds);
}

function seededCatalog({ catalogs }: State): Catalog {
	const catalog = catalogs.get(sampleIds.catalog);
	if (!catalog) throw new Error('The seeded catalog is gone.');
	return catalog;
}

function recordsOf(state: State, type: StoredType): Map<string, Values> {
	return type === 'product' ? seededCatalog(state).products : state.records[type];
}

export function findRecord(state: State, type: StoredType, id: string): Values | undefined {
	return recordsOf(state, type).get(keyOf(type, id));
}

export function putRecord(state: State, type: StoredType, record: Values): void {
	recordsOf(state, type).set(keyOf(type, String(record.Id)), record);
}

/** Changes, or adds, a record as another user of the service would, and stamps it with the present. */
export function changeRecord(state: State, type: StoredType, id: string, values: Values): Values {
	const known = findRecord(state, type, id);
	const record = { Id: id, ...known, ...stamps(state, type), ...values };
	putRecord(state, type, record);
	return record;
}

/** Removes a record; says whether it was there. */
export function removeRecord(state: State, type: StoredType, id: string): boolean {
	if (type === 'product') return removeProducts(seededCatalog(state), [id]);
	return state.records[type].delete(keyOf(type, id));
}
