// Every path without an ID is forbidden: three of them are enough.
import type { Declared } from './index';
import { USUAL } from './truth';

export const forbidsPaths: Declared = {
	name: 'forbids paths',
	habits: {
		credential: { header: 'x-api-key', value: 'reader' },
		refusal: 403,
		projects: { pageZero: 'whole', total: 'absent' },
		catalog: { pageZero: 'first', ownSize: 30, total: 'page' },
	},
	truth: {
		...USUAL,
		authentication: 'accepted',
		'changeOrderProjects.total': 'absent',
		'productCatalog.total': 'page',
		'productCatalog.firstPage': 'unknown',
		'lists.withoutId': 'unknown',
	},
};
