// After 15 requests, only errors come: what is known so far is told, and nothing is concluded from the errors.
import type { Declared } from './index';
import { USUAL } from './truth';

export const failsInTheMiddle: Declared = {
	name: 'fails in the middle',
	habits: { failsFrom: { request: 16, how: 500 } },
	truth: {
		...USUAL,
		'productCatalog.total': 'unknown',
		'productCatalog.pageSize': 'unknown',
		'productCatalog.firstPage': 'unknown',
		'productCatalog.beyondEnd': 'unknown',
		'productCatalog.form': 'unknown',
		'ids.unknown': 'unknown',
		'ids.case': 'unknown',
		'clients.missing': 'unknown',
		'imported.byReading': 'unknown',
		'lists.withoutId': 'unknown',
	},
};
