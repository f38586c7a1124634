// ASP.NET with data contracts: every null is written, dates that were never set are of the year 1, IDs in any case.
import type { Declared } from './index';
import { USUAL } from './truth';

export const dataContracts: Declared = {
	name: 'data contracts',
	sandbox: { dialect: 'dataContract', catalogForm: 'full', seed: 5 },
	habits: {
		nulls: 'null',
		unsetDates: 'yearOne',
		ignoresCase: true,
		tasks: 'list',
		projects: { pageZero: 'first', beyondEnd: 'repeats' },
		catalog: { pageZero: 'whole', beyondEnd: 'notFound', total: 'page' },
		refusal: 404,
	},
	truth: {
		...USUAL,
		'productCatalog.total': 'page',
		'productCatalog.form': 'alwaysFull',
	},
};
