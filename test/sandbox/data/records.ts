// The seeded records other than products: the same seed gives the same business, which hangs together by ids.
import { COProjectInfo } from '../../../api/resources/changeOrderProject';
import { Client, ClientAddress, ClientContact } from '../../../api/resources/client';
import * as purchase from '../../../api/resources/purchaseOrder';
import * as order from '../../../api/resources/serviceOrder';
import * as plan from '../../../api/resources/servicePlan';
import { SITask, TaskItem } from '../../../api/resources/task';
import { TimeSheet, TimeSheetEntry } from '../../../api/resources/timeSheet';
import { Vendor, VendorAddress, VendorContact } from '../../../api/resources/vendor';
import type { Schema } from '../../../api/schema/types';
import { ServiceOrderResource, TaskResource } from '../../../api/shared';
import { fill, type Values } from './filling';
import { productId, seededProduct } from './products';
import { lineItemIds, orderedItems } from './projectItems';
import { guidFor, instant, instantAt, type Random, randomFor } from './random';
import * as words from './vocabulary';

/** How many of each there are; the imported change orders come after the others. */
export const counts = {
	clients: 30,
	vendors: 12,
	projects: 40,
	changeOrders: 120,
	importedChangeOrders: 30,
	purchaseOrders: 25,
	servicePlans: 20,
	serviceOrders: 30,
	timeSheets: 40,
} as const;

type Make = (index: number, random: Random, seed: number) => Values;

/** Makes the records of a type by their number; each has random numbers of its own. */
function seeded(type: string, schema: Schema, make: Make) {
	return (seed: number, index: number): Values => {
		const random = randomFor(seed, type, index);
		return fill(schema, random, make(index, random, seed));
	};
}

/** `numbered('PO', 0)` is PO-1001: what a person would type into the node. */
function numbered(prefix: string, index: number): string {
	return `${prefix}-${1001 + index}`;
}

function named(prefix: string, index: number): Values {
	return { Id: numbered(prefix, index), Number: numbered(prefix, index) };
}

export function several<T>(count: number, make: (index: number) => T): T[] {
	return Array.from({ length: count }, (_, index) => make(index));
}

function contactNames(random: Random): Values {
	const [FirstName, LastName] = random.pick(words.people).split(' ');
	return { FirstName, LastName };
}

function person(random: Random): Values {
	const Name = random.pick(words.people);
	return { Name, Email: words.emailOf(Name) };
}

const dollars = { CurrencyCode: 'USD', CurrencyRate: 1 };
const DAY = 86_400_000;

function period(start: number, days: number): Values {
	return { Start: instantAt(start).text, End: instantAt(start + days * DAY).text };
}

function workDays(random: Random): Values {
	const start = Date.UTC(2024, random.integer(0, 17), random.integer(1, 28), 8);
	return period(start, random.integer(1, 5));
}

export const seededClient = seeded('client', Client, (index, random, seed) => {
	const branch = Math.floor(index / words.clients.length);
	return {
		Id: guidFor(seed, 'client', index),
		Name: `${words.clients[index % words.clients.length]}${branch > 0 ? ` ${branch + 1}` : ''}`,
		Number: numbered('C', index),
		IntegrationId: `ERP-${numbered('C', index)}`,
		ClientAddresses: several(index % 3, (n) => fill(ClientAddress, random, { TypeId: n + 1 })),
		ClientContacts: several(index % 4, () => fill(ClientContact, random, contactNames(random))),
	};
});

export const seededVendor = seeded('vendor', Vendor, (index, random, seed) => {
	const name = words.vendors[index % words.vendors.length];
	return {
		Id: guidFor(seed, 'vendor', index),
		Name: index < words.vendors.length ? name : `${name} West`,
		Number: numbered('V', index),
		IntegrationId: `ERP-${numbered('V', index)}`,
		Terms: 'Net 30',
		VendorAddresses: several(index % 3, (n) => fill(VendorAddress, random, { TypeId: n + 1 })),
		VendorContacts: [fill(VendorContact, random, contactNames(random))],
	};
});

/** What every record says of the project that it belongs to. */
export function seededProject(seed: number, index: number) {
	const owner = seededClient(seed, index % counts.clients);
	return {
		ProjectId: numbered('P', index),
		ProjectNumber: `24-${String(index + 1).padStart(4, '0')}`,
		Project: `${String(owner.Name)} ${words.projects[index % words.projects.length]}`,
		Client: String(owner.Name),
		ClientNumber: String(owner.Number),
		ClientId: String(owner.Id),
	};
}

