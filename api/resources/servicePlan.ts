// Service plans: the record and its endpoint.
import { read, type Resource } from '../endpoint';
import {
	boolean,
	date,
	decimal,
	describe,
	each,
	guid,
	integer,
	list,
	record,
	required,
	string,
} from '../schema/types';
import { Address, byId, keyAndDate, ContactInfo, orderCustomFields, stamps } from '../shared';

export const ServicePlanItem = record('ServicePlanItem', {
	Id: integer,
	...each(string, 'Name', 'Description', 'Frequency'),
	Calculated: boolean,
	Price: decimal,
	Taxable: boolean,
	StartDate: date,
	NumberOfPayments: integer,
});

export const ServicePlanProjectItem = record('ServicePlanProjectItem', {
	Id: string,
	TypeId: integer,
	...each(string, 'SIItemId', 'Manufacturer', 'Model', 'AcctgItemName'),
	Quantity: decimal,
	...each(
		string,
		'PackageName PartNumber Category Subcategory Description ComponentId SerialNumber',
		'IPAddress IPAddress2 MACAddress1 MACAddress2 Location System',
	),
});

export const ServicePlanFeature = record('ServicePlanFeature', {
	Id: integer,
	...each(string, 'Name', 'Description'),
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
	Id: describe(string, 'Unique ID'),
	Client: required(string),
	ClientNumber: string,
	ClientId: guid,
	ProjectId: describe(string, 'Project associated to the plan'),
	Project: describe(string, 'Project name'),
	ProjectNumber: string,
	...each(required(string), 'Name', 'Number'),
	Description: string,
	...each(date, 'Start', 'End'),
	Status: required(string),
	MonthToMonth: boolean,
	PlanLength: integer,
	PlanLengthPeriod: string,
	AutoRenew: boolean,
	AllowableHours: decimal,
	AllowableHoursFrequency: string,
	...orderCustomFields,
	CurrencyCode: string,
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
