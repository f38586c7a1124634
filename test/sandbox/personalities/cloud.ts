// Pages from 0, capped, whose totals count the page; camelCase; dates without an offset.
import type { Declared } from './index';
import { USUAL } from './truth';

export const cloud: Declared = {
	name: 'cloud',
	habits: {
		formats: 'jsonOnly',
		names: 'camelCase',
		offsets: 'none',
		projects: { firstPage: 0, cap: 20, total: 'page' },
		catalog: { firstPage: 0, cap: 20, total: 'page', beyondEnd: 'notFound' },
	},
	truth: {
		...USUAL,
		'format.xml': 'no',
		'dates.offset': 'none',
		'changeOrderProjects.total': 'page',
		'changeOrderProjects.firstPage': '0',
		'productCatalog.total': 'page',
		'productCatalog.firstPage': '0',
	},
};