/** A project with the items that were ordered for it. */
export function projectWithItems(seed: number, index: number): Values {
	const project = seededProject(seed, index);
	return { Id: project.ProjectId, ...project, Items: itemsOrdered(seed, index) };
}

function itemsOrdered(seed: number, project: number): Values[] {
	return project < counts.purchaseOrders ? orderedItems(seededPurchaseOrder(seed, project)) : [];
}

export const seededChangeOrder = seeded('changeOrder', COProjectInfo, (index, random, seed) => {
	const owner = seededProject(seed, index % counts.projects);
	const change = random.pick(words.changes);
	return {
		...owner,
		Id: numbered('CO', index),
		IntegrationProjectId: `ERP-${owner.ProjectId}`,
		Name: owner.Project,
		Number: owner.ProjectNumber,
		COName: change,
		CODescription: `${change} as agreed on site`,
		CONumber: 1 + Math.floor(index / counts.projects),
		Progress: words.progresses[index % words.progresses.length],
		CurrencyCode: 'USD',
		Price: random.integer(-50_000, 2_500_000) / 100,
		ImportedOn: index >= counts.changeOrders ? instant(random).text : undefined,
		Deleted: false,
		Archived: false,
	};
});

export const seededPurchaseOrder = seeded(
	'purchaseOrder',
	purchase.PurchaseOrder,
	(index, random, seed) => {
		const owner = seededProject(seed, index);
		const lines = several(index === 0 ? 3 : random.integer(0, 6), (line): Values => {
			const Id = `${numbered('PO', index)}-${line + 1}`;
			const ProjectSIItemIds = lineItemIds(Id, line % 2 === 1).join(', ');
			const project = { ProjectId: owner.ProjectId, ProjectName: owner.Project };
			return { ...orderLine(seed, random, { Id, ...project }), ProjectSIItemIds };
		});
		return {
			...named('PO', index),
			Vendor: words.vendors[index % words.vendors.length],
			Projects: owner.Project,
			Status: random.pick(['Draft', 'Ordered', 'Partially Received', 'Received']),
			Terms: 'Net 30',
			CurrencyCode: 'USD',
			CurrencyRate: index % 5 === 4 ? '1.0834567890123456789012345678' : 1,
			Contacts: several(index % 3, () =>
				fill(purchase.PurchaseOrderContact, random, contactNames(random)),
			),
			PurchaseOrderItems: lines,
			PurchaseOrderTaxes: several(index % 3, (tax) =>
				fill(purchase.PurchaseOrderTax, random, {
					TaxId: tax + 1,
					Name: tax === 0 ? 'State Tax' : 'City Tax',
					Rate: tax === 0 ? 8.25 : 1.5,
					Group: false,
					Items: lines.filter(({ TaxId }) => TaxId === tax + 1).map((_, line) => line + 1),
				}),
			),
		};
	},
);

function orderLine(seed: number, random: Random, given: Values): Values {
	const index = random.integer(0, 99);
	const product = seededProduct(seed, index);
	const { ManufacturerId, Manufacturer, Model, PartNumber, Description } = product;
	const Quantity = random.integer(1, 20);
	const Price = Number(product.UnitCost);
	return fill(purchase.PurchaseOrderItem, random, {
		...given,
		...{ ManufacturerId, Manufacturer, Model, PartNumber, Description },
		CategoryType: product.Category,
		CatalogId: productId(seed, index),
		Quantity,
		ReceivedQuantity: random.integer(0, Quantity),
		Uom: 'Each',
		UomUnits: 1,
		Price,
		TotalPrice: Math.round(Price * Quantity * 100) / 100,
		TaxId: 1,
	});
}

export const seededServicePlan = seeded('servicePlan', plan.ServicePlan, (index, random, seed) => ({
	...seededProject(seed, index),
	...named('SP', index),
	Name: random.pick(['Gold Care', 'Silver Care', 'Monitoring', 'Remote Support']),
	Status: random.pick(['Active', 'Expired', 'Pending']),
	...period(Date.UTC(2024, index % 12, 1), 365),
	PlanLength: 12,
	PlanLengthPeriod: 'Months',
	AllowableHoursFrequency: 'Monthly',
	...dollars,
	ServicePlanItems: several(index % 4, (n) =>
		fill(plan.ServicePlanItem, random, {
			Id: n + 1,
			Name: 'Priority response',
			Frequency: 'Monthly',
		}),
	),
	ServicePlanProjectItems: several(index % 3, () =>
		fill(plan.ServicePlanProjectItem, random, installedProduct(seed, random)),
	),
	ServicePlanFeatures: ['Help desk', 'Site visits'].map((Name, n) =>
		fill(plan.ServicePlanFeature, random, { Id: n + 1, Name }),
	),
}));

