// Lists without an ID come in a wrapper; names in snake_case; pages are capped, and the last one is repeated.
import type { Declared } from './index';
import { USUAL } from './truth';

export const wrappedLists: Declared = {
	name: 'wrapped lists',
	habits: {
		formats: 'json',
		names: 'snake_case',
		withoutId: ['/SI/Subscribe/Tasks', '/SI/Subscribe/PurchaseOrders'],
		wrapsIn: 'data',
		projects: { cap: 25, beyondEnd: 'repeats' },
		catalog: { cap: 59, total: 'page', beyondEnd: 'repeats' },
	},
	truth: {
		...USUAL,
		'format.xml': 'no',
		'productCatalog.total': 'page',
		'lists.withoutId': '/SI/Subscribe/PurchaseOrders, /SI/Subscribe/Tasks',
	},
};
