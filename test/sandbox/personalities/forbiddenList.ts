// A credential that may not see the list of change order projects.
import type { Declared } from './index';
import { USUAL } from './truth';

export const forbiddenList: Declared = {
	name: 'forbidden list',
	habits: {
		credential: { header: 'authorization', value: 'Bearer token' },
		projectList: 403,
		unknownId: 'empty',
		ignoresCase: true,
		catalog: { ignores: 'both' },
		tasks: 'one',
	},
	truth: {
		...USUAL,
		authentication: 'accepted',
		'changeOrderProjects.list': 'forbidden',
		'changeOrderProjects.total': 'unknown',
		'changeOrderProjects.firstPage': 'unknown',
		'productCatalog.total': 'unknown',
		'productCatalog.firstPage': 'unknown',
		'imported.byReading': 'unknown',
	},
};
