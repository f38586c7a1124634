// Service plans: the record and its endpoint.
import { read, type Resource } from './endpoint';
import {
	date,
	decimal,
	each,
	flag,
	guid,
	integer,
	list,
	note,
	record,
	required,
	text,
} from './kinds';
import { Address, byId, ContactInfo, orderCustomFields, stamps } from './shared';

export const ServicePlanItem = record('ServicePlanItem', {
	Id: integer,
	...each(text, 'Name', 'Description', 'Frequency'),
	Calculated: flag,
	Price: decimal,
	Taxable: flag,
	StartDate: date,
	NumberOfPayments: integer,
});

export const ServicePlanProjectItem = record('ServicePlanProjectItem', {
	Id: text,
	TypeId: integer,
	...each(text, 'SIItemId', 'Manufacturer', 'Model', 'AcctgItemName'),
	Quantity: decimal,
	...each(
		text,
		'PackageName',
		'PartNumber',
		'Category',
		'Subcategory',
		'Description',
		'ComponentId',
		'SerialNumber',
		'IPAddress',
		'IPAddress2',
		'MACAddress1',
		'MACAddress2',
		'Location',
		'System',
	),
});

export const ServicePlanFeature = record('ServicePlanFeature', {
	Id: integer,
	...each(text, 'Name', 'Description'),
});

const frequencies = [
	'OneTime',
	'Monthly',
	'Quarterly',
	'Annually',
	'Weekly',
	'Biweekly',
	'Bimonthly',
	'Semiannually',
] as const;
const variants = ['Price', 'PriceTC', 'PriceWithTax', 'PriceWithTaxTC'] as const;

type PriceField = `${(typeof frequencies)[number]}${(typeof variants)[number]}`;

const priceFields = each<typeof decimal, PriceField>(
	decimal,
	...frequencies.flatMap((frequency) =>
		variants.map((variant): PriceField => `${frequency}${variant}`),
	),
);

export const ServicePlan = record('ServicePlan', {
	Id: note(text, 'Unique ID'),
	Client: required(text),
	ClientNumber: text,
	ClientId: guid,
	ProjectId: note(text, 'Project associated to the plan'),
	Project: note(text, 'Project name'),
	ProjectNumber: text,
	...each(required(text), 'Name', 'Number'),
	Description: text,
	...each(date, 'Start', 'End'),
	Status: required(text),
	MonthToMonth: flag,
	PlanLength: integer,
	PlanLengthPeriod: text,
	AutoRenew: flag,
	AllowableHours: decimal,
	AllowableHoursFrequency: text,
	...orderCustomFields,
	CurrencyCode: text,
	CurrencyRate: decimal,
	...stamps,
	Contact: ContactInfo,
	...each(Address, 'BillingAddress', 'SiteAddress'),
	ServicePlanItems: list(ServicePlanItem),
	ServicePlanProjectItems: list(ServicePlanProjectItem),
	ServicePlanFeatures: list(ServicePlanFeature),
	...priceFields,
});

export const servicePlan = {
	resource: 'servicePlan',
	name: 'Service Plan',
	description: 'Maintenance agreements that an integrator user has published',
	operations: {
		get: read({
			method: 'GET',
			path: '/SI/Subscribe/ServicePlans',
			name: 'Get',
			action: 'Get a service plan',
			description: 'Retrieve a service plan with its items, project items, features and prices',
			query: byId,
			answer: ServicePlan,
			summary: ['Id', 'Number', 'Name', 'Client', 'Project', 'Status', 'Start', 'End', 'UpdatedOn'],
		}),
	},
} as const satisfies Resource;
