// Pages of a size of its own, without totals; errors of the server for what does not exist.
import type { Declared } from './index';
import { USUAL } from './truth';

export const ownPages: Declared = {
	name: 'pages of its own',
	habits: {
		projects: { ownSize: 50, total: 'absent', pageZero: 'fails', beyondEnd: 'fails' },
		catalog: { ownSize: 25, total: 'list', beyondEnd: 'repeats' },
		unknownId: 500,
		refusal: 500,
		missingClients: 500,
	},
	truth: {
		...USUAL,
		'changeOrderProjects.total': 'absent',
		'changeOrderProjects.firstPage': 'unknown',
		'lists.withoutId': 'unknown',
	},
};
