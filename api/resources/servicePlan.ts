// Service plans: the record and its endpoint.
import { read, type Resource } from '../endpoint';
import * as s from '../schema/types';
import { Address, byId, keyAndDate, ContactInfo, orderCustomFields, stamps } from '../shared';

export const ServicePlanItem = s.record('ServicePlanItem', {
	Id: s.integer,
	...s.each(s.string, 'Name', 'Description', 'Frequency'),
	Calculated: s.boolean,
	Price: s.decimal,
	Taxable: s.boolean,
	StartDate: s.date,
	NumberOfPayments: s.integer,
});

export const ServicePlanProjectItem = s.record('ServicePlanProjectItem', {
	Id: s.string,
	TypeId: s.integer,
	...s.each(s.string, 'SIItemId', 'Manufacturer', 'Model', 'AcctgItemName'),
	Quantity: s.decimal,
	...s.each(
		s.string,
		'PackageName PartNumber Category Subcategory Description ComponentId SerialNumber',
		'IPAddress IPAddress2 MACAddress1 MACAddress2 Location System',
	),
});

export const ServicePlanFeature = s.record('ServicePlanFeature', {
	Id: s.integer,
	...s.each(s.string, 'Name', 'Description'),
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

const priceFields = s.each<typeof s.decimal, PriceField>(
	s.decimal,
	...frequencies.flatMap((frequency) =>
		variants.map((variant): PriceField => `${frequency}${variant}`),
	),
);

export const ServicePlan = s.record('ServicePlan', {
	Id: s.describe(s.string, 'Unique ID'),
	Client: s.required(s.string),
	ClientNumber: s.string,
	ClientId: s.guid,
	ProjectId: s.describe(s.string, 'Project associated to the plan'),
	Project: s.describe(s.string, 'Project name'),
	ProjectNumber: s.string,
	...s.each(s.required(s.string), 'Name', 'Number'),
	Description: s.string,
	...s.each(s.date, 'Start', 'End'),
	Status: s.required(s.string),
	MonthToMonth: s.boolean,
	PlanLength: s.integer,
	PlanLengthPeriod: s.string,
	AutoRenew: s.boolean,
	AllowableHours: s.decimal,
	AllowableHoursFrequency: s.string,
	...orderCustomFields,
	CurrencyCode: s.string,
	CurrencyRate: s.decimal,
	...stamps,
	Contact: ContactInfo,
	...s.each(Address, 'BillingAddress', 'SiteAddress'),
	ServicePlanItems: s.list(ServicePlanItem),
	ServicePlanProjectItems: s.list(ServicePlanProjectItem),
	ServicePlanFeatures: s.list(ServicePlanFeature),
	...priceFields,
});

export const servicePlan = {
	resource: 'servicePlan',
	name: 'Service Plan',
	description: 'Maintenance agreements that an integrator user has published',
	defaultOperation: 'get',
	operations: {
		get: read({
			method: 'GET',
			path: '/SI/Subscribe/ServicePlans',
			name: 'Get',
			action: 'Get service plan',
			description: 'Retrieve a service plan with its items, project items, features and prices',
			...byId('service plan', 'SP-1001'),
			...keyAndDate,
			response: ServicePlan,
			simplified: [
				'Id',
				'Number',
				'Name',
				'Client',
				'Project',
				'Status',
				'Start',
				'End',
				'UpdatedOn',
			],
		}),
	},
} as const satisfies Resource;
