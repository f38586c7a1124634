// Pages begin with 0 and are capped; some lists need no ID.
import type { Declared } from './index';
import { USUAL } from './truth';

export const zeroBased: Declared = {
	name: 'zero-based',
	sandbox: { catalogForm: 'full' },
	habits: {
		projects: { firstPage: 0, cap: 50, beyondEnd: 'notFound' },
		catalog: { firstPage: 0, total: 'short' },
		withoutId: ['/SI/Subscribe/TimeSheets', '/SI/Subscribe/ProductCatalogs'],
		offsets: 'mixed',
	},
	truth: {
		...USUAL,
		'dates.offset': 'mixed',
		'changeOrderProjects.firstPage': '0',
		'productCatalog.firstPage': '0',
		'productCatalog.total': 'wrong',
		'productCatalog.form': 'alwaysFull',
		'lists.withoutId': '/SI/Subscribe/ProductCatalogs, /SI/Subscribe/TimeSheets',
	},
};
