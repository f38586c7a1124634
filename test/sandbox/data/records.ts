// The seeded records other than products: the same seed gives the same business, which hangs together by ids.
import { COProjectInfo } from '../../../api/resources/changeOrderProject';
import { Client, ClientAddress, ClientContact } from '../../../api/resources/client';
import {
	PurchaseOrder,
	PurchaseOrderContact,
	PurchaseOrderItem,
	PurchaseOrderTax,
} from '../../../api/resources/purchaseOrder';
import {
	ServicePlan,
	ServicePlanFeature,
	ServicePlanItem,
	ServicePlanProjectItem,
} from '../../../api/resources/servicePlan';
import { Vendor, VendorAddress, VendorContact } from '../../../api/resources/vendor';
import { fill, type Values } from './filling';
import { productId, seededProduct } from './products';
import { lineItemIds } from './projectItems';
import { guidFor, instant, instantAt, type Random, randomFor } from './random';
import * as words from './vocabulary';

/** How many of each there are. */
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

/** `numbered('PO', 0)` is PO-1001: what a person would type into the node. */
export function numbered(prefix: string, index: number): string {
	return `${prefix}-${1001 + index}`;
}

export function several<T>(count: number, make: (index: number) => T): T[] {
	return Array.from({ length: count }, (_, index) => make(index));
}

export function seededClient(seed: number, index: number): Values {
	const random = randomFor(seed, 'client', index);
	const branch = Math.floor(index / words.clients.length);
	const Name = `${words.clients[index % words.clients.length]}${branch > 0 ? ` ${branch + 1}` : ''}`;
	return fill(Client, random, {
		Id: guidFor(seed, 'client', index),
		Name,
		Number: numbered('C', index),
		IntegrationId: `ERP-${numbered('C', index)}`,
		ClientAddresses: several(index % 3, (n) => fill(ClientAddress, random, { TypeId: n + 1 })),
		ClientContacts: several(index % 4, () => fill(ClientContact, random, contactNames(random))),
	});
}

function contactNames(random: Random): Values {
	const [FirstName, LastName] = random.pick(words.people).split(' ');
	return { FirstName, LastName };
}

export function seededVendor(seed: number, index: number): Values {
	const random = randomFor(seed, 'vendor', index);
	const name = words.vendors[index % words.vendors.length];
	return fill(Vendor, random, {
		Id: guidFor(seed, 'vendor', index),
		Name: index < words.vendors.length ? name : `${name} West`,
		Number: numbered('V', index),
		IntegrationId: `ERP-${numbered('V', index)}`,
		Terms: 'Net 30',
		VendorAddresses: several(index % 3, (n) => fill(VendorAddress, random, { TypeId: n + 1 })),
		VendorContacts: several(1, () => fill(VendorContact, random, contactNames(random))),
	});
}

/** What every record says of the project it belongs to. */
export interface SeededProject {
	readonly ProjectId: string;
	readonly ProjectNumber: string;
	readonly Project: string;
	readonly Client: string;
	readonly ClientNumber: string;
	readonly ClientId: string;
}