/** What service plans, service orders and tasks say of a product that hangs on a wall somewhere. */
function installedProduct(seed: number, random: Random): Values {
	const product = seededProduct(seed, random.integer(0, 99));
	const { Manufacturer, Model, PartNumber, Category, Subcategory, Description } = product;
	return {
		...{ Manufacturer, Model, PartNumber, Category, Subcategory, Description },
		...words.networkValues(random, 'IPAddress', 'IPAddress2', 'MACAddress1'),
	};
}

export const seededServiceOrder = seeded(
	'serviceOrder',
	order.ServiceOrder,
	(index, random, seed) => ({
		...seededProject(seed, index),
		...workDays(random),
		...named('SO', index),
		Name: random.pick(words.serviceNames),
		ServicePlanNumber: index % 2 === 0 ? numbered('SP', index % counts.servicePlans) : undefined,
		Progress: random.pick(words.progresses),
		PercentComplete: random.integer(0, 20) * 5,
		Priority: random.pick(['Low', 'Normal', 'High']),
		...dollars,
		Resources: several(index % 3, () => fill(ServiceOrderResource, random, person(random))),
		Labors: several(index % 2, () => fill(order.ServiceOrderLabor, random, { Manufacturer: '' })),
		Products: several(index % 4, () =>
			fill(order.ServiceOrderProduct, random, installedProduct(seed, random)),
		),
		RepairItems: several(index % 2, () =>
			fill(order.ServiceOrderRepairItem, random, installedProduct(seed, random)),
		),
	}),
);

/** The project of each task: the first project has three, the second one, the third none, and so on. */
export const taskProjects = several(counts.projects, (project) =>
	several([3, 1, 0][project % 3] ?? 0, () => project),
).flat();

export const seededTask = seeded('task', SITask, (index, random, seed) => {
	const project = taskProjects[index] ?? 0;
	const isFirst = taskProjects.indexOf(project) === index;
	return {
		...seededProject(seed, project),
		...workDays(random),
		...named('T', index),
		Name: random.pick(words.taskNames),
		Progress: random.pick(words.progresses),
		PercentComplete: random.integer(0, 20) * 5,
		Resources: several(index % 3, () => fill(TaskResource, random, person(random))),
		Items: [
			...several(index % 4, () =>
				fill(TaskItem, random, {
					...installedProduct(seed, random),
					...words.networkValues(random, 'IPAddress1', 'IPAddress2', 'MACAddress2'),
				}),
			),
			// What was ordered for the project is to be installed in its first task.
			...(isFirst ? itemsOrdered(seed, project) : []).map((item) => {
				const { SIItemId, ComponentId, Manufacturer, Model, PartNumber } = item;
				const ids = { SIItemId, ComponentId, Manufacturer, Model, PartNumber };
				return { ...ids, Picked: false, Installed: false };
			}),
		],
	};
});

const entityPrefixes = ['P', 'T', 'SO', ''];

export const seededTimeSheet = seeded('timeSheet', TimeSheet, (index, random, seed) => {
	const entity = index % entityPrefixes.length;
	const prefix = entityPrefixes[entity] ?? '';
	const { Client: client, Project, ProjectNumber } = seededProject(seed, index % counts.projects);
	const day = instantAt(Date.UTC(2025, random.integer(0, 5), random.integer(1, 28)));
	const worker = person(random);
	const isApproved = index % 3 === 0;
	const Entries = several(index % 4, () =>
		fill(TimeSheetEntry, random, {
			Phase: random.pick(words.phases),
			LaborType: random.pick(words.laborTypes),
			Duration: random.integer(1, 32) / 4,
		}),
	);
	const hours = (isOvertime: boolean): number =>
		Entries.filter(({ Overtime }) => Overtime === isOvertime).reduce(
			(sum, { Duration }) => sum + Number(Duration),
			0,
		);
	return {
		Id: numbered('TS', index),
		EntityId: entity + 1,
		EntitySourceId: prefix === '' ? undefined : numbered(prefix, index % 20),
		Date: day.text,
		DateTicks: day.ticks,
		Resource: worker.Name,
		ResourceEmail: worker.Email,
		Client: client,
		ProjectName: Project,
		ProjectNumber,
		Duration: hours(false),
		DurationOverTime: hours(true),
		Approved: isApproved,
		ApprovedBy: isApproved ? random.pick(words.people) : undefined,
		ApprovedOn: isApproved ? instant(random).text : undefined,
		Entries,
	};
});
