// What the simulated service knows: all records, seeded, and changed by what is published.
import { newCatalog, findProduct, putProduct, removeProducts, type Catalog } from './data/catalog';
import type { Values } from './data/filling';
import { productId } from './data/products';
import { guidFor, instantAt, type Instant } from './data/random';
import { orderedItems } from './data/projectItems';
import * as seeded from './data/records';
import { seededServiceOrder, seededTasks, seededTimeSheet } from './data/workRecords';

/** The records that are kept by id; products belong to their catalog. */
export const recordTypes = [
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

export interface State {
	readonly seed: number;
	readonly records: Readonly<Record<RecordType, Map<string, Values>>>;
	readonly catalogs: Map<string, Catalog>;
	/** Grows with every change, so that what was rendered before is known to be old. */
	version: number;
	/** The latest instant given out, in milliseconds and hundreds of nanoseconds. */
	latest: readonly [milliseconds: number, hundreds: number];
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

// Client ids are GUIDs and are found in whatever case they are written.
function keyOf(type: RecordType, id: string): string {
	return type === 'client' ? id.toLowerCase() : id;
}

function byId(type: RecordType, records: readonly Values[]): Map<string, Values> {
	return new Map(records.map((record) => [keyOf(type, String(record.Id)), record]));
}

function seededRecords(seed: number): State['records'] {
	const { counts, several } = seeded;
	const changeOrders = counts.changeOrders + counts.importedChangeOrders;
	const make = (count: number, maker: (seed: number, index: number) => Values): Values[] =>
		several(count, (index) => maker(seed, index));
	return {
		changeOrderProject: byId('changeOrderProject', make(changeOrders, seeded.seededChangeOrder)),
		client: byId('client', make(counts.clients, seeded.seededClient)),
		project: byId(
			'project',
			make(counts.projects, (_, index) => {
				const project = seeded.seededProject(seed, index);
				const isOrdered = index < counts.purchaseOrders;
				const Items = isOrdered ? orderedItems(seeded.seededPurchaseOrder(seed, index)) : [];
				return { Id: project.ProjectId, ...project, Items };
			}),
		),
		purchaseOrder: byId('purchaseOrder', make(counts.purchaseOrders, seeded.seededPurchaseOrder)),
		serviceOrder: byId('serviceOrder', make(counts.serviceOrders, seededServiceOrder)),
		servicePlan: byId('servicePlan', make(counts.servicePlans, seeded.seededServicePlan)),
		task: byId('task', seededTasks(seed)),
		timeSheet: byId('timeSheet', make(counts.timeSheets, seededTimeSheet)),
		vendor: byId('vendor', make(counts.vendors, seeded.seededVendor)),
	};
}

const seededOnce = new Map<number, State['records']>();

// Records are replaced and never changed, so a reset needs new maps only, not new records.
function freshRecords(seed: number): State['records'] {
	const kept = seededOnce.get(seed) ?? seededRecords(seed);
	seededOnce.set(seed, kept);
	const copies = recordTypes.map((type) => [type, new Map(kept[type])] as const);
	return Object.fromEntries(copies) as State['records'];
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

/** A service with its seeded records and as many products as asked for. */
export function newState(seed: number, products: number): State {
	// Their numbers lie beyond the catalog's, so that no product is both there and deleted.
	const deleted = seeded.several(3, (n) => productId(seed, 1_000_000 + n));
	const { catalog, emptyCatalog } = sampleIds;
	return {
		seed,
		records: freshRecords(seed),
		catalogs: new Map([
			[catalog, newCatalog(catalogHead(catalog, 'Standard Catalog'), seed, products, deleted)],
			[emptyCatalog, newCatalog(catalogHead(emptyCatalog, 'Empty Catalog'), seed)],
		]),
		version: 0,
		latest: [0, 0],
		madeIds: 0,
	};
}

/** The present, later than every present before. */
export function present(state: State): Instant {
	const [milliseconds, hundreds] = state.latest;
	const now = Date.now();
	if (now > milliseconds) state.latest = [now, 0];
	else state.latest = hundreds < 9999 ? [milliseconds, hundreds + 1] : [milliseconds + 1, 0];
	return instantAt(...state.latest);
}

export function findRecord(state: State, type: RecordType, id: string): Values | undefined {
	return state.records[type].get(keyOf(type, id));
}

export function putRecord(state: State, type: RecordType, record: Values): void {
	state.records[type].set(keyOf(type, String(record.Id)), record);
	state.version++;
}

/** A GUID for what is published without one. */
export function newId(state: State, kind: string): string {
	state.madeIds++;
	return guidFor(state.seed, `published ${kind}`, state.madeIds);
}

/**
 * Changes, or adds, a record as another user of the service would, and stamps it with the present.
 * `product` stands for a product of the seeded catalog.
 */
export function changeRecord(
	state: State,
	type: RecordType | 'product',
	id: string,
	values: Values,
	movesPublishedOn = true,
): Values {
	const now = present(state);
	state.version++;
	const catalog = state.catalogs.get(sampleIds.catalog);
	if (type === 'product') {
		if (!catalog) throw new Error('The seeded catalog is gone.');
		const stamps = { UpdatedOn: now.text, UpdatedOnTicks: now.ticks };
		const product = { Id: id, ...findProduct(catalog, id), ...stamps, ...values };
		putProduct(catalog, product);
		return product;
	}
	const isChangeOrder = type === 'changeOrderProject';
	const stamps: Values = isChangeOrder ? { PublishedOn: now.text } : { UpdatedOn: now.text };
	const known = findRecord(state, type, id);
	const stays = isChangeOrder && known !== undefined && !movesPublishedOn;
	const record = { Id: id, ...known, ...(stays ? {} : stamps), ...values };
	putRecord(state, type, record);
	return record;
}

/** Removes a record; says whether it was there. */
export function removeRecord(state: State, type: RecordType | 'product', id: string): boolean {
	state.version++;
	if (type !== 'product') return state.records[type].delete(keyOf(type, id));
	const catalog = state.catalogs.get(sampleIds.catalog);
	return catalog !== undefined && removeProducts(catalog, [id]) > 0;
}