export function seededProject(seed: number, index: number): SeededProject {
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

/** Imported ones come last, so that the first numbers are what the default read gives. */
export function seededChangeOrder(seed: number, index: number): Values {
	const random = randomFor(seed, 'changeOrder', index);
	const owner = seededProject(seed, index % counts.projects);
	const imported = index >= counts.changeOrders;
	const change = random.pick(words.changes);
	return fill(COProjectInfo, random, {
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
		ImportedOn: imported ? instant(random).text : undefined,
		Deleted: false,
		Archived: false,
	});
}

export function seededPurchaseOrder(seed: number, index: number): Values {
	const random = randomFor(seed, 'purchaseOrder', index);
	const owner = seededProject(seed, index);
	const lines = several(index === 0 ? 3 : random.integer(0, 6), (line): Values => {
		const id = `${numbered('PO', index)}-${line + 1}`;
		const ProjectSIItemIds = lineItemIds(id, line % 2 === 1).join(', ');
		return { ...purchaseOrderLine(seed, random, owner, id), ProjectSIItemIds };
	});
	return fill(PurchaseOrder, random, {
		Id: numbered('PO', index),
		Number: numbered('PO', index),
		Vendor: words.vendors[index % words.vendors.length],
		Projects: owner.Project,
		Status: random.pick(['Draft', 'Ordered', 'Partially Received', 'Received']),
		Terms: 'Net 30',
		CurrencyCode: 'USD',
		CurrencyRate: index % 5 === 4 ? '1.0834567890123456789012345678' : 1,
		Contacts: several(index % 3, () => fill(PurchaseOrderContact, random, contactNames(random))),
		PurchaseOrderItems: lines,
		PurchaseOrderTaxes: several(index % 3, (tax) =>
			fill(PurchaseOrderTax, random, {
				TaxId: tax + 1,
				Name: tax === 0 ? 'State Tax' : 'City Tax',
				Rate: tax === 0 ? 8.25 : 1.5,
				Group: false,
				Items: lines.filter(({ TaxId }) => TaxId === tax + 1).map((_, line) => line + 1),
			}),
		),
	});
}

function purchaseOrderLine(seed: number, random: Random, owner: SeededProject, Id: string): Values {
	const index = random.integer(0, 99);
	const product = seededProduct(seed, index);
	const Quantity = random.integer(1, 20);
	const Price = Number(product.UnitCost);
	return fill(PurchaseOrderItem, random, {
		Id,
		ManufacturerId: product.ManufacturerId,
		Manufacturer: product.Manufacturer,
		Model: product.Model,
		PartNumber: product.PartNumber,
		CategoryType: product.Category,
		Description: product.Description,
		CatalogId: productId(seed, index),
		ProjectId: owner.ProjectId,
		ProjectName: owner.Project,
		Quantity,
		ReceivedQuantity: random.integer(0, Quantity),
		Uom: 'Each',
		UomUnits: 1,
		Price,
		TotalPrice: Math.round(Price * Quantity * 100) / 100,
		TaxId: 1,
	});
}

export function seededServicePlan(seed: number, index: number): Values {
	const random = randomFor(seed, 'servicePlan', index);
	const start = Date.UTC(2024, index % 12, 1);
	return fill(ServicePlan, random, {
		...seededProject(seed, index),
		Id: numbered('SP', index),
		Number: numbered('SP', index),
		Name: random.pick(['Gold Care', 'Silver Care', 'Monitoring', 'Remote Support']),
		Status: random.pick(['Active', 'Expired', 'Pending']),
		Start: instantAt(start).text,
		End: instantAt(start + 365 * 86_400_000).text,
		PlanLength: 12,
		PlanLengthPeriod: 'Months',
		AllowableHoursFrequency: 'Monthly',
		CurrencyCode: 'USD',
		CurrencyRate: 1,
		ServicePlanItems: several(index % 4, (n) =>
			fill(ServicePlanItem, random, { Id: n + 1, Name: 'Priority response', Frequency: 'Monthly' }),
		),
		ServicePlanProjectItems: several(index % 3, () => projectItem(seed, random)),
		ServicePlanFeatures: several(2, (n) =>
			fill(ServicePlanFeature, random, { Id: n + 1, Name: n === 0 ? 'Help desk' : 'Site visits' }),
		),
	});
}

function projectItem(seed: number, random: Random): Values {
	return fill(ServicePlanProjectItem, random, installedProduct(seed, random));
}

/** What service plans, service orders and tasks say of a product that hangs on a wall somewhere. */
export function installedProduct(seed: number, random: Random): Values {
	const { Manufacturer, Model, PartNumber, Category, Subcategory, Description } = seededProduct(
		seed,
		random.integer(0, 99),
	);
	return {
		Manufacturer,
		Model,
		PartNumber,
		Category,
		Subcategory,
		Description,
		...words.networkValues(random, 'IPAddress', 'IPAddress2', 'MACAddress1'),
	};
}
